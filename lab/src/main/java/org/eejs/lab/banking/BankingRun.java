package org.eejs.lab.banking;

import static org.eejs.banking.settings.BankingSettings.CURES;
import static org.eejs.banking.settings.BankingSettings.PROFILE;
import static org.eejs.banking.settings.BankingSettings.TLS;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.eejs.banking.BankStats;
import org.eejs.banking.BesimStats;
import org.eejs.banking.Phases;
import org.eejs.banking.ProfileKind;
import org.eejs.banking.RoleName;
import org.eejs.banking.TlsProfile;
import org.eejs.driver.protocol.Tick;
import org.eejs.lab.machine.JvmDiagnostics;
import org.eejs.lab.machine.Machine;
import org.eejs.lab.machine.ProcessUsage;
import org.eejs.lab.machine.ProcessorList;
import org.eejs.lab.machine.ThreadPlacement;
import org.eejs.lab.processes.BankSetup;
import org.eejs.lab.processes.RoleCommands;
import org.eejs.lab.processes.RoleEvents;
import org.eejs.lab.processes.RoleProcess;
import org.eejs.lab.processes.RunFailedException;
import org.eejs.lab.processes.RunProgress;
import org.eejs.lab.rounds.AbortSwitch;
import org.eejs.lab.rounds.Outcome;
import org.eejs.lab.rounds.Places;
import org.eejs.lab.settings.RunPlan;
import org.eejs.result.BankingFigures;
import org.eejs.result.InvalidReason;
import org.eejs.result.Measured;
import org.eejs.result.Result;
import org.eejs.role.ControlChannel;
import org.eejs.role.PkiDirectory;
import org.eejs.role.RunCertificates;

/**
 * One run of the banking workload: starts back end, bank and driver as processes of their own, follows them through all
 * phases, and says what came of it. However it ends, the processes end, and what was measured stands in the result.
 *
 * <p>An instance serves one run, and one thread.
 */
public final class BankingRun {
    private static final Duration START_PATIENCE = Duration.ofSeconds(60);
    private static final Duration STATS_PATIENCE = Duration.ofSeconds(20);
    /** A driver that has not ticked for so long hangs. */
    private static final Duration TICK_PATIENCE = Duration.ofSeconds(120);
    private static final int SECONDS_BETWEEN_CHECKPOINTS = 5;
    private static final int SECONDS_BETWEEN_QUEUES = 4;

    private final RunPlan plan;
    private final Places places;
    private final RunProgress progress;
    private final AbortSwitch abort;
    private final Turns.Turn turn;
    /** What each provider of the bank's JVM offers; null when it has not been asked yet. */
    private Map<String, List<String>> offers;
    private final String startedAt = Outcome.now();
    private final RoleEvents events = new RoleEvents();
    private final Map<RoleName, RoleProcess> roles = new EnumMap<>(RoleName.class);
    private final Map<RoleName, CompletableFuture<List<String>>> finalFlags = new EnumMap<>(RoleName.class);
    /** Null while it is not being read. */
    private CompletableFuture<OptionalInt> compilerQueue;
    private final RunRecorder recorder;
    private final PageProfile profile;
    private final Consumer<Result.Disclosure> whenWarm;
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
     * The same for a configuration that has been checked, and that may take turns with others.
     *
     * @param offers what each provider of the bank's JVM offers
     * @param whenWarm gets what the processes turned out to be, before anything is measured
     */
    public BankingRun(RunPlan plan, Places places, RunProgress progress, AbortSwitch abort,
            Map<String, List<String>> offers, Turns.Turn turn, Consumer<Result.Disclosure> whenWarm) {
        this.plan = plan;
        this.places = places;
        this.progress = progress;
        this.abort = abort;
        this.offers = offers;
        this.turn = turn;
        this.whenWarm = whenWarm;
        this.recorder = new RunRecorder(plan, turn.slices(),
                turn.profiled() ? plan.get(PROFILE) : ProfileKind.OFF);
        this.profile = new PageProfile(places, recorder.slices().profile(), turn.slices() == 1);
    }

    /** Runs, and returns when all processes have ended. The result has not been written finally. */
    public Outcome run() {
        String failure = abort.carryOut(() -> {
            try {
                turn.await();
                load(start());
                profile.await();
            } finally {
                Stream.of(RoleName.DRIVER, RoleName.BANK, RoleName.BESIM).map(roles::get).filter(Objects::nonNull)
                        .forEach(RoleProcess::close);
                turn.leave();
            }
        }, "the run could not be prepared");
        if (recorder.slices().profiled()) {
            Tick.Negotiated users = recorder.negotiated();
            BankingFigures found = recorder.soFar(List.of()).banking();
            recorder.profiled(profile.of(found, users == null ? null : users.protocol(), recorder.samplingCost()),
                    profile.waits(found));
        }
        return new Outcome(result(failure), failure);
    }

