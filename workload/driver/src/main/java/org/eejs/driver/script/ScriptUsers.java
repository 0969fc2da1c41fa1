package org.eejs.driver.script;

import java.util.Map;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.eejs.driver.script.ScriptPlan.PlannedScenario;
import org.eejs.driver.script.ScriptPlan.PlannedStep;

/**
 * Those who follow a script: which way each takes through it, and what each knows. The driver runs the bank and a
 * user's service by the same scripts, so that their figures mean the same. Thread-safe.
 */
public interface ScriptUsers {
    /** Returns what deals ways, one after another, for one thread at a time; all of them follow from the seed. */
    Supplier<PlannedScenario> walks(long seed);

    /**
     * Returns what a user knows at first.
     *
     * @param number how many came before; below 0 in the rehearsal
     * @param random what the user draws from
     */
    Map<String, String> values(int number, RandomGenerator random);

    /** Draws what a user puts into a step, in addition to what the user knows. */
    default void draw(PlannedStep step, Map<String, String> values, RandomGenerator random) {}
}
