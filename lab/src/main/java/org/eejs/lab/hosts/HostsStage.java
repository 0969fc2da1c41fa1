package org.eejs.lab.hosts;

import static org.eejs.banking.settings.BankingSettings.DRIVERS;
import static org.eejs.banking.settings.BankingSettings.I_OWN_THIS_HOST;
import static org.eejs.banking.settings.BankingSettings.SERVICE;
import static org.eejs.banking.settings.BankingSettings.THINK_TIME;
import static org.eejs.banking.settings.BankingSettings.TLS;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.eejs.banking.RoleName;
import org.eejs.banking.TlsProfile;
import org.eejs.banking.service.ServiceScript.Origin;
import org.eejs.banking.settings.BankingSettings;
import org.eejs.lab.banking.LocalStage;
import org.eejs.lab.machine.MachineTime;
import org.eejs.lab.processes.Role;
import org.eejs.lab.processes.RoleEvents;
import org.eejs.lab.processes.RunFailedException;
import org.eejs.lab.processes.Stage;
import org.eejs.lab.rounds.Places;
import org.eejs.lab.service.ServiceDescription;
import org.eejs.lab.serving.ServiceProcess;
import org.eejs.lab.settings.RunPlan;
import org.eejs.result.HostFigures;
import org.eejs.result.InputException;
import org.eejs.result.Result;
import org.eejs.role.PkiDirectory;
import org.eejs.role.RunCertificates;

/** The stage that runs the roles on the hosts of a file. Not thread-safe. */
public final class HostsStage implements Stage {
    private static final Duration CHECK_PATIENCE = Duration.ofSeconds(90);
    private static final Duration START_PATIENCE = Duration.ofSeconds(20);
    private static final Duration ANSWER_PATIENCE = Duration.ofSeconds(3);
    private static final long LONGER_SECONDS = 120;

    private final Fleet fleet;
    private final RunPlan plan;
    private final Places places;
    private final RoleEvents events;
    private final Consumer<String> progress;
    private final String run = UUID.randomUUID().toString();
    private Set<String> prepared = Set.of();
    /** The clocks before the run. */
    private final Map<String, HostClock> clocks = new LinkedHashMap<>();
    private final List<CarriedRole> started = Collections.synchronizedList(new ArrayList<>());
    private final Map<RoleName, Result.JdkInfo> jdks = new EnumMap<>(RoleName.class);
    /** The process of a service on the lab's own machine. */
    private final List<Role> besideLab = new ArrayList<>();
    private final Map<String, Long> callMicros = new ConcurrentHashMap<>();

    /**
     * Creates a stage without processes.
     *
     * @param progress gets the hosts that are missing
     */
    public HostsStage(Fleet fleet, RunPlan plan, Places places, RoleEvents events, Consumer<String> progress) {
        this.fleet = fleet;
        this.places = places;
        this.plan = plan;
        this.events = events;
        this.progress = progress;
        fleet.file().requireRoles(plan.subject());
        plan.settings().word(TLS).filter(word -> !TlsProfile.names().contains(word)).ifPresent(word -> {
            throw new InputException(TLS.key(), "--tls " + word + " is a file of this machine, which other hosts "
                    + "cannot read; name a profile that the program contains");
        });
    }

    @Override
    public void prepare() throws IOException, GeneralSecurityException, RunFailedException, InterruptedException {
        Set<String> hosts = hostsOfRun();
        fleet.await(hosts, progress);
        hosts.forEach(host -> clocks.put(host, fleet.clock(host)));
        clocks.forEach(this::checkClock);
        checkReached();
        String[] servers = Stream.of(RoleName.BANK, RoleName.BESIM).flatMap(role -> of(role).stream())
                .map(host -> fleet.description(host).address()).distinct().toArray(String[]::new);
        PkiDirectory pki = RunCertificates.ensure(fleet.state().resolve("run"), plan.profiles(), servers);
        prepared = hosts;
        Map<String, byte[]> ofServers = certificates(pki, true);
        Map<String, byte[]> ofDrivers = certificates(pki, false);
        fleet.each(hosts, host -> {
            boolean serves = plan.subject().isPublished()
                    && Stream.of(RoleName.BANK, RoleName.BESIM).anyMatch(role -> of(role).contains(host));
            fleet.ask(host, HostLines.PREPARE + " " + HostLines.json(new HostLines.Preparation(run,
                    plan.configuration(), plan.settings().without(List.of(SERVICE, I_OWN_THIS_HOST)),
                    serves ? ofServers : ofDrivers)), JsonNode.class, START_PATIENCE);
        });
    }

