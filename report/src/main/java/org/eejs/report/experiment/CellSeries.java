package org.eejs.report.experiment;

import java.util.List;
import java.util.Map;

/**
 * What a result measured of a cell, so that it can stand beside what another measured of the same. Immutable.
 *
 * @param group what it was measured with, for people
 * @param work what is done to what, in words by name: the same in cells that stand beside each other
 * @param circumstances how else it was measured, in words by name; of what is the same in all cells of a group in one
 *     result, another result may have another
 * @param rates operations a second, of each round or fork; empty where there is no figure
 * @param cpuMicros processor time of an operation, in microseconds, of each round, or one mean of all; empty where that
 *     is not known
 * @param note what to know of the figure; empty for nothing
 * @param error why there is none; null when there is one
 */
public record CellSeries(String group, Map<String, String> work, Map<String, String> circumstances,
        List<Double> rates, List<Double> cpuMicros, String note, String error) {
    boolean isMeasured() {
        return !rates.isEmpty();
    }
}
