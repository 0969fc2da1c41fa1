package org.eejs.lab.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.eejs.banking.BackEndPolicy;
import org.eejs.banking.Disease;
import org.eejs.banking.Phases;
import org.eejs.banking.TlsProfile;
import org.eejs.result.InputException;
import org.eejs.result.Published;
import org.eejs.result.settings.RunSettings;
import org.eejs.result.settings.XmlSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RunSettingsTest {
    @TempDir
    private Path folder;

    private RunSettings read(String yaml) throws IOException {
        return ExperimentFile.read(Files.writeString(folder.resolve("experiment.yaml"), yaml)).common();
    }

    @Test
    void filesAreCompletedByDefaults() throws IOException {
        RunPlan plan = RunPlan.of(read("sessions: 7\ntls: ecdsa\n# a comment\nphases: paper\n"));
        assertEquals(7, plan.settings().sessions());
        assertEquals(TlsProfile.ECDSA, plan.tls());
        assertEquals(Phases.PAPER, plan.phases());
        assertEquals(BackEndPolicy.NEW_CONNECTION, plan.backEnd());
    }

    @Test
    void theCommandLineComesFirst() throws IOException {
        RunSettings said = read("arrivalRate: 3.5\nseed: 9\n").or(read("sessions: 7\nseed: 1\ntls: ecdsa\n"));
        assertEquals(3.5, said.arrivalRate());
        assertNull(said.sessions(), "a load replaces the other load as a whole");
        assertEquals(9, said.seed());
        assertEquals("ecdsa", said.tls());
    }

    @Test
    void anEmptyFileSaysNothing() throws IOException {
        assertEquals(RunSettings.unsaid(), read("\n"));
        assertEquals(RunSettings.unsaid(), read("# nothing\n"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "sessions: 7\\nsesions: 8 | line 2 | 'sesions'",
        "sessions: 7\\ntls: modern\\nsessions: many | line 3 | 'sessions'",
        "bankJvmOptions: [-Xmx1g | line | ",
        "- sessions | line 1 | ",
    })
    void mistakesNameFileLineAndKey(String yaml, String line, String key) {
        String message = assertThrows(InputException.class, () -> read(yaml.replace("\\n", "\n"))).getMessage();
        assertTrue(message.contains("experiment.yaml, ") && message.contains(line), message);
        assertTrue(key == null || message.contains(key), message);
        assertEquals(1, message.lines().count());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', value = {
        "sessions: 0 | --sessions '0'",
        "sessions: 5\\narrivalRate: 2 | exclude each other",
        "arrivalRate: -1 | --arrival-rate '-1.0'",
        "tls: sslv3 | --tls: 'sslv3' is not a TLS profile; there are modern",
        "backEnd: magic | --back-end: 'magic' is not a back-end policy",
        "phases: 1s,2s | --phases: phases are four durations",
        "thinkTime: soon | --think-time: 'soon' is not a duration",
        "pageTimeout: 0s | --page-timeout '0s'",
        "backEndTrust: all | --back-end-trust: 'all' is not a trust in the back end; there are private, cacerts",
        "diseases: plague | --diseases: 'plague' is not a disease; there are unbuffered-truststore,",
        "diseases: [all, cipher-probe] | 'all' is not a disease",
        "diseases: truststore-per-context | give --back-end-trust cacerts with it",
        "diseases: pkix-pkcs12\\nkeyManager: SunX509 | give no --key-manager but PKIX and no --key-store but pkcs12",
        "cures: magic | --cures: 'magic' is not a cure; there are trust, context, context-sharing, random, keys",
        "cures: random\\nprovider: random=BC | --cures 'random' is not possible; give no --provider for random with it",
        "bankPort: 70000 | --bank-port '70000'",
        "jdk: 6 | --jdk '6' was not found; there are ",
        "jdk: /nowhere | --jdk '/nowhere' is not the home of a JDK",
    })
    void impossibleValuesNameTheOption(String yaml, String expected) throws IOException {
        RunSettings settings = read(yaml.replace("\\n", "\n"));
        String message = assertThrows(InputException.class, () -> RunPlan.of(settings)).getMessage();
        assertTrue(message.contains(expected), message);
    }

    @Test
    void namesOfDiseasesAndCuresAreListsOrOne() throws IOException {
        RunPlan plan = RunPlan.of(read("backEndTrust: cacerts\ndiseases: all\ncures: [keys, trust]\n"));
        assertEquals(Set.of(Disease.values()), plan.diseases());
        assertEquals(Set.of(Fix.TRUST, Fix.KEYS), plan.cures());
        for (String none : List.of("none", "[none]", "[]")) {
            RunPlan healthy = RunPlan.of(read("diseases: " + none + "\ncures: " + none + "\n"));
            assertEquals(Set.of(), healthy.diseases(), none);
            assertEquals(Set.of(), healthy.cures(), none);
        }
        assertEquals(Set.of(), RunPlan.of(RunSettings.unsaid()).diseases());
    }

    @Test
    void aMissingFileIsNamed() {
        assertTrue(assertThrows(InputException.class, () -> ExperimentFile.read(folder.resolve("none.yaml")))
                .getMessage().contains("none.yaml does not exist"));
    }

    @Test
    void theEditorsSchemaKnowsAllKeys() throws IOException {
        JsonNode schema = new ObjectMapper().readTree(Path.of("../experiments/experiment.schema.json").toFile());
        Set<String> keys = new TreeSet<>();
        schema.path("properties").fieldNames().forEachRemaining(keys::add);
        Set<String> components = new TreeSet<>();
        for (var component : RunSettings.class.getRecordComponents()) {
            components.add(component.getName());
        }
        Set<String> ofConfigurations = new TreeSet<>();
        schema.at("/properties/configurations/items/properties").fieldNames()
                .forEachRemaining(ofConfigurations::add);
        assertTrue(ofConfigurations.remove("name"));
        assertEquals(components, ofConfigurations);
        components.addAll(Set.of("configurations", "published", "baseline", "metric", "precision", "minRuns",
                "maxRuns"));
        assertEquals(components, keys);
        for (TlsProfile profile : TlsProfile.values()) {
            assertTrue(schema.at("/properties/tls/enum").toString().contains('"' + profile.id() + '"'), profile.id());
        }
        for (Disease disease : Disease.values()) {
            assertTrue(schema.at("/properties/diseases").toString().contains('"' + disease.id() + '"'), disease.id());
        }
        for (Fix cure : Fix.values()) {
            assertTrue(schema.at("/properties/cures").toString().contains('"' + cure.id() + '"'), cure.id());
        }
        Set<String> ofXml = new TreeSet<>();
        schema.at("/$defs/Xml/properties").fieldNames().forEachRemaining(ofXml::add);
        // They stand beside xml.
        ofXml.addAll(Set.of("jdk", "seed"));
        Set<String> xmlComponents = new TreeSet<>();
        for (var component : XmlSettings.class.getRecordComponents()) {
            xmlComponents.add(component.getName());
        }
        assertEquals(xmlComponents, ofXml);
        Set<String> metrics = new TreeSet<>();
        schema.at("/properties/metric/enum").forEach(each -> metrics.add(each.asText()));
        assertEquals(Arrays.stream(Metric.values()).map(Metric::id).collect(Collectors.toCollection(TreeSet::new)),
                metrics);
        Set<String> ofRows = new TreeSet<>();
        schema.at("/properties/published/properties/rows/items/properties").fieldNames()
                .forEachRemaining(ofRows::add);
        Set<String> rowComponents = new TreeSet<>();
        for (var component : Published.Row.class.getRecordComponents()) {
            rowComponents.add(component.getName());
        }
        assertEquals(rowComponents, ofRows);
    }

    @Test
    void readyExperimentsAreReady() throws IOException {
        try (var files = Files.newDirectoryStream(Path.of("../experiments"), "*.yaml")) {
            files.forEach(file -> {
                ExperimentPlan experiment = ExperimentFile.read(file);
                Plan.of(experiment.common(), "common");
                assertEquals(experiment.configurations().size(), experiment.plans().size(), file.toString());
                assertTrue(experiment.configurations().isEmpty() || experiment.baselineName() != null);
            });
        }
    }
}
