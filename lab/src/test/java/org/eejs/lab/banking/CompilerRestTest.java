package org.eejs.lab.banking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.eejs.lab.machine.Jdk;
import org.eejs.lab.processes.CompilerRest;
import org.eejs.lab.processes.Role;
import org.eejs.lab.processes.RoleProcess;
import org.eejs.lab.processes.RunFailedException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompilerRestTest {
    @TempDir
    private Path folder;

    private final LinkedBlockingQueue<Role.Event> events = new LinkedBlockingQueue<>();

    /** Compiles much code, reports that, and then does nothing. */
    static final class Compiled {
        private Compiled() {}

        public static void main(String... args) throws Exception {
            long length = 0;
            for (int i = 0; i < 3_000; i++) {
                length += "%s %08.3f %x".formatted(DateTimeFormatter.ISO_DATE_TIME.format(
                        LocalDateTime.of(2026, 1, 1, 0, 0).plusMinutes(i)), i / 7.0, i).split("[ :.-]").length;
                length += IntStream.range(0, 50).boxed().collect(Collectors.groupingBy(each -> each % 7)).toString()
                        .replaceAll("([0-9])", "<$1>").length();
            }
            System.out.println("{\"event\": \"paused\", \"data\": " + length + "}");
            while (System.in.read() >= 0) {
                // It ends with the process that started it.
            }
        }
    }

    /** Returns a JVM that compiles all code after a few calls, and so cannot keep up. */
    private RoleProcess jvm(Jdk jdk) throws RunFailedException {
        return RoleProcess.start("bank", List.of(jdk.java().toString(), "-XX:CompileThresholdScaling=0.01", "-cp",
                System.getProperty("java.class.path"), Compiled.class.getName()), Map.of(), folder.resolve("log"),
                events::add);
    }

    @Test
    @Tag("long")
    void aJvmThatGoesOnCompilingIsWaitedFor() throws Exception {
        RoleProcess jvm = jvm(Jdk.running());
        try {
            assertEquals("paused", events.poll(120, TimeUnit.SECONDS).name());
            Turns.Turn turn = Turns.alone();
            turn.joined(jvm);
            assertTrue(turn.awaitRest(Duration.ofMinutes(2)));
            double compiled = jvm.readUsage().join().jitSeconds();
            assertEquals(OptionalInt.of(0), jvm.waitingCompilations().join());
            assertTrue(compiled > 0);
            turn.leave();
            assertEquals(List.of(), turn.roles());
        } finally {
            jvm.close();
        }
    }

    @Test
    @Tag("long")
    void aCompilerThatNeverRestsIsWaitedForAWhileOnly() throws Exception {
        FakeRole role = new FakeRole("bank", "alpha", 1, null);
        role.waiting = 3;
        Turns.Turn turn = Turns.alone();
        turn.joined(role);
        assertFalse(turn.awaitRest(Duration.ofMillis(3 * CompilerRest.INTERVAL)));
        role.waiting = null;
        assertTrue(turn.awaitRest(Duration.ofMinutes(1)), "one that does not say it is not waited for");
    }

    @Test
    void waitingForCompilersEndsWithAnAbort() {
        Turns turns = new Turns();
        Turns.Turn turn = turns.of(1, Duration.ofSeconds(16), false).get(0);
        FakeRole role = new FakeRole("bank", "alpha", 1, null);
        role.waiting = 3;
        turn.joined(role);
        turns.abort("interrupted");
        assertThrows(RunFailedException.class, () -> turn.awaitRest(Duration.ofMinutes(5)));
    }
}
