package org.eejs.lab.rounds;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.eejs.lab.banking.BankingRun;
import org.eejs.lab.banking.ConfigurationCheck;
import org.eejs.lab.capacity.CapacityCampaign;
import org.eejs.lab.machine.Machine;
import org.eejs.lab.processes.CertificateAuthority;
import org.eejs.lab.processes.RunFailedException;
import org.eejs.lab.processes.RunProgress;
import org.eejs.lab.processes.WorkloadRun;
import org.eejs.lab.settings.ExperimentPlan;
import org.eejs.lab.settings.Plan;
import org.eejs.lab.settings.PublishedFigures;
import org.eejs.lab.settings.RunPlan;
import org.eejs.lab.settings.XmlPlan;
import org.eejs.lab.xml.XmlTrial;
import org.eejs.result.Experiment;
import org.eejs.result.InputException;
import org.eejs.result.Result;
import org.eejs.result.RunDirectory;
import org.eejs.result.settings.RunSettings;
import org.eejs.role.PkiDirectory;

/**
 * Many runs of several configurations, each in fresh processes, gathered in one result that is written after each of
 * them: a campaign that was stopped goes on from there. What is run next is up to {@link ComparisonCampaign} and
 * {@link CapacityCampaign}.
 *
 * <p>{@link #run} is called by one thread; {@link #abort} by any.
 */
public abstract class Campaign {
    /** A configuration that fails so often without a good run between is not run any more. */
    private static final int FAILURES_TO_END = 2;

    public final ExperimentPlan experiment;
    public final RunProgress progress;
    public final Map<String, Candidate> candidates = new LinkedHashMap<>();
    public final List<Result.Run> runs = new ArrayList<>();
    private final String command;
    private final String startedAt;
    private final String baseline;
    private final CountDownLatch over = new CountDownLatch(1);
    private Places places;
    private WorkloadRun current;
    private String abortReason;

    /** A configuration on its way through the campaign. */
    public static final class Candidate {
        private final String name;
        private final RunSettings said;
        /** Null when this machine does not allow it. */
        private final Plan plan;
        /** Of the banking workload; null when it has not been asked. */
        private ConfigurationCheck check;
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

        /** Whether it can be run. */
        public boolean isIn() {
            return skipped == null;
        }
    }

    /** Where everything is. */
    public record Places(Path home, Path pkiFolder, RunDirectory directory) {}

    /**
     * What came of a campaign.
     *
     * @param result what was measured
     * @param failure why it did not come to its end, in one line; null when it did
     */
    public record Outcome(Result result, String failure) {}

