package org.eejs.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eejs.lab.machine.Machine;
import org.eejs.result.RunDirectory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Folders of results from another user, with links to the user's own files. */
class ForeignResultIT {
    private static final Path RUN =
            Path.of("../report/src/test/resources/org/eejs/report/rendering-fixture/result.json");
    private static final String SECRET = "the user's own file";

    @TempDir
    private Path home;
    private Path victim;
    private Path result;

    @BeforeEach
    void lay() throws IOException {
        victim = Files.writeString(home.resolve(".bashrc"), SECRET);
        result = Files.createDirectory(home.resolve("theirs"));
        Files.copy(RUN, result.resolve(RunDirectory.RESULT));
    }

    private record Output(int exit, String err) {}

    private static Output eejs(Object... words) {
        StringWriter err = new StringWriter();
        int exit = Eejs.commandLine().setErr(new PrintWriter(err)).execute(Stream.of(words).map(Object::toString)
                .toArray(String[]::new));
        assertEquals(Optional.empty(), Machine.confinedTo(), "confined, all later tests would be slow");
        return new Output(exit, err.toString());
    }

    /** Every file name of a report, and every earlier temporary name, is a link. */
    @Test
    void aReportIsNotWrittenThroughLinks() throws IOException {
        assertEquals(0, eejs("report", result).exit());
        for (String name : written().keySet()) {
            if (!name.equals(RunDirectory.RESULT)) {
                Files.delete(result.resolve(name));
                Files.createSymbolicLink(result.resolve(name), victim);
            }
            Files.createSymbolicLink(result.resolve("." + name + "." + ProcessHandle.current().pid() + ".tmp"), victim);
        }
        assertEquals(0, eejs("report", result).exit());
        assertEquals(SECRET, Files.readString(victim));
        for (String name : List.of("report.html", "report.md", "timeseries.csv", "openmetrics.txt")) {
            assertTrue(Files.isRegularFile(result.resolve(name), LinkOption.NOFOLLOW_LINKS), name);
        }
        assertFalse(Files.readString(result.resolve("report.html")).contains(SECRET));
    }

    /** A pipe or device might be endless or never answer; a link might lead to a secret file. */
    @ParameterizedTest
    @ValueSource(strings = {"/dev/zero", "fifo", ".bashrc", "other.json"})
    void aResultIsAFileAndNoLink(String target) throws Exception {
        Files.copy(RUN, home.resolve("other.json"));
        assertEquals(0, new ProcessBuilder("mkfifo", home.resolve("fifo").toString()).start().waitFor());
        Files.delete(result.resolve(RunDirectory.RESULT));
        Files.createSymbolicLink(result.resolve(RunDirectory.RESULT), home.resolve(target));
        Output said = assertTimeoutPreemptively(Duration.ofMinutes(2), () -> eejs("report", result));
        assertEquals(new Output(2, "eejs: " + result.resolve(RunDirectory.RESULT)
                + ": is not a regular file; name the folder or file of a result\n"), said);
    }

    /** The program creates the folders in a result, so a link in their place is an attack. */
    @Test
    void nothingIsWrittenIntoAFolderThatIsALink() throws IOException {
        Path out = Files.createDirectory(home.resolve("out"));
        Path elsewhere = Files.createDirectory(home.resolve("elsewhere"));
        Files.createSymbolicLink(out.resolve("logs"), elsewhere);
        Output said = eejs("run", "--placement", "none", "--out", out);
        assertEquals(2, said.exit());
        assertTrue(said.err().contains("--out " + out) && said.err().contains("logs is a symbolic link"), said.err());
        try (Stream<Path> all = Files.list(elsewhere)) {
            assertEquals(List.of(), all.toList());
        }
    }

    @Test
    void onlyTheUserReadsAReport() throws IOException {
        Files.delete(result.resolve(RunDirectory.RESULT));
        Files.copy(RUN, result.resolve("theirs.json"));
        Path out = home.resolve("out");
        assertEquals(0, eejs("report", result.resolve("theirs.json"), "--out", out).exit());
        assertEquals("rwx------", mode(out));
        assertEquals(Map.of(), modesOtherThan(out, "rw-------"));
    }

    @Test
    void anOptionLetsOthersReadIt() throws IOException {
        Path out = Files.createDirectory(home.resolve("out"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-x---")));
        Path own = Files.createFile(out.resolve("own"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        for (int i = 0; i < 2; i++) {
            assertEquals(0, eejs("report", result, "--out", out, "--readable-by-others").exit());
            assertEquals("rwxr-x---", mode(out), "a folder of the user's stays as it is");
            assertEquals(Map.of("own", "rw-------"), modesOtherThan(out, "rw-r--r--"));
        }
        assertEquals("rw-------", mode(own));
        assertEquals(0, eejs("report", result, "--out", home.resolve("new"), "--readable-by-others").exit());
        assertEquals("rwxr-xr-x", mode(home.resolve("new")));
    }

    private Map<String, String> written() throws IOException {
        return modesOtherThan(result, "");
    }

    private static Map<String, String> modesOtherThan(Path folder, String mode) throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            Map<String, String> modes = all.collect(Collectors.toMap(each -> each.getFileName().toString(),
                    ForeignResultIT::mode, (a, b) -> a, TreeMap::new));
            modes.values().removeIf(mode::equals);
            return modes;
        }
    }

    private static String mode(Path file) {
        try {
            return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
