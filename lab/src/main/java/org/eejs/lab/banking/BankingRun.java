package org.eejs.lab.banking;

import static org.eejs.banking.settings.BankingSettings.BANK_JVM_OPTIONS;
import static org.eejs.banking.settings.BankingSettings.CURES;
import static org.eejs.banking.settings.BankingSettings.PROFILE;
import static org.eejs.banking.settings.BankingSettings.TLS;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eejs.banking.BankStats;
import org.eejs.banking.BesimStats;
import org.eejs.banking.Phases;
import org.eejs.banking.ProfileKind;
import org.eejs.banking.RoleName;
import org.eejs.banking.TlsProfile;
import org.eejs.driver.protocol.Tick;
import org.eejs.lab.machine.Machine;
import org.eejs.lab.machine.ProcessUsage;
import org.eejs.lab.machine.ProcessorList;
import org.eejs.lab.processes.Role;
import org.eejs.lab.processes.RoleEvents;
import org.eejs.lab.processes.RunFailedException;
import org.eejs.lab.processes.RunProgress;
import org.eejs.lab.processes.Stage;
import org.eejs.lab.rounds.AbortSwitch;
import org.eejs.lab.rounds.Outcome;
import org.eejs.lab.rounds.Places;
import org.eejs.lab.settings.RunPlan;
import org.eejs.result.BankingFigures;
import org.eejs.result.HostFigures;
import org.eejs.result.InvalidReason;
import org.eejs.result.Measured;
import org.eejs.result.Result;
import org.eejs.role.ControlChannel;

/**
 * One run of the banking workload: starts back end, bank and driver as processes of their own, follows them through all
 * phases, and says what came of it. However it ends, the processes end, and what was measured stands in the result.
 *
 * <p>An instance serves one run, and one thread.
 */
