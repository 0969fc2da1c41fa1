package org.eejs.lab.banking;

import static org.eejs.banking.settings.BankingSettings.BANK_JVM_OPTIONS;
import static org.eejs.banking.settings.BankingSettings.PAGE_TIMEOUT;
import static org.eejs.banking.settings.BankingSettings.TLS;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eejs.banking.RoleName;
import org.eejs.banking.TlsProfile;
import org.eejs.banking.service.Rehearsal;
import org.eejs.banking.service.ServiceScript;
import org.eejs.driver.protocol.FailureReason;
import org.eejs.driver.protocol.Tick;
import org.eejs.lab.hello.HelloCheck;
import org.eejs.lab.processes.Role;
import org.eejs.lab.processes.RoleEvents;
import org.eejs.lab.processes.RunFailedException;
import org.eejs.lab.processes.RunProgress;
import org.eejs.lab.processes.Stage;
import org.eejs.lab.rounds.Places;
import org.eejs.lab.service.ServiceDescription;
import org.eejs.lab.service.ServiceDescription.Launch;
import org.eejs.lab.serving.JvmReport;
import org.eejs.lab.serving.ServiceProcess;
import org.eejs.lab.settings.RunPlan;
import org.eejs.result.Hellos;
import org.eejs.result.InputException;
import org.eejs.result.Result;
import org.eejs.result.ServiceFigures;
import org.eejs.role.ControlChannel;

/** A user's own service in one run: gives drivers its script, and lets one of them try it once. Not thread-safe. */
final class StartedService extends StartedSubject {
    private static final ObjectMapper JSON = new ObjectMapper();
    /** Time for the driver, in addition to the service's time to answer. */
    private static final Duration SLACK = Duration.ofSeconds(20);
    private static final Duration LEAST_PATIENCE = Duration.ofSeconds(60);

    private final ServiceDescription service;
    private final Places places;
    /** The script; null before the service answers. */
    private ServiceScript script;
    /** The measured process on this machine; null where none is measured, or one on a host. */
    private ServiceProcess process;
    /** The processes when the load began, since they may be gone at its end; null where none is measured. */
    private List<String> processes;
    /** The JDK that its JVM reports; null for other programs, or where it was not asked. */
    private Result.JdkInfo jdk;
    private List<String> proofs = List.of();
    private List<Hellos> hellos = List.of();

    StartedService(RunPlan plan, ServiceDescription service, Places places, Stage stage, RoleEvents events,
            RunProgress progress, Consumer<Role> joined) {
        super(plan, stage, events, progress, joined);
        this.service = service;
        this.places = places;
        this.processes = plan.measuresProcess() ? List.of() : null;
    }

    /** Returns false: each start checks that the service is as its configuration requests. */
    @Override
    boolean isToBeChecked() {
        return false;
    }

    /** Starts the service once, without load; does nothing if the service already runs. */
    @Override
    Map<String, List<String>> check() {
        if (service.process() instanceof Launch) {
            try (ServiceProcess started = ServiceProcess.start(plan, service, places, events::add)) {
                await(started);
            } catch (IOException | RunFailedException e) {
                throw new InputException(e.getMessage());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new InputException("the check was interrupted");
            }
        }
        return Map.of();
    }

    /** Waits until the service answers, and checks that it is as its configuration requests. */
    private void await(Role measured) throws RunFailedException, InterruptedException {
        Duration patience = service.process() instanceof Launch launch ? launch.patience() : SLACK;
        events.await(ControlChannel.READY, measured, patience.plus(SLACK));
        // On a host the service already runs, and the configuration requests nothing of it.
        List<String> contradictions = measured instanceof ServiceProcess here ? here.contradictions() : List.of();
        if (!contradictions.isEmpty()) {
            throw new RunFailedException(String.join("; ", contradictions));
        }
    }

    /** Starts the service, or attaches to a running one, and waits until it answers as its configuration requests. */
    @Override
    String start() throws RunFailedException, InterruptedException {
        if (plan.measuresProcess()) {
            progress.step("starting " + service.name());
            stage.startService(service, joining(RoleName.BANK));
        }
        service.notes().forEach(progress::warning);
        if (measured().isPresent()) {
            Role measured = measured().get();
            await(measured);
            processes = measured.command();
            process = measured instanceof ServiceProcess here ? here : null;
        }
        jdk = process == null ? null : process.report().map(JvmReport::jdk).orElse(null);
        script = service.scriptAt(process == null ? service.url().getPort() : process.port());
        script = script.with(script.connections().withTls(plan.settings().word(TLS).orElse(null)));
        return null;
    }

    /** Returns the origins that get load, in words. */
    private String hosts() {
        return script.origins().stream().map(StartedService::words).collect(Collectors.joining(", "));
    }

    private static String words(ServiceScript.Origin origin) {
        return origin + " (" + origin.address() + ")";
    }

    /** Sends the script, which contains secrets, only through the control channel. */
    @Override
    void instruct(Role driver) {
        try {
            driver.tell(Tick.SCRIPT + JSON.writeValueAsString(script));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("failed to write the script of a service", e);
        }
    }

