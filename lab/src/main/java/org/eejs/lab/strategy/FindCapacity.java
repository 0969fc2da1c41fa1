package org.eejs.lab.strategy;

import static org.eejs.banking.settings.BankingSettings.PROFILE;
import static org.eejs.banking.settings.BankingSettings.SEED;
import static org.eejs.banking.settings.BankingSettings.SESSIONS;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eejs.banking.ProfileKind;
import org.eejs.banking.Qos;
import org.eejs.banking.RoleName;
import org.eejs.banking.settings.BankingSettings;
import org.eejs.lab.processes.RunFailedException;
import org.eejs.lab.processes.RunProgress;
import org.eejs.lab.settings.ExperimentPlan;
import org.eejs.lab.settings.RunPlan;
import org.eejs.lab.statistics.RatioInterval;
import org.eejs.lab.statistics.RunPairs;
import org.eejs.lab.statistics.ShuffledOrder;
import org.eejs.result.BankFigures;
import org.eejs.result.Cell;
import org.eejs.result.InputException;
import org.eejs.result.Observation;
import org.eejs.result.Result;
import org.eejs.result.settings.RunSettings;

/**
 * Finds how many simultaneous sessions each configuration can serve. Every probe is a whole run in fresh processes with
 * the same phases, so that no probe finds a warm JVM. The searches of several configurations take turns in an order
 * that is reshuffled each time.
 */
public final class FindCapacity implements Strategy {
    /** The paper's Figure 4: more sessions until the response time is that of the baseline. */
    static final String RESPONSE_TIME_OF_BASELINE =
            "a mean response time no longer than the baseline's at its own number of sessions";

    /** The share of its processors above which a bank that misses the quality of service counts as overloaded. */
    private static final double BUSY = 0.9;

    private final RunsSoFar runs;
    private final RunProgress progress;
    private final String criterion;
    private final double resolution;
    private final int mostProbes;
    private final Map<String, CapacityProbes> searches = new LinkedHashMap<>();
    /** The configurations that remain to be probed in this turn. */
    private final Deque<RunPlan> turn = new ArrayDeque<>();
    private int turns;
    /** The current probe. */
    private Probing probing;
    private String stoppedBecause;

    private record Probing(String configuration, int repetition, int sessions, String purpose) {}

    /**
     * Prepares a search.
     *
     * @param experiment the configurations; their sessions are the start of the search
     * @param matchResponseTime whether the others must match the baseline's response time, instead of all keeping the
     *     quality of service
     * @param quick whether a wide interval is enough
     * @param earlier the result before the search was stopped; null for a new one
     * @throws InputException with a line that names file, line and key of a fault
     */
    public FindCapacity(ExperimentPlan experiment, boolean matchResponseTime, boolean quick, Result earlier,
            RunProgress progress) {
        this.runs = RunsSoFar.of(experiment, earlier);
        this.progress = progress;
        Result known = earlier == null ? null : sought(earlier);
        this.criterion = known != null ? known.procedure().criterion()
                : matchResponseTime ? RESPONSE_TIME_OF_BASELINE : qualityOfService();
        if (criterion.equals(RESPONSE_TIME_OF_BASELINE) && experiment.configurations().size() < 2) {
            throw new InputException("--match-response-time needs a baseline and another configuration; name "
                    + "an experiment file with both by --experiment");
        }
        this.resolution = experiment.precisionOr((quick ? 2 : 1) * CapacitySearch.RESOLUTION);
        this.mostProbes = experiment.repetition().maxRuns() == null ? CapacitySearch.MOST_PROBES
                : experiment.repetition().maxRuns();
        for (RunPlan plan : runs.plans()) {
            if (sessions(plan).isEmpty()) {
                throw new InputException("arrivalRate", "capacity is a number of sessions; start with --sessions "
                        + "instead of --arrival-rate");
            }
            plan.subject().checkCapacity();
            searches.put(plan.configuration(), new CapacityProbes(
                    new CapacitySearch(sessions(plan).orElseThrow(), resolution, mostProbes)));
        }
        if (known != null) {
            known.capacities().forEach(capacity -> capacity.probes().forEach(probe ->
                    searches.get(capacity.configuration()).take(probe,
                            run(capacity.configuration(), probe.round()))));
        }
    }

