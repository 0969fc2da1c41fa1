package org.eejs.report.bench;

import java.util.List;
import java.util.Objects;
import org.eejs.lab.statistics.CellRounds;
import org.eejs.lab.statistics.Estimate;
import org.eejs.report.text.Change;
import org.eejs.report.text.Rate;
import org.eejs.result.Bench;
import org.eejs.result.BenchFigures;
import org.eejs.result.Figure;

/**
 * A cell of primitives with the operations per second of all threads together.
 *
 * @param cell the cell; for native code, the program is its provider
 * @param rounds its forks
 */
public record Score(Bench.Cell cell, CellRounds rounds, Estimate operations) {
    /** The JDK facet of cells of native code, which have no JDK. */
    static final String NATIVE = "native";

    static Score of(CellRounds rounds) {
        String program = rounds.cell().get(Bench.PROGRAM);
        return new Score(Bench.Cell.of(program == null ? rounds.cell() : rounds.cell().with(Bench.PROGRAM, null)
                .with("jdk", NATIVE).with("provider", program)), rounds, rounds.operations());
    }

    boolean isNative() {
        return NATIVE.equals(cell.jdk());
    }

    /** Returns operations per second; null if it failed. */
    public Double opsPerSecond() {
        return operations.value();
    }

    /** Returns the 95% CI; null if it failed, or was measured only once. */
    List<Double> ci95() {
        return operations.ci95();
    }

    /** Returns the mean of another figure; null if it was not measured. */
    Double mean(Figure figure) {
        return rounds.mean(figure);
    }

    /** Returns whether the score exists and has a figure. */
    static boolean isMeasured(Score score) {
        return score != null && score.opsPerSecond() != null && score.opsPerSecond() > 0;
    }

    /** Returns why it has no figure, in one line. */
    String error() {
        return rounds.error() == null || rounds.error().isBlank() ? "no reason was recorded" : rounds.error();
    }

    /** Returns whether this native score does the same work, by as many processes as there are threads. */
    boolean isLimitOf(Bench.Cell other) {
        return Objects.equals(cell.group(), other.group()) && Objects.equals(cell.algorithm(), other.algorithm())
                && Objects.equals(cell.operation(), other.operation()) && Objects.equals(cell.bytes(), other.bytes())
                && cell.threads() == other.threads() && isMeasured(this);
    }

    /** Returns MB/s as text, or operations per second if there is no size. */
    String words() {
        return Rate.words(opsPerSecond(), cell.bytes());
    }

    /** Returns the speed as text with its 95% CI, if there is one. */
    String wordsWithInterval() {
        return !Change.isInterval(ci95()) ? words() : "%s (95%% CI %s)".formatted(words(),
                Change.words(ci95(), end -> Rate.words(end, cell.bytes())));
    }

    /** Returns the speed in units of 10^6 bytes per second; null if there is no figure or no size. */
    Double megabytes() {
        return mean(BenchFigures.MEGABYTES);
    }

    /** Returns how many times as fast it is as another score, with the interval that follows from both. */
    Change dividedBy(Score baseline) {
        return Change.ofEstimates(opsPerSecond(), ci95(), baseline.opsPerSecond(), baseline.ci95(), 1);
    }
}
