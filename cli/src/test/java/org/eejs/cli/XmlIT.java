package org.eejs.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.eejs.lab.statistics.CellRounds;
import org.eejs.result.BenchFigures;
import org.eejs.result.Observation;
import org.eejs.result.RunDirectory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** XML transactions with real forks. */
@ResourceLock("JMH, of which one measures on a machine")
class XmlIT {
    @TempDir
    private Path folder;

    private static List<CellRounds> measured(EejsProcess eejs) {
        return CellRounds.of(eejs.result().observations());
    }

    private static Stream<CellRounds> ofGroup(EejsProcess eejs, String group) {
        return measured(eejs).stream().filter(each -> each.cell().get("group").equals(group));
    }

    @Test
    void librariesAreMeasuredAndCompared() throws Exception {
        try (EejsProcess eejs = new EejsProcess(folder, "xml", "--transaction", "stax-parse", "--library",
                "jdk,woodstox", "--size", "1KB", "--rounds", "1", "--warm-up", "0.3", "--steady", "0.6", "--json",
                "--out", "out")) {
            assertEquals(0, eejs.awaitExit(), eejs.err());
            assertEquals(List.of("stax-parse jdk 1000", "stax-parse woodstox 1000"), measured(eejs).stream()
                    .map(each -> each.cell().get("algorithm") + " " + each.cell().get("provider") + " "
                            + each.cell().get("bytes")).toList());
            for (CellRounds each : measured(eejs)) {
                assertNull(each.error());
                assertTrue(each.mean(BenchFigures.OPS) > 0 && each.mean(BenchFigures.CPU) > 0
                        && each.mean(BenchFigures.ALLOCATED) > 0, each.toString());
            }
            assertEquals(List.of("opsPerSecond of woodstox and jdk", "cpuMicrosPerOp of woodstox and jdk"),
                    eejs.result().comparisons().stream().map(each -> each.figure() + " of "
                            + each.cell().get("provider") + " and " + each.baseline().get("provider")).toList());
            assertEquals(List.of(), SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                    .getSchema(new String(RunDirectory.class.getResourceAsStream("eejs-result-2.schema.json")
                            .readAllBytes(), StandardCharsets.UTF_8)).validate(eejs.out(), InputFormat.JSON));
            assertTrue(Files.readString(folder.resolve("out/report.html")).contains(
                    "./eejs xml --transaction stax-parse"));
            assertEquals(1 + 2, Files.readAllLines(folder.resolve("out/bench.csv")).size());
        }
    }

    /** A cell that a JVM refuses is in the report and is no bad verdict; other cells are measured. */
    @Test
    @Tag("long")
    void whatAJvmRefusesIsListed() throws Exception {
        try (EejsProcess eejs = new EejsProcess(folder, "xml", "--study", "large-pages,jvm-options", "--transaction",
                "stax-parse", "--library", "woodstox", "--size", "1KB", "--jvm-options", "-XX:+AggressiveOpts",
                "--jvm-options", "-XX:LargePageSizeInBytes=256m", "--rounds", "1", "--warm-up", "0.2", "--steady",
                "0.3", "--out", "out")) {
            assertEquals(0, eejs.awaitExit(), eejs.err());
            List<CellRounds> options = ofGroup(eejs, "jvm-options").toList();
            assertNull(options.get(0).error());
            assertEquals("the JVM does not start: Unrecognized VM option 'AggressiveOpts'", options.get(1).error());
            // The JVM starts with default pages, and reports it only when asked.
            assertTrue(options.get(2).error().matches("the JVM's heap has pages of \\d+ KB instead of 256 "
                    + "MB: Large page support disabled\\."), options.get(2).error());
            assertTrue(eejs.out().replaceAll("\\s+", " ").contains("Unrecognized VM option 'AggressiveOpts'"),
                    eejs.out());
            Observation pages = ofGroup(eejs, "large-pages").findFirst().orElseThrow().rounds().get(0);
            assertTrue(pages.value("residentKb") > 10_000 && pages.value("heapPageKb") > 0, pages.toString());
        }
    }

    @Test
    @Tag("long")
    void aTokenSigns() throws Exception {
        try (EejsProcess eejs = new EejsProcess(folder, "xml", "--study", "signatures", "--transaction",
                "sign-enveloped,signature", "--key", "rsa-2048", "--provider",
                "SunRsaSign,SunPKCS11-SoftHSM,EEJSRemote", "--rounds", "1", "--warm-up", "0.2", "--steady", "0.3",
                "--out", "out")) {
            assertEquals(0, eejs.awaitExit(), eejs.err());
            assertEquals(6, measured(eejs).stream().filter(each -> each.error() == null).count(),
                    eejs.out());
            assertEquals(2 * 4, eejs.result().comparisons().size());
        }
    }

    @Test
    void whatIsWrongIsAnsweredInOneLine() throws Exception {
        try (EejsProcess eejs = new EejsProcess(folder, "xml", "--library", "woodstax", "--out", "out")) {
            assertEquals(2, eejs.awaitExit());
            assertEquals(1, eejs.err().lines().count(), eejs.err());
            assertTrue(eejs.err().startsWith("eejs: --library: 'woodstax' is not a library; did you mean woodstox?"),
                    eejs.err());
            assertFalse(Files.exists(folder.resolve("out")));
        }
    }

    @Test
    @Tag("long")
    void ctrlCKeepsWhatWasMeasuredAndEndsTheProcess() throws Exception {
        try (EejsProcess eejs = new EejsProcess(folder, "xml", "--transaction", "stax-parse", "--library",
                "jdk,woodstox", "--size", "1KB", "--rounds", "50", "--warm-up", "0.2", "--steady", "0.3", "--out",
                "out")) {
            eejs.awaitProgress(" of 50, ");
            eejs.signal("INT");
            assertEquals(130, eejs.awaitExit(), eejs.err());
            assertEquals("eejs: the measurement was stopped by a signal", eejs.lastError());
            assertTrue(measured(eejs).stream().anyMatch(each -> each.mean(BenchFigures.OPS) != null));
            assertTrue(Files.exists(folder.resolve("out/report.html")));
        }
    }
}
