package org.eejs.lab.machine;

import java.util.BitSet;
import java.util.List;

/** Placements of threads on processors: a JVM is pinned as a whole, to as many processors as it has threads. */
public final class ThreadPlacement {
    private ThreadPlacement() {}

    /**
     * Returns one hardware thread of each core, then a second of each, and so on, so that threads share cores only when
     * they must.
     *
     * @param cores the processors of each core
     * @param threads the number to place; more than there are get all
     */
    public static BitSet across(List<BitSet> cores, int threads) {
        BitSet placed = new BitSet();
        BitSet left = all(cores);
        while (placed.cardinality() < threads && !left.isEmpty()) {
            for (BitSet core : cores) {
                BitSet free = (BitSet) core.clone();
                free.and(left);
                if (!free.isEmpty() && placed.cardinality() < threads) {
                    placed.set(free.nextSetBit(0));
                    left.clear(free.nextSetBit(0));
                }
            }
        }
        return placed;
    }

    /** Returns all hardware threads of a core before the next core, beginning with whole cores. */
    public static BitSet within(List<BitSet> cores, int threads) {
        BitSet placed = new BitSet();
        cores.stream().sorted((one, other) -> Integer.compare(other.cardinality(), one.cardinality()))
                .flatMapToInt(BitSet::stream).limit(threads).forEach(placed::set);
        return placed;
    }

    /** Returns all processors. */
    public static BitSet all(List<BitSet> cores) {
        BitSet all = new BitSet();
        cores.forEach(all::or);
        return all;
    }

    /** Returns the largest number of hardware threads of a core; 1 means that no core has room for two threads. */
    public static int threadsPerCore(List<BitSet> cores) {
        return cores.stream().mapToInt(BitSet::cardinality).max().orElse(1);
    }

    /** Returns whether processes can be pinned at all. */
    public static boolean canPin() {
        return SystemCommand.exists("taskset");
    }
}
