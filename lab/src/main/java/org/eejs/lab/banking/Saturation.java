package org.eejs.lab.banking;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** Finds drivers that use too much of their processors while they make load, over the last seconds. For one thread. */
final class Saturation {
    private static final int WINDOW = 5;

    /** By name: what was used so far, at the ends of the last seconds. */
    private final Map<String, Deque<Double>> readings = new HashMap<>();

    /**
     * Takes in what was used at the end of a second.
     *
     * @param seconds of processor time so far, by name
     * @return who has too little to spare, and by how much, in words; null when nobody has
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

    /** Nothing is known of the seconds before the next: what was used in between was not the load's. */
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
        return share < Validity.LOAD_LIMIT ? null : String.format(Locale.ROOT, " saturates its processors: %.0f %% of "
                + "%d were used for %d s, %.0f %% is the limit; lower the load, or give it to more hosts", 100 * share,
                processors, WINDOW, 100 * Validity.LOAD_LIMIT);
    }
}