    /** Returns the quality of service of all configurations, in words. */
    private String qualityOfService() {
        return runs.plans().stream().findFirst()
                .map(plan -> words(BankingSettings.qos(plan.values()), plan.subject().response() + "s"))
                .orElse("");
    }

    private static String words(Qos qos, String responses) {
        return "%s of the %s good (within %s) and %s tolerable (within %s)".formatted(percent(qos.goodFraction()),
                responses, seconds(qos.timeGood()), percent(qos.tolerableFraction()), seconds(qos.timeTolerable()));
    }

    private static String percent(double fraction) {
        return plain(BigDecimal.valueOf(fraction).movePointRight(2)) + "%";
    }

    private static String seconds(Duration time) {
        return plain(BigDecimal.valueOf(time.toMillis(), 3)) + " s";
    }

    private static String plain(BigDecimal number) {
        return number.stripTrailingZeros().toPlainString();
    }

    private static Result sought(Result earlier) {
        if (earlier.capacities() == null) {
            throw new InputException("--resume: this result is of `eejs " + earlier.command()
                    + "`; name one of `eejs capacity`");
        }
        return earlier;
    }

    private Observation run(String configuration, int repetition) {
        return runs.of(configuration).stream().filter(run -> run.round() == repetition).findFirst().orElseThrow();
    }

    @Override
    public String command() {
        return "capacity";
    }

    @Override
    public RunsSoFar runs() {
        return runs;
    }

    @Override
    public Optional<Step> next() throws RunFailedException {
        if (turn.isEmpty()) {
            List<RunPlan> sought = runs.plans().stream().filter(plan -> isSought(plan.configuration())
                    && searches.get(plan.configuration()).next().isPresent()).toList();
            if (sought.isEmpty()) {
                stoppedBecause = "every search ended";
                return Optional.empty();
            }
            turn.addAll(ShuffledOrder.of(sought, sought.get(0).seed(), ++turns));
        }
        return Optional.of(step(turn.remove()));
    }

    /** Returns whether the search matches the baseline's response time, instead of keeping the quality of service. */
    private boolean isMatched() {
        return criterion.equals(RESPONSE_TIME_OF_BASELINE);
    }

    /**
     * Returns whether a configuration's capacity is searched; the baseline's is not if its response time is matched.
     */
    private boolean isSought(String configuration) {
        return !isMatched() || !configuration.equals(runs.baseline());
    }

    private Step step(RunPlan plan) throws RunFailedException {
        String name = plan.configuration();
        CapacityProbes search = searches.get(name);
        int sessions = search.next().orElseThrow();
        int repetition = 1 + (isMatched() ? runs.all() : runs.of(name)).stream()
                .mapToInt(Observation::round).max().orElse(0);
        CapacitySearch.Capacity known = search.search().result();
        probing = new Probing(name, repetition, sessions, search.search().purpose());
        String soFar = known.probes() == 0 ? "nothing known" : known.sessions() + ", from " + known.low() + " to "
                + (known.lowerBoundOnly() ? "?" : known.high());
        String line = "probe %d of %s: %d sessions (%s; so far %s)".formatted(search.probes().size() + 1, name,
                sessions, probing.purpose(), soFar);
        RunPlan probe = probe(plan, sessions, repetition);
        if (!isMatched()) {
            return new Step(line, List.of(probe), false);
        }
        List<RunPlan> both = besideBaseline(probe);
        return new Step(line, both, Campaign.roomFor(both.size()));
    }

    /**
     * Returns a probe and a run of the baseline with the same number and users. They take turns, or follow each other
     * if memory is short. So answers and the interval include the baseline's variation from run to run and its drift
     * over hours.
     */
    private List<RunPlan> besideBaseline(RunPlan probe) throws RunFailedException {
        RunsSoFar.Candidate baseline = runs.candidate(runs.baseline());
        if (!baseline.isIn()) {
            throw new RunFailedException("the runs of the baseline " + baseline.name + " fail, so there is no response "
                    + "time to match");
        }
        RunPlan beside = probe(baseline.plan, sessions(baseline.plan).orElseThrow(), probe.repetition());
        return ShuffledOrder.of(List.of(beside, probe), runs.candidate(probe.configuration()).plan.seed(),
                probe.repetition());
    }

