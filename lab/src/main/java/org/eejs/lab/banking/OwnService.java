package org.eejs.lab.banking;

import static org.eejs.banking.settings.BankingSettings.PAGE_TIMEOUT;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eejs.banking.RoleName;
import org.eejs.driver.protocol.Tick;
import org.eejs.lab.processes.Role;
import org.eejs.lab.processes.RoleEvents;
import org.eejs.lab.processes.RunFailedException;
import org.eejs.lab.processes.RunProgress;
import org.eejs.lab.service.ServiceDescription;
import org.eejs.lab.serving.JvmReport;
import org.eejs.lab.serving.ServiceCheck;
import org.eejs.lab.serving.ServiceProcess;
import org.eejs.lab.settings.RunPlan;
import org.eejs.result.Result;
import org.eejs.result.ServiceFigures;
import org.eejs.service.Rehearsal;
import org.eejs.service.ServiceScript;

/** A user's own service in a run: tells drivers what to do, has them try it once, and says what is known of it. */
final class OwnService {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration LEAST_PATIENCE = Duration.ofSeconds(60);

    private final RunPlan plan;
    private final ServiceDescription service;
    /** Null where no process is measured, or one on a host. */
    private final ServiceProcess process;
    private final ServiceScript script;
    /** As they were when the load began: at its end they are gone. */
    private List<String> processes;
    private final Result.JdkInfo jdk;
    private List<String> proofs = List.of();

    /**
     * One that answers, and is what its configuration asks for; waits for it.
     *
     * @param process what is measured; null where there is none
     */
    static OwnService answering(RunPlan plan, Role process, RoleEvents events)
            throws RunFailedException, InterruptedException {
        if (process != null) {
            ServiceCheck.await(process, plan, events);
        }
        return new OwnService(plan, process instanceof ServiceProcess here ? here : null, process);
    }

    private OwnService(RunPlan plan, ServiceProcess process, Role measured) {
        this.plan = plan;
        this.service = plan.service();
        this.process = process;
        this.processes = measured == null ? null : measured.command();
        this.jdk = process == null ? null : process.report().map(JvmReport::jdk).orElse(null);
        this.script = service.scriptAt(process == null ? service.url().getPort() : process.port());
    }

    /** Where its load goes, in words. */
    private String hosts() {
        return script.origins().stream().map(OwnService::words).collect(Collectors.joining(", "));
    }

    private static String words(ServiceScript.Origin origin) {
        return origin + " (" + origin.address() + ")";
    }

    /** Tells a driver what its users do, by its control channel alone, since there are secrets in it. */
    void instruct(Role driver) {
        try {
            driver.tell(Tick.SCRIPT + JSON.writeValueAsString(script));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("the script of a service cannot be written", e);
        }
    }

    /**
     * Has a driver follow each scenario once.
     *
     * @throws RunFailedException with a line that says where it failed, and what was expected and found
     */
    void rehearse(Role driver, RoleEvents events, RunProgress progress)
            throws RunFailedException, InterruptedException {
        progress.step("rehearsing at " + hosts() + ": one user follows each scenario once");
        Duration patience = plan.get(PAGE_TIMEOUT).multipliedBy(service.expectedMix().size()).plus(LEAST_PATIENCE);
        driver.tell(Tick.REHEARSE);
        Rehearsal rehearsal = events.await(Tick.REHEARSED, driver, patience).as(Rehearsal.class);
        rehearsal.passed().forEach(each -> progress.step("%s/%s: %s: %s".formatted(each.scenario(), each.step(),
                words(each.reason()), each.sample())));
        List<Rehearsal.Failure> failures = rehearsal.failures();
        if (!failures.isEmpty()) {
            Rehearsal.Failure first = failures.get(0);
            throw new RunFailedException("%s: one user alone could not do %s/%s: %s%s%s".formatted(first.source(),
                    first.scenario(), first.step(), words(first.reason()),
                    first.sample() == null ? "" : ": " + first.sample() + remedy(first), failures.size() == 1 ? ""
                            : "; %d more scenarios fail".formatted(failures.size() - 1)));
        }
        progress.step("loading " + hosts());
    }

    /** What to do about it, where it is not the service that must change. */
    private String remedy(Rehearsal.Failure failure) {
        return !failure.sample().endsWith("not trusted") ? ""
                : script.connections().trust() == null
                ? "; name the file of its authority with connect: {trust: ca.pem}"
                : "; the file that connect: trust names has another authority";
    }

    /** The id of a reason as people say it: {@code checkFailed} is a check failed. */
    private static String words(String reason) {
        return reason.replaceAll("(?=[A-Z])", " ").toLowerCase(Locale.ROOT).replace("http2", "HTTP/2");
    }

    /** The load begins. */
    void begins() {
        if (process != null) {
            processes = process.programs();
            process.beginLoad();
        }
    }

    /** The load has ended. */
    void ends() {
        if (process != null) {
            process.endLoad();
            proofs = Stream.of(process.contradictions(), process.proofs(), process.notes()).flatMap(List::stream)
                    .distinct().toList();
        }
    }

    /** The JDK of its JVM, as that says; null where it is none, or is not asked. */
    Result.JdkInfo jdk() {
        return jdk;
    }

    /**
     * What a result says of it, apart from what drivers saw; null of the bank.
     *
     * @param answering null where the run broke off before it answered
     */
    static ServiceFigures figures(RunPlan plan, OwnService answering) {
        ServiceDescription service = plan.service();
        if (service == null || answering != null) {
            return service == null ? null : answering.figures();
        }
        return new ServiceFigures(service.name(), service.url().toString(), List.of(),
                plan.roles().contains(RoleName.BANK) ? List.of() : null, null, List.of(), List.of(), null, null);
    }

    private ServiceFigures figures() {
        OptionalLong handshakes = process == null ? OptionalLong.empty() : process.handshakes();
        return new ServiceFigures(service.name(), url(),
                script.origins().stream().map(OwnService::words).toList(),
                processes,
                handshakes.isPresent() ? handshakes.getAsLong() : null,
                proofs, List.of(), null, null);
    }

    private String url() {
        return process == null ? service.url().toString()
                : service.url().toString().replaceFirst(":0$", ":" + process.port());
    }
}
