package org.eejs.result;

import java.util.List;
import org.eejs.result.Result.Comparison;
import org.eejs.result.Result.Run;

/** What a command measured: a part of its own for each kind of result. Immutable. */
public sealed interface Measured permits Measured.Runs, Measured.RunOfXml, Experiment, Bench, RemoteKeys, Xml,
        Reproduction, Diagnosis {
    /** Every run of every configuration, in the order in which they ran; empty where primitives were measured. */
    default List<Run> runs() {
        return List.of();
    }

    /** Ratios to a baseline; empty where nothing was compared. */
    default List<Comparison> comparisons() {
        return List.of();
    }

    /** Runs of one configuration. */
    record Runs(List<Run> runs) implements Measured {}

    /** A run of the XML workload among those of other configurations, and the same as a study of one cell. */
    record RunOfXml(Run run, Xml xml) implements Measured {
        @Override
        public List<Run> runs() {
            return List.of(run);
        }
    }
}
