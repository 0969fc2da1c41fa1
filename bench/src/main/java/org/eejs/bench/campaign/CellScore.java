package org.eejs.bench.campaign;

import java.util.List;
import java.util.Objects;
import org.eejs.bench.measuring.JmhCell;
import org.eejs.bench.measuring.Profiling;
import org.eejs.bench.measuring.Reading;
import org.eejs.lab.statistics.MeanInterval;
import org.eejs.result.Bench;

/** Makes a figure of what the forks of a cell measured. */
final class CellScore {
    /** Fewer forks say little of how much forks differ. */
    private static final int FORKS_FOR_AN_INTERVAL = 3;

    private CellScore() {}

    /**
     * The figure; null when nothing was measured yet.
     *
     * @param readings what its forks measured of the cell
     * @param measured the forks
     * @param nativeOps what native code does in a second; null when that is not known
     * @param profiling what measured the heap allocated for an operation; null when nothing did
     */
    static Bench.Score of(Bench.Cell cell, List<Reading> readings, JmhCell<?> measured, Double nativeOps,
            Profiling profiling) {
        List<List<Double>> forks = readings.stream().map(Reading::rates).toList();
        if (measured.error() != null) {
            return new Bench.Score(cell, null, null, forks, null, null, null, measured.error());
        }
        if (forks.isEmpty()) {
            return null;
        }
        List<Double> means = readings.stream().map(Reading::rate).toList();
        List<Double> allocated = profiling == null ? List.of() : measured.forks().stream()
                .map(profiling::allocatedBytesPerOp).filter(Objects::nonNull).toList();
        // Where there are too few forks, how much iterations differ says at least something.
        MeanInterval interval = MeanInterval.of(forks.size() >= FORKS_FOR_AN_INTERVAL ? means
                : forks.stream().flatMap(List::stream).toList());
        double mean = mean(means);
        return new Bench.Score(cell, mean, interval.bounds(), forks,
                mean(readings.stream().map(Reading::cpuMicros).toList()),
                allocated.isEmpty() ? null : mean(allocated), nativeOps == null ? null : mean / nativeOps, null);
    }

    private static double mean(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).average().orElse(0);
    }
}
