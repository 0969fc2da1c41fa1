package org.eejs.lab.banking;

import static org.eejs.banking.settings.BankingSettings.ARRIVAL_RATE;
import static org.eejs.banking.settings.BankingSettings.BACK_END;
import static org.eejs.banking.settings.BankingSettings.CURES;
import static org.eejs.banking.settings.BankingSettings.DISEASES;
import static org.eejs.banking.settings.BankingSettings.GOOD_SHARE;
import static org.eejs.banking.settings.BankingSettings.LINE_SPEED;
import static org.eejs.banking.settings.BankingSettings.PAGES_PER_CONNECTION;
import static org.eejs.banking.settings.BankingSettings.RESUMED_CONNECTIONS;
import static org.eejs.banking.settings.BankingSettings.RETURNING_USERS;
import static org.eejs.banking.settings.BankingSettings.THINK_TIME;
import static org.eejs.banking.settings.BankingSettings.TIME_GOOD;
import static org.eejs.banking.settings.BankingSettings.TIME_TOLERABLE;
import static org.eejs.banking.settings.BankingSettings.TLS;
import static org.eejs.banking.settings.BankingSettings.TOLERABLE_SHARE;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eejs.banking.BackEndPolicy;
import org.eejs.banking.Page;
import org.eejs.banking.Phases;
import org.eejs.banking.Qos;
import org.eejs.banking.ThinkTime;
import org.eejs.banking.TlsProfile;
import org.eejs.banking.settings.BankingSettings;
import org.eejs.lab.machine.Jdk;
import org.eejs.lab.settings.RunPlan;
import org.eejs.result.Observation;

/** Lists how a run differs from the workload as it was published, so that a reader need not find out. */
final class Deviations {
    /** The number of requests that each page needs in a published measurement. */
    private static final long LEAST_PER_PAGE = 100;
    private static final int PUBLISHED_LINE_SPEED = 100_000;

    private Deviations() {}

    static List<String> of(RunPlan plan, Observation run) {
        List<String> deviations = new ArrayList<>();
        Phases phases = BankingSettings.phases(plan.values());
        if (!phases.equals(Phases.PAPER)) {
            deviations.add("phases of " + phases + " instead of the paper's " + Phases.PAPER);
        }
        if (!plan.get(THINK_TIME).equals(ThinkTime.PUBLISHED)) {
            deviations.add("mean think time of " + plan.settings().word(THINK_TIME).orElseThrow() + " instead of 10s");
        }
        if (plan.values().find(ARRIVAL_RATE).isPresent()) {
            deviations.add("open model: users arrive at random instead of a fixed number of sessions");
        }
        if (!plan.get(TLS).forUsers()) {
            deviations.add("users speak HTTP without TLS (only for measurement)");
        }
        if (plan.get(BACK_END).keepsConnections()) {
            deviations.add("the bank pools its connections to the back end (" + plan.get(BACK_END)
                    + ") instead of a new HTTPS connection for each call");
        } else if (!plan.get(BACK_END).usesTls()) {
            deviations.add("the bank calls the back end without TLS (only for measurement)");
        }
        if (!plan.get(DISEASES).isEmpty()) {
            deviations.add("the bank injects bottlenecks of JDK 8u60: " + words(plan.get(DISEASES)));
        }
        if (!plan.get(CURES).isEmpty()) {
            deviations.add("the library of fixes replaces: " + words(plan.get(CURES)));
        }
        Optional<Integer> speed = plan.values().find(LINE_SPEED);
        if (speed.isEmpty()) {
            deviations.add("the connections of users are not slowed down to the 100,000 bytes/s of SPECweb2005");
        } else if (speed.get() != PUBLISHED_LINE_SPEED) {
            deviations.add(String.format(Locale.ROOT, "the connections of users carry %,d bytes/s instead of the "
                    + "100,000 of SPECweb2005", speed.get()));
        }
        if (BankingSettings.controlResumption(plan.values())) {
            deviations.add("handshakes: " + plan.settings().word(RETURNING_USERS).orElseThrow()
                    + " of sessions begin resumed, connections last " + plan.values().find(PAGES_PER_CONNECTION)
                            .map(pages -> pages + " pages").orElse("all pages") + ", "
                    + plan.settings().word(RESUMED_CONNECTIONS).orElseThrow() + " of later connections resume "
                    + "(published: one full and one resumed per session)");
        }
        Qos qos = BankingSettings.qos(plan.values());
        if (!qos.equals(Qos.PUBLISHED)) {
            deviations.add(("quality of service of %s pages within %s and %s within %s instead of 95%% within 2s and "
                    + "99%% within 4s").formatted(plan.settings().word(GOOD_SHARE).orElseThrow(),
                    plan.settings().word(TIME_GOOD).orElseThrow(), plan.settings().word(TOLERABLE_SHARE).orElseThrow(),
                    plan.settings().word(TIME_TOLERABLE).orElseThrow()));
        }
        List<String> rare = Stream.of(Page.values()).map(page -> Map.entry(page.id(),
                        run.count("perPage." + page.id() + ".count"))).filter(page -> page.getValue() < LEAST_PER_PAGE)
                .map(page -> String.format(Locale.ROOT, "%s (%d)", page.getKey(), page.getValue())).toList();
        if (!rare.isEmpty()) {
            deviations.add("fewer than " + LEAST_PER_PAGE + " requests of the pages "
                    + rare.stream().collect(Collectors.joining(", ")));
        }
        for (Jdk jdk : new LinkedHashSet<>(List.of(plan.bankJdk(), Jdk.running()))) {
            plan.profiles().stream().filter(jdk::disables).map(TlsProfile::cipherSuite).distinct()
                    .forEach(suite -> deviations.add("JDK " + jdk.version() + " disables " + suite
                            + "; it was enabled only for the processes of this run"));
        }
        return List.copyOf(deviations);
    }

    private static String words(Set<?> names) {
        return names.stream().map(Object::toString).collect(Collectors.joining(", "));
    }
}
