package org.eejs.jsse.random;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.eejs.jsse.Randomness;
import org.eejs.jsse.runtime.Counters;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The stripes: the numbers they return, how many generators that takes, and when these are seeded. */
@Timeout(60)
@Tag("costly")
class RandomStripesTest {
    private static final int BUFFER = 4096;
    private static final long NEVER = 24 * 60 * 60 * 1000L;
    private static final int VALUE = 16;

    private long generators;
    private long seedings;

    @BeforeEach
    void count() {
        generators = Counters.PROCESS.randomGenerators.sum();
        seedings = Counters.PROCESS.randomSeedings.sum();
    }

    private long generatorsMade() {
        return Counters.PROCESS.randomGenerators.sum() - generators;
    }

    private long seedingsMade() {
        return Counters.PROCESS.randomSeedings.sum() - seedings;
    }

    @ParameterizedTest
    @CsvSource({"1, 16", "4, 16", "5, 32", "16, 64", "1000, 256"})
    void areAPowerOfTwoWithinLimits(int processors, int stripes) {
        assertEquals(stripes, new RandomStripes(processors, BUFFER, NEVER).count());
        assertEquals(0, generatorsMade(), "made before they were needed");
    }

    @ParameterizedTest
    @CsvSource({"4096, 86400000", "0, 86400000", "4096, 0", "1, 86400000", "65536, 86400000"})
    void fillEveryLength(int buffer, long reseedMillis) {
        RandomStripes stripes = new RandomStripes(1, buffer, reseedMillis);
        int[] lengths = {1, 2, 15, 16, 17, 33, 2047, 2048, 2049, 4096, 5000, 65_535, 65_536, 65_537, 1 << 20};
        for (int length : lengths) {
            // Short arrays, often enough that a byte that is never filled would stay zero each time.
            byte[] ever = new byte[length];
            for (int i = 0; i < 8; i++) {
                byte[] out = new byte[length];
                stripes.nextBytes(out);
                for (int at = 0; at < length; at++) {
                    ever[at] |= out[at];
                }
            }
            int untouched = 0;
            for (byte b : ever) {
                untouched += b == 0 ? 1 : 0;
            }
            // A byte is zero eight times in 2^64.
            assertEquals(0, untouched, "bytes that stayed zero of " + length);
        }
        stripes.nextBytes(new byte[0]);
    }

    @Test
    void aNothingNeedsNoGenerator() {
        new RandomStripes(1, BUFFER, NEVER).nextBytes(new byte[0]);

        assertEquals(0, generatorsMade());
    }

    @ParameterizedTest
    @ValueSource(ints = {32, BUFFER, 1 << 20})
    void seedAfterSixteenMegabytes(int length) {
        RandomStripes stripes = new RandomStripes(1, BUFFER, NEVER);
        byte[] out = new byte[length];
        for (int made = 0; made < RandomStripe.BYTES_PER_SEED; made += length) {
            stripes.nextBytes(out);
        }
        assertEquals(1, seedingsMade());

        stripes.nextBytes(out);
        assertEquals(2, seedingsMade());
        assertEquals(1, generatorsMade());
    }

    @Test
    void reseedsWhenTheTimeIsUp() {
        RandomStripes stripes = new RandomStripes(1, BUFFER, 20);
        byte[] small = new byte[1];
        long start = System.nanoTime();
        while (seedingsMade() < 4) {
            stripes.nextBytes(small);
            Thread.onSpinWait();
        }
        assertTrue(System.nanoTime() - start > 40_000_000, "three lives of 20 ms took less than 40 ms");
        assertEquals(1, generatorsMade());
    }

    @Test
    void seedsForEachRequestWhereThatIsAskedFor() {
        RandomStripes stripes = new RandomStripes(1, BUFFER, 0);
        for (int i = 0; i < 10; i++) {
            stripes.nextBytes(new byte[VALUE]);
        }
        assertEquals(10, seedingsMade());
    }

