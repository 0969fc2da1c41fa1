package org.eejs.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.eejs.result.Result;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WriteTest {
    private static final List<String> FILES = List.of("cpu.csv", "openmetrics.txt", "pages.csv", "report.html",
            "report.md", "timeseries.csv");

    @TempDir
    private Path folder;

    @Test
    void writesItsFilesAndNothingElse() throws IOException {
        Report.write(RenderingFixture.valid(), folder.resolve("new/report"));
        assertEquals(FILES, names(folder.resolve("new/report")));
    }

    @Test
    @Tag("long")
    void writesTheTablesOfAnExperimentToo() throws IOException {
        Report.write(ComparisonFixture.of("E"), folder.resolve("comparison"));
        assertEquals(List.of("comparisons.csv", "cpu.csv", "openmetrics.txt", "pages.csv", "report.html", "report.md",
                "runs.csv", "timeseries.csv"), names(folder.resolve("comparison")));
        Report.write(CapacityFixture.two(), folder.resolve("capacity"));
        assertTrue(names(folder.resolve("capacity")).contains("capacity.csv"));
    }

    @Test
    void writesFiguresOfPrimitivesInsteadOfSeconds() throws IOException {
        Report.write(BenchFixture.full(), folder.resolve("bench"));
        assertEquals(List.of("bench.csv", "report.html", "report.md"), names(folder.resolve("bench")));
        Report.write(BenchFixture.compared(), folder.resolve("compared"));
        assertEquals(List.of("comparisons.csv", "report.html", "report.md"), names(folder.resolve("compared")));
        assertEquals(1 + 7, Files.readAllLines(folder.resolve("compared/comparisons.csv")).size());
        Report.write(List.of(BenchFixture.clean(), RenderingFixture.valid()), folder.resolve("both"));
        assertEquals(List.of("bench.csv", "cpu.csv", "pages.csv", "report.html", "report.md", "timeseries.csv"),
                names(folder.resolve("both")));
    }

    @Test
    void writesFiguresOfRemoteKeys() throws IOException {
        Report.write(RemoteKeyFixture.full(), folder.resolve("keys"));
        assertEquals(List.of("remote-key.csv", "report.html", "report.md"), names(folder.resolve("keys")));
    }

    @Test
    void replacesAnEarlierReport() throws IOException {
        Report.write(RenderingFixture.valid(), folder);
        Report.write(RenderingFixture.invalid(), folder);
        assertEquals(FILES, names(folder));
        assertTrue(Files.readString(folder.resolve("report.md")).contains("INVALID"));
    }

    @Test
    void writesRunsWithoutData() throws IOException {
        Result nothing = RenderingFixture.empty();
        Report.write(List.of(nothing, RenderingFixture.empty()), folder);
        assertEquals(1, Files.readAllLines(folder.resolve("timeseries.csv")).size());
        assertEquals(1, Files.readAllLines(folder.resolve("pages.csv")).size());
    }

    @Test
    void namesTheFileThatIsNotReplaceableAndLeavesNoPartialFile() throws IOException {
        // A folder with content has the name of the file: writing works, the rename does not.
        Files.createDirectories(folder.resolve("report.html/in-the-way"));
        IOException failure = assertThrows(IOException.class, () -> Report.write(RenderingFixture.valid(), folder));
        assertTrue(failure.getMessage().startsWith(folder.resolve("report.html") + " was not written: "),
                failure.getMessage());
        assertEquals(FILES, names(folder));
    }

    @Test
    void namesTheDirectoryThatIsNotCreated() throws IOException {
        Path file = Files.writeString(folder.resolve("a-file"), "not a folder");
        IOException failure = assertThrows(IOException.class, () -> Report.write(RenderingFixture.valid(), file));
        assertTrue(failure.getMessage().startsWith(file + ": creating the folder failed: "), failure.getMessage());
        assertEquals("not a folder", Files.readString(file));
    }

    @Test
    void namesTheFileInAnUnwritableDirectory() throws IOException {
        Report.write(RenderingFixture.valid(), folder);
        String before = Files.readString(folder.resolve("report.html"));
        assertTrue(folder.toFile().setWritable(false));
        try {
            if (Files.isWritable(folder)) {
                // Permissions do not bind root.
                Report.write(RenderingFixture.invalid(), folder);
                assertNotEquals(before, Files.readString(folder.resolve("report.html")));
                return;
            }
            IOException failure = assertThrows(IOException.class,
                    () -> Report.write(RenderingFixture.invalid(), folder));
            assertTrue(failure.getMessage().contains("timeseries.csv: access denied"), failure.getMessage());
            assertEquals(before, Files.readString(folder.resolve("report.html")));
        } finally {
            assertTrue(folder.toFile().setWritable(true));
        }
    }

    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }
}