    /** Checks which hellos the hosts of the load answer. A form without an answer is a warning. */
    private void checkHellos() throws InterruptedException {
        List<Hellos> answered = new ArrayList<>();
        // On other hosts, addresses may mean other machines.
        for (ServiceScript.Origin origin : stage.isHere() ? script.origins() : List.<ServiceScript.Origin>of()) {
            if (origin.tls()) {
                Hellos answers = HelloCheck.of(origin.host() + ":" + origin.port(), origin.host(),
                        origin.addresses().stream().map(address -> new InetSocketAddress(address, origin.port()))
                                .toList());
                answers.trouble().ifPresentOrElse(progress::warning, () -> progress.step(answers.isAnswered()
                        ? answers.target() + ": " + answers.words() : answers.target() + " did not answer a hello"));
                answered.add(answers);
            }
        }
        hellos = answered.stream().filter(Hellos::isAnswered).toList();
    }

    /**
     * Lets the driver follow each scenario once. The error names the step that failed, and what was expected and found.
     */
    @Override
    void rehearse(Role driver) throws RunFailedException, InterruptedException {
        checkHellos();
        progress.step("rehearsing at " + hosts() + ": one user follows each scenario once");
        Duration patience = plan.get(PAGE_TIMEOUT).multipliedBy(service.expectedMix().size()).plus(LEAST_PATIENCE);
        driver.tell(Tick.REHEARSE);
        Rehearsal rehearsal = events.await(Tick.REHEARSED, driver, patience).as(Rehearsal.class);
        rehearsal.passed().forEach(each -> progress.step("%s/%s: %s: %s".formatted(each.scenario(), each.step(),
                words(each.reason()), each.sample())));
        List<Rehearsal.Failure> failures = rehearsal.failures();
        if (!failures.isEmpty()) {
            Rehearsal.Failure first = failures.get(0);
            throw new RunFailedException("%s: a single user failed at %s/%s: %s%s%s".formatted(first.source(),
                    first.scenario(), first.step(), words(first.reason()),
                    first.sample() == null ? "" : ": " + first.sample() + remedy(first), failures.size() == 1 ? ""
                            : "; %d more scenarios fail".formatted(failures.size() - 1)));
        }
        progress.step("loading " + hosts());
    }

    /** Returns what to do about a failure that is not the service's; empty otherwise. */
    private String remedy(Rehearsal.Failure failure) {
        Optional<String> profile = plan.settings().word(TLS);
        if (profile.isPresent() && failure.reason().equals(FailureReason.HANDSHAKE_FAILED.id())) {
            TlsProfile asked = plan.get(TLS);
            return "; --tls %s offers only %s%s, which the service may lack".formatted(asked, Stream.concat(
                    Stream.of(asked.protocol()), asked.groupNames().stream()).collect(Collectors.joining(" with ")),
                    asked.certificate().isPostQuantum() ? " and a certificate of " + asked.certificate() : "");
        }
        return !failure.sample().endsWith("not trusted") ? ""
                : script.connections().trust() == null
                ? "; name the file of its authority with connect: {trust: ca.pem}"
                : "; the file that connect: trust names has another authority";
    }

    /** Returns the id of a reason in words: {@code checkFailed} becomes "check failed". */
    private static String words(String reason) {
        return reason.replaceAll("(?=[A-Z])", " ").toLowerCase(Locale.ROOT).replace("http2", "HTTP/2");
    }

    @Override
    void begins() {
        if (process != null) {
            processes = process.programs();
            process.beginLoad();
        }
    }

    @Override
    void ends() {
        if (process != null) {
            process.endLoad();
            proofs = Stream.of(process.contradictions(), process.proofs(), process.notes()).flatMap(List::stream)
                    .distinct().toList();
        }
    }

    @Override
    Result.JdkInfo jdk(RoleName role) {
        return role == RoleName.BANK ? jdk : super.jdk(role);
    }

    @Override
    List<String> jvmOptions(RoleName role, List<String> command) {
        return role == RoleName.BANK ? plan.get(BANK_JVM_OPTIONS) : super.jvmOptions(role, command);
    }

    @Override
    Result.Tls tls(CounterReading latest, Tick.Negotiated users) {
        return users == null ? null : new Result.Tls(plan.settings().word(TLS).orElse(null), users.protocol(),
                users.cipherSuite(), users.namedGroup(), users.signatureScheme(), null, null, null, null,
                Map.of(RoleName.DRIVER.id(), users.engine()));
    }

    @Override
    ServiceFigures figures() {
        OptionalLong handshakes = process == null ? OptionalLong.empty() : process.handshakes();
        String url = process == null ? service.url().toString()
                : service.url().toString().replaceFirst(":0$", ":" + process.port());
        return new ServiceFigures(service.name(), url, script == null ? List.of()
                : script.origins().stream().map(StartedService::words).toList(), processes,
                handshakes.isPresent() ? handshakes.getAsLong() : null, proofs, List.of(), null, null, hellos);
    }
}
