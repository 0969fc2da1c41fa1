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
import org.eejs.result.settings.Allowed;
import org.eejs.result.settings.RunSettings;

/**
 * The form of {@code result.json}: the parts of all kinds beside each other. Of what kind a result is follows from the
 * parts that are there. The components that stand in {@link Result}, too, are described there.
 *
 * @param schema the form of this document
 * @param procedure how configurations were compared, or their capacity sought; null for a single run
 * @param configurations what was compared, in the order of the experiment; null for a single run
 * @param runs each run of each configuration, in the order in which they ran
 * @param comparisons ratios between configurations; empty for a single run
 * @param capacities how many sessions each configuration can serve; null where that was not sought
 * @param published what others have published, beside what was measured; null when the experiment names nothing
 * @param bench what the primitives cost by themselves; null where they were not measured
 * @param remoteKey what keys cost that live elsewhere; null where that was not measured
 * @param xml what XML transactions cost; null where they were not measured
 * @param reproduction figures of published experiments beside what was measured; null where none was made again
 * @param doctor which bottlenecks a JVM has; null where none was looked at
 * @param reproduced the experiments that these figures are of; null where none was made again
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record ResultJson(@Allowed(Result.SCHEMA) String schema, String command, String startedAt, RunSettings experiment,
        Procedure procedure,
        Disclosure disclosure, List<Configuration> configurations, List<Run> runs, List<Comparison> comparisons,
        List<Capacity> capacities, Published published, Bench bench, RemoteKeys remoteKey, Xml xml,
        List<Reproduction.Figure> reproduction, Diagnosis doctor, Reproduced reproduced) {
    /** Experiments that were made again. */
    record Reproduced(boolean quick, List<Reproduction.Item> items) {}

    ResultJson {
        runs = runs == null ? List.of() : runs;
        comparisons = comparisons == null ? List.of() : comparisons;
    }

    static ResultJson of(Result result) {
        Measured measured = result.measured();
        Experiment several = measured instanceof Experiment experiment ? experiment : null;
        Reproduction again = measured instanceof Reproduction reproduction ? reproduction : null;
        return new ResultJson(Result.SCHEMA, result.command(), result.startedAt(), result.experiment(),
                several == null ? null : several.procedure(), result.disclosure(),
                several == null ? null : several.configurations(), measured.runs(), measured.comparisons(),
                measured instanceof CapacitiesSought sought ? sought.capacities() : null,
                several == null ? null : several.published(), measured instanceof Bench bench ? bench : null,
                measured instanceof RemoteKeys remoteKey ? remoteKey : null,
                result.xml().orElse(null), again == null ? null : again.figures(),
                measured instanceof Diagnosis doctor ? doctor : null,
                again == null ? null : new Reproduced(again.quick(), again.items()));
    }

    Result toResult() {
        return new Result(command, startedAt, experiment, disclosure, measured());
    }

    private Measured measured() {
        if (reproduced != null) {
            return new Reproduction(reproduced.quick(), reproduced.items(), reproduction);
        }
        if (doctor != null) {
            return doctor;
        }
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
