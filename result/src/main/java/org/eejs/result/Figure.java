package org.eejs.result;

import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.eejs.result.Result.Second;

/**
 * A figure that observations may have, declared once: options, files, tables, charts and comparisons all use the
 * declaration. Rounds are combined by their arithmetic mean. Immutable.
 *
 * @param id its name in {@code result.json}, files and options. A {@code *} in it makes a family: a role, a page or
 *     another name takes its place
 * @param label the name of the star's value in monitoring, for example {@code role}; null where there is none
 * @param star the values that may replace the star, as a regular expression; null likewise
 * @param heading the heading of a column, with the unit
 * @param words its name within a sentence
 * @param below the adjective for a lower value, such as {@code less}
 * @param above the adjective for a higher value
 * @param wins the words for the best configuration in a headline
 * @param isCompared whether configurations are compared by it by default
 * @param part computes the figure for some seconds of a run; null where it exists for whole runs only
 */
public record Figure(String id, String label, String star, Unit unit, Better better, String heading, String words,
        String below,
        String above, String wins, boolean isCompared, ToDoubleFunction<List<Second>> part) {
    /** The better direction of a figure. */
    public enum Better {
        LOWER, HIGHER,
        /** Neither: the figure is descriptive. */
        NEITHER
    }

    /** Returns a figure whose name is its id. */
    static Figure of(String id, Unit unit, Better better) {
        return new Figure(id, null, null, unit, better, id, id, "lower", "higher", "has the best " + id, false, null);
    }

    /** Returns a family of figures, with the meaning of the star in the id. */
    static Figure family(String id, String label, String star, Unit unit, Better better) {
        return new Figure(id, label, star, unit, better, id, id, "lower", "higher", "has the best " + id, false, null);
    }

    /** Returns this figure with a heading and a name for sentences. */
    Figure called(String columnHeading, String name) {
        return new Figure(id, label, star, unit, better, columnHeading, name, below, above, wins, isCompared, part);
    }

    /** Returns this figure as one by which configurations are compared. */
    Figure compared(String lower, String higher, String best) {
        return new Figure(id, label, star, unit, better, heading, words, lower, higher, best, true, part);
    }

    /** Returns this figure with a computation for some seconds of a run. */
    Figure ofParts(ToDoubleFunction<List<Second>> figure) {
        return new Figure(id, label, star, unit, better, heading, words, below, above, wins, isCompared, figure);
    }

    /** Returns the value in an observation; NaN where it was not measured. */
    public double of(Observation observation) {
        return observation.value(id);
    }

    /** Returns the value in an observation; empty where it was not measured. */
    public OptionalDouble in(Observation observation) {
        double value = of(observation);
        return Double.isFinite(value) ? OptionalDouble.of(value) : OptionalDouble.empty();
    }

    /** Returns the value in an observation; null where it was not measured. */
    public Double orNull(Observation observation) {
        double value = of(observation);
        return Double.isFinite(value) ? Double.valueOf(value) : null;
    }

    /** Returns the value of some seconds of a run; NaN where it exists for whole runs only. */
    public double ofPart(List<Second> seconds) {
        return part == null ? Double.NaN : part.applyAsDouble(seconds);
    }

    public boolean lowerIsBetter() {
        return better == Better.LOWER;
    }

    /** Returns whether configurations can be compared by this figure. */
    public boolean isRanked() {
        return better != Better.NEITHER && label == null;
    }

    /** Returns the id without the star, which is a label in monitoring. */
    public String name() {
        return id.replace(".*", "");
    }

    /** Returns the value of the star in an id of this family, by {@link #label}; empty where it has none. */
    public Map<String, String> labels(String concrete) {
        Matcher matcher = pattern().matcher(concrete);
        return label == null || !matcher.matches() ? Map.of() : Map.of(label, matcher.group(1));
    }

    private Pattern pattern() {
        return Pattern.compile(Stream.of(id.split("\\*", -1)).map(Pattern::quote)
                .reduce((before, after) -> before + "(" + star + ")" + after).orElseThrow());
    }

    /** Returns whether this figure, or its family, declares an id. */
    public boolean declares(String concrete) {
        return label == null ? id.equals(concrete) : pattern().matcher(concrete).matches();
    }

    /** Returns this declaration for one id of the family. */
    Figure named(String concrete) {
        return label == null ? this
                : new Figure(concrete, null, null, unit, better, concrete, concrete, below, above, wins, false, null);
    }
}
