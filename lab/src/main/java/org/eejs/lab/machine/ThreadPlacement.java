package org.eejs.lab.machine;

import java.util.BitSet;
import java.util.List;

/** Which processors threads are given: a JVM is pinned as a whole, to as many as it has threads. */
public final class ThreadPlacement {
    private ThreadPlacement() {}

    /**
     * Returns one hardware thread of each core, then another of each, and so on: threads share a core as late as can
     * be.
     *
     * @param cores the processors of each core
     * @param threads how many are to be placed; more than there are get all
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

    /** Returns all hardware threads of a core before the next core, the first cores being those that are whole. */
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

    /** Returns the most hardware threads of a core; 1 means that threads cannot be placed within one. */
    public static int threadsPerCore(List<BitSet> cores) {
        return cores.stream().mapToInt(BitSet::cardinality).max().orElse(1);
    }

    /** Returns whether processes can be pinned at all. */
    public static boolean canPin() {
        return SystemCommand.exists("taskset");
    }
}
