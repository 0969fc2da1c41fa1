package org.eejs.banking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WalksTest {
    @Test
    void walksTogetherHaveTheExpectedMix() {
        Walks walks = new Walks(42);
        Map<Page, Integer> visits = new EnumMap<>(Page.class);
        int all = 0;
        for (int session = 0; session < 2_000; session++) {
            for (Page page : walks.next()) {
                visits.merge(page, 1, Integer::sum);
                all++;
            }
        }
        double deviation = 0;
        for (Map.Entry<Page, Double> expected : PageGraph.expectedMix().entrySet()) {
            deviation += Math.abs(visits.get(expected.getKey()) / (double) all - expected.getValue());
        }
        assertTrue(deviation < 0.01, "summed deviation " + deviation);
    }

    @Test
    void aWalkFollowsTheGraph() {
        Walks walks = new Walks(7);
        for (int session = 0; session < 1_000; session++) {
            List<Page> walk = walks.next();
            assertEquals(Page.LOGIN, walk.get(0));
            for (int i = 1; i < walk.size(); i++) {
                Page to = walk.get(i);
                assertTrue(PageGraph.next(walk.get(i - 1)).stream().anyMatch(way -> way.to() == to), walk.toString());
            }
            assertTrue(walk.size() == 1 || walk.get(walk.size() - 1) != Page.CHECK_DETAIL_HTML,
                    "nobody walks away from a check in detail: " + walk);
        }
    }

    @Test
    void theSeedDecides() {
        assertEquals(some(new Walks(1)), some(new Walks(1)));
        assertNotEquals(some(new Walks(1)), some(new Walks(2)));
    }

    private static List<List<Page>> some(Walks walks) {
        return IntStream.range(0, 100).mapToObj(i -> walks.next()).toList();
    }
}
