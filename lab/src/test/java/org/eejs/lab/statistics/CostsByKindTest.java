package org.eejs.lab.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CostsByKindTest {
    /** Each second also has a constant cost. */
    @Test
    void intervalsContainTheTrueCostsAsOftenAsStated() {
        int held = 0;
        int told = 0;
        for (int seed = 0; seed < 400; seed++) {
            Random random = new Random(seed);
            CostsByKind costs = new CostsByKind(2);
            for (int second = 0; second < 120; second++) {
                double light = 20 + random.nextInt(21);
                double heavy = 5 + random.nextInt(11);
                costs.add(60 + 2 * light + 10 * heavy + 8 * random.nextGaussian(), new double[] {light, heavy});
            }
            for (int kind = 0; kind < 2; kind++) {
                Optional<MeanInterval> found = costs.estimates().get(kind);
                if (found.isPresent()) {
                    told++;
                    held += Math.abs(found.get().mean() - (kind == 0 ? 2 : 10)) <= found.get().halfWidth() ? 1 : 0;
                }
            }
        }
        assertTrue(told > 700, told + " of 800 told");
        assertTrue(held > 0.92 * told && held < 0.98 * told, held + " of " + told + " held");
    }

    @Test
    void kindsThatAlwaysComeTogetherAreNotToldApart() {
        CostsByKind costs = new CostsByKind(2);
        for (int second = 0; second < 60; second++) {
            costs.add(10 + second % 7, new double[] {second % 7, 2.0 * (second % 7)});
        }
        assertEquals(List.of(Optional.empty(), Optional.empty()), costs.estimates());
    }

    @Test
    void fewSecondsTellNothing() {
        CostsByKind costs = new CostsByKind(1);
        costs.add(1, new double[] {1});
        assertEquals(List.of(Optional.empty()), costs.estimates());
        assertEquals(1, costs.counts()[0]);
    }
}
