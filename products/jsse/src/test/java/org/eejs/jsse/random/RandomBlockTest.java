package org.eejs.jsse.random;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Bytes that wait to be handed out: each once, and gone then. */
class RandomBlockTest {
    @Test
    void erasesWhatItHandsOut() {
        byte[] bytes = {1, 2, 3, 4, 5, 6, 7};
        RandomBlock block = new RandomBlock(bytes, 0, 1);
        byte[] out = new byte[6];

        assertEquals(4, block.take(out, 1, 4));
        assertArrayEquals(new byte[] {0, 1, 2, 3, 4, 0}, out);
        assertArrayEquals(new byte[] {0, 0, 0, 0, 5, 6, 7}, bytes);

        assertEquals(3, block.take(out, 0, 6));
        assertArrayEquals(new byte[] {5, 6, 7, 3, 4, 0}, out);
        assertArrayEquals(new byte[7], bytes);
        assertEquals(0, block.take(out, 0, 6));
    }

    @Test
    void erasesWhatIsLeftWhenItIsDiscarded() {
        byte[] bytes = {1, 2, 3, 4};
        RandomBlock block = new RandomBlock(bytes, 0, 1);
        block.take(new byte[1], 0, 1);
        block.discard();

        assertArrayEquals(new byte[4], bytes);
        assertEquals(0, block.take(new byte[1], 0, 1));
    }

    @Test
    void livesUntilItsTimeIsUpOrTheClockGoesBack() {
        RandomBlock block = new RandomBlock(new byte[1], 1000, 60);

        assertTrue(block.alive(1000));
        assertTrue(block.alive(1059));
        assertFalse(block.alive(1060));
        assertFalse(block.alive(999));
        assertFalse(block.alive(Long.MAX_VALUE));
        assertFalse(block.alive(Long.MIN_VALUE));
        assertFalse(RandomBlock.EMPTY.alive(0));
    }

    @Test
    void handsOutEachByteToOneThread() throws Exception {
        int threads = 4;
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            for (int round = 0; round < 50; round++) {
                // Each two bytes are a number of their own, from 1 on.
                int numbers = 20_000;
                byte[] bytes = new byte[2 * numbers];
                for (int i = 0; i < numbers; i++) {
                    bytes[2 * i] = (byte) ((i + 1) >> 8);
                    bytes[2 * i + 1] = (byte) (i + 1);
                }
                RandomBlock block = new RandomBlock(bytes, 0, 1);
                Callable<int[]> taker = () -> {
                    int[] seen = new int[numbers + 1];
                    byte[] out = new byte[2];
                    while (block.take(out, 0, 2) == 2) {
                        seen[(out[0] & 0xff) << 8 | out[1] & 0xff]++;
                    }
                    return seen;
                };
                int[] all = new int[numbers + 1];
                List<Future<int[]>> takers = new ArrayList<>();
                for (int i = 0; i < threads; i++) {
                    takers.add(pool.submit(taker));
                }
                for (Future<int[]> each : takers) {
                    int[] seen = each.get();
                    Arrays.setAll(all, i -> all[i] + seen[i]);
                }

                assertEquals(0, all[0], "an erased number was handed out");
                assertTrue(Arrays.stream(all).skip(1).allMatch(times -> times == 1), "not each number once");
                assertArrayEquals(new byte[bytes.length], bytes);
            }
        } finally {
            pool.shutdownNow();
        }
    }
}
