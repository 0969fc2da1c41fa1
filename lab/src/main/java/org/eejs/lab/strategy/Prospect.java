package org.eejs.lab.strategy;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.eejs.banking.Phases;
import org.eejs.banking.settings.BankingSettings;
import org.eejs.lab.settings.ExperimentPlan;
import org.eejs.lab.settings.RunPlan;
import org.eejs.lab.statistics.SimultaneousRatios;
import org.eejs.lab.statistics.StoppingRule;
import org.eejs.lab.statistics.TimeLeft;
import org.eejs.lab.statistics.TwoLevelRatio;

/**
 * How long a comparison will take, and which differences it will not tell apart in that time: known before it starts.
 * Estimates, for people.
 *
 * @param plans a run of each configuration that this machine allows
 */
record Prospect(List<RunPlan> plans, StoppingRule rule) {
    /** By how much the ratio of two warm JVMs of one program was seen to differ from block to block. */
    private static final double WARM = 0.025;
    /** While a page's cost halves every ten seconds, a JVM that is a second and a half ahead has a tenth less. */
    private static final double COLD = 0.1;
    /** When that cost was seen to be level, at the latest, on two processors. */
    private static final Duration UNTIL_WARM = Duration.ofSeconds(50);
    /** What a run takes beside its phases: its processes, pauses of others' turns, and samples of its stacks. */
    private static final Duration AROUND_A_RUN = Duration.ofSeconds(8);

    static Prospect of(ExperimentPlan experiment, StoppingRule rule) {
        return new Prospect(experiment.plans().stream().map(ExperimentPlan.Planned::plan).filter(Objects::nonNull)
                .toList(), rule);
    }

    /**
     * Returns what to know before it starts.
     *
     * @param thorough what to compare instead where JVMs will not be warm
     * @param command that does so
     */
    List<String> lines(Prospect thorough, String command) {
        String first = "%d configurations, %s: %s".formatted(plans.size(), blocks(), time());
        if (!isCold()) {
            return List.of(first + "; a difference of about %s can then be told from chance, a smaller one hardly"
                    .formatted(smallest()));
        }
        return List.of(first, "the JVMs will still be compiling: what differs by less than about %s cannot be told "
                .formatted(detectable(rule.maxRuns())) + "apart in that time",
                "to tell about %s apart, of warm JVMs: %s (%s)".formatted(thorough.smallest(), command,
                        thorough.time()));
    }

    /** Returns whether JVMs will be measured before a page's cost has usually settled. */
    boolean isCold() {
        return plans.stream().map(Prospect::phases).anyMatch(phases -> !phases.untilWarm()
                && phases.steadyStart().compareTo(UNTIL_WARM) < 0);
    }

    private static Phases phases(RunPlan plan) {
        return BankingSettings.phases(plan.values());
    }

    private String blocks() {
        return rule.minRuns() == rule.maxRuns() ? rule.minRuns() + " blocks"
                : rule.minRuns() + " to " + rule.maxRuns() + " blocks";
    }

    private String time() {
        String most = new TimeLeft(rule.maxRuns() * blockMs()).toString();
        return rule.minRuns() == rule.maxRuns() ? "about " + most
                : "about %s to %s".formatted(new TimeLeft(rule.minRuns() * blockMs()), most);
    }

    /** Returns how long a block takes, in milliseconds. */
    double blockMs() {
        return plans.stream().mapToLong(plan -> phases(plan).untilWarm()
                ? phases(plan).total().minus(phases(plan).steadyStart()).plus(UNTIL_WARM).toMillis()
                : phases(plan).total().toMillis()).sum()
                + (double) plans.size() * AROUND_A_RUN.toMillis();
    }

    private String smallest() {
        return rule.minRuns() == rule.maxRuns() ? detectable(rule.maxRuns())
                : "%s (after %d blocks) to %s (after %d)".formatted(detectable(rule.minRuns()), rule.minRuns(),
                        detectable(rule.maxRuns()), rule.maxRuns());
    }

    private String detectable(int blocks) {
        double ratio = TwoLevelRatio.expected(blocks, isCold() ? COLD : WARM,
                SimultaneousRatios.ofEach(plans.size() - 1, rule.confidence()));
        return Double.isFinite(ratio) ? String.format(Locale.ROOT, "%.0f %%", 100 * (ratio - 1)) : "any size";
    }
}
