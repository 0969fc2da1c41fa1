package org.eejs.lab.reproduction;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.eejs.result.Figures;
import org.eejs.result.InputException;
import org.eejs.result.Published;
import org.eejs.result.Published.Relation;
import org.eejs.result.Published.Verdict;
import org.eejs.result.PublishedFigure;
import org.eejs.result.Reproduction;
import org.eejs.result.Result;
import org.eejs.result.Spread;

/**
 * Figures of the rounds of a step. They are those of a single run, valid or not, {@code exitCode}, {@code seconds},
 * {@code round}, and {@code verdict.better} and the like: 1 if a comparison came to this verdict, else 0.
 *
 * @param made a round of a step, by the step's name and the number of the round from 1; null if it has not run
 * @param measured its result; null if it left none
 * @param formulas formulas by the names that other formulas use
 */
record StepFigures(Made made, Function<Reproduction.Step, Result> measured,
        Map<String, String> formulas) {
    private static final String VERDICT = "verdict.";
    private static final Pattern OWN =
            Pattern.compile("exitCode|seconds|round|verdict\\.(better|worse|noDifference|inconclusive)");

    /** The rounds of steps. */
    interface Made {
        Reproduction.Step step(String name, int round);
    }

    /** The round whose value counts. */
    enum Over {
        /** The median; of an even number, the mean of the middle two. */
        @JsonProperty("median")
        MEDIAN,
        @JsonProperty("mean")
        MEAN,
        @JsonProperty("highest")
        HIGHEST;

        double of(double[] rounds) {
            return switch (this) {
                case MEDIAN -> Spread.of(rounds).median();
                case MEAN -> Arrays.stream(rounds).average().orElseThrow();
                case HIGHEST -> Spread.of(rounds).highest();
            };
        }
    }

    /** Refuses a formula with a figure that no step has. */
    static void check(String formula, Set<String> formulas, List<String> steps) {
        Formula.value(formula, id -> {
            String name = id.substring(id.indexOf(':') + 1);
            if (!formulas.contains(name) && !OWN.matcher(name).matches() && !Figures.isDeclared(name)) {
                throw new InputException("metric", "'%s' is not a figure of a step".formatted(name));
            }
            if (id.contains(":") && !steps.contains(id.substring(0, id.indexOf(':')))) {
                throw new InputException("metric", "there is no step '%s'; there are %s".formatted(
                        id.substring(0, id.indexOf(':')), String.join(", ", steps)));
            }
            return 1;
        });
    }

    /** Returns the value of a formula in a round of a step; NaN if a figure was not measured. */
    double value(String formula, String step, int round) {
        return Formula.value(formula, id -> id.contains(":")
                ? figure(id.substring(id.indexOf(':') + 1), id.substring(0, id.indexOf(':')), 1)
                : figure(id, step, round));
    }

    private double figure(String id, String step, int round) {
        if (formulas.containsKey(id)) {
            return value(formulas.get(id), step, round);
        }
        if (id.equals("round")) {
            return round;
        }
        Reproduction.Step done = made.step(step, round);
        if (done == null || done.exitCode() == null) {
            return Double.NaN;
        }
        if (id.equals("exitCode") || id.equals("seconds")) {
            return id.equals("seconds") ? done.seconds() : done.exitCode();
        }
        Result result = measured.apply(done);
        if (result == null) {
            return Double.NaN;
        }
        if (id.startsWith(VERDICT)) {
            return result.comparisons().stream().anyMatch(each -> each.figure().equals(result.procedure().metric())
                    && each.verdict().equals(id.substring(VERDICT.length()))) ? 1 : 0;
        }
        return result.isOfOneRun() ? result.observations().get(0).value(id) : Double.NaN;
    }

    /** Judges a bound of the rounds of a step. */
    PublishedFigure judge(Published.Row row, Over over, String step, int rounds) {
        List<Reproduction.Step> done = IntStream.rangeClosed(1, rounds).mapToObj(round -> made.step(step, round))
                .toList();
        if (done.stream().anyMatch(each -> each == null || !each.isDone())) {
            return FigureVerdict.notHere(row, done.stream().filter(Objects::nonNull).map(Reproduction.Step::failure)
                    .filter(Objects::nonNull).findFirst().orElse("not run yet"));
        }
        double[] values = IntStream.rangeClosed(1, rounds).mapToDouble(round -> value(row.metric(), step, round))
                .toArray();
        if (!Arrays.stream(values).allMatch(Double::isFinite)) {
            return new PublishedFigure(row, null, null, 0, Verdict.DIFFERS, "it was not measured in each round");
        }
        double value = over.of(values);
        boolean kept = row.relation() == Relation.AT_LEAST ? value >= row.value() : value <= row.value();
        return new PublishedFigure(row, value, null, rounds, kept ? Verdict.REPRODUCED : Verdict.DIFFERS,
                (kept ? "reached" : "missed") + (rounds == 1 ? "" : "; median and range of %d rounds: %s".formatted(
                        rounds, Spread.of(values))));
    }
}
