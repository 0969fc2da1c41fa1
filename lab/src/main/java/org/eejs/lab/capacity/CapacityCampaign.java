package org.eejs.lab.capacity;

import static org.eejs.banking.settings.BankingSettings.PROFILE;
import static org.eejs.banking.settings.BankingSettings.SEED;
import static org.eejs.banking.settings.BankingSettings.SESSIONS;

import java.io.IOException;
import java.math.BigDecimal;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eejs.banking.ProfileKind;
import org.eejs.banking.Qos;
import org.eejs.banking.RoleName;
import org.eejs.banking.settings.BankingSettings;
import org.eejs.lab.comparison.Campaign;
import org.eejs.lab.processes.RunFailedException;
import org.eejs.lab.processes.RunProgress;
import org.eejs.lab.reproduction.PublishedFigures;
import org.eejs.lab.rounds.AbortSwitch;
import org.eejs.lab.settings.ExperimentPlan;
import org.eejs.lab.settings.Metric;
import org.eejs.lab.settings.Plan;
import org.eejs.lab.settings.RunPlan;
import org.eejs.lab.statistics.RatioInterval;
import org.eejs.lab.statistics.RunPairs;
import org.eejs.lab.statistics.ShuffledOrder;
import org.eejs.result.Experiment;
import org.eejs.result.InputException;
import org.eejs.result.Result;
import org.eejs.result.settings.RunSettings;
import org.eejs.result.settings.WorkloadKind;

/**
 * Finds how many simultaneous sessions each configuration can serve. Every probe is a whole run in fresh processes with
 * the same phases, so that none finds a JVM that another has warmed; the searches of several configurations take turns
 * in an order that is reshuffled each time.
 */
public final class CapacityCampaign extends Campaign {
    /** The paper's Figure 4: more sessions until the response time is that of the baseline. */
    static final String RESPONSE_TIME_OF_BASELINE =
            "a mean response time no longer than the baseline's at its own number of sessions";

    /** A bank that uses so much of its processors and misses the quality of service has had too many sessions. */
    private static final double BUSY = 0.9;

    private final String criterion;
    private final double resolution;
    private final int mostProbes;
    private final Map<String, CapacityProbes> searches = new LinkedHashMap<>();
    private String stoppedBecause;

    /**
     * Prepares a search.
     *
     * @param experiment whose capacity to find; its sessions are where the search begins
     * @param matchResponseTime whether the others' response time shall match the baseline's, instead of all keeping the
     *     quality of service
     * @param quick whether a wide interval will do
     * @param earlier what was measured before the search was stopped; null for a new one
     * @throws InputException with a line that names file, line and key where something cannot be
     */
    public CapacityCampaign(ExperimentPlan experiment, boolean matchResponseTime, boolean quick, Result earlier,
            RunProgress progress, AbortSwitch abort) {
        super("capacity", experiment, earlier, progress, abort);
        Experiment.CapacitiesSought known = earlier == null ? null : sought(earlier);
        this.criterion = known != null ? known.procedure().criterion()
                : matchResponseTime ? RESPONSE_TIME_OF_BASELINE : qualityOfService();
        if (criterion.equals(RESPONSE_TIME_OF_BASELINE) && experiment.configurations().size() < 2) {
            throw new InputException("--match-response-time needs a baseline and another configuration; name an "
                    + "experiment file with both by --experiment");
        }
        this.resolution = experiment.precisionOr((quick ? 2 : 1) * CapacitySearch.RESOLUTION);
        this.mostProbes = experiment.repetition().maxRuns() == null ? CapacitySearch.MOST_PROBES
                : experiment.repetition().maxRuns();
        for (Candidate candidate : in()) {
            if (!(candidate.plan() instanceof RunPlan plan)) {
                throw experiment.at(-1, new InputException("xml", "capacity is a number of sessions of "
                        + WorkloadKind.BANKING + "; compare XML configurations by `eejs compare`"));
            }
            if (sessions(candidate).isEmpty()) {
                throw new InputException("arrivalRate", "capacity is a number of sessions; give --sessions to begin "
                        + "with instead of --arrival-rate");
            }
            if (plan.service() != null && plan.service().script().requestsPerSecond() != null) {
                throw new InputException(BankingSettings.SERVICE.key(), "requestsPerSecond in the file of "
                        + plan.service().name() + " bounds the load, so that any number of sessions would do; leave it "
                        + "out there to search how many the service can serve");
            }
            searches.put(candidate.name(), new CapacityProbes(
                    new CapacitySearch(sessions(candidate).orElseThrow(), resolution, mostProbes)));
        }
        if (known != null) {
            known.capacities().forEach(capacity -> capacity.probes().forEach(probe ->
                    searches.get(capacity.configuration()).take(probe,
                            run(capacity.configuration(), probe.repetition()))));
        }
    }

