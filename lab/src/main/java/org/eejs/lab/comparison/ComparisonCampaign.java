package org.eejs.lab.comparison;

import static org.eejs.banking.settings.BankingSettings.SEED;
import static org.eejs.banking.settings.BankingSettings.SERVICE;
import static org.eejs.banking.settings.BankingSettings.WARM_UP;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.eejs.banking.Phases;
import org.eejs.banking.RoleName;
import org.eejs.lab.processes.RunFailedException;
import org.eejs.lab.processes.RunProgress;
import org.eejs.lab.reproduction.PublishedFigures;
import org.eejs.lab.rounds.AbortSwitch;
import org.eejs.lab.rounds.Work;
import org.eejs.lab.service.ServiceDescription;
import org.eejs.lab.settings.ExperimentPlan;
import org.eejs.lab.settings.Metric;
import org.eejs.lab.settings.Plan;
import org.eejs.lab.settings.RunPlan;
import org.eejs.lab.statistics.ComparisonVerdict;
import org.eejs.lab.statistics.RatioEstimate;
import org.eejs.lab.statistics.RatioInterval;
import org.eejs.lab.statistics.RunPairs;
import org.eejs.lab.statistics.ShuffledOrder;
import org.eejs.lab.statistics.SimultaneousRatios;
import org.eejs.lab.statistics.StoppingRule;
import org.eejs.result.BankingFigures;
import org.eejs.result.Experiment;
import org.eejs.result.InputException;
import org.eejs.result.Result;
import org.eejs.result.settings.RunSettings;
import org.eejs.result.settings.WorkloadKind;

/**
 * Compares configurations with a baseline. They run in blocks, each once a block in a reshuffled order, so that a
 * machine that grows slower or faster does so for all; runs of a block have the same users. Blocks follow until the
 * {@link StoppingRule} is content.
 */
public final class ComparisonCampaign extends Campaign {
    private final StoppingRule rule;
    /** Null where it is enough to know which configuration is better. */
    private final SlowdownGate gate;
    /** The figure that decides: it follows from the settings, so that no look at the data changes it. */
    private final Metric metric;
    private String stoppedBecause;

    /**
     * Prepares a comparison.
     *
     * @param experiment what to compare
     * @param gate goes on until it is decided, instead of until configurations have verdicts; null for none
     * @param earlier what was measured before the comparison was stopped; null for a new one
     * @throws InputException with a line that names file, line and key where something cannot be
     */
    public ComparisonCampaign(ExperimentPlan experiment, SlowdownGate gate, Result earlier, RunProgress progress,
            AbortSwitch abort) {
        super("compare", checked(experiment), comparable(earlier, experiment), progress, abort);
        this.rule = rule(experiment, earlier);
        this.gate = gate;
        this.metric = experiment.repetition().metric() == null && candidates.values().stream()
                .anyMatch(each -> each.plan() instanceof RunPlan plan && !plan.roles().contains(RoleName.BANK))
                        ? Metric.RESPONSE_TIME : experiment.decidingMetric();
        checkPorts();
    }

    /** Services that are compared run at the same time. */
    private void checkPorts() {
        long onOwnPorts = candidates.values().stream().filter(each -> each.plan() instanceof RunPlan plan
                && plan.service() != null && plan.service().process() instanceof ServiceDescription.Launch
                && plan.service().url().getPort() != 0).count();
        if (onOwnPorts > 1) {
            throw new InputException(SERVICE.key(), "services that are compared run at the same time, and these listen "
                    + "on a port that their files name; write {port} in url and command for a free one");
        }
    }

    private static StoppingRule rule(ExperimentPlan experiment, Result earlier) {
        Result.Procedure procedure = earlier == null ? null : ((Experiment) earlier.measured()).procedure();
        return procedure == null || procedure.stoppedBecause() == null ? experiment.stoppingRule()
                : experiment.stoppingRule().goingOn(procedure.minRuns());
    }

    private static ExperimentPlan checked(ExperimentPlan experiment) {
        if (experiment.configurations().size() < 2) {
            throw new InputException("there is nothing to compare: name an experiment file with at least two "
                    + "configurations by --experiment (ready ones are in experiments/), several values by --jdk "
                    + "17,25, --provider JDK,ACCP or --cures none,all, or compare a configuration with itself by --aa");
        }
        return experiment;
    }

