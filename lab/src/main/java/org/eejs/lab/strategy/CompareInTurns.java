package org.eejs.lab.strategy;

import static org.eejs.banking.settings.BankingSettings.SEED;
import static org.eejs.banking.settings.BankingSettings.SERVICE;
import static org.eejs.banking.settings.BankingSettings.WARM_UP;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.eejs.banking.Phases;
import org.eejs.lab.processes.RunProgress;
import org.eejs.lab.settings.ExperimentPlan;
import org.eejs.lab.settings.RunPlan;
import org.eejs.lab.statistics.RatioInterval;
import org.eejs.lab.statistics.ShuffledOrder;
import org.eejs.lab.statistics.SimultaneousRatios;
import org.eejs.lab.statistics.StoppingRule;
import org.eejs.result.BankFigures;
import org.eejs.result.Figure;
import org.eejs.result.InputException;
import org.eejs.result.Result;
import org.eejs.result.settings.RunSettings;

/**
 * Compares configurations with a baseline. They run in blocks, each once per block in a reshuffled order, so that a
 * machine that becomes slower or faster affects all alike. Runs of a block have the same users. Blocks follow until the
 * {@link StoppingRule} ends the comparison.
 */
public final class CompareInTurns implements Strategy {
    private final RunsSoFar runs;
    private final RunProgress progress;
    private final StoppingRule rule;
    /** The gate; null if it is enough to know which configuration is better. */
    private final SlowdownGate gate;
    /** The figure that decides. It follows from the settings, so that the data do not change it. */
    private final Figure metric;
    /** The number of the current block, from 1. */
    private int block = 1;
    private String stoppedBecause;

    /**
     * Prepares a comparison.
     *
     * @param experiment the experiment to compare
     * @param gate continues until it is decided, instead of until configurations have verdicts; null for none
     * @param earlier the result before the comparison was stopped; null for a new one
     * @throws InputException with a line that names file, line and key of a fault
     */
    public CompareInTurns(ExperimentPlan experiment, SlowdownGate gate, Result earlier, RunProgress progress) {
        this.runs = RunsSoFar.of(checked(experiment), earlier);
        this.progress = progress;
        this.rule = rule(experiment, earlier);
        this.gate = gate;
        this.metric = experiment.repetition().metric() == null
                && runs.plans().stream().anyMatch(plan -> !plan.measuresProcess())
                        ? BankFigures.RESPONSE_TIME : experiment.decidingFigure();
        checkPorts();
    }

    /** Checks that services, which run at the same time, do not share a port. */
    private void checkPorts() {
        if (runs.plans().stream().filter(plan -> plan.subject().hasFixedPort()).count() > 1) {
            throw new InputException(SERVICE.key(), "compared services run at the same time, but these have fixed "
                    + "ports; write {port} in url and command for a free port");
        }
    }

    private static StoppingRule rule(ExperimentPlan experiment, Result earlier) {
        Result.Procedure procedure = earlier == null ? null : earlier.procedure();
        return procedure == null || procedure.stoppedBecause() == null ? experiment.stoppingRule()
                : experiment.stoppingRule().goingOn(procedure.minRuns());
    }

    private static ExperimentPlan checked(ExperimentPlan experiment) {
        if (experiment.configurations().size() < 2) {
            throw new InputException("there is nothing to compare. Name an experiment file with --experiment, or "
                    + "several values such as --jdk 17,25, --provider JDK,ACCP or --cures none,all. "
                    + "To compare a configuration with itself, use --aa");
        }
        return experiment;
    }

    /**
     * Returns what to know before it starts, in lines: its duration, and the differences that it cannot show in that
     * time.
     *
     * @param thorough the alternative experiment if JVMs will not be warm
     * @param command the command of that experiment
     */
    public List<String> prospect(ExperimentPlan thorough, String command) {
        Prospect own = Prospect.of(runs.experiment(), rule);
        Prospect other = Prospect.of(thorough, thorough.stoppingRule());
        return !other.isCold() ? own.lines(other, command)
                : own.lines(Prospect.of(thorough.with(RunSettings.only(WARM_UP, Phases.AUTO)),
                        thorough.stoppingRule()), command + " " + WARM_UP.option() + " " + Phases.AUTO);
    }

    @Override
    public String command() {
        return "compare";
    }

    @Override
    public RunsSoFar runs() {
        return runs;
    }

    @Override
    public int fewestConfigurations() {
        return 2;
    }