    private RoleProcess start() throws IOException, GeneralSecurityException, RunFailedException, InterruptedException {
        abort.onAbort(events::abort);
        PkiDirectory pki = RunCertificates.ensure(places.state());
        Path folder = places.directory().path().resolve("bank");
        if (offers == null && (!plan.providers().isNone() || !plan.get(CURES).isEmpty())) {
            progress.step("checking the bank's providers");
            offers = ConfigurationCheck.of(plan, places.home(), pki, folder).services();
        }
        if (offers != null) {
            recorder.offers(offers);
        }
        BankSetup setup = BankSetup.prepare(plan, places.home(), places.state(), folder);
        RoleCommands commands = new RoleCommands(plan, pki, places.home(), setup);
        progress.step("starting the back end");
        String besim = start(RoleName.BESIM, commands.besim(), Map.of());
        progress.step("starting the bank on JDK " + plan.bankJdk().version());
        String bank = start(RoleName.BANK, commands.bank(besim), setup.environment());
        progress.step("starting the driver");
        start(RoleName.DRIVER, commands.driver(bank), Map.of());
        return roles.get(RoleName.DRIVER);
    }

    /** Starts a role, waits until it is ready, and returns where it listens, which is nowhere for the driver. */
    private String start(RoleName role, List<String> command, Map<String, String> environment)
            throws RunFailedException, InterruptedException {
        RoleProcess process = events.start(role.id(), command, environment, places.directory().log(role));
        roles.put(role, process);
        return events.await(ControlChannel.READY, process, START_PATIENCE).data().path("address").asText();
    }

    private void load(RoleProcess driver) throws RunFailedException, InterruptedException {
        recorder.begin(read());
        if (recorder.slices().phases().untilWarm()) {
            placeCompiler(ThreadPlacement.all(Machine.cores()));
        }
        driver.tell(Tick.START);
        roles.forEach((role, process) -> finalFlags.put(role, new JvmDiagnostics(process.pid()).finalFlags()));
        if (turn.slices() > 1) {
            tellSteady(driver);
        }
        long counted = countedUntil(recorder.slices().phases());
        for (boolean last = false; !last;) {
            Tick tick = events.await(Tick.EVENT, driver, TICK_PATIENCE).as(Tick.class);
            last = tick.last();
            Result.Second second = recorder.add(tick, usage());
            if (tick.second() + 1 == counted) {
                roles.get(RoleName.BANK).tell(ControlChannel.STOP_COUNTING);
            }
            readCompilerQueue(tick.second() + 1);
            endWarmUp(tick.second() + 1, driver);
            goOn(tick.second() + 1, driver);
            progress.second(second, recorder.good(tick), recorder.slices().phases().total().toSeconds());
            if (tick.second() % SECONDS_BETWEEN_CHECKPOINTS == 0) {
                recorder.read(read());
                checkpoint();
            }
        }
        events.await(ControlChannel.DONE, driver, STATS_PATIENCE);
        recorder.read(read());
    }

    /** Early enough for the JVM to be as if nobody had counted once it is measured. */
    private static long countedUntil(Phases phases) {
        long seconds = phases.untilWarm() ? phases.rampUp().toSeconds() : phases.steadyStart().toSeconds() / 2;
        return Math.max(1, seconds);
    }

    /** The JVM answers when it can; the load does not wait for it. */
    private void readCompilerQueue(int second) {
        if (compilerQueue != null && compilerQueue.isDone()) {
            compilerQueue.getNow(OptionalInt.empty()).ifPresent(recorder::waitingCompilations);
            compilerQueue = null;
        }
        Phases phases = recorder.slices().phases();
        if (compilerQueue == null && second >= phases.rampUp().toSeconds() && second < phases.steadyStart().toSeconds()
                && second % SECONDS_BETWEEN_QUEUES == 0) {
            compilerQueue = new JvmDiagnostics(roles.get(RoleName.BANK).pid()).waitingCompilations();
        }
    }

    /** Ends a warm-up that lasts until the service is warm: the driver hears of it a second ahead. */
    private void endWarmUp(int second, RoleProcess driver) {
        Phases phases = recorder.slices().phases();
        if (phases.untilWarm() && (recorder.isWarm() || second + 1 >= phases.steadyStart().toSeconds())) {
            recorder.steadyFrom(second + 1);
            placeCompiler(plan.placement().processors().get(RoleName.BANK));
            tellSteady(driver);
        }
    }

    /**
     * Has the bank's compiler run on other processors than its application, if that is pinned. In the warm-up it may
     * use all: beside a few hundred threads that wait for a processor it would get next to nothing of theirs.
     */
    private void placeCompiler(BitSet processors) {
        if (plan.placement().processors().containsKey(RoleName.BANK)) {
            roles.get(RoleName.BANK).placeCompiler(processors);
        }
    }

    private void tellSteady(RoleProcess driver) {
        Phases phases = recorder.slices().phases();
        driver.tell(Tick.STEADY + phases.steadyStart().toSeconds() + " " + phases.steadyEnd().toSeconds());
    }

