package org.eejs.lab.comparison;

import static org.eejs.banking.settings.BankingSettings.SEED;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.eejs.lab.processes.RunFailedException;
import org.eejs.lab.processes.RunProgress;
import org.eejs.lab.rounds.AbortSwitch;
import org.eejs.lab.settings.ExperimentPlan;
import org.eejs.lab.settings.Metric;
import org.eejs.lab.settings.Plan;
import org.eejs.lab.settings.PublishedFigures;
import org.eejs.lab.statistics.ComparisonVerdict;
import org.eejs.lab.statistics.RatioInterval;
import org.eejs.lab.statistics.RunPairs;
import org.eejs.lab.statistics.ShuffledOrder;
import org.eejs.lab.statistics.StoppingRule;
import org.eejs.result.BankingFigures;
import org.eejs.result.Experiment;
import org.eejs.result.InputException;
import org.eejs.result.Result;
import org.eejs.result.settings.RunSettings;

/**
 * Compares configurations with a baseline. They run in blocks, each once a block in a reshuffled order, so that a
 * machine that grows slower or faster does so for all; runs of a block have the same users. Blocks follow until the
 * {@link StoppingRule} is content.
 */
public final class ComparisonCampaign extends Campaign {
    private final StoppingRule rule;
    private final Metric metric;
    private String stoppedBecause;

    /**
     * Prepares a comparison.
     *
     * @param experiment what to compare
     * @param earlier what was measured before the comparison was stopped; null for a new one
     * @throws InputException with a line that names file, line and key where something cannot be
     */
    public ComparisonCampaign(ExperimentPlan experiment, Result earlier, RunProgress progress, AbortSwitch abort) {
        super("compare", checked(experiment), comparable(earlier), progress, abort);
        this.rule = experiment.stoppingRule();
        this.metric = experiment.decidingMetric();
    }

    private static ExperimentPlan checked(ExperimentPlan experiment) {
        if (experiment.configurations().size() < 2) {
            throw new InputException("there is nothing to compare: name an experiment file with at least two "
                    + "configurations by --experiment (ready ones are in experiments/), two JDKs by --jdk 17,25, "
                    + "or compare a configuration with itself by --aa");
        }
        return experiment;
    }

    /** Runs of earlier versions, which did not count what compiling cost, cannot be pooled with others. */
    private static Result comparable(Result earlier) {
        if (earlier != null && earlier.runs().stream().anyMatch(run -> run.figures() instanceof BankingFigures figures
                && figures.usage().appCpuMsPerPage() == null)) {
            throw new InputException("the comparison that --resume names was measured without counting what compiling "
                    + "cost, and cannot be continued; start a new one");
        }
        return earlier;
    }

    @Override
    public int fewestConfigurations() {
        return 2;
    }

    @Override
    public void measure() throws IOException, GeneralSecurityException, RunFailedException, InterruptedException {
        for (int block = 1; stoppedBecause == null; block++) {
            List<Candidate> order = ShuffledOrder.of(in(), in().get(0).plan().seed(), block);
            for (int i = 0; i < order.size(); i++) {
                Candidate candidate = order.get(i);
                if (!hasRun(candidate, block)) {
                    Plan plan = plan(candidate, block);
                    carryOut("block %d of %s, run %d of %d: %s".formatted(block, blocks(), i + 1, order.size(),
                            candidate.name()), () -> runOnce(candidate, plan));
                }
            }
            List<RatioInterval> intervals = in().stream().filter(candidate -> !candidate.name().equals(baseline()))
                    .map(candidate -> pairs(candidate.name()).ratio(metric::of, rule.confidence())).toList();
            tell(intervals);
            stoppedBecause = whyStop(block, intervals);
        }
    }

    private String blocks() {
        return rule.minRuns() == rule.maxRuns() ? String.valueOf(rule.minRuns())
                : rule.minRuns() + " to " + rule.maxRuns();
    }

    /** The same users for all runs of a block, others for the next. */
    private static Plan plan(Candidate candidate, int block) {
        Plan plan = candidate.plan();
        return Plan.of(RunSettings.only(SEED, plan.seed() + block - 1).or(plan.settings()), candidate.name())
                .repeated(block);
    }

    private boolean hasRun(Candidate candidate, int block) {
        return runsOf(candidate.name()).stream().anyMatch(run -> run.repetition() == block);
    }

    private String whyStop(int block, List<RatioInterval> intervals) {
        if (intervals.isEmpty() || in().stream().noneMatch(candidate -> candidate.name().equals(baseline()))) {
            return "no two configurations were left that run";
        }
        if (rule.goesOn(intervals, block)) {
            return null;
        }
        boolean precise = intervals.stream().allMatch(each -> each.relativeHalfWidth() <= rule.precision());
        return String.format(Locale.ROOT, precise ? "every interval of %s was within ±%.1f %%"
                : "the most runs were done, before every interval of %s was within ±%.1f %%", metric.id(),
                100 * rule.precision());
    }

    private void tell(List<RatioInterval> intervals) {
        List<String> names = in().stream().map(Candidate::name).filter(name -> !name.equals(baseline())).toList();
        List<String> parts = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            RatioInterval interval = intervals.get(i);
            parts.add(String.format(Locale.ROOT, interval.isBounded() ? "%s %.3f (%.3f to %.3f)"
                    : "%s %.3f (no interval yet)", names.get(i), interval.ratio(), interval.low(), interval.high()));
        }
        progress.campaign(metric.id() + " relative to " + baseline() + ": " + String.join(", ", parts));
    }

    @Override
    public Experiment measured(List<Result.Configuration> configurations) {
        return new Experiment.RunsCompared(procedure(), configurations, List.copyOf(runs), comparisons(),
                PublishedFigures.of(experiment.published(), runs, null, rule.confidence()));
    }

    private Result.Procedure procedure() {
        return new Result.Procedure(baseline(), metric.id(), rule.precision(), rule.precision(), rule.minRuns(),
                rule.maxRuns(), rule.confidence(), stoppedBecause, null);
    }

    private List<Result.Comparison> comparisons() {
        List<Result.Comparison> comparisons = new ArrayList<>();
        for (String name : candidates.keySet()) {
            RunPairs pairs = pairs(name);
            if (name.equals(baseline()) || pairs.isEmpty()) {
                continue;
            }
            for (Metric each : Metric.all(experiment.workload())) {
                RatioInterval interval = pairs.ratio(each::of, rule.confidence());
                comparisons.add(new Result.Comparison(each.id(), each.lowerIsBetter() ? "lower" : "higher", baseline(),
                        name, interval.finiteRatio(), interval.bounds(),
                        ComparisonVerdict.of(interval, each.lowerIsBetter(), rule.precision()).id(),
                        pairs.runs().size(), mean(pairs.baseline(), each), mean(pairs.runs(), each)));
            }
        }
        return comparisons;
    }

    private static double mean(List<Result.Run> runs, Metric metric) {
        return runs.stream().mapToDouble(metric::of).average().orElse(0);
    }

    private RunPairs pairs(String name) {
        return RunPairs.of(runs, name, baseline());
    }
}
