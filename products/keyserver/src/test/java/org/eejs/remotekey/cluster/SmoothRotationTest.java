package org.eejs.remotekey.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SmoothRotationTest {
    private static String turns(int number, int... weights) {
        SmoothRotation rotation = new SmoothRotation(weights);
        return IntStream.range(0, number).mapToObj(i -> Character.toString('a' + rotation.next()))
                .collect(Collectors.joining(" "));
    }

    /** The well-known example of nginx's way. */
    @Test
    void spreadsTurnsAsNginxDoes() {
        assertEquals("a a b a c a a a a b a c a a", turns(14, 5, 1, 1));
    }

    @Test
    void equalWeightsTakeTurnsOneByOne() {
        assertEquals("a b a b a b", turns(6, 50, 50));
    }

    @Test
    void weightZeroHasNoTurn() {
        assertEquals("b c b c", turns(4, 0, 7, 7));
        assertThrows(IllegalArgumentException.class, () -> new SmoothRotation(0, 0));
    }

    @Test
    void sharesAreExactFromManyThreads() throws Exception {
        SmoothRotation rotation = new SmoothRotation(75, 25);
        AtomicIntegerArray turns = new AtomicIntegerArray(2);
        ExecutorService threads = Executors.newFixedThreadPool(64);
        try {
            List<Future<?>> ends = new ArrayList<>();
            for (int i = 0; i < 64; i++) {
                ends.add(threads.submit(() -> {
                    for (int turn = 0; turn < 1_000; turn++) {
                        turns.incrementAndGet(rotation.next());
                    }
                }));
            }
            for (Future<?> end : ends) {
                end.get();
            }
        } finally {
            threads.shutdownNow();
        }
        assertEquals("[48000, 16000]", turns.toString());
    }
}
