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
import java.util.Set;
import java.util.stream.Collectors;
import org.eejs.result.CpuCategory;
import org.eejs.result.CpuProfile.Part;
import org.eejs.result.CpuProfile;
import org.eejs.result.RunDirectory;
import org.eejs.result.Xml;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The XML workload, as a user starts it, with real processes. */
class XmlIT {
    private static final String MAIN = "org.eejs.xmlload.XmlMain";

    @TempDir
    private Path folder;

    @Test
    void librariesAreMeasuredAndCompared() throws Exception {
        try (EejsProcess eejs = new EejsProcess(folder, "xml", "--transaction", "stax-parse", "--library",
                "jdk,woodstox", "--size", "1KB", "--rounds", "1", "--warm-up", "0.3", "--steady", "0.6",
                "--profile", "off", "--json", "--out", "out")) {
            assertEquals(0, eejs.awaitExit(), eejs.err());
            Xml measured = eejs.result().xml().orElseThrow();
            assertEquals("stax-parse jdk, stax-parse woodstox", measured.cells().stream().map(cell ->
                    cell.settings().transaction() + " " + cell.settings().library()).collect(Collectors.joining(", ")));
            for (Xml.Cell cell : measured.cells()) {
                assertNull(cell.error());
                assertEquals(1_000, cell.documentBytes(), 200);
                assertTrue(cell.transactionsPerSecond() > 0 && cell.cpuMicrosPerTransaction() > 0, cell.toString());
                assertEquals(1, cell.rounds().size());
            }
            assertEquals(List.of("transactionsPerSecond 0 1", "cpuMicrosPerTransaction 0 1"), measured.ratios().stream()
                    .map(ratio -> ratio.metric() + " " + ratio.baseline() + " " + ratio.cell()).toList());
            assertEquals(List.of(), SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                    .getSchema(new String(RunDirectory.class.getResourceAsStream("eejs-result-1.schema.json")
                            .readAllBytes(), StandardCharsets.UTF_8)).validate(eejs.out(), InputFormat.JSON));
            assertTrue(Files.exists(folder.resolve("out/report.html")));
            assertEquals(1 + 2, Files.readAllLines(folder.resolve("out/xml.csv")).size());
        }
    }

    /** Of a cell that parses and one that signs. */
    @Test
    void theReportSaysWhereTheCpuWent() throws Exception {
        try (EejsProcess eejs = new EejsProcess(folder, "xml", "--transaction", "stax-parse,sign-enveloped",
                "--library", "jdk", "--rounds", "1", "--warm-up", "1", "--steady", "0.5", "--out", "out")) {
            assertEquals(0, eejs.awaitExit(), eejs.err());
            List<Xml.Cell> cells = eejs.result().xml().orElseThrow().cells();
            for (Xml.Cell cell : cells) {
                CpuProfile cpu = cell.cpu();
                assertEquals("asyncProfiler", cpu.profile().source(), cpu.profile().problems().toString());
                assertEquals(cell.cpuMicrosPerTransaction(), cpu.attribution().stream()
                        .mapToDouble(Part::cpuMicrosPerTransaction).sum(), 0.02 * cell.cpuMicrosPerTransaction());
                assertTrue(sampled(cpu, Set.of(CpuCategory.UNKNOWN)) <= 0.03, cpu.attribution().toString());
                assertTrue(cpu.profile().samples() > 50, cpu.profile().toString());
            }
            assertTrue(sampled(cells.get(0).cpu(), Set.of(CpuCategory.XML)) > 0.5 * sampled(cells.get(0).cpu(),
                    Set.of(CpuCategory.values())), cells.get(0).cpu().attribution().toString());
            assertEquals("RSA", cells.get(1).cpu().cryptography().get(0).algorithm());
            assertTrue(cells.get(1).cpu().cryptography().get(0).share() > 0.5 * sampled(cells.get(1).cpu(),
                    Set.of(CpuCategory.values())), cells.get(1).cpu().cryptography().toString());
            assertTrue(eejs.out().contains("µs of CPU a transaction "), eejs.out());
            assertTrue(Files.readString(folder.resolve("out/report.md")).contains("Where the CPU went"));
            for (String file : List.of("cells/1/flame-graph.html", "cells/2/xml.jfr")) {
                assertTrue(Files.exists(folder.resolve("out").resolve(file)), file);
            }
        }
    }

    /** The share of all CPU that was not counted by the kernel, but shared out by samples. */
    private static double sampled(CpuProfile cpu, Set<CpuCategory> of) {
        return cpu.attribution().stream().filter(part -> of.contains(part.category()))
                .filter(part -> part.category() != CpuCategory.JIT && part.category() != CpuCategory.GC)
                .mapToDouble(Part::share).sum();
    }

    /** What a JVM refuses stands in the report; it is no bad verdict, and the others go on. */
    @Test
    void whatAJvmRefusesIsListed() throws Exception {
        try (EejsProcess eejs = new EejsProcess(folder, "xml", "--study", "jvm-options", "--transaction", "stax-parse",
                "--library", "woodstox", "--size", "1KB", "--jvm-options", "-XX:+AggressiveOpts",
                "--jvm-options", "-XX:LargePageSizeInBytes=256m", "--rounds", "1",
                "--warm-up", "0.2", "--steady", "0.3", "--profile", "off", "--out", "out")) {
            assertEquals(0, eejs.awaitExit(), eejs.err());
            List<Xml.Cell> cells = eejs.result().xml().orElseThrow().cells();
            assertTrue(cells.get(0).measured());
            assertEquals("the JVM does not start: Unrecognized VM option 'AggressiveOpts'", cells.get(1).error());
            assertTrue(eejs.out().replaceAll("\\s+", " ").contains("Unrecognized VM option 'AggressiveOpts'"),
                    eejs.out());
            // It starts with usual pages and says so only when it is asked.
            assertTrue(cells.get(2).error().matches("the JVM's heap is of pages of \\d+ KB, and not of such of 256 MB: "
                    + "Large page support disabled\\."), cells.get(2).error());
            assertEquals(Xml.State.REFUSED, cells.get(2).state());
        }
    }

    @Test
    void whatCannotBeIsAnsweredInOneLine() throws Exception {
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
                "jdk,woodstox", "--size", "1KB", "--rounds", "50", "--warm-up", "0.2", "--steady", "0.3", "--profile",
                "off", "--out", "out")) {
            EejsProcess.awaitThat("a third measurement", () -> logs() >= 3);
            EejsProcess.awaitThat("its process", () -> eejs.descendants().stream().anyMatch(process ->
                    EejsProcess.commandLine(process).contains(MAIN)));
            eejs.signal("INT");
            assertEquals(130, eejs.awaitExit(), eejs.err());
            assertEquals("eejs: the measurement was stopped by a signal", eejs.lastError());
            assertTrue(eejs.result().xml().orElseThrow().cells().stream().anyMatch(Xml.Cell::measured));
            assertTrue(Files.exists(folder.resolve("out/report.html")));
        }
    }

    private int logs() {
        return List.of(1, 2).stream().mapToInt(cell -> {
            String[] names = folder.resolve("out/cells/" + cell).toFile().list();
            return names == null ? 0 : names.length;
        }).sum();
    }
}
