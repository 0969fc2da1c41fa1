package org.eejs.report.text;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.eejs.banking.Qos;
import org.eejs.result.BankFigures;
import org.eejs.result.Evidence.QosVerdict;
import org.eejs.result.Figure;
import org.eejs.result.Observation;
import org.eejs.result.Result;
import org.eejs.result.Shortfall;

/** Reasons to doubt a run's figures. */
public final class RunQuality {
    /** Above this share of {@link #stolenCpu}, times are unreliable. */
    public static final double MUCH_STOLEN = 0.01;
    /** Above this share of {@link #foreignCpu}, times are unreliable. Kernel threads stay below it. */
    public static final double MUCH_FOREIGN = 0.05;

    private RunQuality() {}

    /** Returns whether at least one page was completed in the steady state. */
    public static boolean hasPages(Observation run) {
        return run.count(BankFigures.PAGES.id()) > 0;
    }

    /** Returns whether its roles ran on hosts, not on the machine of the lab. */
    public static boolean isOnHosts(Observation run) {
        return run.evidence().hosts() != null && !run.evidence().hosts().isEmpty();
    }

    /** Returns the criteria for pages. */
    public static Qos qos(Observation run) {
        QosVerdict limits = run.evidence().qos();
        return limits == null ? Qos.PUBLISHED : new Qos(Duration.ofNanos(Math.round(limits.goodMs() * 1e6)),
                Duration.ofNanos(Math.round(limits.tolerableMs() * 1e6)), limits.good(), limits.tolerable());
    }

    /** Returns the number of failed pages, which have no response time. */
    public static long unanswered(Observation run) {
        long answered = run.count("responseTimeMs.count");
        return answered == 0 ? 0 : Math.max(0, run.count(BankFigures.PAGES.id()) - answered);
    }

    /** Returns whether the CPU per page is known. */
    public static boolean hasBankCpu(Observation run) {
        return hasPages(run) && Double.isFinite(BankFigures.APP_CPU.of(run));
    }

    /** Returns the steal share of the machine's CPU time; 0 if it was not counted. */
    public static double stolenCpu(Observation run) {
        return zeroIfNone(BankFigures.STOLEN, run);
    }

    /** Returns the share of CPU time that other processes used; 0 if it was not counted. */
    public static double foreignCpu(Observation run) {
        return zeroIfNone(BankFigures.FOREIGN, run);
    }

    private static double zeroIfNone(Figure figure, Observation run) {
        return Objects.requireNonNullElse(figure.orNull(run), 0.0);
    }

    /** Returns whether the run has pages, but is too short for a verdict. */
    public static boolean isFirstLook(Observation run) {
        Set<Shortfall> shortfalls = Shortfall.of(run);
        return hasPages(run) && (shortfalls.contains(Shortfall.TIME) || shortfalls.contains(Shortfall.PAGES));
    }

    /** Returns whether the bank was not warm; unknown counts as warm. */
    public static boolean isCold(Observation run) {
        return isCompiling(run) || Boolean.FALSE.equals(run.evidence().settled());
    }

    /** Returns whether compiling was a large part of the bank's CPU. */
    private static boolean isCompiling(Observation run) {
        return Shortfall.of(run).contains(Shortfall.COMPILED_CODE);
    }

    /**
     * Returns whether measuring began before the JVM had compiled all important code. Alternating runs are excluded, as
     * their ratios count; so are first looks, which have a stronger caution, and processes that compile nothing.
     */
    public static boolean isEarly(Observation run) {
        return run.evidence().settled() != null
                && run.count(BankFigures.SETTLING_PAGES.id()) < BankFigures.ENOUGH_PAGES
                && BankFigures.SETTLING_JIT.of(run) > 0 && BankFigures.COMPILING_SLICES.in(run).isEmpty()
                && !isFirstLook(run);
    }

    /** Returns whether a slice of the run began while a JVM of this or another run still compiled. */
    public static boolean isBesideCompilers(Observation run) {
        return run.count(BankFigures.COMPILING_SLICES.id()) > 0;
    }

    /** Returns a mark for figures of a bank that was not warm; may be empty. */
    public static String mark(Observation run) {
        return isCompiling(run) ? "still compiling" : isCold(run) ? "not yet warm" : "";
    }

    /** Returns a mark for figures of several runs; may be empty. */
    public static String mark(List<Observation> runs) {
        return runs.stream().map(RunQuality::mark).filter(mark -> !mark.isEmpty()).findFirst().orElse("");
    }

    /** Returns the name of a phase; empty for null. */
    public static String words(String phase) {
        return phase == null ? "" : switch (phase) {
            case "rampUp" -> "ramp-up";
            case "warmUp" -> "warm-up";
            case Result.STEADY -> "steady state";
            case "rampDown" -> "ramp-down";
            default -> phase;
        };
    }

    /** Returns why a run is invalid, as sentences. */
    public static List<String> invalidReasons(Observation run) {
        return run.invalidReasons().stream().filter(reason -> reason != null && !reason.isBlank())
                .map(Sentence::of).toList();
    }
}
