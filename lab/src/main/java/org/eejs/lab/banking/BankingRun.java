package org.eejs.lab.banking;

import static org.eejs.banking.settings.BankingSettings.PROFILE;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.eejs.banking.Phases;
import org.eejs.banking.ProfileKind;
import org.eejs.banking.RoleName;
import org.eejs.driver.protocol.Tick;
import org.eejs.lab.machine.MachineTime;
import org.eejs.lab.processes.Role;
import org.eejs.lab.processes.RoleEvents;
import org.eejs.lab.processes.RunFailedException;
import org.eejs.lab.processes.RunProgress;
import org.eejs.lab.processes.Stage;
import org.eejs.lab.rounds.AbortSwitch;
import org.eejs.lab.rounds.Outcome;
import org.eejs.lab.rounds.Places;
import org.eejs.lab.settings.RunPlan;
import org.eejs.result.BankFigures;
import org.eejs.result.HostFigures;
import org.eejs.result.InputException;
import org.eejs.result.InvalidReason;
import org.eejs.result.Observation;
import org.eejs.result.Result;
import org.eejs.role.ControlChannel;

/**
 * One run of the banking workload. It starts back end, bank and driver as separate processes and follows them through
 * all phases. However the run ends, it ends the processes, and the result keeps what was measured.
 *
 * <p>An instance serves one run, and one thread.
 */
public final class BankingRun {
    private static final int SECONDS_BETWEEN_CHECKPOINTS = 5;
    /** The wait before a slice: queues of 250 methods, the longest ones seen, take seconds without load. */
    private static final Duration COMPILER_PATIENCE = Duration.ofSeconds(10);

    private final RunPlan plan;
    private final Places places;
    private final RunProgress progress;
    private final AbortSwitch abort;
    private final Turns.Turn turn;
    /** The algorithms that each provider of the bank's JVM offers; null before the JVM was asked. */
    private Map<String, List<String>> offers;
    private final String startedAt = Outcome.now();
    private final RoleEvents events = new RoleEvents();
    private final Stage stage;
    private final StartedSubject subject;
    private Drivers drivers = new Drivers(List.of(), events);
    private final Map<RoleName, CompletableFuture<List<String>>> finalFlags = new EnumMap<>(RoleName.class);
    private final RunRecorder recorder;
    private final PageProfile profile;
    private final Consumer<Result.Disclosure> whenWarm;
    /** The warm-up; null before the load. */
    private WarmUp warmUp;
    private final Saturation saturation = new Saturation();
    /** Why the run broke off, if it did. */
    private InvalidReason.Kind brokenOff = InvalidReason.Kind.BROKEN_OFF;
    /** Whether the configuration was checked before this run. */
    private final boolean checked;
    private boolean checkpointFailed;

    /**
     * Prepares a run.
     *
     * @param progress gets what happens
     * @param abort ends it before its time
     */
    public BankingRun(RunPlan plan, Places places, RunProgress progress, AbortSwitch abort) {
        this(plan, places, progress, abort, null, Turns.alone(), disclosure -> { });
    }

    /**
     * Prepares a run of a configuration that has been checked, and that may take turns with others.
     *
     * @param offers the algorithms that each provider of the bank's JVM offers
     * @param whenWarm gets JDKs, TLS and options as the processes report them, before anything is measured
     */
    public BankingRun(RunPlan plan, Places places, RunProgress progress, AbortSwitch abort,
            Map<String, List<String>> offers, Turns.Turn turn, Consumer<Result.Disclosure> whenWarm) {
        this.plan = plan;
        this.places = places;
        this.progress = progress;
        this.abort = abort;
        this.offers = offers;
        this.checked = offers != null;
        this.turn = turn;
        this.stage = places.stages().of(plan, places, events);
        this.subject = StartedSubject.of(plan, places, stage, events, progress, turn::joined);
        this.whenWarm = whenWarm;
        this.recorder = new RunRecorder(plan, turn.slices(),
                turn.profiled() && plan.measuresProcess() ? plan.get(PROFILE) : ProfileKind.OFF,
                stage.bankHost());
        this.profile = new PageProfile(plan, places, recorder.slices().profile());
    }

