package org.eejs.lab.statistics;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eejs.result.Result;

/**
 * The valid runs of a configuration that have a valid run of the baseline in the same block.
 *
 * @param runs of the configuration
 * @param baseline its run of the same block, for each of them
 */
public record RunPairs(List<Result.Run> runs, List<Result.Run> baseline) {
    /** The pairs among all runs of an experiment, by the names of configurations. */
    public static RunPairs of(Collection<Result.Run> all, String configuration, String baseline) {
        Map<Integer, Result.Run> ofBaseline = valid(all, baseline)
                .collect(Collectors.toMap(Result.Run::repetition, run -> run, (first, second) -> second));
        List<Result.Run> runs = valid(all, configuration).filter(run -> ofBaseline.containsKey(run.repetition()))
                .toList();
        return new RunPairs(runs, runs.stream().map(run -> ofBaseline.get(run.repetition())).toList());
    }

    private static Stream<Result.Run> valid(Collection<Result.Run> all, String configuration) {
        return all.stream().filter(run -> run.valid() && run.configuration().equals(configuration));
    }

    public boolean isEmpty() {
        return runs.isEmpty();
    }

    /** How probable such figures would be if the configuration did not differ from the baseline. */
    public double pValue(ToDoubleFunction<Result.Run> figure) {
        return RatioInterval.pValue(runs.stream().mapToDouble(figure).toArray(),
                baseline.stream().mapToDouble(figure).toArray());
    }

    /** How the configuration's figure relates to the baseline's; 1 and unbounded when there are no pairs. */
    public RatioInterval ratio(ToDoubleFunction<Result.Run> figure, double confidence) {
        return isEmpty() ? RatioInterval.unbounded(1, 1) : RatioInterval.of(
                runs.stream().mapToDouble(figure).toArray(), baseline.stream().mapToDouble(figure).toArray(),
                confidence);
    }
}
