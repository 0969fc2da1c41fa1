package org.eejs.lab.machine;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** Reader and writer of lists of processors in the form of the kernel and taskset, for example {@code 0-3,8}. */
public final class ProcessorList {
    private ProcessorList() {}

    /**
     * Reads a list.
     *
     * @throws IllegalArgumentException with one line that names the expected form
     */
    public static BitSet parse(String text) {
        BitSet processors = new BitSet();
        for (String range : text.strip().split(",")) {
            if (!range.matches("\\d+(-\\d+)?")) {
                throw new IllegalArgumentException("'" + text.strip() + "' is not a list of processors such as 0-3,8");
            }
            int dash = range.indexOf('-');
            int from = Integer.parseInt(dash < 0 ? range : range.substring(0, dash));
            int to = Integer.parseInt(range.substring(dash + 1));
            processors.set(from, Math.max(from, to) + 1);
        }
        return processors;
    }

    /** Returns processors as a list. */
    public static String format(BitSet processors) {
        List<String> ranges = new ArrayList<>();
        for (int from = processors.nextSetBit(0); from >= 0;) {
            int to = processors.nextClearBit(from) - 1;
            ranges.add(from == to ? String.valueOf(from) : from + "-" + to);
            from = processors.nextSetBit(to + 1);
        }
        return String.join(",", ranges);
    }
}