    /**
     * Starts a JVM to check the configuration, without load.
     *
     * @return the algorithms that each provider of the bank's JVM offers, as type.algorithm
     * @throws InputException with one line that names the problem, and the setting at fault
     */
    public Map<String, List<String>> check()
            throws IOException, GeneralSecurityException, RunFailedException, InterruptedException {
        try (stage) {
            stage.prepare();
            return subject.check();
        }
    }

    /** Runs, and returns when all processes have ended. The caller still writes the final result. */
    public Outcome run() {
        String failure = abort.carryOut(() -> {
            try {
                turn.await();
                start();
                load();
                profile.await(BankFigures.PAGES_PER_SECOND.of(recorder.soFar()));
            } catch (InputException e) {
                if (!checked) {
                    throw e;
                }
                // The configuration passed its check, so other runs of the campaign may still succeed.
                throw new RunFailedException(e.getMessage(), e);
            } finally {
                if (abort.isAborted()) {
                    stage.halt();
                } else {
                    stage.close();
                }
                turn.leave();
            }
        }, "the run could not be prepared");
        if (recorder.slices().profiled()) {
            Tick.Negotiated users = recorder.negotiated();
            recorder.profiled(profile.of(recorder.soFar(), users == null ? null : users.protocol(),
                    recorder.samplingCost()), profile.waits());
        }
        return new Outcome(result(failure), failure);
    }

    private void start() throws IOException, GeneralSecurityException, RunFailedException, InterruptedException {
        abort.onAbort(events::abort);
        stage.prepare();
        if (offers == null && subject.isToBeChecked()) {
            progress.step("checking the bank's configuration");
            offers = subject.check();
        }
        if (offers != null) {
            recorder.offers(offers);
        }
        String address = subject.start();
        progress.step(stage.drivers() == 1 ? "starting the driver" : "starting " + stage.drivers() + " drivers");
        List<Role> started = new ArrayList<>();
        stage.start(RoleName.DRIVER, address, role -> {
            turn.joined(role);
            started.add(role);
        });
        drivers = new Drivers(started, events);
        for (Role driver : started) {
            subject.instruct(driver);
            events.await(ControlChannel.READY, driver, StartedSubject.START_PATIENCE);
        }
        subject.rehearse(started.get(0));
    }

    private void load() throws RunFailedException, InterruptedException {
        recorder.begin(read());
        warmUp = new WarmUp(Pace.of(plan, turn.slices() == 1), recorder, subject.measured(), drivers);
        subject.begins();
        drivers.start(subject.servers().values());
        subject.servers().forEach((role, process) -> finalFlags.put(role, process.finalFlags()));
        finalFlags.put(RoleName.DRIVER, drivers.roles().get(0).finalFlags());
        if (turn.slices() > 1) {
            warmUp.tellSteady();
        }
        long counted = countedUntil(recorder.slices().phases());
        boolean last = false;
        for (int second = 0; !last; second++) {
            try {
                last = follow(second, counted);
            } catch (RunFailedException e) {
                throw drivers.areApart() ? new RunFailedException("in second " + second + ": " + e.getMessage(), e) : e;
            }
        }
        drivers.awaitEnd(StartedBank.STATS_PATIENCE);
        subject.ends();
        recorder.read(read());
    }

    /** Follows a second to its end; returns whether it was the last. */
    private boolean follow(int second, long counted) throws RunFailedException, InterruptedException {
        Phases phases = recorder.slices().phases();
        boolean measured = phases.at(second) == Phases.Phase.STEADY && recorder.slices().measures(second);
        Tick tick = drivers.next(second, second >= phases.total().toSeconds(), measured);
        // The last may come in the middle of a second.
        RunUsage usage = tick.last() ? RunUsage.now(subject.servers(), drivers.roles())
                : RunUsage.after(second, subject.servers(), drivers.roles(), drivers.until(second));
        Result.Second row = recorder.add(tick, usage.byRole(), usage.nanos());
        failIfSaturated(usage, measured);
        if (second + 1 == counted) {
            subject.measured().ifPresent(bank -> bank.tell(ControlChannel.STOP_COUNTING));
        }
        warmUp.follow(second + 1, row, recorder.good(tick));
        goOn(second + 1);
        progress.second(row, recorder.good(tick), recorder.slices().phases().total().toSeconds());
        if (second % SECONDS_BETWEEN_CHECKPOINTS == 0) {
            recorder.read(read(usage));
            checkpoint();
        }
        return tick.last();
    }