    /** Checks that the service is not on the loopback interface of this machine, which other hosts cannot reach. */
    private void checkReached() {
        for (String host : of(RoleName.DRIVER)) {
            List<Origin> called = plan.subject().choose(List::of, service -> service.script().origins());
            Optional<Origin> here = called.stream().filter(each -> isLoopback(each.address())).findFirst();
            if (here.isPresent() && !isLoopback(fleet.description(host).address())) {
                throw fleet.file().fault(host, "cannot reach " + here.get() + ", which is on the loopback interface of "
                        + "the lab; write an address in the service's file that hosts reach");
            }
        }
    }

    private static boolean isLoopback(String address) {
        try {
            return InetAddress.getByName(address).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false;
        }
    }

    @Override
    public Map<String, List<String>> check() throws RunFailedException {
        return fleet.ask(bankHost(), HostLines.CHECK + " " + run, HostLines.Offers.class, CHECK_PATIENCE).byProvider();
    }

    private void checkClock(String host, HostClock clock) {
        long limit = plan.get(THINK_TIME).mean().toNanos() / 1_000;
        if (Math.abs(clock.offsetMicros()) > limit) {
            throw fleet.file().fault(host, "has a clock that is %.1f s %s the lab's, more than the mean think time; "
                    .formatted(Math.abs(clock.offsetMicros()) / 1e6, clock.offsetMicros() > 0 ? "ahead of" : "behind")
                    + "set both by NTP");
        }
    }

    /** Returns the certificates for a host: servers get keys, drivers only what they trust. */
    private static Map<String, byte[]> certificates(PkiDirectory pki, boolean serves) throws IOException {
        Map<String, byte[]> files = new LinkedHashMap<>();
        try (Stream<Path> all = Files.list(pki.folder())) {
            for (Path path : all.filter(Files::isRegularFile).toList()) {
                boolean key = path.getFileName().toString().startsWith("server-");
                if (serves || !key) {
                    files.put(path.getFileName().toString(), Files.readAllBytes(path));
                }
            }
        }
        return files;
    }

    @Override
    public int drivers() {
        return of(RoleName.DRIVER).size();
    }

    /** Returns the hosts that have a role in this run. */
    private List<String> of(RoleName role) {
        List<String> named = fleet.file().of(role);
        int wanted = role == RoleName.DRIVER ? plan.values().find(DRIVERS).orElse(named.size()) : named.size();
        if (wanted > named.size()) {
            throw fleet.file().fault(named.get(0), "and %d others are all drivers; --drivers %d needs more of them"
                    .formatted(named.size() - 1, wanted));
        }
        return named.subList(0, wanted);
    }

    private Set<String> hostsOfRun() {
        Set<String> hosts = new LinkedHashSet<>();
        for (RoleName role : RoleName.values()) {
            hosts.addAll(of(role));
        }
        return hosts;
    }

    @Override
    public void start(RoleName role, String address, Consumer<Role> ready)
            throws RunFailedException, InterruptedException {
        List<String> hosts = of(role);
        if (address != null) {
            fleet.each(hosts, host -> reach(host, role, address));
        }
        Map<String, CarriedRole> processes = new ConcurrentHashMap<>();
        fleet.each(hosts, host -> processes.put(host, start(host, HostLines.Program.valueOf(role.name()), address,
                role == RoleName.DRIVER ? hosts.indexOf(host) + 1 + "/" + hosts.size() : null)));
        for (String host : hosts) {
            jdks.put(role, processes.get(host).started().jdk());
            ready.accept(processes.get(host));
        }
    }

