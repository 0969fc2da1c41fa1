package org.eejs.lab.strategy;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.eejs.banking.ProfileKind;
import org.eejs.banking.settings.BankingSettings;
import org.eejs.lab.banking.BankingRun;
import org.eejs.lab.banking.Turns;
import org.eejs.lab.defaults.JdkDifferences;
import org.eejs.lab.machine.Jdk;
import org.eejs.lab.machine.Machine;
import org.eejs.lab.processes.RunFailedException;
import org.eejs.lab.processes.RunProgress;
import org.eejs.lab.reproduction.PublishedFigures;
import org.eejs.lab.rounds.AbortSwitch;
import org.eejs.lab.rounds.MeasurementRounds;
import org.eejs.lab.rounds.Outcome;
import org.eejs.lab.rounds.Places;
import org.eejs.lab.settings.ExperimentPlan;
import org.eejs.lab.settings.Repetition;
import org.eejs.lab.settings.RunPlan;
import org.eejs.lab.strategy.RunsSoFar.Candidate;
import org.eejs.result.InputException;
import org.eejs.result.InvalidReason;
import org.eejs.result.JdkDifference;
import org.eejs.result.Observation;
import org.eejs.result.Result;
import org.eejs.result.RunDirectory;

/**
 * Runs of configurations as a {@link Strategy} chooses them, each in fresh processes, collected in one result. The
 * result is written after each step, so that a stopped campaign continues from there. For one thread.
 */
public final class Campaign {
    /** Memory of the bank, back end and driver of a run, in bytes: measured runs used two thirds of it. */
    private static final long BYTES_OF_A_RUN = 1_500L << 20;
    /** The number of failures without a good run between, after which a configuration is not run any more. */
    private static final int FAILURES_TO_END = 2;

    private final Strategy strategy;
    private final RunsSoFar runs;
    private final RunProgress progress;
    private final AbortSwitch abort;
    private Places places;
    /** The differences between the JDKs of configurations; null if there is only one. */
    private List<JdkDifference> jdkDifferences;
    private MeasurementRounds rounds;
    /** The outcome of a campaign with only one run; else null. */
    private Outcome only;

    /** Prepares a campaign that {@code abort} can end early. */
    public Campaign(Strategy strategy, RunProgress progress, AbortSwitch abort) {
        this.strategy = strategy;
        this.runs = strategy.runs();
        this.progress = progress;
        this.abort = abort;
    }

    /** Returns the name of the command that it carries out. */
    public String command() {
        return strategy.command();
    }

    /** Returns the experiment of a result that is to be resumed. */
    public static ExperimentPlan experimentOf(Result earlier) {
        if (!earlier.isExperiment()) {
            throw new InputException("--resume: this result is of `eejs " + earlier.command()
                    + "` and does not resume; name the folder of a comparison or of a capacity search");
        }
        Result.Procedure procedure = earlier.procedure();
        return new ExperimentPlan(earlier.settings(), earlier.configurations().stream()
                .map(known -> new ExperimentPlan.Configuration(known.name(), known.settings())).toList(),
                new Repetition(procedure.baseline(), procedure.metric(), part(procedure.precision()),
                        part(procedure.margin()), procedure.minRuns(), procedure.maxRuns()),
                PublishedFigures.said(earlier.published()), null);
    }

    private static String part(double fraction) {
        return fraction == 0 ? null : String.valueOf(fraction);
    }

    /**
     * Checks every configuration in a JVM, then runs until the strategy is done. A single run is not checked first.
     *
     * @param where its folders
     */
    public Outcome run(Places where) {
        places = where;
        rounds = new MeasurementRounds(progress, abort, where.directory(), this::result);
        String failure = abort.carryOut(() -> {
            if (strategy.isRepeated()) {
                compareJdks();
                check();
            }
            for (Optional<Strategy.Step> step = strategy.next(); step.isPresent(); step = strategy.next()) {
                if (strategy.isRepeated()) {
                    checkAll();
                }
                // The check may have skipped some of them.
                List<RunPlan> possible = step.get().runs().stream()
                        .filter(plan -> runs.candidate(plan.configuration()).isIn()).toList();
                if (!possible.isEmpty() || step.get().runs().isEmpty()) {
                    carryOut(new Strategy.Step(step.get().line(), possible, step.get().inTurns()));
                }
            }
        }, "the runs could not be prepared");
        return only == null ? new Outcome(result(), failure) : only;
    }