    private void failIfSaturated(RunUsage usage, boolean measured) throws RunFailedException {
        if (stage.isHere() || !measured) {
            saturation.interrupted();
            return;
        }
        HostUse use = use();
        String saturated = saturation.add(use.seconds(usage.usage()), use);
        if (saturated != null) {
            brokenOff = InvalidReason.Kind.LOAD_LIMIT;
            throw new RunFailedException(saturated);
        }
    }

    /**
     * Returns the second at which the bank stops counting algorithms: long before the steady state, so that counting
     * does not disturb it.
     */
    private static long countedUntil(Phases phases) {
        long seconds = phases.untilWarm() ? phases.rampUp().toSeconds() : phases.steadyStart().toSeconds() / 2;
        return Math.max(1, seconds);
    }

    /** Starts, ends or interrupts the measurement at the start of a second of the load. */
    private void goOn(int second) throws RunFailedException, InterruptedException {
        Slices slices = recorder.slices();
        if (second == slices.phases().steadyStart().toSeconds()) {
            whenWarm.accept(disclosure(recorder.soFar()));
        }
        if (slices.endsAt(second)) {
            recorder.sliceEnds(read());
        }
        if (slices.profileEndsAt(second)) {
            profile.stop();
        }
        if (slices.pausesAt(second)) {
            drivers.pause();
            turn.pass();
            awaitCompilers();
            progress.step("loading " + plan.configuration());
            recorder.resumed(read());
            drivers.resume();
        }
        if (slices.profileBeginsAt(second)) {
            subject.measured().ifPresent(profile::start);
        }
        if (slices.beginsAt(second)) {
            recorder.sliceBegins(read());
        }
    }

    /** Waits until no JVM compiles, and warns if one still does when the patience ends. */
    private void awaitCompilers() throws RunFailedException, InterruptedException {
        if (!turn.awaitRest(COMPILER_PATIENCE)) {
            recorder.sliceBesideCompilers();
            progress.warning("%s: JVMs of the compared configurations still compile after %d s of waiting; the next "
                    .formatted(plan.configuration(), COMPILER_PATIENCE.toSeconds()) + "slice shares the processors "
                    + "with them");
        }
    }

    /** Writes what was measured so far, in case the lab itself is killed. */
    private void checkpoint() {
        try {
            places.directory().write(result("the run did not come to its end"));
        } catch (IOException e) {
            if (!checkpointFailed) {
                checkpointFailed = true;
                progress.warning(e.getMessage() + "; free some space before the run ends");
            }
        }
    }

    /** Returns all counters now. */
    private CounterReading read() throws RunFailedException, InterruptedException {
        return read(RunUsage.now(subject.servers(), drivers.roles()));
    }

    private CounterReading read(RunUsage usage) throws RunFailedException, InterruptedException {
        // First, close to the reading of usage: roles may take a while to answer.
        Map<String, MachineTime> machines = stage.machineTimes(turn.roles());
        return new CounterReading(usage.byRole(), subject.bankStats(), subject.besimStats(), machines,
                use().seconds(usage.usage()), usage.nanos(), stage.linkStats());
    }

    private HostUse use() {
        return new HostUse(subject.servers(), drivers.roles());
    }

    /** Returns the figures of each host so far; null where all roles are on this machine. */
    private List<HostFigures> hosts() {
        return stage.isHere() ? null
                : use().figures(stage.hosts(), recorder.window(), recorder.steadySeconds(), drivers);
    }

    private Validity.Processors processors() {
        return new Validity.Processors(subject.measured().map(Role::processors).orElse(1), stage.isHere() ? null
                : use().shares(recorder.hostSeconds(), recorder.steadySeconds()));
    }

    private Result result(String failure) {
        recorder.hosts(hosts());
        recorder.service(subject.figures());
        Observation run = recorder.soFar();
        List<InvalidReason> reasons = failure != null
                ? List.of(new InvalidReason(brokenOff, failure))
                : Validity.reasons(plan, run, processors(), recorder.negotiated(), recorder.latest().bank(),
                        offers == null ? Map.of() : offers);
        return Result.ofRun("run", startedAt, plan.settings(), disclosure(run), run.invalid(reasons));
    }

    private Result.Disclosure disclosure(Observation run) {
        return subject.disclosure(run, recorder.latest(), recorder.negotiated(), drivers.roles(), finalFlags);
    }
}