    @Override
    public void startService(ServiceDescription service, Consumer<Role> ready) throws RunFailedException {
        if (!bankHost().isEmpty()) {
            ready.accept(attached(bankHost(), service));
            return;
        }
        try {
            ServiceProcess process = ServiceProcess.start(plan, service, places, events::add);
            besideLab.add(process);
            ready.accept(process);
        } catch (IOException e) {
            throw new RunFailedException("the service could not be prepared: " + e.getMessage(), e);
        }
    }

    private CarriedRole start(String host, HostLines.Program program, String address, String argument)
            throws RunFailedException {
        CarriedRole process = new CarriedRole(fleet, host, program, loadSeconds(), events::add).start(run, address,
                argument, START_PATIENCE);
        started.add(process);
        return process;
    }

    /**
     * Returns an upper bound for the seconds of the load, which is longer than its phases where it pauses between
     * slices.
     */
    private long loadSeconds() {
        return 2 * BankingSettings.phases(plan.values()).total().toSeconds() + LONGER_SECONDS;
    }

    /** Attaches to the service's process on a host. */
    private Role attached(String host, ServiceDescription service) throws RunFailedException {
        if (!(service.process() instanceof ServiceDescription.Running running)) {
            throw fleet.file().fault(host, "has no process of " + service.name()
                    + " that runs; start it there, and write its pid into the service's file");
        }
        CarriedRole process = start(host, HostLines.Program.SERVICE, service.url().toString(),
                Long.toString(running.pid()));
        jdks.put(RoleName.BANK, process.started().jdk());
        return process;
    }

    private void reach(String host, RoleName role, String address) throws RunFailedException {
        try {
            callMicros.put(host, fleet.ask(host, HostLines.REACH + " " + address, Long.class, START_PATIENCE));
        } catch (RunFailedException e) {
            throw fleet.file().fault(host, "cannot connect to the " + (role == RoleName.BANK ? "back end" : "bank")
                    + " at " + address + " (" + e.getMessage() + "); open that port to it");
        }
    }

    @Override
    public Result.JdkInfo jdk(RoleName role) {
        return jdks.getOrDefault(role, plan.jdk(role).info());
    }

    @Override
    public HostFigures.Machine machine() {
        HostLines.Description bank = fleet.description(bankHost());
        return bank == null ? LocalStage.ofThisMachine() : bank.machine();
    }

    @Override
    public String bankHost() {
        return of(RoleName.BANK).stream().findFirst().orElse("");
    }

    /** Returns false, also for a service on the lab's machine: its drivers are on hosts. */
    @Override
    public boolean isHere() {
        return false;
    }

    @Override
    public Map<String, MachineTime> machineTimes(Collection<Role> ours) {
        Map<String, CompletableFuture<MachineTime>> asked = new LinkedHashMap<>();
        prepared.forEach(host -> asked.put(host, fleet.send(host, HostLines.PROCESSORS, MachineTime.class,
                ANSWER_PATIENCE).exceptionally(e -> null)));
        Map<String, MachineTime> times = new LinkedHashMap<>();
        if (bankHost().isEmpty()) {
            times.put(bankHost(), MachineTime.now());
        }
        asked.forEach((host, answer) -> {
            MachineTime said = answer.join();
            if (said != null) {
                times.put(host, said);
            }
        });
        return times;
    }

    @Override
    public List<HostFigures> hosts() {
        List<HostFigures> hosts = new ArrayList<>();
        for (String host : prepared) {
            HostLines.Description machine = fleet.description(host);
            if (machine != null) {
                HostClock clock = clocks.get(host);
                hosts.add(new HostFigures(host, Stream.of(RoleName.values())
                        .filter(role -> of(role).contains(host)).map(RoleName::id).toList(),
                        machine.machine(),
                        new HostFigures.Link(clock.roundTripMicros(), callMicros.get(host), clock.offsetMicros(),
                                clock.errorMicros(), fleet.clock(host).movedSince(clock)), HostFigures.Use.NONE));
            }
        }
        return hosts;
    }

    @Override
    public void close() {
        besideLab.forEach(Role::close);
        fleet.forget(started);
        fleet.release(run, prepared);
    }
}