    @Test
    void reseedingDropsWhatWasMadeInAdvance() {
        RandomStripes stripes = new RandomStripes(1, BUFFER, NEVER);
        byte[] out = new byte[VALUE];
        stripes.nextBytes(out);
        assertTrue(stripes.home().takeBuffered(out, System.currentTimeMillis()));

        stripes.reseed();
        assertEquals(2, seedingsMade());
        assertFalse(stripes.home().takeBuffered(out, System.currentTimeMillis()));

        stripes.nextBytes(out);
        assertTrue(stripes.home().takeBuffered(out, System.currentTimeMillis()));
        stripes.addSeed(new byte[1000]);
        assertEquals(3, seedingsMade());
        assertFalse(stripes.home().takeBuffered(out, System.currentTimeMillis()));
    }

    @Test
    void erasesWhatItHandsOutAndWhatItDrops() {
        RandomStripes stripes = new RandomStripes(1, BUFFER, NEVER);
        byte[] out = new byte[VALUE];
        stripes.nextBytes(out);
        byte[] buffer = stripes.home().buffer;
        assertFalse(Arrays.equals(new byte[VALUE], out));
        assertArrayEquals(new byte[VALUE], Arrays.copyOf(buffer, VALUE));
        assertFalse(Arrays.equals(new byte[VALUE], Arrays.copyOfRange(buffer, VALUE, 2 * VALUE)));

        stripes.reseed();
        assertArrayEquals(new byte[BUFFER], buffer);
    }

    @Test
    void whatWasMadeInAdvanceIsNotHandedOutOnceItsTimeIsUp() {
        RandomStripes stripes = new RandomStripes(1, BUFFER, 60_000);
        byte[] out = new byte[VALUE];
        stripes.nextBytes(out);
        long now = System.currentTimeMillis();

        assertFalse(stripes.home().takeBuffered(out, now + 60_000), "too late");
        assertFalse(stripes.home().takeBuffered(out, now - 60_000), "the clock went back");
        assertTrue(stripes.home().takeBuffered(out, now));
    }

    @Test
    void looksFair() {
        byte[] stream = new byte[8 << 20];
        RandomStripes stripes = new RandomStripes(1, BUFFER, NEVER);
        ByteBuffer filled = ByteBuffer.wrap(stream);
        Random lengths = new Random(1);
        while (filled.hasRemaining()) {
            byte[] part = new byte[Math.min(filled.remaining(), 1 + lengths.nextInt(300))];
            stripes.nextBytes(part);
            filled.put(part);
        }
        for (Map.Entry<String, Double> each : Randomness.deviations(stream).entrySet()) {
            assertTrue(Math.abs(each.getValue()) < Randomness.LIMIT, each::toString);
        }
    }

    @Test
    void whatIsUnfairIsSeen() {
        byte[] fair = new byte[8 << 20];
        new Random(7).nextBytes(fair);
        assertTrue(Randomness.deviations(fair).values().stream().allMatch(z -> Math.abs(z) < Randomness.LIMIT));

        byte[] ones = fair.clone();
        byte[] frequent = fair.clone();
        byte[] sticky = fair.clone();
        for (int i = 1; i < fair.length; i++) {
            if (i % 1000 == 0) {
                ones[i] = (byte) 0xff;
            }
            if (i % 500 == 0) {
                frequent[i] = 0x5a;
            }
            if (i % 200 == 0) {
                sticky[i] = sticky[i - 1];
            }
        }
        assertTrue(Randomness.deviations(ones).get("ones among the bits") > Randomness.LIMIT);
        assertTrue(Randomness.deviations(frequent).get("chi-squared of the bytes") > Randomness.LIMIT);
        assertTrue(Randomness.deviations(sticky).get("serial correlation of the bytes") > Randomness.LIMIT);
        byte[] smooth = fair.clone();
        for (int i = 0; i < smooth.length; i += 100) {
            smooth[i] = (byte) (smooth[i] > 0 ? 0x0f : 0xf0);
        }
        assertTrue(Randomness.deviations(smooth).get("runs of equal bits") < -Randomness.LIMIT);
    }

