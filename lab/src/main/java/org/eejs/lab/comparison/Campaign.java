package org.eejs.lab.comparison;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.eejs.banking.ProfileKind;
import org.eejs.banking.settings.BankingSettings;
import org.eejs.lab.banking.BankingRun;
import org.eejs.lab.banking.Turns;
import org.eejs.lab.machine.Machine;
import org.eejs.lab.machine.Placement;
import org.eejs.lab.processes.RoleEvents;
import org.eejs.lab.processes.RunFailedException;
import org.eejs.lab.processes.RunProgress;
import org.eejs.lab.processes.Stage;
import org.eejs.lab.reproduction.PublishedFigures;
import org.eejs.lab.rounds.AbortSwitch;
import org.eejs.lab.rounds.MeasurementRounds;
import org.eejs.lab.rounds.Outcome;
import org.eejs.lab.rounds.Places;
import org.eejs.lab.rounds.Work;
import org.eejs.lab.settings.ExperimentPlan;
import org.eejs.lab.settings.Plan;
import org.eejs.lab.settings.Repetition;
import org.eejs.lab.settings.RunPlan;
import org.eejs.lab.settings.XmlPlan;
import org.eejs.lab.xml.XmlTrial;
import org.eejs.result.Experiment;
import org.eejs.result.InputException;
import org.eejs.result.InvalidReason;
import org.eejs.result.Result;
import org.eejs.result.RunDirectory;
import org.eejs.result.settings.RunSettings;

/**
 * Many runs of several configurations, each in fresh processes, gathered in one result that is written after each of
 * them: a campaign that was stopped continues from there. What is run next is up to {@link ComparisonCampaign} and
 * {@link org.eejs.lab.capacity.CapacityCampaign}. For one thread.
 */
public abstract class Campaign {
    /** What bank, back end and driver of a run need, beside one another: two thirds of it were seen to be used. */
    private static final long BYTES_OF_A_RUN = 1_500L << 20;
    /** A configuration that fails so often without a good run between is not run any more. */
    private static final int FAILURES_TO_END = 2;

    public final ExperimentPlan experiment;
    public final RunProgress progress;
    public final Map<String, Candidate> candidates = new LinkedHashMap<>();
    public final List<Result.Run> runs = new ArrayList<>();
    private final String command;
    private final String startedAt;
    private final String baseline;
    private final AbortSwitch abort;
    private Places places;
    private MeasurementRounds rounds;

    /** A configuration on its way through the campaign. */
    public static final class Candidate {
        private final String name;
        private final RunSettings said;
        /** Null when this machine does not allow it. */
        private final Plan plan;
        /** Of the banking workload; null when it has not been asked. */
        /** What each provider of the bank's JVM offers; null of XML, and before it was asked. */
        private Map<String, List<String>> offers;
        private String skipped;
        private Result.Disclosure disclosure;
        private int failuresInARow;

        private Candidate(ExperimentPlan.Planned planned) {
            this.name = planned.configuration().name();
            this.said = planned.configuration().settings();
            this.plan = planned.plan();
            this.skipped = planned.skipped();
        }

        public String name() {
            return name;
        }

        public Plan plan() {
            return plan;
        }

        private Result.Configuration configuration() {
            return new Result.Configuration(name, said, skipped, disclosure);
        }

        /** Whether it can be run. */
        public boolean isIn() {
            return skipped == null;
        }
    }

    /**
     * Prepares a campaign.
     *
     * @param command the command's name
     * @param experiment what to run
     * @param earlier what was measured before the campaign was stopped; null for a new one
     * @throws InputException with a line that names file, line and key where something cannot be
     */
    public Campaign(String command, ExperimentPlan experiment, Result earlier, RunProgress progress,
            AbortSwitch abort) {
        this.command = command;
        this.experiment = experiment;
        this.progress = progress;
        this.abort = abort;
        this.baseline = experiment.baselineName();
        experiment.plans().forEach(planned -> candidates.put(planned.configuration().name(), new Candidate(planned)));
        this.startedAt = earlier == null ? Outcome.now() : earlier.startedAt();
        if (earlier != null) {
            runs.addAll(earlier.runs());
            ((Experiment) earlier.measured()).configurations()
                    .forEach(known -> candidates.get(known.name()).disclosure = known.disclosure());
        }
    }

