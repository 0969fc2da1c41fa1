package org.eejs.report.experiment;

import java.util.List;
import java.util.OptionalDouble;
import org.eejs.report.text.RunQuality;
import org.eejs.result.Figure;
import org.eejs.result.Observation;
import org.eejs.result.Result;

/**
 * A configuration of an experiment with its runs.
 *
 * @param name its name in the experiment
 * @param configuration its recorded properties
 * @param runs its runs in order, including invalid ones
 */
public record ConfigurationRuns(String name, Result.Configuration configuration, List<Observation> runs) {
    /** Returns its valid runs. */
    public List<Observation> valid() {
        return runs.stream().filter(run -> run.valid() && RunQuality.hasPages(run)).toList();
    }

    /** Returns the mean of a figure over the valid runs that have it; null if none has it. */
    Double mean(Figure figure) {
        return mean(valid(), figure);
    }

    /** Returns the mean of a figure over the runs that have it; null if none has it. */
    public static Double mean(List<Observation> runs, Figure figure) {
        OptionalDouble mean = runs.stream().mapToDouble(figure::of).filter(Double::isFinite).average();
        return mean.isPresent() ? Double.valueOf(mean.getAsDouble()) : null;
    }
}
