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
 * A figure that observations may have, declared once: options, files, tables, charts and comparisons all take it from
 * its declaration. Rounds are combined by their arithmetic mean. Immutable.
 *
 * @param id its name in {@code result.json}, files and options. A {@code *} in it makes a family: a role, a page or
 *     another name takes its place
 * @param label what the star is in monitoring, for example {@code role}; null where there is none
 * @param star what may be in its place, as a regular expression; null likewise
 * @param heading of a column, with the unit
 * @param words its name within a sentence
 * @param below what is said of a lower value, such as {@code less}
 * @param above what is said of a higher value
 * @param wins what the best configuration does, for a headline
 * @param isCompared whether configurations are compared by it without being asked to
 * @param part the same of some seconds of a run; null where it is known of whole runs only
 */
public record Figure(String id, String label, String star, Unit unit, Better better, String heading, String words,
        String below,
        String above, String wins, boolean isCompared, ToDoubleFunction<List<Second>> part) {
    /** Which values are better. */
    public enum Better {
        LOWER, HIGHER,
        /** Neither: it describes what was done. */
        NEITHER
    }

    /** Returns a figure that is called by its id. */
    static Figure of(String id, Unit unit, Better better) {
        return new Figure(id, null, null, unit, better, id, id, "lower", "higher", "has the best " + id, false, null);
    }

    /** Returns a family of figures, with what the star in the id is. */
    static Figure family(String id, String label, String star, Unit unit, Better better) {
        return new Figure(id, label, star, unit, better, id, id, "lower", "higher", "has the best " + id, false, null);
    }

    /** Returns the same with a heading and a name in sentences. */
    Figure called(String columnHeading, String name) {
        return new Figure(id, label, star, unit, better, columnHeading, name, below, above, wins, isCompared, part);
    }

    /** Returns the same, by which configurations are compared. */
    Figure compared(String lower, String higher, String best) {
        return new Figure(id, label, star, unit, better, heading, words, lower, higher, best, true, part);
    }

    /** Returns the same, which is known of some seconds of a run, too. */
    Figure ofParts(ToDoubleFunction<List<Second>> figure) {
        return new Figure(id, label, star, unit, better, heading, words, below, above, wins, isCompared, figure);
    }

    /** Returns the value in an observation; NaN where it was not measured. */
    public double of(Observation observation) {
        return observation.value(id);
    }

    /** Returns the value, for those who show nothing where it was not measured. */
    public OptionalDouble in(Observation observation) {
        double value = of(observation);
        return Double.isFinite(value) ? OptionalDouble.of(value) : OptionalDouble.empty();
    }

    /** Returns the value in an observation; null where it was not measured. */
    public Double orNull(Observation observation) {
        double value = of(observation);
        return Double.isFinite(value) ? Double.valueOf(value) : null;
    }

    /** Returns the value of some seconds of a run; NaN where it is known of whole runs only. */
    public double ofPart(List<Second> seconds) {
        return part == null ? Double.NaN : part.applyAsDouble(seconds);
    }

    public boolean lowerIsBetter() {
        return better == Better.LOWER;
    }

    /** Returns whether configurations can be compared by it. */
    public boolean isRanked() {
        return better != Better.NEITHER && label == null;
    }

    /** Returns the id without the star, which monitoring has as a label. */
    public String name() {
        return id.replace(".*", "");
    }

    /**
     * Returns the text in the place of the star in an id of this family, by {@link #label}; empty where it has none.
     */
    public Map<String, String> labels(String concrete) {
        Matcher matcher = pattern().matcher(concrete);
        return label == null || !matcher.matches() ? Map.of() : Map.of(label, matcher.group(1));
    }

    private Pattern pattern() {
        return Pattern.compile(Stream.of(id.split("\\*", -1)).map(Pattern::quote)
                .reduce((before, after) -> before + "(" + star + ")" + after).orElseThrow());
    }

    /** Returns whether an id is this figure's, or one of its family. */
    public boolean declares(String concrete) {
        return label == null ? id.equals(concrete) : pattern().matcher(concrete).matches();
    }

    /** This declaration for one of the family. */
    Figure named(String concrete) {
        return label == null ? this
                : new Figure(concrete, null, null, unit, better, concrete, concrete, below, above, wins, false, null);
    }
}