    /** Runs of earlier versions cannot be pooled with others where they lack a figure, or another one decided. */
    private static Result comparable(Result earlier, ExperimentPlan experiment) {
        String metric = experiment.repetition().metric();
        if (earlier != null && metric != null
                && Metric.all(experiment.workload()).stream().noneMatch(each -> each.id().equals(metric))) {
            throw new InputException("--resume: " + metric + " decides the comparison, and this version does not "
                    + "measure it; start a new comparison");
        }
        if (earlier != null && earlier.runs().stream().anyMatch(run -> run.figures() instanceof BankingFigures figures
                && figures.usage().appCpuMsPerPage() == null)) {
            throw new InputException("the comparison that --resume names was measured without counting what compiling "
                    + "cost, and cannot be continued; start a new one");
        }
        return earlier;
    }

    /**
     * What to know before it starts, in lines: how long it takes, and what it cannot tell apart in that time.
     *
     * @param thorough what to compare instead where JVMs will not be warm
     * @param command that does so
     */
    public List<String> prospect(ExperimentPlan thorough, String command) {
        Prospect own = Prospect.of(experiment, rule);
        Prospect other = Prospect.of(thorough, thorough.stoppingRule());
        return !other.isCold() ? own.lines(other, command)
                : own.lines(Prospect.of(thorough.with(RunSettings.only(WARM_UP, Phases.AUTO)),
                        thorough.stoppingRule()), command + " " + WARM_UP.option() + " " + Phases.AUTO);
    }

    @Override
    public int fewestConfigurations() {
        return 2;
    }

    @Override
    public void measure() throws IOException, GeneralSecurityException, RunFailedException, InterruptedException {
        for (int block = 1; stoppedBecause == null; block++) {
            run(block);
            Map<String, RatioInterval> intervals = ratios(metric, in().stream().map(Candidate::name).toList())
                    .intervals();
            tell(intervals);
            stoppedBecause = whyStop(block, intervals);
        }
    }

    private void run(int block)
            throws IOException, GeneralSecurityException, RunFailedException, InterruptedException {
        Map<Candidate, Plan> plans = new LinkedHashMap<>();
        for (Candidate candidate : ShuffledOrder.of(in(), in().get(0).plan().seed(), block)) {
            if (!hasRun(candidate, block)) {
                plans.put(candidate, plan(candidate, block));
            }
        }
        String line = "block %d of %s".formatted(block, blocks());
        boolean banking = experiment.workload() == WorkloadKind.BANKING;
        if (banking && plans.size() > 1 && roomFor(plans.size())) {
            carryOut(line + ", in turns: " + plans.keySet().stream().map(Candidate::name).collect(
                    Collectors.joining(", ")), () -> runInTurns(plans));
            return;
        }
        int number = 0;
        for (Map.Entry<Candidate, Plan> each : plans.entrySet()) {
            Work work = banking ? () -> runInTurns(Map.of(each.getKey(), each.getValue()))
                    : () -> runOnce(each.getKey(), each.getValue());
            carryOut("%s, run %d of %d: %s".formatted(line, ++number, plans.size(), each.getKey().name()), work);
        }
    }

    /** The ratios of a figure, of configurations other than the baseline. */
    private SimultaneousRatios ratios(Metric figure, List<String> names) {
        Map<String, RatioEstimate> estimates = new LinkedHashMap<>();
        names.stream().filter(name -> !name.equals(baseline()))
                .forEach(name -> estimates.put(name, pairs(name).estimate(figure::of, figure::of)));
        return new SimultaneousRatios(estimates, family(), rule.confidence());
    }

    /** How many configurations are compared with the baseline, those included that were given up later. */
    private int family() {
        return (int) candidates.values().stream().filter(candidate -> !candidate.name().equals(baseline())
                && (candidate.isIn() || !runsOf(candidate.name()).isEmpty())).count();
    }

    private String blocks() {
        return rule.minRuns() == rule.maxRuns() ? String.valueOf(rule.minRuns())
                : rule.minRuns() + " to " + rule.maxRuns();
    }

    /** The same users for all runs of a block, others for the next. */
    private static Plan plan(Candidate candidate, int block) {
        Plan plan = candidate.plan();
        return plan.with(RunSettings.only(SEED, plan.seed() + block - 1)).repeated(block);
    }