    @Override
    public Optional<Step> next() {
        for (; stoppedBecause == null; block++) {
            List<RunPlan> missing = missing();
            if (!missing.isEmpty()) {
                return Optional.of(step(missing));
            }
            Map<String, RatioInterval> intervals = compared().ratios(metric, runs.in().stream().map(each -> each.name)
                    .toList()).intervals();
            tell(intervals);
            stoppedBecause = whyStop(intervals);
        }
        return Optional.empty();
    }

    /** Returns the runs of the block that are still to be measured, in its order. */
    private List<RunPlan> missing() {
        List<RunPlan> in = runs.plans();
        return in.isEmpty() ? in : ShuffledOrder.of(in, in.get(0).seed(), block).stream()
                .filter(plan -> !hasRun(plan.configuration())).map(this::ofBlock).toList();
    }

    /** Returns the next step: all runs of the block in turns, if memory allows it. */
    private Step step(List<RunPlan> missing) {
        String line = "block %d of %s".formatted(block, blocks());
        if (missing.size() > 1 && Campaign.roomFor(missing.size())) {
            return new Step(line + ", in turns: " + missing.stream().map(RunPlan::configuration).collect(
                    Collectors.joining(", ")), missing, true);
        }
        int all = runs.in().size();
        return new Step("%s, run %d of %d: %s".formatted(line, all - missing.size() + 1, all,
                missing.get(0).configuration()), missing.subList(0, 1), true);
    }

    /** Returns the number of configurations that are compared with the baseline, those that stopped later included. */
    private int family() {
        return (int) runs.candidates().stream().filter(each -> !each.name.equals(runs.baseline())
                && (each.isIn() || !runs.of(each.name).isEmpty())).count();
    }

    private String blocks() {
        return rule.minRuns() == rule.maxRuns() ? String.valueOf(rule.minRuns())
                : rule.minRuns() + " to " + rule.maxRuns();
    }

    /** Returns a run with the users of the block, which differ from those of the next. */
    private RunPlan ofBlock(RunPlan plan) {
        return plan.with(RunSettings.only(SEED, plan.seed() + block - 1)).repeated(block);
    }

    private boolean hasRun(String configuration) {
        return runs.of(configuration).stream().anyMatch(run -> run.round() == block);
    }

    private String whyStop(Map<String, RatioInterval> intervals) {
        if (intervals.isEmpty() || !runs.candidate(runs.baseline()).isIn()) {
            return "fewer than two configurations still ran";
        }
        boolean enough = isEnough(intervals);
        return rule.goesOn(enough, block) ? null
                : (enough ? "" : "the maximum number of runs was reached before ") + wanted();
    }

    private boolean isEnough(Map<String, RatioInterval> intervals) {
        SimultaneousRatios ratios = compared().ratios(metric, List.copyOf(intervals.keySet()));
        return intervals.entrySet().stream().allMatch(each -> gate == null
                ? rule.isEnough(each.getValue(), ratios.verdict(each.getKey(), metric.lowerIsBetter(), rule.margin()))
                : gate.of(each.getValue().low(), each.getValue().high(), metric.lowerIsBetter())
                        != SlowdownGate.Verdict.UNDECIDED);
    }

    private String wanted() {
        return gate != null
                ? String.format(Locale.ROOT, "every interval of %s was within the gate of %.1f%% or beyond it",
                        metric.id(), 100 * gate.gate())
                : rule.precision() == 0
                ? String.format(Locale.ROOT, "every configuration was better or worse by %s, or within ±%.1f%%",
                        metric.id(), 100 * rule.margin())
                : String.format(Locale.ROOT, "every interval of %s was within ±%.1f%% of its ratio", metric.id(),
                        100 * rule.precision());
    }

    private void tell(Map<String, RatioInterval> intervals) {
        List<String> parts = new ArrayList<>();
        intervals.forEach((name, interval) -> parts.add(String.format(Locale.ROOT, interval.isBounded()
                ? "%s %.3f (%.3f to %.3f)" : "%s %.3f (no interval yet)", name, interval.ratio(), interval.low(),
                interval.high())));
        progress.campaign(metric.id() + " relative to " + runs.baseline() + ": " + String.join(", ", parts));
    }

    @Override
    public Result.Procedure procedure() {
        return new Result.Procedure(runs.baseline(), metric.id(), rule.precision(), rule.margin(), rule.minRuns(),
                rule.maxRuns(), rule.confidence(), family() < 2 ? null
                        : SimultaneousRatios.ofEach(family(), rule.confidence()), stoppedBecause, null);
    }

    @Override
    public List<Result.Comparison> comparisons() {
        return compared().all(runs.candidates().stream().map(each -> each.name).toList());
    }

    private PairedRuns compared() {
        return new PairedRuns(runs, metric, family(), rule.confidence(), rule.margin());
    }
}
