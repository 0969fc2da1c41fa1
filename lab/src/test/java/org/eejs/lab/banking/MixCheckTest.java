package org.eejs.lab.banking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Comparator;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import org.eejs.banking.Page;
import org.eejs.banking.PageGraph;
import org.eejs.banking.ThinkTime;
import org.eejs.banking.Walks;
import org.junit.jupiter.api.Test;

class MixCheckTest {
    private static final int RUNS = 1_000;

    /** Users of the closed model, without a bank: only walks and think times. */
    private static Map<Page, Long> simulate(long seed, int sessions, double from, double to) {
        record Visit(double at, Page page, Iterator<Page> walk) {}
        Walks walks = new Walks(seed);
        SplittableRandom random = new SplittableRandom(seed);
        PriorityQueue<Visit> visits = new PriorityQueue<>(Comparator.comparingDouble(Visit::at));
        for (int i = 0; i < sessions; i++) {
            Iterator<Page> walk = walks.next().iterator();
            visits.add(new Visit(5.0 * i / sessions, walk.next(), walk));
        }
        Map<Page, Long> counts = new EnumMap<>(Page.class);
        for (Visit visit = visits.poll(); visit.at() < to; visit = visits.poll()) {
            if (visit.at() >= from) {
                counts.merge(visit.page(), 1L, Long::sum);
            }
            Iterator<Page> walk = visit.walk().hasNext() ? visit.walk() : walks.next().iterator();
            Page next = walk.next();
            double think = next.thinkBefore() ? ThinkTime.PUBLISHED.drawNanos(random) / 1e9 : 0;
            visits.add(new Visit(visit.at() + 0.01 + think, next, walk));
        }
        return counts;
    }

    private static long pages(Map<Page, Long> counts) {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }

    @Test
    void honestRunsAreValid() {
        int rejected = 0;
        for (int run = 0; run < RUNS; run++) {
            Map<Page, Long> counts = simulate(run, 400, 20, 65);
            assertTrue(pages(counts) >= MixCheck.LEAST_PAGES);
            rejected += MixCheck.deviation(counts) > MixCheck.limit(400, pages(counts)) ? 1 : 0;
        }
        assertTrue(rejected <= 2, rejected + " of " + RUNS + " honest runs were rejected");
    }

    @Test
    void longRunsAreJudgedSharply() {
        Map<Page, Long> counts = simulate(1, 1_000, 480, 1_080);
        assertTrue(MixCheck.limit(1_000, pages(counts)) < 0.017);
        assertTrue(MixCheck.deviation(counts) < 0.01, "deviation " + MixCheck.deviation(counts));
    }

    @Test
    void aMixWithoutLogoutsIsInvalid() {
        Map<Page, Long> counts = simulate(1, 400, 20, 125);
        counts.remove(Page.LOGOUT);
        assertTrue(MixCheck.deviation(counts) > MixCheck.limit(400, pages(counts)));
    }

    @Test
    void theExpectedMixDoesNotDeviate() {
        Map<Page, Long> counts = new EnumMap<>(Page.class);
        PageGraph.expectedMix().forEach((page, share) -> counts.put(page, Math.round(1e9 * share)));
        assertEquals(0, MixCheck.deviation(counts), 1e-6);
        assertEquals(0, MixCheck.deviation(Map.of()));
    }
}
