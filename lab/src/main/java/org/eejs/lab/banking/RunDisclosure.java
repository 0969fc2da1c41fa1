package org.eejs.lab.banking;

import static org.eejs.banking.settings.BankingSettings.BANK_JVM_OPTIONS;
import static org.eejs.banking.settings.BankingSettings.TLS;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.eejs.banking.BankStats;
import org.eejs.banking.RoleName;
import org.eejs.banking.TlsProfile;
import org.eejs.driver.protocol.Tick;
import org.eejs.lab.machine.Machine;
import org.eejs.lab.machine.ProcessorList;
import org.eejs.lab.processes.Role;
import org.eejs.lab.processes.Stage;
import org.eejs.lab.settings.RunPlan;
import org.eejs.result.BankingFigures;
import org.eejs.result.HostFigures;
import org.eejs.result.Result;

/**
 * What a result says of what was measured: the machine, processes, JDKs and TLS.
 *
 * @param started processes by role, as far as there are any
 * @param finalFlags of JVMs, by role, as far as they are known
 * @param service the JDK of a user's own service, as its JVM says; null of the bank, and where it does not say
 */
record RunDisclosure(RunPlan plan, Stage stage, Map<RoleName, List<Role>> started,
        Map<RoleName, CompletableFuture<List<String>>> finalFlags, Result.JdkInfo service) {
    /**
     * What is disclosed so far.
     *
     * @param latest the counters that were read last
     * @param users what users negotiated; null when there was no handshake
     */
    Result.Disclosure of(BankingFigures run, CounterReading latest, Tick.Negotiated users) {
        Map<String, Result.JdkInfo> jdks = new LinkedHashMap<>();
        Map<String, List<String>> flags = new LinkedHashMap<>();
        Map<String, String> placement = new LinkedHashMap<>();
        for (RoleName role : plan.roles()) {
            Result.JdkInfo jdk = plan.service() != null && role == RoleName.BANK ? service : stage.jdk(role);
            if (jdk != null) {
                jdks.put(role.id(), jdk);
            }
            List<Role> processes = started.getOrDefault(role, List.of());
            flags.put(role.id(), processes.isEmpty() ? List.of() : jvmOptions(role, processes.get(0).command()));
            processes.stream().findFirst().flatMap(Role::pinnedTo)
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
                new Result.Seeds(plan.seed()),
                plan.service() == null ? Deviations.of(plan, run) : List.of(), chosen.isEmpty() ? null : chosen);
    }

    /** The options of a JVM's command line: what begins with a dash before the class path. */
    private List<String> jvmOptions(RoleName role, List<String> command) {
        if (plan.service() != null && role == RoleName.BANK) {
            return plan.get(BANK_JVM_OPTIONS);
        }
        int from = 0;
        while (!command.get(from).endsWith("/java")) {
            from++;
        }
        return command.subList(from + 1, command.indexOf("-cp"));
    }

    private Result.Tls tls(CounterReading latest, Tick.Negotiated users) {
        if (plan.service() != null) {
            return users == null ? null : new Result.Tls(null, users.protocol(), users.cipherSuite(),
                    users.namedGroup(), null, null, null, Map.of(RoleName.DRIVER.id(), users.engine()));
        }
        BankStats bank = latest.bank();
        Map<String, String> engines = new LinkedHashMap<>();
        engines.put(RoleName.BANK.id(), bank.tlsEngine());
        engines.put(RoleName.BESIM.id(), latest.besim().tlsEngine());
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
