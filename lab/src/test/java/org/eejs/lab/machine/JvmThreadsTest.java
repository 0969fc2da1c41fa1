package org.eejs.lab.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.eejs.lab.machine.JvmThreads.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JvmThreadsTest {
    @TempDir
    private Path tasks;

    private void thread(int id, String name, long nanos) throws IOException {
        Path folder = Files.createDirectories(tasks.resolve(String.valueOf(id)));
        Files.writeString(folder.resolve("comm"), name + '\n');
        Files.writeString(folder.resolve("schedstat"), nanos + " 55611112 263\n");
    }

    private void end(int id) throws IOException {
        Path folder = tasks.resolve(String.valueOf(id));
        Files.delete(folder.resolve("comm"));
        Files.delete(folder.resolve("schedstat"));
        Files.delete(folder);
    }

    @ParameterizedTest
    @CsvSource({"C2 CompilerThre, JIT", "C1 CompilerThre, JIT", "JVMCI-native Co, JIT", "Sweeper thread, JIT",
        "VM Thread, GC", "GC Thread#0, GC", "G1 Conc#0, GC", "G1 Refine#0, GC", "ZWorker#0, GC", "Shenandoah GC, GC",
        "http-nio-8443-e, APPLICATION", "VM Periodic Tas, APPLICATION", "java, APPLICATION"})
    void namesOfHotSpotTellTheKind(String name, Kind kind) {
        assertEquals(kind, Kind.of(name));
    }

    @Test
    void compilerThreadsThatComeAndGoKeepWhatTheyUsed() throws IOException {
        JvmThreads threads = new JvmThreads(tasks);
        thread(1, "java", 9_000_000_000L);
        thread(2, "C2 CompilerThre", 1_000_000_000L);
        thread(3, "GC Thread#0", 250_000_000L);
        threads.read();
        assertEquals(1.0, threads.seconds(Kind.JIT));
        assertEquals(0.25, threads.seconds(Kind.GC));
        thread(2, "C2 CompilerThre", 1_500_000_000L);
        thread(4, "C2 CompilerThre", 500_000_000L);
        threads.read();
        assertEquals(2.0, threads.seconds(Kind.JIT));
        end(4);
        threads.read();
        assertEquals(2.0, threads.seconds(Kind.JIT));
        thread(4, "C1 CompilerThre", 100_000_000L);
        threads.read();
        assertEquals(2.1, threads.seconds(Kind.JIT), 1e-9);
    }

    @Test
    void aCountThatFallsIsAnotherThread() throws IOException {
        JvmThreads threads = new JvmThreads(tasks);
        thread(2, "C2 CompilerThre", 1_000_000_000L);
        threads.read();
        thread(2, "C2 CompilerThre", 200_000_000L);
        threads.read();
        assertEquals(1.2, threads.seconds(Kind.JIT), 1e-9);
        thread(2, "worker", 300_000_000L);
        threads.read();
        assertEquals(1.2, threads.seconds(Kind.JIT), 1e-9);
    }

    @Test
    void halfAReadingIsNone() throws IOException {
        JvmThreads threads = new JvmThreads(tasks);
        thread(2, "C2 CompilerThre", 1_000_000_000L);
        threads.read();
        Files.writeString(tasks.resolve("2/schedstat"), "");
        threads.read();
        assertEquals(1.0, threads.seconds(Kind.JIT));
        thread(2, "C2 CompilerThre", 3_000_000_000L);
        threads.read();
        assertEquals(3.0, threads.seconds(Kind.JIT));
    }

    @ParameterizedTest
    @ValueSource(strings = {"-XX:+UseSerialGC", "-XX:+UseG1GC", "-XX:+UseParallelGC", "-XX:+UseZGC"})
    void aJvmIsSeenToCompileAndToCollect(String collector) throws Exception {
        Process jvm = new ProcessBuilder(Jdk.running().java().toString(), collector, "-Xmx64m", "-cp",
                System.getProperty("java.class.path"), Garbage.class.getName()).redirectErrorStream(true).start();
        try {
            assertEquals('.', jvm.getInputStream().read());
            JvmThreads threads = new JvmThreads(jvm.pid());
            threads.read();
            double total = ProcessUsage.of(jvm.pid()).cpuSeconds();
            double jit = threads.seconds(Kind.JIT);
            double gc = threads.seconds(Kind.GC);
            assertTrue(jit > 0 && gc > 0 && jit + gc < total, "jit %s, gc %s of %s s".formatted(jit, gc, total));
            jvm.destroy();
            assertTrue(jvm.waitFor(60, TimeUnit.SECONDS));
            threads.read();
            assertEquals(jit, threads.seconds(Kind.JIT), "what was read stays when the process has ended");
        } finally {
            jvm.destroyForcibly();
        }
    }

    /** Creates garbage, writes a dot, and waits to be ended. */
    static final class Garbage {
        private static volatile byte[] last;

        private Garbage() {}

        public static void main(String... args) throws InterruptedException {
            for (int i = 0; i < 200_000; i++) {
                last = new byte[4_096 + i % 7];
            }
            System.out.print('.');
            System.out.flush();
            Thread.sleep(Long.MAX_VALUE);
        }
    }
}
