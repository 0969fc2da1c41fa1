package org.eejs.bank.statistics;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class HeapWatchTest {
    private static final int BLOCK = 100_000;
    private static final int BLOCKS = 5_000;

    private static volatile byte[] sink;

    @Test
    void countsWhatWasAllocatedAndCollected() throws InterruptedException {
        try (HeapWatch heap = new HeapWatch()) {
            long before = heap.allocatedBytes();
            // A thread that ends: its allocations must not be forgotten with it.
            Thread allocating = new Thread(() -> {
                for (int i = 0; i < BLOCKS; i++) {
                    sink = new byte[BLOCK];
                }
            });
            allocating.start();
            allocating.join();
            long expected = (long) BLOCK * BLOCKS;
            // The JVM reports collections a little later, on a separate thread.
            for (int i = 0; i < 100 && heap.allocatedBytes() - before < expected * 9 / 10; i++) {
                Thread.sleep(20);
            }
            long counted = heap.allocatedBytes() - before;
            assertTrue(counted > expected * 9 / 10 && counted < expected * 13 / 10,
                    () -> counted + " of " + expected);
            assertTrue(heap.usedBytes() > 0);
            assertTrue(heap.collections() > 0);
        }
    }
}
