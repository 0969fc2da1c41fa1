package org.eejs.lab.banking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.eejs.banking.Page;
import org.eejs.banking.PageGraph;
import org.eejs.banking.ThinkTime;
import org.eejs.banking.Walks;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class MixCheckTest {
    private static final int RUNS = 1_000;

    /** Users of the closed model, without a bank: only walks and think times, in seconds. */
    private record Load(int sessions, double rampUp, double thinkTime, double from, double to) {
        private static final double RESPONSE_TIME = 0.02;

        private record Visit(double at, Page page, Iterator<Page> walk) {}

        Map<Page, Long> simulate(long seed) {
            Walks walks = new Walks(seed);
            SplittableRandom random = new SplittableRandom(seed);
            ThinkTime think = ThinkTime.ofMean(Duration.ofMillis((long) (1_000 * thinkTime)));
            // Walks are drawn in the order in which users arrive, as in the driver.
            PriorityQueue<Double> arrivals = new PriorityQueue<>();
            for (int i = 0; i < sessions; i++) {
                arrivals.add(rampUp * i / sessions);
            }
            PriorityQueue<Visit> visits = new PriorityQueue<>(Comparator.comparingDouble(Visit::at));
            Map<Page, Long> counts = new EnumMap<>(Page.class);
            for (double now = 0; now < to;) {
                if (visits.isEmpty() || !arrivals.isEmpty() && arrivals.peek() <= visits.peek().at()) {
                    now = arrivals.poll();
                    Iterator<Page> walk = walks.next().iterator();
                    visits.add(new Visit(now + RESPONSE_TIME, walk.next(), walk));
                    continue;
                }
                Visit visit = visits.poll();
                now = visit.at();
                if (now >= from && now < to) {
                    counts.merge(visit.page(), 1L, Long::sum);
                }
                if (visit.walk().hasNext()) {
                    Page next = visit.walk().next();
                    double pause = next.thinkBefore() ? think.drawNanos(random) / 1e9 : 0;
                    visits.add(new Visit(now + pause + RESPONSE_TIME, next, visit.walk()));
                } else {
                    arrivals.add(now);
                }
            }
            return counts;
        }
    }

    private static long pages(Map<Page, Long> counts) {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }

    private static boolean isRejected(Load load, Map<Page, Long> counts) {
        return MixCheck.deviation(counts, PageGraph.expectedMix()) > MixCheck.limit(load.sessions(), pages(counts));
    }

    static Stream<Load> loads() {
        return Stream.of(new Load(400, 8, 10, 20, 65), new Load(60, 2, 1, 80, 105), new Load(10, 1, 1, 20, 180),
                new Load(50, 8, 10, 30, 330), new Load(200, 2, 1, 20, 30));
    }

    @ParameterizedTest
    @MethodSource("loads")
    @Tag("long")
    void honestRunsAreValid(Load load) {
        int rejected = 0;
        for (int run = 0; run < RUNS; run++) {
            Map<Page, Long> counts = load.simulate(run);
            assertTrue(pages(counts) >= MixCheck.LEAST_PAGES, pages(counts) + " pages");
            rejected += isRejected(load, counts) ? 1 : 0;
        }
        assertTrue(rejected <= 1, rejected + " of " + RUNS + " honest runs were rejected");
    }

    @Test
    void longRunsAreJudgedSharply() {
        Map<Page, Long> counts = new Load(1_000, 180, 10, 480, 1_080).simulate(1);
        assertTrue(MixCheck.limit(1_000, pages(counts)) < 0.015);
        assertTrue(MixCheck.deviation(counts, PageGraph.expectedMix()) < 0.005, "deviation " + MixCheck.deviation(counts, PageGraph.expectedMix()));
    }

    /** {@link Validity} finds rarer pages, and misses a page that was never seen. */
    @ParameterizedTest
    @MethodSource("loads")
    void aDriverThatSkipsAPageIsCaught(Load load) {
        for (Page page : List.of(Page.LOGOUT, Page.BILL_PAY, Page.QUICK_PAY, Page.CHECK_DETAIL_HTML)) {
            for (int run = 0; run < RUNS / 20; run++) {
                Map<Page, Long> counts = load.simulate(run);
                counts.remove(page);
                assertTrue(isRejected(load, counts), page + ", seed " + run);
            }
        }
    }

    @Test
    void theExpectedMixDoesNotDeviate() {
        Map<Page, Long> counts = new EnumMap<>(Page.class);
        PageGraph.expectedMix().forEach((page, share) -> counts.put(page, Math.round(1e9 * share)));
        assertEquals(0, MixCheck.deviation(counts, PageGraph.expectedMix()), 1e-6);
        assertEquals(0, MixCheck.deviation(Map.of(), PageGraph.expectedMix()));
    }
}
