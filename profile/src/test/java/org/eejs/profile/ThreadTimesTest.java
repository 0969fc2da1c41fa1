package org.eejs.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.eejs.profile.ThreadTimes.Used;
import org.eejs.profile.ThreadTimes.Weights;
import org.eejs.result.CpuProfile.Part;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Samples are weighted by what the kernel counted of each thread, and no processor time is dropped. */
class ThreadTimesTest {
    private static final long SECOND = 1_000_000_000;

    @TempDir
    private Path folder;

    private static Weights weigh(ThreadTimes used, Map<Long, Long> samples) {
        return used.weigh(samples);
    }

    @Test
    void samplesOfEndedThreadsShareTheTimeThatLivingThreadsDidNotUse() {
        ThreadTimes used = new ThreadTimes(3 * SECOND, Map.of(1L, new Used("long", SECOND),
                2L, new Used("C2 CompilerThre", SECOND / 2)));
        // The third and fourth have ended, and the compiler has its own count.
        Weights weights = weigh(used, Map.of(1L, 100L, 3L, 1L, 4L, 2L));
        assertEquals(10_000, weights.micros(1));
        assertEquals(500_000, weights.micros(3), "three samples share one and a half seconds");
        assertEquals(500_000, weights.micros(4));
        assertEquals((1 + 3 * 0.01) / 2.5, weights.covered(), 1e-9,
                "a sample of threads with enough samples represents 10 ms");
    }

    @Test
    void livingThreadsWithFewSamplesOrNoneShareTheRest() {
        ThreadTimes used = new ThreadTimes(2 * SECOND, Map.of(1L, new Used("long", SECOND),
                2L, new Used("pool-1", 600_000_000), 3L, new Used("pool-2", 400_000_000)));
        Weights weights = weigh(used, Map.of(1L, 250L, 2L, 5L));
        assertEquals(4_000, weights.micros(1));
        assertEquals(200_000, weights.micros(2));
        assertEquals((1 + 5 * 0.004) / 2, weights.covered(), 1e-9);
    }

    /** Virtual threads have the number 0, and the kernel counts their time as that of their carriers. */
    @Test
    void virtualThreadsShareTheTimeOfTheirCarriers() {
        ThreadTimes used = new ThreadTimes(3 * SECOND, Map.of(1L, new Used("ForkJoinPool-1-", SECOND),
                2L, new Used("ForkJoinPool-1-", SECOND), 3L, new Used("main", SECOND)));
        Weights weights = weigh(used, Map.of(0L, 170L, 1L, 18L, 2L, 12L, 3L, 100L));
        assertEquals(10_000, weights.micros(0));
        assertEquals(10_000, weights.micros(1));
        assertEquals(10_000, weights.micros(3));
        assertEquals(1, weights.covered(), 1e-9);
        assertEquals(SECOND / 18 / 1_000, weigh(used, Map.of(1L, 18L, 2L, 12L, 3L, 100L)).micros(1), 1,
                "a pool without virtual threads");
    }

    /** Threads of a pool have ten samples by chance, which do not show the interval between samples. */
    @Test
    void aPoolOfThreadsWithAboutTenSamplesEachIsCovered() {
        Map<Long, Used> threads = new HashMap<>();
        Map<Long, Long> samples = new HashMap<>();
        Random random = new Random(1);
        for (long thread = 1; thread <= 200; thread++) {
            // A tick finds a thread that uses a hundredth of the processor in one of a hundred cases.
            long found = 0;
            for (int tick = 0; tick < 1_000; tick++) {
                found += random.nextInt(100) == 0 ? 1 : 0;
            }
            threads.put(thread, new Used("pool-" + thread, 40_000_000));
            samples.put(thread, found);
        }
        assertEquals(1, weigh(new ThreadTimes(200 * 40_000_000L, threads), samples).covered(), 0.03);
    }

    @Test
    void withoutCountsOfTheKernelAllSamplesWeighTheSame() {
        ThreadTimes one = new ThreadTimes(SECOND, Map.of(1L, new Used("a", SECOND)));
        Weights weights = weigh(one.since(ThreadTimes.UNKNOWN), Map.of(1L, 20L, 2L, 1L));
        assertEquals(weights.micros(1), weights.micros(2));
        assertNull(weights.covered());
    }

    @Test
    void aCountThatFellIsAnotherThreads() {
        ThreadTimes before = new ThreadTimes(SECOND, Map.of(1L, new Used("a", SECOND)));
        ThreadTimes after = new ThreadTimes(2 * SECOND, Map.of(1L, new Used("b", SECOND / 4)));
        assertEquals(SECOND / 4, after.since(before).threads().get(1L).nanos());
        assertEquals(SECOND, after.since(before).nanos());
    }

    /** An interval of 8 ms with equal weights gave the short threads of this program hardly a third of their time. */
    @Test
    @Tag("long")
    void oneLongThreadAndTwoHundredShortOnesGetWhatTheyUsed() throws Exception {
        try (TestJvm jvm = TestJvm.start(System.getProperty("java.home"), ManyThreads.class)) {
            SampledJvm sampled = new SampledJvm(List.of(ManyThreads.class.getName() + ".work"), TestJvm.HOME,
                    folder.resolve("many.jfr"), SamplingPlan.CPU, null);
            sampled.begin(jvm.pid());
            List<Double> used = Arrays.stream(jvm.ask().split(" ")).map(Double::valueOf).toList();
            sampled.end();
            CpuSamples samples = sampled.samples(null);
            double all = used.stream().mapToDouble(Double::doubleValue).sum();
            List<String> names = List.of("cryptography.signing", "cryptography.digests", "application");
            Map<String, Part> parts = samples.share(all / 1e6, 0, 0).attribution().stream().collect(Collectors.toMap(
                    part -> part.category().id() + (part.detail() == null ? "" : "." + part.detail()), part -> part));
            double known = names.stream().mapToDouble(name -> parts.get(name).share()).sum();
            for (int i = 0; i < names.size(); i++) {
                Part part = parts.get(names.get(i));
                // One of twenty intervals misses, so the test allows twice as much.
                double twice = part.ci95().get(1) - part.ci95().get(0);
                assertEquals(used.get(i) / all, part.share() / known, twice, names.get(i) + " in " + parts);
            }
            assertTrue(samples.sampling().covered() > 0.8, samples.sampling()::toString);
            assertTrue(samples.sampling().worth() > samples.sampling().samples() / 2, samples.sampling()::toString);
        }
    }
}