    private void carryOut(Strategy.Step step)
            throws IOException, GeneralSecurityException, RunFailedException, InterruptedException {
        if (!strategy.isRepeated()) {
            only = new BankingRun(step.runs().get(0), places, progress, abort).run();
            runs.add(only.result().observations().get(0));
            return;
        }
        rounds.carryOut(step.line(), () -> {
            if (step.inTurns()) {
                runInTurns(step.runs());
            } else {
                for (RunPlan plan : step.runs()) {
                    RunDirectory directory = directory(plan);
                    keep(plan, directory, run(plan, places.in(directory), Turns.undisturbed()));
                }
            }
            strategy.measured();
        });
    }

    /** Checks every configuration, and that enough of them are possible here. */
    private void check()
            throws IOException, GeneralSecurityException, RunFailedException, InterruptedException {
        checkAll();
        List<String> reasons = runs.candidates().stream().filter(each -> !each.isIn())
                .map(each -> each.name + ": " + each.skipped).toList();
        boolean few = runs.in().size() < strategy.fewestConfigurations();
        if (few || !runs.candidate(runs.baseline()).isIn()) {
            throw new InputException((few ? "this machine supports too few of the configurations: "
                    : "this machine does not support the baseline: ") + String.join("; ", reasons));
        }
    }

    /** Compares the defaults of the JDKs, if configurations run on several. */
    private void compareJdks() throws IOException, GeneralSecurityException {
        Map<String, Jdk> jdks = new LinkedHashMap<>();
        Stream.concat(Stream.of(runs.candidate(runs.baseline())), runs.in().stream()).filter(each -> each.isIn()
                && each.plan.here()).forEach(each -> jdks.putIfAbsent(each.name, each.plan.bankJdk()));
        if (strategy.showsDifferences() && Set.copyOf(jdks.values()).size() > 1) {
            progress.step("comparing the defaults of JDKs");
            try {
                jdkDifferences = JdkDifferences.of(jdks, places.home(), places.state());
                progress.jdksDiffer(result());
            } catch (InputException e) {
                progress.warning("the JDKs are not compared: " + e.getMessage());
            }
        }
    }

    /** Checks the configurations that have not been checked. */
    private void checkAll()
            throws IOException, GeneralSecurityException, RunFailedException, InterruptedException {
        int number = -1;
        for (Candidate candidate : runs.candidates()) {
            number++;
            if (candidate.isChecked) {
                continue;
            }
            candidate.isChecked = true;
            abort.failIfAborted();
            progress.step("checking configuration " + candidate.name);
            try {
                if (candidate.isIn()) {
                    check(candidate);
                }
            } catch (InputException e) {
                abort.failIfAborted();
                candidate.skipped = runs.experiment().at(number, e).getMessage();
            }
            if (!candidate.isIn()) {
                progress.warning("configuration " + candidate.name + " is skipped: " + candidate.skipped);
            }
        }
    }

    private void check(Candidate candidate)
            throws IOException, GeneralSecurityException, RunFailedException, InterruptedException {
        candidate.offers = new BankingRun(candidate.plan, places.in(places.directory().forCheck(candidate.name)),
                progress, abort).check();
    }

    private Outcome run(RunPlan plan, Places where, Turns.Turn turn) {
        Candidate candidate = runs.candidate(plan.configuration());
        return new BankingRun(plan, where, progress, abort, candidate.offers, turn,
                disclosure -> disclose(candidate, disclosure)).run();
    }

