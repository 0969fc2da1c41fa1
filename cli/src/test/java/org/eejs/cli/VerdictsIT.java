package org.eejs.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What others make of a run: requirements and test cases, metrics, a recording, and finding it again. */
class VerdictsIT {
    @TempDir
    private Path folder;

    @Test
    void aRunIsJudgedKeptAndFoundAgain() throws Exception {
        Path experiment = Files.writeString(folder.resolve("required.yaml"),
                "require: pages > 10, cpuMsPerPage < 0.001\n");
        try (EejsProcess run = new EejsProcess(folder, "run", "--experiment", experiment.toString(), "--sessions", "20",
                "--think-time", "1s", "--phases", "1s,2s,6s,1s", "--profile", "off", "--jfr",
                "--junit", "junit.xml", EejsProcess.BANK_COMPILES_LITTLE)) {
            assertEquals(3, run.awaitExit(), run.err());
            assertTrue(run.out().matches("(?s).*\nRequired:\n  ✓ pages > 10: \\d+\n"
                    + "  ✕ cpuMsPerPage < 0.001: [\\d.]+\n"), run.out());
        }
        Path result;
        try (Stream<Path> results = Files.list(folder.resolve("results"))) {
            result = results.findFirst().orElseThrow();
        }
        assertCases();
        assertTrue(Files.readString(result.resolve("openmetrics.txt")).endsWith("\n# EOF\n"));
        assertRecording(result.resolve("recording.jfr"));
        assertListed(result);
    }

    private void assertCases() throws Exception {
        var suite = DocumentBuilderFactory.newDefaultInstance().newDocumentBuilder()
                .parse(folder.resolve("junit.xml").toFile()).getDocumentElement();
        assertEquals("eejs run", suite.getAttribute("name"));
        assertTrue(suite.getTextContent().contains("it was "), suite.getTextContent());
    }

    private static void assertRecording(Path file) throws Exception {
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
        List<String> seen = RecordingFile.readAllEvents(file).stream().map(event -> event.getEventType().getName())
                .distinct().toList();
        assertTrue(seen.containsAll(List.of("jdk.JVMInformation", "jdk.CPULoad")), seen.toString());
    }

    private void assertListed(Path result) throws Exception {
        try (EejsProcess list = new EejsProcess(folder, "results")) {
            assertEquals(0, list.awaitExit(), list.err());
            List<String> lines = list.out().lines().toList();
            assertEquals(2, lines.size(), list.out());
            assertTrue(lines.get(1).endsWith("  results/" + result.getFileName()), list.out());
        }
        Files.delete(result.resolve("report.html"));
        try (EejsProcess last = new EejsProcess(folder, "report", "last")) {
            assertEquals(0, last.awaitExit(), last.err());
            assertTrue(Files.exists(result.resolve("report.html")), last.err());
        }
        assertFalse(Files.exists(folder.resolve(".eejs")));
    }
}
