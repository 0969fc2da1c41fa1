package org.eejs.lab.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.eejs.lab.capacity.CapacityCampaign;
import org.eejs.lab.machine.Machine;
import org.eejs.lab.processes.RunProgress;
import org.eejs.lab.rounds.AbortSwitch;
import org.eejs.result.Experiment;
import org.eejs.result.InputException;
import org.eejs.result.Result;
import org.eejs.result.RunDirectory;
import org.eejs.result.Xml;
import org.eejs.result.settings.RunSettings;
import org.eejs.result.settings.XmlSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Experiments on the XML workload, as files say them. */
class XmlPlanTest {
    private static final RunProgress SILENT = new RunProgress() {
        @Override
        public void step(String what) {}

        @Override
        public void second(Result.Second second, double good, long totalSeconds) {}

        @Override
        public void campaign(String line) {}

        @Override
        public void warning(String line) {}
    };

    @TempDir
    private Path folder;

    private ExperimentPlan read(String yaml) throws IOException {
        return ExperimentFile.read(Files.writeString(folder.resolve("experiment.yaml"), yaml.replace("\\n", "\n")));
    }

    @Test
    void whatAllHaveInCommonIsMergedPartByPart() throws IOException {
        ExperimentPlan experiment = read("""
                seed: 7
                xml: {size: 100KB, threads: 2, jvmOptions: [-XX:+UseSerialGC]}
                configurations:
                  - {name: A, xml: {library: woodstox}}
                  - {name: B, jdk: 17, xml: {size: 10KB, transaction: jaxb-unmarshal, jvmOptions: []}}
                """);
        List<XmlPlan> plans = experiment.plans().stream().map(ExperimentPlan.Planned::plan).map(XmlPlan.class::cast)
                .toList();
        XmlSettings first = plans.get(0).task().settings();
        assertEquals("stax-parse", first.transaction());
        assertEquals("woodstox", first.library());
        assertEquals("100KB", first.size());
        assertEquals(2, first.threads());
        assertEquals(List.of("-XX:+UseSerialGC"), first.jvmOptions());
        assertEquals(7, first.seed());
        XmlSettings other = plans.get(1).task().settings();
        assertEquals("jaxb-unmarshal", other.transaction());
        assertEquals("10KB", other.size());
        assertEquals(2, other.threads());
        assertEquals(List.of(), other.jvmOptions());
        assertEquals(17, plans.get(1).task().jdk().feature());
        assertEquals(10, plans.get(0).warmUpSeconds());
        assertEquals(10, plans.get(0).steadySeconds());
        assertSame(Metric.CPU_MICROS_PER_TRANSACTION, experiment.decidingMetric());
        assertEquals("transactionsPerSecond",
                experiment.repeated(new Repetition(null, "transactionsPerSecond", null, null, null, null))
                        .decidingMetric().id());
    }