    /** Begins, ends or interrupts what is measured when a second of the load begins. */
    private void goOn(int second, RoleProcess driver) throws RunFailedException, InterruptedException {
        Slices slices = recorder.slices();
        if (second == slices.phases().steadyStart().toSeconds()) {
            whenWarm.accept(disclosure(recorder.soFar(List.of()).banking()));
        }
        if (slices.endsAt(second)) {
            recorder.sliceEnds(read());
        }
        if (slices.profileEndsAt(second)) {
            profile.stop();
        }
        if (slices.pausesAt(second)) {
            driver.tell(Tick.PAUSE);
            turn.pass();
            progress.step("loading " + plan.configuration());
            recorder.resumed(read());
            driver.tell(Tick.RESUME);
        }
        if (slices.profileBeginsAt(second)) {
            profile.start(roles.get(RoleName.BANK).pid());
        }
        if (slices.beginsAt(second)) {
            recorder.sliceBegins(read());
        }
    }

    /** Keeps what was measured so far, should the lab itself be killed. */
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

    private Map<RoleName, ProcessUsage> usage() {
        Map<RoleName, ProcessUsage> usage = new EnumMap<>(RoleName.class);
        roles.forEach((role, process) -> usage.put(role, process.usage()));
        return usage;
    }

    private CounterReading read() throws RunFailedException, InterruptedException {
        Map<RoleName, ProcessUsage> usage = usage();
        return new CounterReading(usage, stats(RoleName.BANK, BankStats.class),
                stats(RoleName.BESIM, BesimStats.class), Machine.stolenSeconds());
    }

    private <T> T stats(RoleName role, Class<T> form) throws RunFailedException, InterruptedException {
        roles.get(role).tell(ControlChannel.ASK_STATS);
        return events.await(ControlChannel.STATS, roles.get(role), STATS_PATIENCE).as(form);
    }

    private Result result(String failure) {
        BankingFigures run = recorder.soFar(List.of()).banking();
        List<InvalidReason> reasons = failure != null
                ? List.of(new InvalidReason(InvalidReason.Kind.BROKEN_OFF, failure))
                : Validity.reasons(plan, run, recorder.negotiated(), recorder.latest().bank(),
                        offers == null ? Map.of() : offers);
        return new Result("run", startedAt, plan.settings(), disclosure(run),
                new Measured.Runs(List.of(recorder.soFar(reasons))));
    }

    private Result.Disclosure disclosure(BankingFigures run) {
        Map<String, Result.JdkInfo> jdks = new LinkedHashMap<>();
        Map<String, List<String>> flags = new LinkedHashMap<>();
        Map<String, String> placement = new LinkedHashMap<>();
        for (RoleName role : RoleName.values()) {
            jdks.put(role.id(), plan.jdk(role).info());
            flags.put(role.id(), roles.containsKey(role) ? jvmOptions(roles.get(role).command()) : List.of());
            if (plan.placement().processors().containsKey(role)) {
                placement.put(role.id(), ProcessorList.format(plan.placement().processors().get(role)));
            }
        }
        Machine.confinedTo().ifPresent(processors -> placement.put("lab", ProcessorList.format(processors)));
        Map<String, List<String>> chosen = new LinkedHashMap<>();
        finalFlags.forEach((role, reading) -> {
            if (!reading.getNow(List.of()).isEmpty()) {
                chosen.put(role.id(), reading.getNow(List.of()));
            }
        });
        return new Result.Disclosure(jdks, Machine.kernel(), Machine.cpu(), Machine.memory(),
                recorder.latest().bank().providers(), flags, placement, tls(),
                new Result.Seeds(plan.seed()), Deviations.of(plan, run), chosen.isEmpty() ? null : chosen);
    }

    /** The options of a JVM's command line: what begins with a dash before the class path. */
    private static List<String> jvmOptions(List<String> command) {
        int from = 0;
        while (!command.get(from).endsWith("/java")) {
            from++;
        }
        return command.subList(from + 1, command.indexOf("-cp"));
    }

    private Result.Tls tls() {
        Tick.Negotiated users = recorder.negotiated();
        BankStats bank = recorder.latest().bank();
        Map<String, String> engines = new LinkedHashMap<>();
        engines.put(RoleName.BANK.id(), bank.tlsEngine());
        engines.put(RoleName.BESIM.id(), recorder.latest().besim().tlsEngine());
        engines.put(RoleName.DRIVER.id(), users == null ? null : users.engine());
        engines.values().removeIf(Objects::isNull);
        // One group was offered; a handshake that succeeded used it. BoringSSL also tells it.
        String group = plan.get(TLS).namedGroup() == TlsProfile.NamedGroup.NONE || users == null ? null
                : users.namedGroup() != null ? users.namedGroup()
                : plan.get(TLS).namedGroup().id();
        return new Result.Tls(plan.get(TLS).id(), users == null ? null : users.protocol(),
                users == null ? null : users.cipherSuite(), group, plan.get(TLS).certificate().name(),
                bank.backEndProtocol(), bank.backEndCipherSuite(), engines);
    }
}
