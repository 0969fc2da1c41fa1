package org.eejs.lab.comparison;

import java.util.List;
import java.util.Locale;
import org.eejs.lab.statistics.ComparisonVerdict;
import org.eejs.result.Experiment;
import org.eejs.result.Result;

/**
 * Whether any configuration is worse than the baseline by more than is allowed, by the figure that decides the
 * comparison: it fails when it is significantly worse and its ratio is beyond the gate. Immutable.
 *
 * @param gate how much worse a configuration may be, as a fraction, such as 0.05
 */
public record SlowdownGate(double gate) {
    private static final String UNDECIDED = ComparisonVerdict.INCONCLUSIVE.id();

    /** Whether every configuration is decided, and none fails. */
    public boolean isKept(Result result) {
        List<Result.Comparison> deciding = deciding(result);
        return !deciding.isEmpty() && deciding.stream()
                .noneMatch(comparison -> fails(comparison) || comparison.verdict().equals(UNDECIDED));
    }

    /**
     * What became of it, a line for each configuration.
     *
     * @param folder where the result is, for the command that continues it
     */
    public List<String> lines(Result result, String folder) {
        List<Result.Comparison> deciding = deciding(result);
        return deciding.isEmpty() ? List.of("Gate: undecided: nothing could be compared.")
                : deciding.stream().map(comparison -> line(comparison, result, folder)).toList();
    }

    private String line(Result.Comparison comparison, Result result, String folder) {
        String change = String.format(Locale.ROOT, "%s differs by %+.1f %% from that of %s%s",
                comparison.configuration(), 100 * (comparison.ratio() - 1), comparison.baseline(),
                comparison.ci95() == null ? ""
                        : String.format(Locale.ROOT, " (%+.1f to %+.1f %%)", 100 * (comparison.ci95().get(0) - 1),
                                100 * (comparison.ci95().get(1) - 1)));
        String allowed = String.format(Locale.ROOT, "%.1f %%", 100 * gate);
        if (fails(comparison)) {
            return "Gate: failed: the %s of %s; %s worse is allowed.".formatted(comparison.metric(), change, allowed);
        }
        if (comparison.verdict().equals(UNDECIDED)) {
            int runs = ((Experiment) result.measured()).procedure().maxRuns();
            return "Gate: undecided: the %s of %s. Continue with: eejs compare --resume %s --gate %s --max-runs %d"
                    .formatted(comparison.metric(), change, folder, allowed.replace(" ", ""), 2 * runs);
        }
        return "Gate: kept: the %s of %s; %s worse is allowed.".formatted(comparison.metric(), change, allowed);
    }

    private boolean fails(Result.Comparison comparison) {
        return comparison.verdict().equals(ComparisonVerdict.WORSE.id())
                && Math.abs(comparison.ratio() - 1) > gate;
    }

    private static List<Result.Comparison> deciding(Result result) {
        Experiment experiment = (Experiment) result.measured();
        return experiment.comparisons().stream()
                .filter(comparison -> comparison.metric().equals(experiment.procedure().metric())).toList();
    }
}
