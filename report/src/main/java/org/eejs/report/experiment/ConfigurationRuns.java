package org.eejs.report.experiment;

import java.util.List;
import java.util.OptionalDouble;
import org.eejs.report.text.RunQuality;
import org.eejs.result.Figure;
import org.eejs.result.Observation;
import org.eejs.result.Result;

/**
 * A configuration of an experiment and all its runs.
 *
 * @param name what the experiment calls it
 * @param configuration what was recorded about it
 * @param runs its runs in their order, those that are not valid included
 */
public record ConfigurationRuns(String name, Result.Configuration configuration, List<Observation> runs) {
    /** Returns the runs whose figures may be believed; those without a page have no figures. */
    public List<Observation> valid() {
        return runs.stream().filter(run -> run.valid() && RunQuality.hasPages(run)).toList();
    }

    /** Returns the mean of a figure over those valid runs in which it was measured; null when there is none. */
    Double mean(Figure figure) {
        return mean(valid(), figure);
    }

    /** Returns the same of runs. */
    public static Double mean(List<Observation> runs, Figure figure) {
        OptionalDouble mean = runs.stream().mapToDouble(figure::of).filter(Double::isFinite).average();
        return mean.isPresent() ? Double.valueOf(mean.getAsDouble()) : null;
    }
}
