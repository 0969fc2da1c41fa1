package org.eejs.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.eejs.result.settings.Allowed;

/**
 * The search for the configuration of a service that costs least. Immutable.
 *
 * @param objective the figure that should be lowest
 * @param budgetSeconds the time that the search may take
 * @param forbidden the knobs that had to stay as they are
 * @param knobs everything that can be changed, with what was found
 * @param tried the combinations that ran, in the order of their first runs
 * @param winner the changes that cost least, by the names of knobs; empty if none saves anything; null before the end
 * @param smallest the smallest saving that the search would have found in four of five cases; null if unknown
 * @param handOver how to apply the winner; empty if there is none
 * @param inJava the best changes without native code; null if none saves anything, or the winner needs no native code
 * @param runs the number of runs that the search had time for when it chose its values; null before that
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Tuning(String objective, long budgetSeconds, List<String> forbidden, List<TunedKnob> knobs,
        List<Tried> tried, List<Change> winner, @Allowed(most = 1) Double smallest, List<Instruction> handOver,
        Alternative inJava, Integer runs) {
    /**
     * A knob.
     *
     * @param about its description
     * @param bound the share of the CPU that it could save at most; null before that is known
     * @param values all that differ from today's
     * @param proof what shows that a value is used
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record TunedKnob(String name, String about, @Allowed(most = 1) Double bound, List<TunedValue> values,
            String proof) {}

    /**
     * A value of a knob.
     *
     * @param expected the share of the CPU that it was expected to save; null if it was not tried
     * @param effect the estimated change of today's cost by only this value, as a share; null if it was not tried
     * @param error the standard error of the effect; null likewise
     * @param left why it was left out; null if it takes part, or is among the winner's
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record TunedValue(String name, @Allowed(most = 1) Double expected,
            @Allowed(least = Double.NEGATIVE_INFINITY) Double effect, Double error, String left) {}

    /**
     * A combination of values.
     *
     * @param configuration the name of its configuration
     * @param changes what differs from today
     * @param stage the last stage in which it ran
     * @param left why it left the race; null if it did not
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Tried(String configuration, List<Change> changes,
            @Allowed({"screening", "refining", "race"}) String stage, String left) {}

    /** A knob and its new value. */
    public record Change(String knob, String value) {}

    /**
     * Changes other than the winner's.
     *
     * @param handOver how to apply them
     */
    public record Alternative(List<Change> changes, List<Instruction> handOver) {}

    /**
     * A step to apply changes, or to go back.
     *
     * @param title what to do
     * @param lines lines to copy
     */
    public record Instruction(String title, List<String> lines) {}
}
