package org.eejs.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The archive of {@code mvn -Prelease}, unpacked into an empty folder, with a JDK and without Maven on the path. */
@Tag("release")
class ReleaseIT {
    private static final Path TARGET = Path.of(System.getProperty("eejs.home")).getParent();
    /** The programs of any Linux that the start script and the lab call. */
    private static final List<String> PROGRAMS = List.of("bash", "sh", "env", "dirname", "readlink", "sed", "uname",
            "setsid", "taskset");

    @TempDir
    private Path folder;
    private Path unpacked;
    private Path programs;

    /** Returns the file that {@code mvn -Prelease} has made. */
    static Path archive() throws IOException {
        try (Stream<Path> files = Files.list(TARGET)) {
            return files.filter(file -> file.getFileName().toString().matches("eejs-\\d.*\\.tar\\.gz")).findFirst()
                    .orElseThrow(() -> new AssertionError("no release in " + TARGET + "; mvn -Prelease makes it"));
        }
    }

    @BeforeEach
    void unpack() throws Exception {
        Path release = archive();
        Process tar = new ProcessBuilder("tar", "-xzf", release.toString(), "-C", folder.toString())
                .inheritIO().start();
        assertEquals(0, tar.waitFor());
        unpacked = folder.resolve(release.getFileName().toString().replace(".tar.gz", ""));
        programs = Files.createDirectory(folder.resolve("bin"));
        for (String program : PROGRAMS) {
            link(program, Stream.of("/usr/bin", "/bin").map(place -> Path.of(place, program)).filter(Files::exists)
                    .findFirst().orElseThrow());
        }
        link("java", Path.of(System.getProperty("java.home"), "bin", "java"));
    }

    private void link(String name, Path program) throws IOException {
        Files.createSymbolicLink(programs.resolve(name), program.toRealPath());
    }

    private EejsProcess eejs(String... words) throws IOException {
        return new EejsProcess(Files.createDirectories(folder.resolve("empty")), List.of("/usr/bin/env", "-u",
                "JAVA_HOME", "PATH=" + programs, unpacked.resolve("eejs").toString()), words);
    }

    @Test
    void itRunsWithoutMaven() throws Exception {
        try (EejsProcess version = eejs("--version")) {
            assertEquals(0, version.awaitExit(), version.err());
            assertTrue(version.out().matches("EEJS 0\\.1\\.0\\+\\w{12}\n"), version.out());
            assertEquals("", version.err(), "nothing was built");
        }
        try (EejsProcess list = eejs("reproduce")) {
            assertEquals(0, list.awaitExit(), list.err());
        }
        try (EejsProcess keys = eejs("keyserver", "--help")) {
            assertEquals(0, keys.awaitExit(), keys.err());
        }
    }

    @Test
    void aRunComesToItsVerdict() throws Exception {
        try (EejsProcess run = eejs("run", "--quick", "--out", "out")) {
            int code = run.awaitExit();
            assertTrue(code == 0 || code == 3, run.err());
            assertTrue(run.result().observations().get(0).count("pages") > 0, run.out());
            assertTrue(Files.exists(folder.resolve("empty/out/report.html")), run.err());
        }
    }
}