public final class BankingRun {
    private static final Duration START_PATIENCE = Duration.ofSeconds(60);
    private static final Duration STATS_PATIENCE = Duration.ofSeconds(20);
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
    private final Stage stage;
    /** The servers that have been started. */
    private final Map<RoleName, Role> servers = new EnumMap<>(RoleName.class);
    private Drivers drivers = new Drivers(List.of(), events);
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
        this.stage = places.stages().of(plan, places, events);
        this.whenWarm = whenWarm;
        this.recorder = new RunRecorder(plan, turn.slices(),
                turn.profiled() ? plan.get(PROFILE) : ProfileKind.OFF, stage.isBankBesideBackEnd());
        this.profile = new PageProfile(places, recorder.slices().profile(), turn.slices() == 1);
    }

    /** Runs, and returns when all processes have ended. The result has not been written finally. */
    public Outcome run() {
        String failure = abort.carryOut(() -> {
            try {
                turn.await();
                start();
                load();
                profile.await(recorder.soFar(List.of()).banking().load().pagesPerSecond());
            } finally {
                drivers.roles().parallelStream().forEach(Role::close);
                Stream.of(RoleName.BANK, RoleName.BESIM).map(servers::get).filter(Objects::nonNull)
                        .forEach(Role::close);
                stage.close();
                turn.leave();
            }
        }, "the run could not be prepared");
        if (recorder.slices().profiled()) {
            Tick.Negotiated users = recorder.negotiated();
            BankingFigures found = recorder.soFar(List.of()).banking();
            recorder.profiled(profile.of(found, users == null ? null : users.protocol(), recorder.samplingCost()),
                    profile.waits());
        }
        return new Outcome(result(failure), failure);
    }

    private void start() throws IOException, GeneralSecurityException, RunFailedException, InterruptedException {
        abort.onAbort(events::abort);
        stage.prepare();
        if (offers == null && (!plan.providers().isNone() || !plan.get(CURES).isEmpty()
                || !plan.get(BANK_JVM_OPTIONS).isEmpty())) {
            progress.step("checking the bank's configuration");
            offers = stage.check();
        }
        if (offers != null) {
            recorder.offers(offers);
        }
        progress.step("starting the back end");
        String besim = serve(RoleName.BESIM, null);
        progress.step("starting the bank on JDK " + stage.jdk(RoleName.BANK).version());
        String bank = serve(RoleName.BANK, besim);
        progress.step(stage.drivers() == 1 ? "starting the driver" : "starting " + stage.drivers() + " drivers");
        List<Role> started = new ArrayList<>();
        for (int number = 0; number < stage.drivers(); number++) {
            started.add(stage.start(RoleName.DRIVER, number, bank));
            drivers = new Drivers(started, events);
        }
        for (Role driver : started) {
            events.await(ControlChannel.READY, driver, START_PATIENCE);
        }
    }

    /** Starts a server, waits until it is ready, and returns where it listens. */
    private String serve(RoleName role, String address) throws RunFailedException, InterruptedException {
        servers.put(role, stage.start(role, 0, address));
        return events.await(ControlChannel.READY, servers.get(role), START_PATIENCE).data().path("address").asText();
    }

    private void load() throws RunFailedException, InterruptedException {
        recorder.begin(read());
        if (recorder.slices().phases().untilWarm()) {
            servers.get(RoleName.BANK).spreadCompiler(true);
        }
        drivers.start();
        servers.forEach((role, process) -> finalFlags.put(role, process.finalFlags()));
        finalFlags.put(RoleName.DRIVER, drivers.roles().get(0).finalFlags());
        if (turn.slices() > 1) {
            tellSteady();
        }
        long counted = countedUntil(recorder.slices().phases());
        boolean last = false;
        for (int due = 0; !last; due++) {
            Phases phases = recorder.slices().phases();
            Tick tick = drivers.next(due, due >= phases.total().toSeconds(), phases.at(due) == Phases.Phase.STEADY
                    && recorder.slices().measures(due));
            last = tick.last();
            Result.Second second = recorder.add(tick, usage());
            if (tick.second() + 1 == counted) {
                servers.get(RoleName.BANK).tell(ControlChannel.STOP_COUNTING);
            }
            readCompilerQueue(tick.second() + 1);
            endWarmUp(tick.second() + 1);
            goOn(tick.second() + 1);
            progress.second(second, recorder.good(tick), recorder.slices().phases().total().toSeconds());
            if (tick.second() % SECONDS_BETWEEN_CHECKPOINTS == 0) {
                recorder.read(read());
                checkpoint();
            }
        }
        drivers.awaitEnd(STATS_PATIENCE);
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
            compilerQueue = servers.get(RoleName.BANK).waitingCompilations();
        }
    }

    /** Ends a warm-up that lasts until the service is warm: the driver hears of it a second ahead. */
    private void endWarmUp(int second) {
        Phases phases = recorder.slices().phases();
        if (phases.untilWarm() && (recorder.isWarm() || second + 1 >= phases.steadyStart().toSeconds())) {
            recorder.steadyFrom(second + 1);
            servers.get(RoleName.BANK).spreadCompiler(false);
            tellSteady();
        }
    }

    private void tellSteady() {
        Phases phases = recorder.slices().phases();
        drivers.tell(Tick.STEADY + phases.steadyStart().toSeconds() + " " + phases.steadyEnd().toSeconds());
    }

    /** Begins, ends or interrupts what is measured when a second of the load begins. */
    private void goOn(int second) throws RunFailedException, InterruptedException {
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
            drivers.tell(Tick.PAUSE);
            turn.pass();
            progress.step("loading " + plan.configuration());
            recorder.resumed(read());
            drivers.tell(Tick.RESUME);
        }
        if (slices.profileBeginsAt(second)) {
            profile.start(servers.get(RoleName.BANK));
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
        servers.forEach((role, process) -> usage.put(role, process.usage()));
        usage.put(RoleName.DRIVER, drivers.usage());
        return usage;
    }

    private CounterReading read() throws RunFailedException, InterruptedException {
        Map<RoleName, ProcessUsage> usage = usage();
        return new CounterReading(usage, stats(RoleName.BANK, BankStats.class),
                stats(RoleName.BESIM, BesimStats.class), isHere() ? Machine.stolenSeconds() : 0,
                isHere() ? Map.of() : hostSeconds());
    }

    /** Whether all roles are on the machine of the lab. */
    private boolean isHere() {
        return servers.values().stream().allMatch(role -> role.host().isEmpty());
    }

    /** By what was read last. */
    private Map<String, Double> hostSeconds() {
        return Stream.concat(servers.values().stream(), drivers.roles().stream()).collect(Collectors.groupingBy(
                Role::host, Collectors.summingDouble(role -> role.lastUsage().cpuSeconds())));
    }

    /** What each host did so far; null where all roles are here. */
    private List<HostFigures> hosts() {
        List<HostFigures> hosts = stage.hosts();
        if (hosts == null) {
            return null;
        }
        Map<String, Double> seconds = recorder.hostSeconds();
        double steady = Math.max(1, recorder.steadySeconds());
        return hosts.stream().map(host -> {
            List<Role> roles = Stream.concat(servers.values().stream(), drivers.roles().stream())
                    .filter(role -> role.host().equals(host.host())).toList();
            int processors = roles.stream().mapToInt(Role::processors).max().orElse(1);
            double used = seconds.getOrDefault(host.host(), 0.0);
            return host.with(new HostFigures.Use(used, used / steady / processors,
                    drivers.sessionSeconds(host.host()) / steady, drivers.lostTicks(host.host())));
        }).toList();
    }

    private <T> T stats(RoleName role, Class<T> form) throws RunFailedException, InterruptedException {
        servers.get(role).tell(ControlChannel.ASK_STATS);
        return events.await(ControlChannel.STATS, servers.get(role), STATS_PATIENCE).as(form);
    }

    private Result result(String failure) {
        recorder.hosts(hosts());
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
            jdks.put(role.id(), stage.jdk(role));
            List<Role> started = role == RoleName.DRIVER ? drivers.roles()
                    : Stream.ofNullable(servers.get(role)).toList();
            flags.put(role.id(), started.isEmpty() ? List.of() : jvmOptions(started.get(0).command()));
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
