package org.eejs.doctor.looking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.eejs.lab.machine.ProcessFiles;
import org.eejs.result.InputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LaunchedJvmTest {
    private static final String JAVA = Path.of(System.getProperty("java.home"), "bin/java").toString();

    @TempDir
    private Path folder;

    private Path log() {
        return folder.resolve("launched.log");
    }

    private void awaitReady() throws Exception {
        long end = System.nanoTime() + Duration.ofMinutes(1).toNanos();
        while (!Files.readString(log()).contains("ready")) {
            assertTrue(System.nanoTime() < end, Files.readString(log()));
            Thread.sleep(20);
        }
    }

    @Test
    void theJvmOfAScriptIsFoundAndEndsWithItEvenIfItDoesNotWantTo() throws Exception {
        // Child processes inherit ignored signals; a JVM with -Xrs keeps them ignored.
        Path script = Files.writeString(folder.resolve("start.sh"), "trap '' TERM\nsleep 600 | \"" + JAVA + "\" -Xrs -cp "
                + "target/test-classes " + Busy.class.getName() + "\ntrue\n");
        LaunchedJvm launched = LaunchedJvm.start(List.of("sh", script.toString()), log(), Duration.ofSeconds(2));
        ProcessHandle jvm;
        try (launched) {
            awaitReady();
            jvm = ProcessHandle.of(launched.pid()).orElseThrow();
            assertEquals(Path.of(JAVA).toRealPath().toString(), jvm.info().command().orElseThrow());
            assertTrue(jvm.parent().isPresent());
        }
        assertFalse(jvm.isAlive());
    }

    @Test
    void theJvmThatAScriptStartsAndLeavesIsFoundAndEndsToo() throws Exception {
        Path script = Files.writeString(folder.resolve("start.sh"), "sleep 600 | \"" + JAVA + "\" -cp "
                + "target/test-classes " + Busy.class.getName() + " &\n");
        long pid;
        try (LaunchedJvm launched = LaunchedJvm.start(List.of("sh", script.toString()), log())) {
            awaitReady();
            launched.warmUp(Duration.ofMillis(1));
            pid = launched.pid();
            assertTrue(new ProcessFiles(pid).isJvm());
        }
        assertFalse(new ProcessFiles(pid).isJvm());
    }

    @Test
    void aCommandThatEndsOrDoesNotStartIsNamed() throws Exception {
        try (LaunchedJvm launched = LaunchedJvm.start(List.of("sh", "-c", "exit 7"), log())) {
            assertEquals("--launch: the command ended with exit code 7 during its warm-up; see " + log(),
                    assertThrows(InputException.class, () -> launched.warmUp(Duration.ofMinutes(1))).getMessage());
        }
        assertTrue(assertThrows(InputException.class, () -> LaunchedJvm.start(List.of("/no/such/program"), log()))
                .getMessage().startsWith("--launch: starting the command failed"));
    }
}