    private boolean hasRun(Candidate candidate, int block) {
        return runsOf(candidate.name()).stream().anyMatch(run -> run.repetition() == block);
    }

    private String whyStop(int block, Map<String, RatioInterval> intervals) {
        if (intervals.isEmpty() || in().stream().noneMatch(candidate -> candidate.name().equals(baseline()))) {
            return "no two configurations were left that run";
        }
        boolean enough = isEnough(intervals);
        return rule.goesOn(enough, block) ? null : (enough ? "" : "the most runs were done, before ") + wanted();
    }

    private boolean isEnough(Map<String, RatioInterval> intervals) {
        SimultaneousRatios ratios = ratios(metric, List.copyOf(intervals.keySet()));
        return intervals.entrySet().stream().allMatch(each -> gate == null
                ? rule.isEnough(each.getValue(), ratios.verdict(each.getKey(), metric.lowerIsBetter(), rule.margin()))
                : gate.of(each.getValue().low(), each.getValue().high(), metric.lowerIsBetter())
                        != SlowdownGate.Verdict.UNDECIDED);
    }

    private String wanted() {
        return gate != null
                ? String.format(Locale.ROOT, "every interval of %s was within the gate of %.1f %% or beyond it",
                        metric.id(), 100 * gate.gate())
                : rule.precision() == 0
                ? String.format(Locale.ROOT, "every configuration was better or worse by %s, or within ±%.1f %%",
                        metric.id(), 100 * rule.margin())
                : String.format(Locale.ROOT, "every interval of %s was within ±%.1f %% of its ratio", metric.id(),
                        100 * rule.precision());
    }

    private void tell(Map<String, RatioInterval> intervals) {
        List<String> parts = new ArrayList<>();
        intervals.forEach((name, interval) -> parts.add(String.format(Locale.ROOT, interval.isBounded()
                ? "%s %.3f (%.3f to %.3f)" : "%s %.3f (no interval yet)", name, interval.ratio(), interval.low(),
                interval.high())));
        progress.campaign(metric.id() + " relative to " + baseline() + ": " + String.join(", ", parts));
    }

    @Override
    public Experiment measured(List<Result.Configuration> configurations) {
        Experiment.RunsCompared measured = new Experiment.RunsCompared(procedure(), configurations, List.copyOf(runs),
                comparisons(), null);
        return measured.beside(PublishedFigures.of(experiment.published(), measured));
    }

    private Result.Procedure procedure() {
        return new Result.Procedure(baseline(), metric.id(), rule.precision(), rule.margin(), rule.minRuns(),
                rule.maxRuns(), rule.confidence(), family() < 2 ? null
                        : SimultaneousRatios.ofEach(family(), rule.confidence()), stoppedBecause, null);
    }

    private List<Result.Comparison> comparisons() {
        List<String> compared = candidates.keySet().stream()
                .filter(name -> !name.equals(baseline()) && !pairs(name).isEmpty()).toList();
        Map<String, List<Result.Comparison>> comparisons = new LinkedHashMap<>();
        compared.forEach(name -> comparisons.put(name, new ArrayList<>()));
        for (Metric each : Metric.all(experiment.workload())) {
            List<String> known = compared.stream().filter(name -> pairs(name).isKnown(each::of)).toList();
            SimultaneousRatios ratios = ratios(each, known);
            ratios.intervals().forEach((name, interval) -> comparisons.get(name).add(comparison(each, name, interval,
                    ratios.verdict(name, each.lowerIsBetter(), rule.margin()), ratios.detectable(name))));
        }
        return comparisons.values().stream().flatMap(List::stream).toList();
    }

    private Result.Comparison comparison(Metric figure, String name, RatioInterval interval,
            ComparisonVerdict verdict, Double detectable) {
        RunPairs pairs = pairs(name);
        return new Result.Comparison(figure.id(), figure.lowerIsBetter() ? "lower" : "higher", baseline(), name,
                interval.finiteRatio(), interval.bounds(), verdict.id(), pairs.runs().size(),
                mean(pairs.baseline(), figure), mean(pairs.runs(), figure), detectable);
    }

    private static double mean(List<Result.Run> runs, Metric metric) {
        return runs.stream().mapToDouble(metric::of).average().orElse(0);
    }

    private RunPairs pairs(String name) {
        return RunPairs.of(runs, name, baseline());
    }
}
