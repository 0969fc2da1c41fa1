package org.eejs.lab.banking;

import java.io.IOException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.eejs.banking.BankStats;
import org.eejs.banking.BesimStats;
import org.eejs.banking.RoleName;
import org.eejs.driver.protocol.Tick;
import org.eejs.lab.machine.Machine;
import org.eejs.lab.machine.ProcessorList;
import org.eejs.lab.processes.Role;
import org.eejs.lab.processes.RoleEvents;
import org.eejs.lab.processes.RunFailedException;
import org.eejs.lab.processes.RunProgress;
import org.eejs.lab.processes.Stage;
import org.eejs.lab.rounds.Places;
import org.eejs.lab.settings.RunPlan;
import org.eejs.result.HostFigures;
import org.eejs.result.Observation;
import org.eejs.result.Result;
import org.eejs.result.ServiceFigures;

/** The subject of one run: starts its servers, prepares drivers, and describes what was measured. Not thread-safe. */
abstract class StartedSubject {
    static final Duration START_PATIENCE = Duration.ofSeconds(60);

    final RunPlan plan;
    final Stage stage;
    final RoleEvents events;
    final RunProgress progress;
    private final Consumer<Role> joined;
    private final Map<RoleName, Role> servers = new EnumMap<>(RoleName.class);

    /**
     * Creates a subject that has not started anything yet.
     *
     * @param joined gets each process that was started
     */
    StartedSubject(RunPlan plan, Stage stage, RoleEvents events, RunProgress progress, Consumer<Role> joined) {
        this.plan = plan;
        this.stage = stage;
        this.events = events;
        this.progress = progress;
        this.joined = joined;
    }

    /** Returns the subject of a plan; parameters as above. */
    static StartedSubject of(RunPlan plan, Places places, Stage stage, RoleEvents events, RunProgress progress,
            Consumer<Role> joined) {
        return plan.subject().choose(() -> new StartedBank(plan, stage, events, progress, joined),
                service -> new StartedService(plan, service, places, stage, events, progress, joined));
    }

    /** Returns the consumer of a server that was started. */
    final Consumer<Role> joining(RoleName role) {
        return joined.andThen(process -> servers.put(role, process));
    }

    /** Returns the servers that have been started. */
    final Map<RoleName, Role> servers() {
        return servers;
    }

    /** Returns the measured process; empty before it starts, and where there is none. */
    final Optional<Role> measured() {
        return Optional.ofNullable(servers.get(RoleName.BANK));
    }

    /** Returns whether the run checks the configuration first, if no campaign did. */
    abstract boolean isToBeChecked();

    /** Checks the configuration; see {@link Stage#check}. */
    abstract Map<String, List<String>> check() throws IOException, RunFailedException;

    /** Starts the servers, and returns their address for drivers; null where the script names it. */
    abstract String start() throws RunFailedException, InterruptedException;

    /** Sends the script of its users to a driver. */
    void instruct(Role driver) {
        // The bank's users need no script.
    }

    /**
     * Lets a driver try the script once.
     *
     * @throws RunFailedException with one line that names what failed
     */
    void rehearse(Role driver) throws RunFailedException, InterruptedException {
        // The bank's users are known to succeed.
    }

    /** Notes that the load begins. */
    void begins() {
        // Nothing to do.
    }

    /** Notes that the load has ended. */
    void ends() {
        // Nothing to do.
    }

    /** Returns the bank's counters now. */
    BankStats bankStats() throws RunFailedException, InterruptedException {
        return BankStats.ZERO;
    }

    /** Returns the back end's counters now. */
    BesimStats besimStats() throws RunFailedException, InterruptedException {
        return BesimStats.ZERO;
    }

    /**
     * Returns the description of the measured machine, processes, JDKs and TLS for a result, as far as they are known.
     *
     * @param latest the latest reading of the counters
     * @param users the parameters that users negotiated; null when there was no handshake
     * @param finalFlags the final flags of JVMs, by role
     */
    final Result.Disclosure disclosure(Observation run, CounterReading latest, Tick.Negotiated users,
            List<Role> drivers, Map<RoleName, CompletableFuture<List<String>>> finalFlags) {
        Map<String, Result.JdkInfo> jdks = new LinkedHashMap<>();
        Map<String, List<String>> flags = new LinkedHashMap<>();
        Map<String, String> placement = new LinkedHashMap<>();
        for (RoleName role : plan.roles()) {
            Result.JdkInfo jdk = jdk(role);
            if (jdk != null) {
                jdks.put(role.id(), jdk);
            }
            Optional<Role> process = role == RoleName.DRIVER ? drivers.stream().findFirst()
                    : Optional.ofNullable(servers().get(role));
            flags.put(role.id(), process.map(each -> jvmOptions(role, each.command())).orElse(List.of()));
            process.flatMap(Role::pinnedTo)
                    .ifPresent(processors -> placement.put(role.id(), ProcessorList.format(processors)));
        }
        Machine.confinedTo().ifPresent(processors -> placement.put("lab", ProcessorList.format(processors)));
        Map<String, List<String>> chosen = new LinkedHashMap<>();
        finalFlags.forEach((role, reading) -> {
            if (!reading.getNow(List.of()).isEmpty()) {
                chosen.put(role.id(), reading.getNow(List.of()));
            }
        });
        HostFigures.Machine measured = stage.machine();
        return new Result.Disclosure(jdks, measured.kernel(), measured.cpu(), measured.memory(),
                latest.bank().providers(), flags, placement, tls(latest, users),
                new Result.Seeds(plan.seed()), deviations(run), chosen.isEmpty() ? null : chosen);
    }

    /** Returns the JDK of a role; null where it is not known. */
    Result.JdkInfo jdk(RoleName role) {
        return stage.jdk(role);
    }

    /** Returns the options of a JVM's command line: the words before the class path that begin with a dash. */
    List<String> jvmOptions(RoleName role, List<String> command) {
        int from = 0;
        while (!command.get(from).endsWith("/java")) {
            from++;
        }
        return command.subList(from + 1, command.indexOf("-cp"));
    }

    /**
     * Returns the TLS parameters so far; null when none are known.
     *
     * @param users the parameters that users negotiated; null when there was no handshake
     */
    abstract Result.Tls tls(CounterReading latest, Tick.Negotiated users);

    /** Returns the differences from the published workload. */
    List<String> deviations(Observation run) {
        return List.of();
    }

    /** Returns the figures of a user's own service, without those of drivers; null for the bank. */
    ServiceFigures figures() {
        return null;
    }
}
