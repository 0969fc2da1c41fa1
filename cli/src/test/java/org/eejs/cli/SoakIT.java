package org.eejs.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * An hour of handshakes, signatures, rotations, reloads and restarts in a separate JVM. Nothing may be lost, wrong or
 * left behind. {@code -Dsoak.minutes=5} sets the duration, and {@code -Dsoak.jdk=HOME} the JDK of all processes.
 * Counters go to standard output.
 */
@Isolated
class SoakIT {
    private static final int LEAST_MINUTES = 4;

    @TempDir
    private Path folder;

    @Test
    @Tag("long")
    @Tag("alone")
    void nothingIsLostWrongOrLeftBehind() throws Exception {
        int minutes = Integer.getInteger("soak.minutes");
        assertTrue(minutes >= LEAST_MINUTES,
                "-Dsoak.minutes=%d: %d or more are possible".formatted(minutes, LEAST_MINUTES));
        Path java = Path.of(System.getProperty("soak.jdk"), "bin", "java");
        // Soft references of the JDK, such as parsed certificates, expire after 26 s without use at most.
        Process soak = new ProcessBuilder(java.toString(), "-Xmx256m", "-XX:SoftRefLRUPolicyMSPerMB=100",
                "-Deejs.home=" + System.getProperty("eejs.home"), "-cp", System.getProperty("java.class.path"),
                Soak.class.getName(), String.valueOf(minutes), folder.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT).start();
        try (BufferedReader said = soak.inputReader(StandardCharsets.UTF_8)) {
            said.lines().forEach(System.out::println);
            assertTrue(soak.waitFor(1, TimeUnit.MINUTES), "the soak did not end");
            assertEquals(0, soak.exitValue(), "what was lost, wrong or left behind stands on standard error");
        } finally {
            soak.destroyForcibly();
        }
    }
}
