package org.eejs.lab.hosts;

import java.util.Map;
import java.util.TreeMap;

/** Processor time of a process at some moments. For one thread. */
final class CpuReadings {
    private final TreeMap<Double, Double> seconds = new TreeMap<>();

    /** The process had used so many seconds of CPU at that moment, in microseconds since 1970. */
    void add(double micros, double cpuSeconds) {
        seconds.put(micros, cpuSeconds);
    }

    /** What it had used at a moment, by a straight line between readings; the nearest outside of them. */
    double at(double micros) {
        Map.Entry<Double, Double> before = seconds.floorEntry(micros);
        Map.Entry<Double, Double> after = seconds.ceilingEntry(micros);
        if (before == null || after == null) {
            return (before == null ? after : before).getValue();
        }
        double way = after.getKey() - before.getKey();
        return before.getValue() + (way == 0 ? 0 : (micros - before.getKey()) / way)
                * (after.getValue() - before.getValue());
    }
}
