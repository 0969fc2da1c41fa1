package org.eejs.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.eejs.result.Experiment.BenchesCompared;
import org.eejs.result.Experiment.CapacitiesSought;
import org.eejs.result.Experiment.RunsCompared;
import org.eejs.result.Result.Capacity;
import org.eejs.result.Result.Comparison;
import org.eejs.result.Result.Configuration;
import org.eejs.result.Result.Disclosure;
import org.eejs.result.Result.Procedure;
import org.eejs.result.Result.Published;
import org.eejs.result.Result.Run;
import org.eejs.result.settings.RunSettings;

/**
 * The form of {@code result.json}: the parts of all kinds beside each other. Of what kind a result is follows from the
 * parts that are there; those of other kinds are null here and absent there.
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record ResultJson(String schema, String command, String startedAt, RunSettings experiment, Procedure procedure,
        Disclosure disclosure, List<Configuration> configurations, List<Run> runs, List<Comparison> comparisons,
        List<Capacity> capacities, Published published, Bench bench, RemoteKeys remoteKey, Xml xml) {
    ResultJson {
        runs = runs == null ? List.of() : runs;
        comparisons = comparisons == null ? List.of() : comparisons;
    }

    static ResultJson of(Result result) {
        Measured measured = result.measured();
        Experiment several = measured instanceof Experiment experiment ? experiment : null;
        return new ResultJson(Result.SCHEMA, result.command(), result.startedAt(), result.experiment(),
                several == null ? null : several.procedure(), result.disclosure(),
                several == null ? null : several.configurations(), measured.runs(), measured.comparisons(),
                measured instanceof CapacitiesSought sought ? sought.capacities() : null,
                several == null ? null : several.published(), measured instanceof Bench bench ? bench : null,
                measured instanceof RemoteKeys remoteKey ? remoteKey : null,
                result.xml().orElse(null));
    }

    Result toResult() {
        return new Result(command, startedAt, experiment, disclosure, measured());
    }

    private Measured measured() {
        if (bench != null) {
            return bench;
        }
        if (remoteKey != null) {
            return remoteKey;
        }
        if (xml != null) {
            return runs.isEmpty() ? xml : new Measured.RunOfXml(runs.get(0), xml);
        }
        if (configurations == null && capacities == null && !BenchesCompared.COMMAND.equals(command)) {
            return new Measured.Runs(runs);
        }
        List<Configuration> compared = configurations == null ? List.of() : configurations;
        return BenchesCompared.COMMAND.equals(command) ? new BenchesCompared(procedure, compared, comparisons)
                : capacities != null ? new CapacitiesSought(procedure, compared, runs, capacities, published)
                : new RunsCompared(procedure, compared, runs, comparisons, published);
    }
}