    /** That of all configurations, in words. */
    private String qualityOfService() {
        return in().stream().map(Candidate::plan).filter(RunPlan.class::isInstance).map(RunPlan.class::cast).findFirst()
                .map(plan -> words(BankingSettings.qos(plan.values()), plan.service() == null ? "pages" : "steps"))
                .orElse("");
    }

    private static String words(Qos qos, String responses) {
        return "%s of the %s good (within %s) and %s tolerable (within %s)".formatted(percent(qos.goodFraction()),
                responses, seconds(qos.timeGood()), percent(qos.tolerableFraction()), seconds(qos.timeTolerable()));
    }

    private static String percent(double fraction) {
        return plain(BigDecimal.valueOf(fraction).movePointRight(2)) + " %";
    }

    private static String seconds(Duration time) {
        return plain(BigDecimal.valueOf(time.toMillis(), 3)) + " s";
    }

    private static String plain(BigDecimal number) {
        return number.stripTrailingZeros().toPlainString();
    }

    private static Experiment.CapacitiesSought sought(Result earlier) {
        if (earlier.measured() instanceof Experiment.CapacitiesSought sought) {
            return sought;
        }
        throw new InputException("--resume: the result is one of `eejs " + earlier.command()
                + "`; a search for capacity goes on from one of `eejs capacity`");
    }

    private Result.Run run(String configuration, int repetition) {
        return runsOf(configuration).stream().filter(run -> run.repetition() == repetition).findFirst().orElseThrow();
    }

    @Override
    public int fewestConfigurations() {
        return 1;
    }

    @Override
    public void measure() throws IOException, GeneralSecurityException, RunFailedException, InterruptedException {
        for (int turn = 1;; turn++) {
            List<Candidate> sought = in().stream().filter(this::isSought)
                    .filter(candidate -> searches.get(candidate.name()).next().isPresent()).toList();
            if (sought.isEmpty()) {
                stoppedBecause = "every search came to its end";
                return;
            }
            for (Candidate candidate : ShuffledOrder.of(sought, sought.get(0).plan().seed(), turn)) {
                probe(candidate, searches.get(candidate.name()));
            }
        }
    }

    /** Whether the response time shall be that of the baseline, instead of the quality of service kept. */
    private boolean isMatched() {
        return criterion.equals(RESPONSE_TIME_OF_BASELINE);
    }

    /** With a response time to match, the baseline's sessions are given. */
    private boolean isSought(Candidate candidate) {
        return !isMatched() || !candidate.name().equals(baseline());
    }

    private void probe(Candidate candidate, CapacityProbes search)
            throws IOException, GeneralSecurityException, RunFailedException, InterruptedException {
        int sessions = search.next().orElseThrow();
        int repetition = 1 + (isMatched() ? runs.stream() : runsOf(candidate.name()).stream())
                .mapToInt(Result.Run::repetition).max().orElse(0);
        CapacitySearch.Capacity known = search.search().result();
        String purpose = search.search().purpose();
        String soFar = known.probes() == 0 ? "nothing known" : known.sessions() + ", from " + known.low() + " to "
                + (known.lowerBoundOnly() ? "?" : known.high());
        carryOut("probe %d of %s: %d sessions (%s; so far %s)".formatted(search.probes().size() + 1,
                candidate.name(), sessions, purpose, soFar), () -> {
                    Plan plan = plan(candidate, sessions, repetition);
                    if (isMatched()) {
                        runBesideBaseline(candidate, plan);
                    } else {
                        runOnce(candidate, plan);
                    }
                    Result.Run run = run(candidate.name(), repetition);
                    Boolean passed = answer(run, (RunPlan) candidate.plan());
                    search.take(new Result.Probe(repetition, sessions, passed, purpose), run);
                    progress.campaign("%d sessions of %s: %s".formatted(sessions, candidate.name(), passed == null
                            ? CapacityProbes.isLimit(run) ? "more than the driver can make" : "no answer"
                            : passed ? "passed" : "failed"));
                });
    }

