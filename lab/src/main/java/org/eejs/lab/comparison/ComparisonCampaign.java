package org.eejs.lab.comparison;

import static org.eejs.banking.settings.BankingSettings.SEED;
import static org.eejs.banking.settings.BankingSettings.SERVICE;
import static org.eejs.banking.settings.BankingSettings.WARM_UP;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eejs.banking.Phases;
import org.eejs.lab.machine.Machine;
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
import org.eejs.lab.statistics.Holm;
import org.eejs.lab.statistics.RatioInterval;
import org.eejs.lab.statistics.RunPairs;
import org.eejs.lab.statistics.ShuffledOrder;
import org.eejs.lab.statistics.StoppingRule;
import org.eejs.lab.statistics.TwoLevelRatio;
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
    /** What bank, back end and driver of a run need, beside one another: two thirds of it were seen to be used. */
    private static final long BYTES_OF_A_RUN = 1_500L << 20;
    /** Handshakes for a page that differ by less are the same work: users' walks differ by as much. */
    private static final double SAME_WORK = 0.03;

    private final StoppingRule rule;
    /** The figure that was requested; null for the most precise. */
    private final Metric requested;
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
        this.rule = rule(experiment, earlier);
        this.requested = experiment.repetition().metric() == null && experiment.workload() == WorkloadKind.BANKING
                ? null : experiment.decidingMetric();
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

    /** Runs of earlier versions, which did not count what compiling cost, cannot be pooled with others. */
    private static Result comparable(Result earlier) {
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
            Map<String, RatioInterval> intervals = deciding(in().stream().map(Candidate::name).toList());
            tell(intervals);
            stoppedBecause = whyStop(block, intervals.values());
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
        if (banking && plans.size() > 1 && plans.size() * BYTES_OF_A_RUN <= Machine.memory().totalBytes()) {
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

    /** The figure that decides: at equal speed of the machine, if the back end can be its gauge. */
    private Metric metric() {
        if (requested != null) {
            return requested;
        }
        boolean gauged = candidates.keySet().stream().map(this::pairs).filter(pairs -> !pairs.isEmpty())
                .allMatch(ComparisonCampaign::backEndDidTheSame);
        return gauged ? Metric.APP_CPU_PER_BACK_END_CPU
                : candidates.keySet().stream().map(this::pairs)
                        .allMatch(pairs -> isKnown(Metric.APP_CPU_MS_PER_PAGE, pairs)) ? Metric.APP_CPU_MS_PER_PAGE
                : Metric.RESPONSE_TIME;
    }

    /** Whether the back end's time for a page may be compared: the handshakes are nearly all of it. */
    private static boolean backEndDidTheSame(RunPairs pairs) {
        return isKnown(Metric.APP_CPU_PER_BACK_END_CPU, pairs)
                && isClose(handshakes(pairs.runs(), Result.HandshakeCount::full),
                        handshakes(pairs.baseline(), Result.HandshakeCount::full))
                && isClose(handshakes(pairs.runs(), Result.HandshakeCount::resumed),
                        handshakes(pairs.baseline(), Result.HandshakeCount::resumed));
    }

    private static boolean isClose(double one, double other) {
        return Math.abs(one - other) <= SAME_WORK * Math.max(one, other);
    }

    /** The back end's handshakes per page. */
    private static double handshakes(List<Result.Run> runs, ToLongFunction<Result.HandshakeCount> kind) {
        return runs.stream().mapToDouble(run -> kind.applyAsLong(run.banking().tls().handshakes().backend())
                / (double) Math.max(1, run.banking().load().pages())).average().orElse(0);
    }

    private static boolean isKnown(Metric metric, RunPairs pairs) {
        return Stream.concat(pairs.runs().stream(), pairs.baseline().stream())
                .allMatch(run -> Double.isFinite(metric.of(run)));
    }

    /** The intervals of the deciding metric, all of which together have the rule's confidence. */
    private Map<String, RatioInterval> deciding(List<String> names) {
        Metric metric = metric();
        List<String> others = names.stream().filter(name -> !name.equals(baseline())).toList();
        double[] confidences = Holm.confidences(others.stream().mapToDouble(name -> pValue(pairs(name), metric))
                .toArray(), rule.confidence());
        Map<String, RatioInterval> intervals = new LinkedHashMap<>();
        for (int i = 0; i < others.size(); i++) {
            intervals.put(others.get(i), interval(pairs(others.get(i)), metric, confidences[i]));
        }
        return intervals;
    }

    private static double pValue(RunPairs pairs, Metric metric) {
        TwoLevelRatio ratio = twoLevels(pairs, metric);
        return ratio == null ? pairs.pValue(metric::of) : ratio.pValue();
    }

    private static RatioInterval interval(RunPairs pairs, Metric metric, double confidence) {
        TwoLevelRatio ratio = twoLevels(pairs, metric);
        return ratio == null ? pairs.ratio(metric::of, confidence) : ratio.interval(confidence);
    }

    private Double detectable(RunPairs pairs, Metric metric, RatioInterval interval) {
        TwoLevelRatio ratio = twoLevels(pairs, metric);
        return ratio == null ? interval.detectable(pairs.runs().size(), rule.confidence())
                : Double.valueOf(ratio.detectable(rule.confidence()));
    }

    private static TwoLevelRatio twoLevels(RunPairs pairs, Metric metric) {
        return pairs.twoLevels(metric::of, metric::of);
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

    private String whyStop(int block, Collection<RatioInterval> intervals) {
        if (intervals.isEmpty() || in().stream().noneMatch(candidate -> candidate.name().equals(baseline()))) {
            return "no two configurations were left that run";
        }
        if (rule.goesOn(intervals, block)) {
            return null;
        }
        String wanted = rule.precision() == 0
                ? String.format(Locale.ROOT, "excluded 1 or was within ±%.1f %% of it", 100 * rule.margin())
                : String.format(Locale.ROOT, "was within ±%.1f %% of its ratio", 100 * rule.precision());
        return (intervals.stream().allMatch(rule::isEnough) ? "every interval of %s %s"
                : "the most runs were done, before every interval of %s %s").formatted(metric().id(), wanted);
    }

    private void tell(Map<String, RatioInterval> intervals) {
        List<String> parts = new ArrayList<>();
        intervals.forEach((name, interval) -> parts.add(String.format(Locale.ROOT, interval.isBounded()
                ? "%s %.3f (%.3f to %.3f)" : "%s %.3f (no interval yet)", name, interval.ratio(), interval.low(),
                interval.high())));
        progress.campaign(metric().id() + " relative to " + baseline() + ": " + String.join(", ", parts));
    }

    @Override
    public Experiment measured(List<Result.Configuration> configurations) {
        Experiment.RunsCompared measured = new Experiment.RunsCompared(procedure(), configurations, List.copyOf(runs),
                comparisons(), null);
        return measured.beside(PublishedFigures.of(experiment.published(), measured, rule.confidence()));
    }

    private Result.Procedure procedure() {
        return new Result.Procedure(baseline(), metric().id(), rule.precision(), rule.margin(), rule.minRuns(),
                rule.maxRuns(), rule.confidence(), stoppedBecause, null);
    }

    private List<Result.Comparison> comparisons() {
        List<Result.Comparison> comparisons = new ArrayList<>();
        List<String> compared = candidates.keySet().stream().filter(name -> !pairs(name).isEmpty()).toList();
        Metric metric = metric();
        deciding(compared).forEach((name, deciding) -> {
            RunPairs pairs = pairs(name);
            List<Metric> known = Metric.all(experiment.workload()).stream().filter(each -> isKnown(each, pairs))
                    .toList();
            for (Metric each : known) {
                RatioInterval interval = each == metric ? deciding : interval(pairs, each, rule.confidence());
                comparisons.add(new Result.Comparison(each.id(), each.lowerIsBetter() ? "lower" : "higher", baseline(),
                        name, interval.finiteRatio(), interval.bounds(),
                        ComparisonVerdict.of(interval, each.lowerIsBetter(), rule.margin()).id(),
                        pairs.runs().size(), mean(pairs.baseline(), each), mean(pairs.runs(), each),
                        detectable(pairs, each, interval)));
            }
        });
        return comparisons;
    }

    private static double mean(List<Result.Run> runs, Metric metric) {
        return runs.stream().mapToDouble(metric::of).average().orElse(0);
    }

    private RunPairs pairs(String name) {
        return RunPairs.of(runs, name, baseline());
    }
}