    @Override
    public void measured() {
        Observation run = run(probing.configuration(), probing.repetition());
        Boolean passed = answer(run, runs.candidate(probing.configuration()).plan);
        searches.get(probing.configuration()).take(new Result.Probe(probing.repetition(), probing.sessions(), passed,
                probing.purpose()), run);
        progress.campaign("%d sessions of %s: %s".formatted(probing.sessions(), probing.configuration(), passed == null
                ? CapacityProbes.isLimit(run) ? "more than the driver can generate" : "no answer"
                : passed ? "passed" : "failed"));
    }

    /** Returns the sessions of a run; empty in the open model. */
    private static Optional<Integer> sessions(RunPlan plan) {
        return plan.values().find(SESSIONS);
    }

    private static RunPlan probe(RunPlan plan, int sessions, int repetition) {
        RunSettings load = RunSettings.only(SESSIONS, sessions).or(RunSettings.only(PROFILE, ProfileKind.OFF.id()))
                .or(RunSettings.only(SEED, plan.seed() + repetition - 1));
        return plan.with(load).repeated(repetition);
    }

    /** Returns whether a run passed; null if it does not show that. */
    private Boolean answer(Observation run, RunPlan plan) {
        if (run.valid()) {
            return isMatched() ? isAsFastAsBaseline(run) : Boolean.valueOf(run.evidence().qos().met());
        }
        // Too many sessions can make a run invalid, for example by broken handshakes.
        boolean overloaded = run.count(BankFigures.PAGES.id()) > 0 && !run.evidence().qos().met()
                && !CapacityProbes.isLimit(run)
                && shareOfBank(run, plan) >= BUSY;
        return overloaded ? Boolean.FALSE : null;
    }

    /** Returns the bank's share of its processors, or of those of its host. */
    private static double shareOfBank(Observation run, RunPlan plan) {
        return plan.here() ? BankFigures.BANK_PROCESSORS.of(run) / plan.placement().count(RoleName.BANK)
                : run.evidence().hosts().stream().filter(host -> host.roles().contains(RoleName.BANK.id()))
                        .mapToDouble(host -> host.use().saturation()).max().orElse(0);
    }

    /** Returns whether a run is as fast as the baseline; null if the baseline's run of the same block is not valid. */
    private Boolean isAsFastAsBaseline(Observation run) {
        RunPairs pair = RunPairs.of(runs.all().stream().filter(each -> each.round() == run.round()).toList(),
                run.configuration(), runs.baseline());
        return pair.isEmpty() ? null
                : BankFigures.RESPONSE_TIME.of(run) <= BankFigures.RESPONSE_TIME.of(pair.baseline().get(0));
    }

    @Override
    public Result.Procedure procedure() {
        return new Result.Procedure(runs.baseline(), "sessions", resolution, resolution, 1, mostProbes,
                RatioInterval.CONFIDENCE, stoppedBecause, criterion);
    }

    @Override
    public List<Result.Capacity> capacities() {
        List<Result.Capacity> capacities = new ArrayList<>();
        searches.forEach((name, search) -> {
            if (!isSought(name)) {
                double sessions = sessions(runs.candidate(name).plan).orElseThrow();
                capacities.add(new Result.Capacity(Cell.ofConfiguration(name), (int) sessions,
                        List.of(sessions, sessions), false, true,
                        List.of()));
            } else if (!search.probes().isEmpty()) {
                CapacitySearch.Capacity found = search.search().result();
                List<Double> interval = new ArrayList<>();
                interval.add((double) found.low());
                interval.add(found.lowerBoundOnly() ? null : (double) found.high());
                capacities.add(new Result.Capacity(Cell.ofConfiguration(name), found.sessions(), interval,
                        found.lowerBoundOnly(),
                        found.confirmed(), search.probes()));
            }
        });
        return capacities;
    }
}
