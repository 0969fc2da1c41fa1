package org.eejs.result;

import java.util.List;
import org.eejs.result.Result.Capacity;
import org.eejs.result.Result.Comparison;
import org.eejs.result.Result.Configuration;
import org.eejs.result.Result.Procedure;
import org.eejs.result.Result.Published;
import org.eejs.result.Result.Run;

/** Several configurations beside each other, one of which is the baseline. Immutable. */
public sealed interface Experiment extends Measured {
    /** How configurations were compared, or their capacity sought. */
    Procedure procedure();

    /** What was compared, in the order of the experiment. */
    List<Configuration> configurations();

    /** What others have published, beside what was measured; null when the experiment names nothing. */
    Published published();

    /** Runs of configurations, and their ratios to the baseline. */
    record RunsCompared(Procedure procedure, List<Configuration> configurations, List<Run> runs,
            List<Comparison> comparisons, Published published) implements Experiment {
        /** The same beside what was published. */
        public RunsCompared beside(Published figures) {
            return new RunsCompared(procedure, configurations, runs, comparisons, figures);
        }
    }

    /** How many sessions configurations can serve, and the runs that probed it. */
    record CapacitiesSought(Procedure procedure, List<Configuration> configurations, List<Run> runs,
            List<Capacity> capacities, Published published) implements Experiment {
        /** The same beside what was published. */
        public CapacitiesSought beside(Published figures) {
            return new CapacitiesSought(procedure, configurations, runs, capacities, figures);
        }
    }

    /** Two results about primitives, cell by cell. */
    record BenchesCompared(Procedure procedure, List<Configuration> configurations, List<Comparison> comparisons)
            implements Experiment {
        /** The command that compares them. */
        public static final String COMMAND = "bench compare";

        @Override
        public Published published() {
            return null;
        }
    }
}