    /** The experiment of a result that is to be gone on with. */
    public static ExperimentPlan experimentOf(Result earlier) {
        if (!(earlier.measured() instanceof Experiment experiment)
                || experiment instanceof Experiment.BenchesCompared) {
            throw new InputException("--resume: the result is one of `eejs " + earlier.command()
                    + "`, which cannot be gone on with; name the folder of a comparison or of a search for capacity");
        }
        Result.Procedure procedure = experiment.procedure();
        return new ExperimentPlan(earlier.experiment(), experiment.configurations().stream()
                .map(known -> new ExperimentPlan.Configuration(known.name(), known.settings())).toList(),
                new Repetition(procedure.baseline(), procedure.metric(), part(procedure.precision()),
                        part(procedure.margin()), procedure.minRuns(), procedure.maxRuns()),
                PublishedFigures.said(experiment.published()), null);
    }

    private static String part(double fraction) {
        return fraction == 0 ? null : String.valueOf(fraction);
    }

    /**
     * Checks every configuration by a JVM, then runs until nothing is left to be done.
     *
     * @param where where programs, certificates and results are
     * @throws InputException when the baseline, or all but one, cannot be run on this machine
     */
    public final Outcome run(Places where) {
        places = where;
        rounds = new MeasurementRounds(progress, abort, where.directory(), this::result);
        String failure = abort.carryOut(() -> {
            check();
            measure();
        }, "the runs could not be prepared");
        return new Outcome(result(), failure);
    }

    /** Runs what is to be run, one {@link #carryOut} after the other. */
    public abstract void measure()
            throws IOException, GeneralSecurityException, RunFailedException, InterruptedException;

    /** What the runs so far tell of these configurations. */
    public abstract Experiment measured(List<Result.Configuration> configurations);

    /** How many configurations there must be. */
    public abstract int fewestConfigurations();

    private void check()
            throws IOException, GeneralSecurityException, RunFailedException, InterruptedException {
        int number = 0;
        List<String> reasons = new ArrayList<>();
        for (Candidate candidate : candidates.values()) {
            abort.failIfAborted();
            progress.step("checking configuration " + candidate.name());
            try {
                if (candidate.isIn()) {
                    check(candidate);
                }
            } catch (InputException e) {
                abort.failIfAborted();
                candidate.skipped = experiment.at(number, e).getMessage();
            }
            if (!candidate.isIn()) {
                progress.warning("configuration " + candidate.name() + " is skipped: " + candidate.skipped);
                reasons.add(candidate.name() + ": " + candidate.skipped);
            }
            number++;
        }
        long in = candidates.values().stream().filter(Candidate::isIn).count();
        if (in < fewestConfigurations() || !candidates.get(baseline).isIn()) {
            throw new InputException((in < fewestConfigurations() ? "too few configurations can be run here; "
                    : "the baseline cannot be run here; ") + String.join("; ", reasons));
        }
    }

    private void check(Candidate candidate)
            throws IOException, GeneralSecurityException, RunFailedException, InterruptedException {
        Path folder = places.directory().folder("configurations", candidate.name());
        if (candidate.plan instanceof XmlPlan plan) {
            XmlTrial.check(plan, places, folder, abort);
        } else {
            try (Stage stage = places.stages().of((RunPlan) candidate.plan,
                    places.in(RunDirectory.create(folder, "run")), new RoleEvents())) {
                stage.prepare();
                candidate.offers = stage.check();
            }
        }
    }

    private Outcome run(Candidate candidate, Plan plan, Places where, Turns.Turn turn) {
        return plan instanceof XmlPlan xml ? new XmlTrial(xml, where, abort).run()
                : new BankingRun((RunPlan) plan, where, progress, abort, candidate.offers, turn,
                        disclosure -> disclose(candidate, disclosure)).run();
    }

    /** Shows in what configurations turned out to differ as soon as all of them have run, and before they are timed. */
    private synchronized void disclose(Candidate candidate, Result.Disclosure disclosure) {
        boolean first = candidate.disclosure == null;
        candidate.disclosure = disclosure;
        if (first && in().size() > 1 && in().stream().allMatch(each -> each.disclosure != null)) {
            progress.disclosed(measured(in().stream().map(Candidate::configuration).toList()));
        }
    }

    /** The configurations that can be run, in the experiment's order. */
    public final List<Candidate> in() {
        return candidates.values().stream().filter(Candidate::isIn).toList();
    }

    /** The processors of each of them; of none for the XML workload, which places its threads itself. */
    public final List<Placement> placements() {
        return in().stream().filter(each -> each.plan instanceof RunPlan)
                .map(each -> ((RunPlan) each.plan).placement()).toList();
    }

