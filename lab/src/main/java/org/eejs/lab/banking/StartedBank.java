package org.eejs.lab.banking;

import static org.eejs.banking.settings.BankingSettings.BANK_JVM_OPTIONS;
import static org.eejs.banking.settings.BankingSettings.CURES;
import static org.eejs.banking.settings.BankingSettings.TLS;

import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.eejs.banking.BankStats;
import org.eejs.banking.BesimStats;
import org.eejs.banking.RoleName;
import org.eejs.banking.TlsProfile;
import org.eejs.driver.protocol.Tick;
import org.eejs.lab.processes.Role;
import org.eejs.lab.processes.RoleEvents;
import org.eejs.lab.processes.RunFailedException;
import org.eejs.lab.processes.RunProgress;
import org.eejs.lab.processes.Stage;
import org.eejs.lab.settings.RunPlan;
import org.eejs.result.Observation;
import org.eejs.result.Result;
import org.eejs.role.ControlChannel;

/** The bank and the back end of one run, which count their operations. Not thread-safe. */
final class StartedBank extends StartedSubject {
    static final Duration STATS_PATIENCE = Duration.ofSeconds(20);

    StartedBank(RunPlan plan, Stage stage, RoleEvents events, RunProgress progress, Consumer<Role> joined) {
        super(plan, stage, events, progress, joined);
    }

    @Override
    boolean isToBeChecked() {
        return plan.profiles().stream().anyMatch(TlsProfile::isUnusual) || !plan.providers().isNone()
                || !plan.get(CURES).isEmpty() || !plan.get(BANK_JVM_OPTIONS).isEmpty();
    }

    @Override
    Map<String, List<String>> check() throws IOException, RunFailedException {
        return stage.check();
    }

    @Override
    String start() throws RunFailedException, InterruptedException {
        progress.step("starting the back end");
        String besim = serve(RoleName.BESIM, null);
        progress.step("starting the bank on JDK " + stage.jdk(RoleName.BANK).version());
        return serve(RoleName.BANK, besim);
    }

    /** Starts a server, waits until it is ready, and returns where it listens. */
    private String serve(RoleName role, String address) throws RunFailedException, InterruptedException {
        stage.start(role, address, joining(role));
        return events.await(ControlChannel.READY, servers().get(role), START_PATIENCE).data().path("address").asText();
    }

    @Override
    BankStats bankStats() throws RunFailedException, InterruptedException {
        return stats(RoleName.BANK, BankStats.class);
    }

    @Override
    BesimStats besimStats() throws RunFailedException, InterruptedException {
        return stats(RoleName.BESIM, BesimStats.class);
    }

    private <T> T stats(RoleName role, Class<T> form) throws RunFailedException, InterruptedException {
        servers().get(role).tell(ControlChannel.ASK_STATS);
        return events.await(ControlChannel.STATS, servers().get(role), STATS_PATIENCE).as(form);
    }

    @Override
    Result.Tls tls(CounterReading latest, Tick.Negotiated users) {
        BankStats bank = latest.bank();
        Map<String, String> engines = new LinkedHashMap<>();
        engines.put(RoleName.BANK.id(), bank.tlsEngine());
        engines.put(RoleName.BESIM.id(), latest.besim().tlsEngine());
        engines.put(RoleName.DRIVER.id(), users == null ? null : users.engine());
        engines.values().removeIf(Objects::isNull);
        // The bank has read it on the wire; the driver's BoringSSL reports it.
        String group = users == null ? null : users.namedGroup() != null ? users.namedGroup() : bank.namedGroup();
        return new Result.Tls(plan.get(TLS).id(), users == null ? null : users.protocol(),
                users == null ? null : users.cipherSuite(), group, users == null ? null : users.signatureScheme(),
                plan.get(TLS).certificate().name(), bank.backEndProtocol(), bank.backEndCipherSuite(),
                latest.besim().namedGroup(), engines);
    }

    @Override
    List<String> deviations(Observation run) {
        return Deviations.of(plan, run);
    }
}