    @Test
    void theRampUpWarmsUpAndBlocksHaveOtherDocuments() throws IOException {
        ExperimentPlan experiment = read("phases: 3s,5s,12s,1s\nxml: {library: jdk}\n").withQuickLoad();
        XmlPlan plan = XmlPlan.of(experiment.common(), "A");
        assertEquals(8, plan.warmUpSeconds());
        assertEquals(12, plan.steadySeconds());
        assertEquals(0.1, XmlPlan.of(read("phases: 0s,0s,1s,0s\nxml: {}\n").common(), "A").warmUpSeconds());
        Plan next = Plan.of(RunSettings.only("seed", plan.seed() + 1).or(plan.settings()), "A").repeated(2);
        assertEquals(2, ((XmlPlan) next).task().settings().seed());
        assertEquals(2, next.repetition());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', value = {
        "xml: {librery: jdk} | line 1, key 'xml.librery' | there is no key 'librery'; keys are document, jdk, ",
        "xml:\\n  threads: many | line 2, key 'xml.threads' | many",
        "xml: woodstox | line 1, key 'xml' | ",
        "xml: {}\\nconfigurations:\\n - name: A\\n   xml:\\n     library: xerces | line 5, key 'configurations[0].xml.library' | there are jdk,",
        "xml: {transaction: parse}\\nconfigurations:\\n - name: A | line 1, key 'xml.transaction' | there are stax-parse,",
        "xml: {size: 1GB}\\nconfigurations:\\n - name: A | line 1, key 'xml.size' | is not a size",
        "xml: {jdk: 17}\\nconfigurations:\\n - name: A | line 1, key 'xml.jdk' | write jdk: 17 without xml",
        "xml: {seed: 3}\\nconfigurations:\\n - name: A | line 1, key 'xml.seed' | write seed: 3 without xml",
        "xml: {}\\njdk: 6\\nconfigurations:\\n - name: A | line 2, key 'jdk' | '6' was not found",
        "xml: {}\\nphases: 1s,2s\\nconfigurations:\\n - name: A | line 2, key 'phases' | phases are four durations",
        "xml: {}\\nsessions: 4\\nconfigurations:\\n - name: A | line 2, key 'sessions' | is a setting of the banking workload",
        "xml: {}\\nconfigurations:\\n - name: A\\n   tls: ecdsa | line 4, key 'configurations[0].tls' | says nothing to the XML workload",
        "configurations:\\n - {name: A, xml: {}}\\n - {name: B} | line 3, key 'configurations[1].xml' | 'B' is of the banking workload",
        "configurations:\\n - name: A\\n - name: B\\n   xml: {} | line 4, key 'configurations[1].xml' | give the key xml to all configurations or to none",
        "metric: pages\\nxml: {}\\nconfigurations:\\n - name: A | line 1, key 'metric' | 'pages' is not a metric of the XML workload; there are cpuMicrosPerTransaction, transactionsPerSecond,",
        "metric: transactionsPerSecond\\nconfigurations:\\n - name: A | line 1, key 'metric' | is not a metric of the banking workload",
        "xml: {}\\nconfigurations: [name: A]\\npublished:\\n  rows:\\n  - {metric: good} | line 5, key 'published.rows[0].metric' | there are cpuMicrosPerTransaction,",
    })
    void mistakesNameFileLineAndKey(String yaml, String where, String what) {
        String message = assertThrows(InputException.class, () -> {
            ExperimentPlan experiment = read(yaml);
            experiment.plans();
            experiment.decidingMetric();
        }).getMessage();
        assertTrue(message.contains("experiment.yaml, " + where), message);
        assertTrue(what == null || message.contains(what), message);
        assertEquals(1, message.lines().count(), message);
    }

    @Test
    void aSingleRunAndACapacityAreOfTheBank() throws IOException {
        RunSettings settings = read("xml: {library: jdk}\n").common();
        assertTrue(assertThrows(InputException.class, () -> RunPlan.of(settings)).getMessage()
                .contains("compare XML configurations by `eejs compare`"));
        ExperimentPlan experiment = read("xml: {}\nconfigurations: [{name: A}, {name: B}]\n");
        String message = assertThrows(InputException.class,
                () -> new CapacityCampaign(experiment, false, false, null, SILENT, new AbortSwitch())).getMessage();
        assertTrue(message.contains("line 1, key 'xml': capacity is a number of sessions"), message);
    }

    @Test
    void aRunIsReadAsItWasWrittenAndIsAsTheSchemaSays() throws Exception {
        Xml.Round round = new Xml.Round(1_500, 640, 250_000, 12, 3, true, List.of(1_490.0, 1_510.0));
        Result.Run run = new Result.Run("A", 1, List.of(), true, new Result.PhaseSeconds(0, 1, 2, 0), round);
        RunSettings settings = read("seed: 4\nxml: {library: jdk, jvmOptions: [-Xmx2g]}\n").common();
        Result result = new Result("compare", "2026-11-01T00:00:00Z", settings, Machine.disclosure(),
                new Experiment.RunsCompared(new Result.Procedure("A", "cpuMicrosPerTransaction", 0.03, 0.03, 5, 12,
                        0.975, null, null), List.of(new Result.Configuration("A", settings, null, null)), List.of(run),
                        List.of(new Result.Comparison("cpuMicrosPerTransaction", "lower", "A", "B", 0.9,
                                List.of(0.8, 1.0), "better", 2, 700, 640)), null));
        new RunDirectory(folder).write(result);
        assertEquals(result, RunDirectory.read(folder));
        assertTrue(run.valid() && run.steady());
        Schema schema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12).getSchema(
                new String(RunDirectory.class.getResourceAsStream("eejs-result-1.schema.json").readAllBytes(),
                        StandardCharsets.UTF_8));
        String json = RunDirectory.json(result);
        assertEquals(List.of(), schema.validate(json, InputFormat.JSON));
        assertFalse(schema.validate(json.replace("\"xml\" : {\n      \"transactionsPerSecond\"",
                "\"xmls\" : {\n      \"transactionsPerSecond\""), InputFormat.JSON).isEmpty());
        assertFalse(json.contains("sessions"), "nothing of a bank");
        assertFalse(schema.validate(json.replace("\"cpuMicrosPerTransaction\" : 640.0", "\"cpu\" : 640.0"),
                InputFormat.JSON).isEmpty());
    }
}
