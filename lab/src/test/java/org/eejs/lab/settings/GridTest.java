package org.eejs.lab.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eejs.banking.Fix;
import org.eejs.banking.KnownProvider;
import org.eejs.banking.settings.BankingSettings;
import org.eejs.result.InputException;
import org.eejs.result.settings.RunSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GridTest {
    /** Reads options in the form of {@code --jdk 17,25 --cures none,all}. */
    private static RunSettings said(String options) {
        Map<String, Object> said = new LinkedHashMap<>();
        String[] words = options.strip().split(" +");
        for (int i = 0; i < words.length; i += 2) {
            String option = words[i];
            String value = words[i + 1];
            BankingSettings.ALL.stream().filter(setting -> setting.option().equals(option))
                    .forEach(setting -> said.put(setting.key(), setting.form().read(value)));
        }
        return RunSettings.of(said);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "--jdk 17,25 | JDK 17; JDK 25",
        "--jdk /opt/jdk-17,/opt/jdk-25 | JDK jdk-17; JDK jdk-25",
        "--provider JDK,ACCP | provider JDK; ACCP",
        "--cures none,all | cures none; cures all",
        "--cures trust,none,keys | cures trust; cures none; cures keys",
        "--provider ACCP,BC --jdk 25,17 | JDK 25, ACCP; JDK 25, BC; JDK 17, ACCP; JDK 17, BC",
        "--jdk 17 --provider ACCP --cures none,all | cures none; cures all",
        "--jdk 17,25 --provider rsa=ACCP,ec=BC --cures trust,keys | JDK 17; JDK 25",
    })
    void everyCombinationIsNamedByWhatVaries(String options, String names) {
        assertEquals(List.of(names.split("; ")), Grid.of(said(options)).configurations().stream()
                .map(ExperimentPlan.Configuration::name).toList());
    }

    @ParameterizedTest
    @CsvSource({"--jdk 17", "--jdk 17,", "'--provider rsa=ACCP,ec=BC'", "--provider ACCP", "'--cures trust,keys'",
        "--cures all", "--cures none", "--sessions 5"})
    void oneValueIsOneRun(String options) {
        assertTrue(Grid.of(said(options)).isEmpty());
    }

    @Test
    void combinationsArePlannedWithTheFirstAsBaseline() {
        RunSettings said = said("--jdk 17,17 --provider JDK,ACCP --cures none,all --sessions 7").or(said("--seed 3"));
        List<ExperimentPlan.Configuration> all = Grid.of(said).configurations().subList(0, 4);
        ExperimentPlan experiment = ExperimentPlan.UNSAID.with(said).withConfigurations(all, null);
        assertEquals("JDK 17, provider JDK, cures none", experiment.baselineName());
        RunPlan last = experiment.plans().get(3).plan();
        assertEquals("JDK 17, ACCP, cures all", last.configuration());
        assertEquals(17, last.bankJdk().feature());
        assertEquals(KnownProvider.ACCP, last.providers().of(AlgorithmFamily.RSA));
        assertEquals(Fix.values().length, last.get(BankingSettings.CURES).size());
        assertEquals(7, last.get(BankingSettings.SESSIONS));
    }

    @Test
    void theFileOfAServiceAsksForThemToo(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("service.yaml"), "url: https://localhost:8443\n"
                + "scenarios: [{steps: [{get: /}]}]\njdk: 17,25\nprovider: JDK,ACCP\n");
        ExperimentPlan experiment = ExperimentPlan.UNSAID.with(said("--service " + file + " --jdk 17"));
        assertEquals(List.of("provider JDK", "ACCP"), experiment.grid().configurations().stream()
                .map(ExperimentPlan.Configuration::name).toList());
    }

    @Test
    void tooManyAreRefusedInALine() {
        assertEquals(12, Grid.of(said("--jdk 17,25 --provider JDK,ACCP --cures none,all,keys")).configurations().size());
        Grid many = Grid.of(said("--jdk 17,25 --provider JDK,ACCP,BC,Conscrypt --cures none,all"));
        assertEquals("--jdk 17,25 --provider JDK,ACCP,BC,Conscrypt --cures none,all make 16 configurations; give fewer "
                + "values, for at most 12", assertThrows(InputException.class, many::configurations).getMessage());
    }
}