    /**
     * Prepares a campaign.
     *
     * @param command the command's name
     * @param experiment what to run
     * @param earlier what was measured before the campaign was stopped; null for a new one
     * @throws InputException with a line that names file, line and key where something cannot be
     */
    public Campaign(String command, ExperimentPlan experiment, Result earlier, RunProgress progress) {
        this.command = command;
        this.experiment = experiment;
        this.progress = progress;
        this.baseline = experiment.baselineName();
        experiment.plans().forEach(planned -> candidates.put(planned.configuration().name(), new Candidate(planned)));
        this.startedAt = earlier == null ? Instant.now().truncatedTo(ChronoUnit.SECONDS).toString()
                : earlier.startedAt();
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
                procedure.baseline(), procedure.metric(), String.valueOf(procedure.precision()), procedure.minRuns(),
                procedure.maxRuns(), PublishedFigures.said(experiment.published()), null);
    }

    /**
     * Checks every configuration by a JVM, then runs until nothing is left to be done.
     *
     * @param where where programs, certificates and results are
     * @throws InputException when the baseline, or all but one, cannot be run on this machine
     */
    public final Outcome run(Places where) {
        places = where;
        String failure = null;
        try {
            check();
            measure();
        } catch (RunFailedException e) {
            failure = e.getMessage();
        } catch (IOException | GeneralSecurityException e) {
            failure = "the runs could not be prepared: " + e.getMessage();
        }
        return new Outcome(result(), failure);
    }

    /** Runs what is to be run, one {@link #runOnce} after the other. */
    public abstract void measure() throws IOException, RunFailedException;

    /** What the runs so far tell of these configurations. */
    public abstract Experiment measured(List<Result.Configuration> configurations);

    /** How many configurations there must be. */
    public abstract int fewestConfigurations();

    private void check() throws IOException, GeneralSecurityException, RunFailedException {
        int number = 0;
        List<String> reasons = new ArrayList<>();
        for (Candidate candidate : candidates.values()) {
            failIfAborted();
            progress.step("checking configuration " + candidate.name());
            try {
                if (candidate.isIn()) {
                    check(candidate);
                }
            } catch (InputException e) {
                failIfAborted();
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

    private void check(Candidate candidate) throws IOException, GeneralSecurityException {
        Path folder = places.directory().path().resolve("configurations").resolve(candidate.name());
        if (candidate.plan instanceof XmlPlan plan) {
            XmlTrial.check(plan, places.home(), places.pkiFolder(), folder);
        } else {
            PkiDirectory pki = CertificateAuthority.ensure(places.pkiFolder());
            candidate.check = ConfigurationCheck.of((RunPlan) candidate.plan, places.home(), pki, folder);
        }
    }

    private WorkloadRun prepare(Candidate candidate, Plan plan, RunDirectory directory) {
        return plan instanceof XmlPlan xml ? new XmlTrial(xml, places.home(), places.pkiFolder(), directory)
                : new BankingRun((RunPlan) plan, places.home(), places.pkiFolder(), directory, progress,
                        candidate.check);
    }

    /** The configurations that can be run, in the experiment's order. */
    public final List<Candidate> in() {
        return candidates.values().stream().filter(Candidate::isIn).toList();
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
     * Runs a configuration once in fresh processes and keeps what came of it.
     *
     * @throws RunFailedException when the campaign was broken off
     */
    public final Result.Run runOnce(Candidate candidate, Plan plan) throws IOException, RunFailedException {
        RunDirectory directory;
        WorkloadRun run;
        synchronized (this) {
            failIfAborted();
            directory = places.directory().forRun(plan.repetition() + "-" + plan.configuration());
            run = prepare(candidate, plan, directory);
            current = run;
        }
        WorkloadRun.Outcome outcome = run.run();
        run.close();
        synchronized (this) {
            current = null;
            failIfAborted();
        }
        directory.write(outcome.result());
        Result.Run measured = outcome.result().runs().get(0);
        runs.add(measured);
        candidate.disclosure = outcome.result().disclosure();
        candidate.failuresInARow = outcome.failure() == null ? 0 : candidate.failuresInARow + 1;
        measured.invalidReasons().forEach(reason -> progress.warning(plan.configuration() + ", run "
                + plan.repetition() + ", is invalid: " + reason));
        if (candidate.failuresInARow >= FAILURES_TO_END) {
            candidate.skipped = "its runs fail: " + outcome.failure();
            progress.warning("configuration " + candidate.name() + " is not run any more: " + candidate.skipped);
        }
        write();
        return measured;
    }

    /** Keeps what was measured so far. */
    public final void write() throws IOException {
        places.directory().write(result());
    }

    private synchronized void failIfAborted() throws RunFailedException {
        if (abortReason != null) {
            throw new RunFailedException(abortReason);
        }
    }

    /** Says that the outcome has been dealt with, so that {@link #abort} need not wait any longer. */
    public final void close() {
        over.countDown();
    }

    /**
     * Breaks the campaign off and waits until its result has been dealt with. The run that goes on is lost.
     *
     * @param reason why, in one line
     */
    public final void abort(String reason) {
        WorkloadRun running;
        synchronized (this) {
            abortReason = reason;
            running = current;
        }
        if (running != null) {
            running.abort(reason);
        }
        try {
            over.await(30, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Result result() {
        List<Result.Configuration> configurations = candidates.values().stream()
                .map(candidate -> new Result.Configuration(candidate.name(), candidate.said, candidate.skipped,
                        candidate.disclosure)).toList();
        Result.Disclosure disclosure = candidates.get(baseline).disclosure;
        return new Result(command, startedAt, experiment.common(),
                disclosure == null ? Machine.disclosure() : disclosure, measured(configurations));
    }
}
