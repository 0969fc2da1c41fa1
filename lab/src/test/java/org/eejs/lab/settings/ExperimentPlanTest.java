package org.eejs.lab.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.eejs.banking.KnownProvider;
import org.eejs.banking.settings.BankingSettings;
import org.eejs.lab.machine.Placement;
import org.eejs.result.InputException;
import org.eejs.result.NotHereException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExperimentPlanTest {
    @TempDir
    private Path folder;

    private ExperimentPlan read(String yaml) throws IOException {
        return ExperimentFile.read(Files.writeString(folder.resolve("experiment.yaml"), yaml));
    }

    @Test
    void aConfigurationComesBeforeWhatAllHaveInCommon() throws IOException {
        ExperimentPlan experiment = read("""
                sessions: 7
                tls: ecdsa
                baseline: B
                precision: 2%
                configurations:
                  - {name: A, provider: "rsa=ACCP, aes=SunJCE", sessions: 9}
                  - {name: B, jdk: 17, cryptoIntrinsics: off}
                """);
        List<RunPlan> plans = experiment.plans().stream().map(ExperimentPlan.Planned::plan).map(RunPlan.class::cast)
                .toList();
        assertEquals(List.of("A", "B"), plans.stream().map(RunPlan::configuration).toList());
        assertEquals(9, plans.get(0).get(BankingSettings.SESSIONS));
        assertEquals(7, plans.get(1).get(BankingSettings.SESSIONS));
        assertEquals(KnownProvider.ACCP, plans.get(0).providers().of(AlgorithmFamily.RSA));
        assertFalse(plans.get(1).get(BankingSettings.CRYPTO_INTRINSICS));
        assertEquals("off", plans.get(1).settings().written().get("cryptoIntrinsics"));
        assertEquals(17, plans.get(1).bankJdk().feature());
        assertEquals("B", experiment.baselineName());
        assertEquals(0.02, experiment.stoppingRule().precision());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', value = {
        "configurations:\\n - {name: A}\\n - {name: A} | line 3, key 'configurations[1].name' | two configurations with the name 'A'",
        "configurations:\\n - {sessions: 4} | line 2, key 'configurations[0].name' | has no name",
        "configurations:\\n - {name: ../A} | line 2, key 'configurations[0].name' | has no slash",
        "baseline: C\\nconfigurations:\\n - {name: A} | line 1, key 'baseline' | there are A",
        "configurations:\\n - name: A\\n   provder: ACCP | line 3, key 'configurations[0].provder' | there is no key 'provder'; did you mean provider?",
        "configurations:\\n - name: A\\n   provider: ACPC | line 3, key 'configurations[0].provider' | 'ACPC' is not a provider",
        "configurations:\\n - name: A\\n   provider: aes=SUN, des=SUN | line 3, key 'configurations[0].provider' | 'des=SUN' is not a",
        "configurations:\\n - name: A\\n   tlsStack: openssl | line 3, key 'configurations[0].tlsStack' | 'openssl' is not a TLS stack",
        "configurations:\\n - name: A\\n   sessions: many | line 3, key 'configurations[0].sessions' | many",
        "jdk: 6\\nconfigurations:\\n - name: A | line 1, key 'jdk' | '6' was not found",
        "configurations: A | line 1, key 'configurations' | a list is expected",
        "metric: speed\\nconfigurations:\\n - name: A | line 1, key 'metric' | 'speed' is not a metric",
        "precision: tight\\nconfigurations:\\n - name: A | line 1, key 'precision' | must be a part of a whole, such as 3%",
        "maxRuns: 1\\nconfigurations:\\n - name: A | line 1, key 'maxRuns' | must be at least 2",
        "xml:\\nsessions: 4 | line 1, key 'xml' | a value is missing",
        "configurations:\\n - | line 2, key 'configurations[0]' | a value is missing",
        "published: {source: a paper} | line 1 | the key 'rows' is missing",
        "published: {rows: []}\\nsesions: 4 | line 2 | there is no key 'sesions'; did you mean sessions?",
        "published: [] | line 1, key 'published' | an entry with the keys rows, source is expected",
        "published:\\n  rows:\\n  - {metric: pages, ration: 2}\\n | line 3 | there is no key 'ration'; keys are configuration,",
        "configurations: [name: A]\\npublished:\\n  rows:\\n  - {metric: speed}\\n | line 4, key 'published.rows[0].metric' | 'speed' is not a",
        "configurations: [name: A]\\npublished:\\n  rows:\\n  - metric: good\\n    configuration: B | line 5, key 'published.rows[0].configuration' | there are A",
        "configurations: [name: A]\\npublished:\\n  rows:\\n  - {metric: good, configuration: A, ratio: 2} | line 4, key 'published.rows[0].metric' | either a ratio",
        "configurations:\\n - {name: A}\\n - {name: B, goodShare: 90%} | line 3, key 'configurations[1].goodShare' | 'A' and 'B' differ",
        "sessions: 4\\nsessions: 5 | line 2 | uplicate",
    })
    void mistakesNameFileLineAndKey(String yaml, String where, String what) {
        String message = assertThrows(InputException.class, () -> {
            ExperimentPlan experiment = read(yaml.replace("\\n", "\n"));
            experiment.plans();
            experiment.baselineName();
            experiment.decidingFigure();
            experiment.stoppingRule();
        }).getMessage();
        assertTrue(message.contains("experiment.yaml, " + where), message);
        assertTrue(message.contains(what), message);
        assertEquals(1, message.lines().count(), message);
    }

    @Test
    void placesThatTheCoresDoNotAllowAreNamed() {
        String message = assertThrows(NotHereException.class, () -> Placement.pair(List.of(), true)).getMessage();
        assertTrue(message.contains("'across-cores' needs three cores"), message);
    }
}