    /** The name of the configuration that others are compared with. */
    public final String baseline() {
        return baseline;
    }

    /** The runs of a configuration so far. */
    public final List<Result.Run> runsOf(String configuration) {
        return runs.stream().filter(run -> run.configuration().equals(configuration)).toList();
    }

    /**
     * Carries out work around a run, and keeps the result.
     *
     * @param line tells what is run
     * @throws RunFailedException when the campaign was aborted
     */
    public final void carryOut(String line, Work work)
            throws IOException, GeneralSecurityException, RunFailedException, InterruptedException {
        rounds.carryOut(line, work);
    }

    /**
     * Runs a configuration once in fresh processes.
     *
     * @throws RunFailedException when the campaign was aborted; the run is lost
     */
    public final Result.Run runOnce(Candidate candidate, Plan plan) throws IOException, RunFailedException {
        RunDirectory directory = directory(plan);
        return keep(candidate, plan, directory, run(candidate, plan, places.in(directory), Turns.undisturbed()));
    }

    /** Whether this machine has the memory for so many runs that take turns. */
    public static boolean roomFor(int runs) {
        return runs * BYTES_OF_A_RUN <= Machine.memory().totalBytes();
    }

    /**
     * Runs configurations that take {@link Turns}, each once in fresh processes.
     *
     * @param plans in the order of the first turns
     * @throws RunFailedException when the campaign was aborted; the runs are lost
     */
    public final void runInTurns(Map<Candidate, Plan> plans)
            throws IOException, RunFailedException, InterruptedException {
        Turns turns = new Turns();
        abort.onAbort(turns::abort);
        Duration steady = BankingSettings.phases(((RunPlan) plans.values().iterator().next()).values()).steady();
        boolean profiled = plans.values().stream()
                .anyMatch(plan -> ((RunPlan) plan).get(BankingSettings.PROFILE) != ProfileKind.OFF);
        Iterator<Turns.Turn> next = turns.of(plans.size(), steady, profiled).iterator();
        Map<Candidate, RunDirectory> directories = new LinkedHashMap<>();
        Map<Candidate, Future<Outcome>> outcomes = new LinkedHashMap<>();
        ExecutorService threads = Executors.newFixedThreadPool(plans.size());
        for (Map.Entry<Candidate, Plan> each : plans.entrySet()) {
            RunDirectory directory = directory(each.getValue());
            directories.put(each.getKey(), directory);
            Turns.Turn turn = next.next();
            outcomes.put(each.getKey(),
                    threads.submit(() -> run(each.getKey(), each.getValue(), places.in(directory), turn)));
        }
        threads.shutdown();
        try {
            for (Candidate candidate : plans.keySet()) {
                keep(candidate, plans.get(candidate), directories.get(candidate), outcomes.get(candidate).get());
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } finally {
            threads.awaitTermination(Long.MAX_VALUE, TimeUnit.SECONDS);
        }
    }

    private RunDirectory directory(Plan plan) throws IOException {
        return places.directory().forRun(plan.repetition() + "-" + plan.configuration());
    }

    private Result.Run keep(Candidate candidate, Plan plan, RunDirectory directory, Outcome outcome)
            throws IOException, RunFailedException {
        abort.failIfAborted();
        directory.write(outcome.result());
        Result.Run measured = outcome.result().runs().get(0);
        runs.add(measured);
        candidate.disclosure = outcome.result().disclosure();
        // That the load could not be made is no failure of the configuration, and tells a search for capacity enough.
        boolean failed = outcome.failure() != null && measured.invalid().stream()
                .noneMatch(reason -> reason.kind() == InvalidReason.Kind.LOAD_LIMIT);
        candidate.failuresInARow = failed ? candidate.failuresInARow + 1 : 0;
        measured.invalidReasons().forEach(reason -> progress.warning(plan.configuration() + ", run "
                + plan.repetition() + ", is invalid: " + reason));
        if (candidate.failuresInARow >= FAILURES_TO_END) {
            candidate.skipped = "its runs fail: " + outcome.failure();
            progress.warning("configuration " + candidate.name() + " is not run any more: " + candidate.skipped);
        }
        return measured;
    }

    private Result result() {
        List<Result.Configuration> configurations = candidates.values().stream()
                .map(Candidate::configuration).toList();
        Result.Disclosure disclosure = candidates.get(baseline).disclosure;
        return new Result(command, startedAt, experiment.common(),
                disclosure == null ? Machine.disclosure() : disclosure, measured(configurations));
    }
}
