package org.eejs.lab.strategy;

import java.util.List;
import java.util.Optional;
import org.eejs.lab.processes.RunFailedException;
import org.eejs.lab.settings.RunPlan;
import org.eejs.result.Result;

/** A way to choose which configurations run next, from their runs so far. A {@link Campaign} carries it out. */
public interface Strategy {
    /**
     * Runs that belong together.
     *
     * @param line tells what is run
     * @param runs in their order
     * @param inTurns whether they take {@link org.eejs.lab.banking.Turns}, instead of one running after the other
     */
    record Step(String line, List<RunPlan> runs, boolean inTurns) {}

    /** Returns the name of its command. */
    String command();

    /** Returns the configurations and their runs so far. */
    RunsSoFar runs();

    /** Returns whether runs are repeated; a single one is checked by itself, and its result is that of the campaign. */
    default boolean isRepeated() {
        return true;
    }

    /** Returns the fewest configurations that it needs. */
    default int fewestConfigurations() {
        return 1;
    }

    /**
     * Returns what runs next; empty when it is done.
     *
     * @throws RunFailedException when it cannot go on
     */
    Optional<Step> next() throws RunFailedException;

    /** Takes in that the runs of the last step are among {@link #runs}. */
    default void measured() {
        // Most see it when they look for the next step.
    }

    /** Returns how runs are repeated; null where they are not. */
    Result.Procedure procedure();

    /** Returns ratios to the baseline; none where none are asked for. */
    default List<Result.Comparison> comparisons() {
        return List.of();
    }

    /** Returns how many sessions configurations serve; null where that is not sought. */
    default List<Result.Capacity> capacities() {
        return null;
    }
}
