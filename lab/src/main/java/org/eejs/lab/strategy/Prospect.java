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
 * The duration of a comparison, and the differences that it cannot show in that time, estimated before it starts.
 *
 * @param plans a run of each configuration that this machine allows
 */
record Prospect(List<RunPlan> plans, StoppingRule rule) {
    /** The measured variation between blocks of the ratio of two warm JVMs of one program. */
    private static final double WARM = 0.025;
    /** The variation of cold JVMs: if a page's cost halves every ten seconds, 1.5 seconds ahead are a tenth less. */
    private static final double COLD = 0.1;
    /** The longest measured time until that cost was level, on two processors. */
    private static final Duration UNTIL_WARM = Duration.ofSeconds(50);
    /**
     * The time of a run in addition to its phases: its processes, pauses of others' turns, and samples of its stacks.
     */
    private static final Duration AROUND_A_RUN = Duration.ofSeconds(8);

    static Prospect of(ExperimentPlan experiment, StoppingRule rule) {
        return new Prospect(experiment.plans().stream().map(ExperimentPlan.Planned::plan).filter(Objects::nonNull)
                .toList(), rule);
    }

    /**
     * Returns what to know before it starts.
     *
     * @param thorough the alternative experiment if JVMs will not be warm
     * @param command the command of that experiment
     */
    List<String> lines(Prospect thorough, String command) {
        String first = "%d configurations, %s: %s".formatted(plans.size(), blocks(), time());
        if (!isCold()) {
            return List.of(first + "; it shows differences of about %s, but hardly smaller ones"
                    .formatted(smallest()));
        }
        return List.of(first, "the JVMs will still be compiling: differences below about %s "
                .formatted(detectable(rule.maxRuns())) + "stay hidden in that time",
                "to show differences of about %s, with warm JVMs: %s (%s)".formatted(thorough.smallest(), command,
                        thorough.time()));
    }

    /** Returns whether JVMs will be measured before a page's cost usually settles. */
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

    /** Returns the duration of a block, in milliseconds. */
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
        return Double.isFinite(ratio) ? String.format(Locale.ROOT, "%.0f%%", 100 * (ratio - 1)) : "any size";
    }
}
