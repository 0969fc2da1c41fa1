package org.eejs.lab.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShuffledOrderTest {
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 8})
    void everybodyIsAboutAsOftenFirstAsTheOthers(int number) {
        List<Integer> all = IntStream.range(0, number).boxed().toList();
        for (long seed = 1; seed <= 3; seed++) {
            int[] first = new int[number];
            int[] last = new int[number];
            for (int round = 1; round <= 100 * number; round++) {
                List<Integer> order = ShuffledOrder.of(all, seed, round);
                first[order.get(0)]++;
                last[order.get(number - 1)]++;
            }
            for (int i = 0; i < number; i++) {
                assertTrue(first[i] > 60 && first[i] < 140, i + " was first " + first[i] + " times");
                assertTrue(last[i] > 60 && last[i] < 140, i + " was last " + last[i] + " times");
            }
        }
    }

    @Test
    void aRoundIsRepeated() {
        assertEquals(ShuffledOrder.of(List.of("a", "b", "c"), 1, 7), ShuffledOrder.of(List.of("a", "b", "c"), 1, 7));
    }
}