    @Test
    void noValueTwiceInAStormOfThreads() throws Exception {
        int threads = 32;
        RandomStripes stripes = new RandomStripes(1, BUFFER, NEVER);
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            assertDistinct(storm(pool, threads, 20_000, stripes));
        } finally {
            pool.shutdownNow();
        }
        assertTrue(generatorsMade() <= stripes.count(), () -> "generators: " + generatorsMade());
    }

    @Test
    void noValueTwiceWhileGeneratorsAreSeededAllTheTime() throws Exception {
        int threads = 8;
        RandomStripes stripes = new RandomStripes(1, 64, 1);
        ExecutorService pool = Executors.newFixedThreadPool(threads + 1);
        try {
            Future<?> disturber = pool.submit(() -> {
                while (!Thread.currentThread().isInterrupted()) {
                    stripes.reseed();
                    stripes.addSeed(new byte[] {1});
                }
            });
            List<long[]> values = storm(pool, threads, 20_000, stripes);
            assertFalse(disturber.isDone(), "the disturber failed");
            disturber.cancel(true);
            assertDistinct(values);
        } finally {
            pool.shutdownNow();
        }
    }

    @Test
    void manyThreadsShareTheGeneratorsThatThereAre() throws Exception {
        boolean virtual = Runtime.version().feature() >= 21;
        ExecutorService pool = virtual ? virtualThreads() : Executors.newCachedThreadPool();
        RandomStripes stripes = new RandomStripes(2, BUFFER, NEVER);
        try {
            assertDistinct(storm(pool, virtual ? 10_000 : 500, 40, stripes));
        } finally {
            pool.shutdownNow();
        }
        assertTrue(generatorsMade() <= stripes.count(), () -> "generators: " + generatorsMade());
    }

    /** Returns virtual threads of a newer JDK by reflection; the tests are compiled for an older one. */
    private static ExecutorService virtualThreads() throws ReflectiveOperationException {
        return (ExecutorService) Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
    }

    /** Returns the values that the tasks get, {@code each} values for each task: two longs for a value. */
    private static List<long[]> storm(ExecutorService pool, int tasks, int each, RandomStripes stripes)
            throws Exception {
        CyclicBarrier together = new CyclicBarrier(tasks);
        Callable<long[]> task = () -> {
            long[] values = new long[2 * each];
            byte[] out = new byte[VALUE];
            ByteBuffer longs = ByteBuffer.wrap(out);
            together.await();
            for (int i = 0; i < each; i++) {
                stripes.nextBytes(out);
                values[2 * i] = longs.getLong(0);
                values[2 * i + 1] = longs.getLong(Long.BYTES);
            }
            return values;
        };
        List<Future<long[]>> running = new ArrayList<>();
        for (int i = 0; i < tasks; i++) {
            running.add(pool.submit(task));
        }
        List<long[]> values = new ArrayList<>();
        for (Future<long[]> one : running) {
            values.add(one.get());
        }
        return values;
    }

    /** Compares both halves of the values: even so, equal halves come up once in 2^24 of such tests. */
    private static void assertDistinct(List<long[]> values) {
        for (int half = 0; half < 2; half++) {
            int from = half;
            long[] all = values.stream().flatMapToLong(
                    two -> IntStream.range(0, two.length / 2).mapToLong(i -> two[2 * i + from]))
                    .sorted().toArray();
            for (int i = 1; i < all.length; i++) {
                assertNotEquals(all[i - 1], all[i], "a value came twice");
            }
        }
    }

    @Test
    void threadsAreSpreadOverTheStripes() throws Exception {
        RandomStripes stripes = new RandomStripes(1, BUFFER, NEVER);
        Set<RandomStripe> homes = new HashSet<>();
        Thread[] threads = new Thread[stripes.count()];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(() -> {
                synchronized (homes) {
                    homes.add(stripes.home());
                }
            });
        }
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        // Their numbers nearly follow each other; by chance, half of the stripes would be missed.
        assertTrue(homes.size() >= stripes.count() * 5 / 8, () -> "only " + homes.size() + " stripes have a thread");
    }

    @Test
    void stripesDoNotRepeatEachOther() throws Exception {
        RandomStripes stripes = new RandomStripes(1, BUFFER, NEVER);
        byte[] first = new byte[VALUE];
        stripes.nextBytes(first);
        byte[] second = new byte[VALUE];
        new RandomStripes(1, BUFFER, NEVER).nextBytes(second);

        assertFalse(Arrays.equals(first, second));
    }
}
