package org.eejs.bench.rounds;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.eejs.bench.random.RandomBytes;
import org.eejs.lab.machine.Jdk;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.runner.RunnerException;

/** Forks that measure, for as short as possible. */
class RoundsTest {
    private static final Variant SMALL = Variant.of(RandomBytes.class, "nextBytes",
            Map.of("provider", "NativePRNG", "algorithm", RandomBytes.OF_SOURCE, "bytes", "32"));

    private final ByteArrayOutputStream progress = new ByteArrayOutputStream();

    @Test
    void ratesAndProcessorTimeAreRead() throws RunnerException {
        Jdk jdk = Jdk.running();
        Variant large = SMALL.with("bytes", "16384");
        VariantReadings measured = new Rounds(1, OptionalInt.of(1)).measure(List.of(jdk), List.of(List.of(SMALL, large)),
                new PrintStream(progress)).get(jdk);
        double ratio = measured.spread(SMALL, large, (small, other) -> small.rate() / other.rate()).median();
        assertTrue(ratio > 20, "512 times fewer bytes were " + ratio + " times faster");
        double cpu = measured.spread(large, ForkReading::cpuMicros).median();
        double time = measured.spread(large, each -> 1e6 / each.rate()).median();
        int processors = Runtime.getRuntime().availableProcessors();
        assertTrue(cpu > 0 && cpu < 1.5 * processors * time, cpu + " us of CPU in " + time + " us");
        assertEquals(2, progress.toString().lines().count());
    }

    @Test
    void variantsInTurnAreReadFromOneProcess() throws RunnerException {
        Variant any = Variant.of(SslHandshakesInTurn.class, "handshakes", Map.of("resume", "false", "protocol",
                "TLSv1.2", "certificate", "EC", "iterations", "50000"));
        Variant sunX509 = any.with("keyManager", "SunX509");
        Variant pkix = any.with("keyManager", "PKIX");
        VariantReadings measured = new Rounds(1, OptionalInt.of(2)).measure(List.of(Jdk.running()),
                List.of(List.of(sunX509, pkix)), new PrintStream(progress)).get(Jdk.running());
        double dearer = measured.spread(pkix, sunX509, (slow, fast) -> slow.cpuMicros() / fast.cpuMicros()).median();
        assertTrue(dearer > 1.5, "decrypting a key of 50,000 iterations made a handshake " + dearer + " times dearer");
        assertTrue(progress.toString().lines().allMatch(line -> line.startsWith("1 of 1,")), progress.toString());
    }

    @Test
    void aBenchmarkThatFailsIsShown() {
        Variant wrong = SMALL.with("provider", "none");
        Exception failure = assertThrows(RunnerException.class, () -> new Rounds(1, OptionalInt.of(1))
                .measure(List.of(Jdk.running()), List.of(List.of(wrong)), new PrintStream(progress)));
        assertTrue(failure.getMessage().contains(wrong.toString()), failure.getMessage());
        assertTrue(progress.toString().contains("No enum constant"), progress.toString());
    }
}
