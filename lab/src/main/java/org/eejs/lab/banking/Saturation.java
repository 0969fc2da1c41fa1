package org.eejs.lab.banking;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** Finds drivers that used too much of their processors over the last seconds of load. Not thread-safe. */
final class Saturation {
    private static final int WINDOW = 5;

    /** The processor seconds so far at the ends of the last seconds, by name. */
    private final Map<String, Deque<Double>> readings = new HashMap<>();

    /**
     * Adds the use at the end of a second.
     *
     * @param seconds of processor time so far, by name
     * @return the driver that has too little capacity left, and its use, in words; null when none has
     */
    String add(Map<String, Double> seconds, HostUse use) {
        for (String who : use.drivers(false)) {
            String found = add(who, seconds.getOrDefault(who, 0.0), use.processors(who));
            if (found != null) {
                boolean alone = use.words(who).equals("the " + who);
                return (alone ? "the " + who : "the driver on " + who) + found;
            }
        }
        return null;
    }

    /** Forgets the seconds so far: processor time used until the next one does not belong to the load. */
    void interrupted() {
        readings.clear();
    }

    private String add(String who, double seconds, int processors) {
        Deque<Double> last = readings.computeIfAbsent(who, unused -> new ArrayDeque<>());
        last.add(seconds);
        if (last.size() <= WINDOW) {
            return null;
        }
        double share = (seconds - last.remove()) / WINDOW / processors;
        return share < Validity.LOAD_LIMIT ? null : String.format(Locale.ROOT, " saturates its processors: it used "
                + "%.0f%% of %d for %d s (limit %.0f%%); lower the load or use more hosts", 100 * share,
                processors, WINDOW, 100 * Validity.LOAD_LIMIT);
    }
}