    /** Shows the differences of configurations once each has started, before they are timed. */
    private synchronized void disclose(Candidate candidate, Result.Disclosure disclosure) {
        boolean first = candidate.disclosure == null;
        candidate.disclosure = disclosure;
        List<Candidate> in = runs.in();
        if (first && strategy.showsDifferences() && in.size() > 1
                && in.stream().allMatch(each -> each.disclosure != null)) {
            progress.disclosed(result(in));
        }
    }

    /** Returns whether this machine has the memory for that number of runs at a time. */
    static boolean roomFor(int runs) {
        return runs * BYTES_OF_A_RUN <= Machine.memory().totalBytes();
    }

    private void runInTurns(List<RunPlan> plans) throws IOException, RunFailedException, InterruptedException {
        Turns turns = new Turns();
        abort.onAbort(turns::abort);
        Duration steady = BankingSettings.phases(plans.get(0).values()).steady();
        boolean profiled = plans.stream().anyMatch(plan -> plan.get(BankingSettings.PROFILE) != ProfileKind.OFF);
        Iterator<Turns.Turn> next = turns.of(plans.size(), steady, profiled).iterator();
        List<RunDirectory> directories = new ArrayList<>();
        List<Future<Outcome>> outcomes = new ArrayList<>();
        ExecutorService threads = Executors.newFixedThreadPool(plans.size());
        for (RunPlan plan : plans) {
            RunDirectory directory = directory(plan);
            directories.add(directory);
            Turns.Turn turn = next.next();
            outcomes.add(threads.submit(() -> run(plan, places.in(directory), turn)));
        }
        threads.shutdown();
        try {
            for (int i = 0; i < plans.size(); i++) {
                keep(plans.get(i), directories.get(i), outcomes.get(i).get());
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } finally {
            threads.awaitTermination(Long.MAX_VALUE, TimeUnit.SECONDS);
        }
    }

    private RunDirectory directory(RunPlan plan) throws IOException {
        return places.directory().forRun(plan.repetition() + "-" + plan.configuration());
    }

    private void keep(RunPlan plan, RunDirectory directory, Outcome outcome) throws IOException, RunFailedException {
        abort.failIfAborted();
        Candidate candidate = runs.candidate(plan.configuration());
        directory.write(outcome.result());
        Observation measured = outcome.result().observations().get(0);
        runs.add(measured);
        candidate.disclosure = outcome.result().disclosure();
        // A load that could not be generated is not a failure of the configuration, and is an answer for a capacity
        // search.
        boolean failed = outcome.failure() != null && measured.invalid().stream()
                .noneMatch(reason -> reason.kind() == InvalidReason.Kind.LOAD_LIMIT);
        candidate.failuresInARow = failed ? candidate.failuresInARow + 1 : 0;
        measured.invalidReasons().forEach(reason -> progress.warning(plan.configuration() + ", run "
                + plan.repetition() + ", is invalid: " + reason));
        if (candidate.failuresInARow >= FAILURES_TO_END) {
            candidate.skipped = "its runs fail: " + outcome.failure();
            progress.warning("configuration " + candidate.name + " does not run any more: " + candidate.skipped);
        }
    }

    private Result result() {
        return result(runs.candidates());
    }

    /** Returns the result of these configurations' runs so far. */
    private Result result(List<Candidate> candidates) {
        Result.Disclosure disclosure = runs.candidate(runs.baseline()).disclosure;
        Result measured = Result.of(command(), runs.startedAt(), runs.experiment().common(),
                disclosure == null ? Machine.disclosure() : disclosure, strategy.procedure(),
                candidates.stream().map(Candidate::configuration).toList(), runs.all(), strategy.comparisons(),
                strategy.capacities(), null);
        return measured.with(PublishedFigures.of(runs.experiment().published(), measured)).with(strategy.tuning())
                .withJdks(jdkDifferences);
    }
}
