package org.eejs.driver.script;

import java.util.Map;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.eejs.driver.script.ScriptPlan.PlannedScenario;
import org.eejs.driver.script.ScriptPlan.PlannedStep;

/**
 * The users of a script: their ways through it, and their values. The driver runs the bank and a user's service by the
 * same scripts, so that their figures mean the same. Thread-safe.
 */
public interface ScriptUsers {
    /** Returns a supplier of ways, one after another, for one thread at a time; all of them follow from the seed. */
    Supplier<PlannedScenario> walks(long seed);

    /**
     * Returns a user's initial values.
     *
     * @param number how many came before; below 0 in the rehearsal
     * @param random the user's generator
     */
    Map<String, String> values(int number, RandomGenerator random);

    /** Draws the values that a user puts into a step, in addition to the user's earlier values. */
    default void draw(PlannedStep step, Map<String, String> values, RandomGenerator random) {}
}