    /**
     * Each probe has its own run of the baseline, with the same number and users: they take turns, or follow each other
     * where memory is short. What the baseline varies by from run to run and drifts by in hours is so part of what
     * answers vary by, and of the interval.
     */
    private void runBesideBaseline(Candidate candidate, Plan plan)
            throws IOException, RunFailedException, InterruptedException {
        Candidate baseline = candidates.get(baseline());
        if (!baseline.isIn()) {
            throw new RunFailedException("the runs of the baseline " + baseline() + " fail, so there is no response "
                    + "time to match");
        }
        Map<Candidate, Plan> plans = Map.of(candidate, plan, baseline,
                plan(baseline, sessions(baseline).orElseThrow(), plan.repetition()));
        Map<Candidate, Plan> ordered = new LinkedHashMap<>();
        ShuffledOrder.of(List.of(baseline, candidate), candidate.plan().seed(), plan.repetition())
                .forEach(each -> ordered.put(each, plans.get(each)));
        if (roomFor(ordered.size())) {
            runInTurns(ordered);
            return;
        }
        for (Map.Entry<Candidate, Plan> each : ordered.entrySet()) {
            runOnce(each.getKey(), each.getValue());
        }
    }

    /** Empty in the open model. */
    private static Optional<Integer> sessions(Candidate candidate) {
        return ((RunPlan) candidate.plan()).values().find(SESSIONS);
    }

    private static RunPlan plan(Candidate candidate, int sessions, int repetition) {
        RunSettings load = RunSettings.only(SESSIONS, sessions).or(RunSettings.only(PROFILE, ProfileKind.OFF.id()))
                .or(RunSettings.only(SEED, candidate.plan().seed() + repetition - 1));
        return ((RunPlan) candidate.plan()).with(load).repeated(repetition);
    }

    /** Null when the run does not tell. */
    private Boolean answer(Result.Run run, RunPlan plan) {
        if (run.valid()) {
            return isMatched() ? isAsFastAsBaseline(run) : Boolean.valueOf(run.banking().qos().met());
        }
        // Too many sessions can make a run invalid by themselves, for example by handshakes that are broken off.
        boolean overloaded = run.banking().load().pages() > 0 && !run.banking().qos().met()
                && !CapacityProbes.isLimit(run)
                && shareOfBank(run, plan) >= BUSY;
        return overloaded ? Boolean.FALSE : null;
    }

    /** Of its processors, or of those of its host. */
    private static double shareOfBank(Result.Run run, RunPlan plan) {
        return plan.here() ? Metric.BANK_PROCESSORS.of(run) / plan.placement().count(RoleName.BANK)
                : run.banking().hosts().stream().filter(host -> host.roles().contains(RoleName.BANK.id()))
                        .mapToDouble(host -> host.use().saturation()).max().orElse(0);
    }

    /** Null where the baseline's run beside it is not valid. */
    private Boolean isAsFastAsBaseline(Result.Run run) {
        RunPairs pair = RunPairs.of(runs.stream().filter(each -> each.repetition() == run.repetition()).toList(),
                run.configuration(), baseline());
        return pair.isEmpty() ? null
                : Metric.RESPONSE_TIME.of(run) <= Metric.RESPONSE_TIME.of(pair.baseline().get(0));
    }

    @Override
    public Experiment measured(List<Result.Configuration> configurations) {
        Experiment.CapacitiesSought measured = new Experiment.CapacitiesSought(new Result.Procedure(baseline(),
                "sessions", resolution, resolution, 1, mostProbes, RatioInterval.CONFIDENCE, stoppedBecause, criterion),
                configurations, List.copyOf(runs), capacities(), null);
        return measured.beside(PublishedFigures.of(experiment.published(), measured));
    }

    private List<Result.Capacity> capacities() {
        List<Result.Capacity> capacities = new ArrayList<>();
        searches.forEach((name, search) -> {
            if (!isSought(candidates.get(name))) {
                double sessions = sessions(candidates.get(name)).orElseThrow();
                capacities.add(new Result.Capacity(name, (int) sessions, List.of(sessions, sessions), false, true,
                        List.of()));
            } else if (!search.probes().isEmpty()) {
                CapacitySearch.Capacity found = search.search().result();
                List<Double> interval = new ArrayList<>();
                interval.add((double) found.low());
                interval.add(found.lowerBoundOnly() ? null : (double) found.high());
                capacities.add(new Result.Capacity(name, found.sessions(), interval, found.lowerBoundOnly(),
                        found.confirmed(), search.probes()));
            }
        });
        return capacities;
    }
}
