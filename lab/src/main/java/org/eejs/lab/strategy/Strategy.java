package org.eejs.lab.strategy;

import java.util.List;
import java.util.Optional;
import org.eejs.lab.processes.RunFailedException;
import org.eejs.lab.settings.RunPlan;
import org.eejs.result.Result;
import org.eejs.result.Tuning;

/** A choice of the configurations that run next, based on the runs so far. A {@link Campaign} carries it out. */
public interface Strategy {
    /**
     * Runs that belong together.
     *
     * @param line describes the runs
     * @param runs in their order
     * @param inTurns whether they take {@link org.eejs.lab.banking.Turns}, instead of running one after another
     */
    record Step(String line, List<RunPlan> runs, boolean inTurns) {}

    /** Returns the name of its command. */
    String command();

    /** Returns the configurations and their runs so far. */
    RunsSoFar runs();

    /** Returns whether runs are repeated; a single one checks itself, and its result is that of the campaign. */
    default boolean isRepeated() {
        return true;
    }

    /** Returns whether the differences of configurations are shown once each has started. */
    default boolean showsDifferences() {
        return true;
    }

    /** Returns the fewest configurations that it needs. */
    default int fewestConfigurations() {
        return 1;
    }

    /**
     * Returns the next step; empty if the campaign is done.
     *
     * @throws RunFailedException if it cannot continue
     */
    Optional<Step> next() throws RunFailedException;

    /** Tells the strategy that the runs of the last step are among {@link #runs}. */
    default void measured() {
        // Most strategies see it when they choose the next step.
    }

    /** Returns the procedure of repeated runs; null for a single run. */
    Result.Procedure procedure();

    /** Returns ratios to the baseline; none if not required. */
    default List<Result.Comparison> comparisons() {
        return List.of();
    }

    /** Returns the search for the cheapest configuration; null if there is none. */
    default Tuning tuning() {
        return null;
    }

    /** Returns the capacities of configurations; null if not searched. */
    default List<Result.Capacity> capacities() {
        return null;
    }
}
