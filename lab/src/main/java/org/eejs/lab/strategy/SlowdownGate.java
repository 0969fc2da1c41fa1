package org.eejs.lab.strategy;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.eejs.result.Figures;
import org.eejs.result.Result;

/**
 * A gate that fails if any configuration is worse than the baseline by more than is allowed. It judges the interval of
 * the figure that decides the comparison. Immutable.
 *
 * @param gate the allowed slowdown, as a fraction, such as 0.05
 */
public record SlowdownGate(double gate) {
    /** The verdict of the gate for a configuration, or for all. */
    public enum Verdict {
        /** The whole interval is within the gate. */
        KEPT,
        /** The whole interval is beyond the gate. */
        FAILED,
        /** The interval contains the gate, or there is none. */
        UNDECIDED
    }

    /**
     * Judges an interval.
     *
     * @param low the lower end of the ratio to the baseline
     * @param high its upper end; infinite if the interval is unbounded
     * @param lowerIsBetter whether less of the figure is better
     */
    Verdict of(double low, double high, boolean lowerIsBetter) {
        if (lowerIsBetter ? high <= 1 + gate : low >= 1 - gate) {
            return Verdict.KEPT;
        }
        return (lowerIsBetter ? low > 1 + gate : high < 1 - gate) ? Verdict.FAILED : Verdict.UNDECIDED;
    }

    /** Judges a comparison: failed if any configuration fails, kept if all are kept. */
    public Verdict of(Result result) {
        List<Verdict> each = deciding(result).stream().map(this::of).toList();
        return each.contains(Verdict.FAILED) ? Verdict.FAILED
                : each.isEmpty() || each.contains(Verdict.UNDECIDED) || !notCompared(result).isEmpty()
                        ? Verdict.UNDECIDED : Verdict.KEPT;
    }

    private Verdict of(Result.Comparison comparison) {
        return comparison.ci95() == null ? Verdict.UNDECIDED : of(comparison.ci95().get(0), comparison.ci95().get(1),
                Figures.of(comparison.figure()).lowerIsBetter());
    }

    /**
     * Returns the verdict, a line for each configuration.
     *
     * @param folder the folder of the result, for the command that continues it
     */
    public List<String> lines(Result result, String folder) {
        List<String> lines = new ArrayList<>();
        deciding(result).forEach(comparison -> lines.add(line(comparison, result, folder)));
        notCompared(result).forEach(name -> lines.add("Gate: undecided: " + name + " was not compared."));
        return lines.isEmpty() ? List.of("Gate: undecided: nothing was compared.") : lines;
    }

    private String line(Result.Comparison comparison, Result result, String folder) {
        String change = String.format(Locale.ROOT, "%s differs by %+.1f%% from that of %s%s",
                comparison.name(), 100 * (comparison.ratio() - 1), comparison.baseline().name(),
                comparison.ci95() == null ? ", and there are too few runs for an interval"
                        : String.format(Locale.ROOT, " (%+.1f to %+.1f%%)", 100 * (comparison.ci95().get(0) - 1),
                                100 * (comparison.ci95().get(1) - 1)));
        String allowed = String.format(Locale.ROOT, "%.1f%%", 100 * gate);
        return switch (of(comparison)) {
            case FAILED -> "Gate: failed: the %s of %s; %s worse is allowed.".formatted(comparison.figure(), change,
                    allowed);
            case UNDECIDED -> ("Gate: undecided: the %s of %s. Continue with: eejs compare --resume %s --gate %s "
                    + "--max-runs %d").formatted(comparison.figure(), change, folder, allowed,
                            2 * result.procedure().maxRuns());
            case KEPT -> "Gate: kept: the %s of %s; %s worse is allowed.".formatted(comparison.figure(), change,
                    allowed);
        };
    }

    private static List<Result.Comparison> deciding(Result result) {
        return result.comparisons().stream()
                .filter(comparison -> comparison.figure().equals(result.procedure().metric())).toList();
    }

    /** Returns the configurations other than the baseline that have no ratio to it. */
    private static List<String> notCompared(Result result) {
        List<String> compared = deciding(result).stream().map(Result.Comparison::name).toList();
        return result.configurations().stream().map(Result.Configuration::name)
                .filter(name -> !name.equals(result.procedure().baseline()) && !compared.contains(name)).toList();
    }
}
