package org.eejs.bench.xml;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.eejs.bench.measuring.Timing;
import org.eejs.lab.settings.ExperimentFile;
import org.eejs.lab.settings.ExperimentPlan;
import org.eejs.lab.settings.RunPlan;
import org.eejs.result.InputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** XML configurations of experiment files as cells. */
class XmlExperimentTest {
    @TempDir
    private Path folder;

    private ExperimentPlan read(String yaml) throws IOException {
        return ExperimentFile.read(Files.writeString(folder.resolve("experiment.yaml"), yaml.replace("\\n", "\n")));
    }

    @Test
    void configurationsAreCellsAndAreComparedWithTheBaseline() throws IOException {
        XmlPlan plan = XmlExperiment.plan(read("""
                seed: 7
                phases: 3s,5s,12s,1s
                maxRuns: 4
                baseline: B
                xml: {size: 100KB, threads: 2, jvmOptions: [-XX:+UseSerialGC]}
                configurations:
                  - {name: A, xml: {library: woodstox}}
                  - {name: B, jdk: 17, xml: {size: 10KB, transaction: jaxb-unmarshal, jvmOptions: []}}
                """), false);
        assertEquals(Timing.ofSeconds(4, 8, 12), plan.timing());
        XmlCell first = plan.cells().get(0);
        XmlCell other = plan.cells().get(1);
        assertEquals("stax-parse woodstox 100000 2", first.cell().algorithm() + " " + first.cell().provider() + " "
                + first.cell().bytes() + " " + first.cell().threads());
        assertEquals("{configuration=A, document=invoice, seed=7, placement=none, jvmOptions=-XX:+UseSerialGC}",
                first.cell().parameters().toString());
        assertEquals(other.cell(), first.baseline());
        assertEquals(List.of(), other.task().settings().jvmOptions());
        assertEquals(17, other.task().jdk().feature());
        assertEquals(null, other.baseline());
    }

    @Test
    void theReadyExperimentIsReady() {
        assertEquals(3, XmlExperiment.plan(ExperimentFile.read(Path.of("../experiments/xml-parsers.yaml")), false)
                .cells().size());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', value = {
        "xml: {librery: jdk} | line 1, key 'xml.librery' | there is no key 'librery'; keys are document, jdk, ",
        "xml:\\n  threads: many | line 2, key 'xml.threads' | many",
        "xml: {}\\nconfigurations:\\n - name: A\\n   xml:\\n     library: xerces | line 5, "
                + "key 'configurations[0].xml.library' | there are jdk,",
        "xml: {transaction: parse}\\nconfigurations:\\n - name: A | line 1, key 'xml.transaction' | there are stax-",
        "xml: {jdk: 17}\\nconfigurations:\\n - name: A | line 1, key 'xml.jdk' | write them without xml",
        "xml: {}\\njdk: 6\\nconfigurations:\\n - name: A | line 2, key 'jdk' | '6' was not found",
        "xml: {}\\nphases: 1s,2s\\nconfigurations:\\n - name: A | line 2, key 'phases' | phases are four durations",
        "xml: {}\\nsessions: 4\\nconfigurations:\\n - name: A | line 2, key 'sessions' | is a setting of the bank",
        "configurations:\\n - name: A\\n - name: B\\n   xml: {} | line 2, key 'configurations[0].xml' "
                + "| give the key xml to all or to none",
    })
    void mistakesNameFileLineAndKey(String yaml, String where, String what) {
        String message = assertThrows(InputException.class, () -> XmlExperiment.plan(read(yaml), false)).getMessage();
        assertTrue(message.contains("experiment.yaml, " + where), message);
        assertTrue(message.contains(what), message);
        assertEquals(1, message.lines().count(), message);
    }

    @Test
    void aSingleRunIsOfTheBankAndAMetricOfRuns() throws IOException {
        ExperimentPlan experiment = read("metric: pages\nxml: {library: jdk}\nconfigurations: [{name: A}]\n");
        assertTrue(assertThrows(InputException.class, () -> RunPlan.of(experiment.common())).getMessage()
                .contains("use `eejs compare` or `eejs xml`"));
        assertTrue(assertThrows(InputException.class, () -> XmlExperiment.plan(experiment, false)).getMessage()
                .startsWith("XML configurations do not support metric, "));
    }
}
