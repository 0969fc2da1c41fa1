package org.eejs.lab.banking;

import static org.eejs.banking.settings.BankingSettings.BACK_END;
import static org.eejs.banking.settings.BankingSettings.CURES;
import static org.eejs.banking.settings.BankingSettings.DISEASES;
import static org.eejs.banking.settings.BankingSettings.TLS;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eejs.banking.BankStats;
import org.eejs.banking.Fix;
import org.eejs.banking.Page;
import org.eejs.banking.RoleName;
import org.eejs.banking.TlsProfile;
import org.eejs.banking.bottlenecks.Bottleneck;
import org.eejs.banking.bottlenecks.BottleneckProvider;
import org.eejs.banking.settings.BankingSettings;
import org.eejs.driver.protocol.FailureReason;
import org.eejs.driver.protocol.Tick;
import org.eejs.lab.processes.ProviderProofs;
import org.eejs.lab.settings.RunPlan;
import org.eejs.result.BankFigures;
import org.eejs.result.HostFigures;
import org.eejs.result.InvalidReason;
import org.eejs.result.InvalidReason.Kind;
import org.eejs.result.Observation;

/** Judges whether the figures of a run are valid. */
final class Validity {
    /** The share of their processors above which driver and back end would limit what they measure. */
    static final double LOAD_LIMIT = 0.8;
    /** The share of its processors from which on the bank's load explains a page that times out. */
    private static final double BUSY = 0.9;
    /** The expected number of a page from which on its absence is an error: by chance once in 20,000 runs. */
    private static final double EXPECTED_TO_BE_SEEN = 10;
    /** The largest share of handshakes that may differ from the plan, for example after broken connections. */
    private static final double MOST_UNPLANNED = 0.01;

    /** Half a second of the load: beyond it, hosts would report the next second instead. */
    private static final double MOST_MOVED_MICROS = 500_000;

    private final RunPlan plan;
    private final Observation run;
    private final Processors processors;
    private final List<InvalidReason> reasons = new ArrayList<>();

    /**
     * The processors of a run.
     *
     * @param ofBank the number that the bank may use
     * @param shares the shares of their processors that load generators on hosts used, by their words; null where all
     *     are on this machine
     */
    record Processors(int ofBank, Map<String, Double> shares) {}

    private Validity(RunPlan plan, Observation run, Processors processors) {
        this.plan = plan;
        this.run = run;
        this.processors = processors;
    }

    /** Returns why a completed run on this machine is invalid; parameters as below. */
    static List<InvalidReason> reasons(RunPlan plan, Observation run, Tick.Negotiated negotiated,
            BankStats bank, Map<String, List<String>> offers) {
        return reasons(plan, run, new Processors(plan.placement().count(RoleName.BANK), null), negotiated, bank,
                offers);
    }

    /**
     * Returns why a completed run is invalid; empty when it is valid.
     *
     * @param negotiated the parameters of the driver's connections; null when there was none
     * @param bank the bank's counters at the end
     * @param offers the algorithms that each provider of the bank's JVM offers, as type.algorithm; empty when not asked
     *     for
     */
    static List<InvalidReason> reasons(RunPlan plan, Observation run, Processors processors,
            Tick.Negotiated negotiated, BankStats bank, Map<String, List<String>> offers) {
        Validity validity = new Validity(plan, run, processors);
        validity.checkPages();
        validity.checkResumption();
        validity.checkLoadGenerators();
        validity.checkClocks();
        if (plan.subject().isPublished()) {
            validity.checkBank(negotiated, bank, offers);
        } else {
            validity.checkSteps();
        }
        return List.copyOf(validity.reasons);
    }

    /** Checks figures that only the bank has. */
    private void checkBank(Tick.Negotiated negotiated, BankStats bank, Map<String, List<String>> offers) {
        checkTimeOuts();
        checkHandshakes(bank);
        checkMix();
        checkTls(negotiated, bank);
        checkCures(bank);
        ProviderProofs.contradictions(plan.providers(), bank.algorithms(), bank.random(), offers)
                .forEach(contradiction -> add(Kind.PROVIDERS, contradiction));
    }

    private void add(Kind kind, String text) {
        reasons.add(new InvalidReason(kind, text));
    }

    private void checkPages() {
        long pages = run.count(BankFigures.PAGES.id());
        if (pages == 0) {
            add(Kind.NO_PAGES, "no " + plan.subject().response()
                    + " was completed in the steady state; make it longer or the think time shorter");
        }
    }

    /** Checks figures that only a service has. */
    private void checkSteps() {
        long pages = run.count(BankFigures.PAGES.id());
        long wrong = run.count(BankFigures.FAILED_PAGES.id()) - failures(FailedPages.SLOW);
        if (pages > 0 && wrong == pages) {
            add(Kind.NO_PAGES, "no step was correct in the steady state" + run.evidence().service().samples().stream()
                    .findFirst()
                    .map(sample -> "; %s, for example: %s".formatted(sample.step(), sample.text())).orElse(""));
        }
    }

    private void checkHandshakes(BankStats bank) {
        if (!handshakes("client").equals(handshakes("bank"))) {
            add(Kind.HANDSHAKES, "driver and bank disagree on handshakes: the driver counted %s, the bank %s"
                    .formatted(handshakes("client"), handshakes("bank")));
        }
        if (!handshakes("backEndClient").equals(handshakes("backend"))) {
            add(Kind.HANDSHAKES, "bank and back end disagree on handshakes: the bank counted %s, the back end %s"
                    .formatted(handshakes("backEndClient"), handshakes("backend")));
        }
        if (bank.failedHandshakes() > 0) {
            add(Kind.HANDSHAKES, bank.failedHandshakes() + " handshakes with the bank failed");
        }
    }

    /** Checks that connections resumed as often as the settings request. */
    private void checkResumption() {
        long users = run.count("handshakesWholeRun.client.full") + run.count("handshakesWholeRun.client.resumed");
        long unplanned = run.count(BankFigures.UNPLANNED.id());
        if (BankingSettings.controlResumption(plan.values())
                && unplanned > MOST_UNPLANNED * users) {
            add(Kind.HANDSHAKES, "%d of the users' %d handshakes were full where they were to resume, or the reverse"
                    .formatted(unplanned, users));
        }
    }

    /** Returns the number of handshakes in the whole run, as one end of connections counted it, in words. */
    private String handshakes(String end) {
        return run.count("handshakesWholeRun." + end + ".full") + " full and "
                + run.count("handshakesWholeRun." + end + ".resumed") + " resumed";
    }

    private long failures(String reason) {
        return run.count("failures." + reason);
    }

    private void checkMix() {
        double deviation = BankFigures.MIX_DEVIATION.of(run);
        double limit = BankFigures.MIX_LIMIT.of(run);
        long pages = run.count(BankFigures.PAGES.id());
        if (deviation > limit) {
            add(Kind.MIX, String.format(Locale.ROOT,
                    "the requested pages are not the workload's mix: shares differ by %.1f percentage points in sum, "
                            + "%.1f are tolerated at %d pages",
                    100 * deviation, 100 * limit, pages));
        }
        for (Page page : Page.values()) {
            String id = "perPage." + page.id();
            if (run.count(id + ".count") == 0 && run.value(id + ".expectedShare") * pages >= EXPECTED_TO_BE_SEEN) {
                add(Kind.MIX, "the page " + page.id() + " was never completed");
            }
        }
    }

    private void checkLoadGenerators() {
        if (processors.shares() != null) {
            processors.shares().forEach(this::checkLoad);
            return;
        }
        // Roles that share processors are judged together, since each takes from the other.
        Map<Optional<BitSet>, List<RoleName>> byProcessors = Stream.of(RoleName.DRIVER, RoleName.BESIM)
                .filter(plan.roles()::contains).collect(
                Collectors.groupingBy(role -> Optional.ofNullable(plan.placement().processors().get(role)),
                        LinkedHashMap::new, Collectors.toList()));
        for (List<RoleName> together : byProcessors.values()) {
            double used = together.stream().mapToDouble(this::processorsUsed).sum();
            double share = used / plan.placement().count(together.get(0));
            checkLoad(together.size() == 2 ? "driver and back end"
                    : together.contains(RoleName.DRIVER) ? "the driver" : "the back end", share);
        }
    }

    private void checkLoad(String who, double share) {
        if (share >= LOAD_LIMIT) {
            add(Kind.LOAD_LIMIT, String.format(Locale.ROOT, "%s used %.0f%% of the processors (limit %.0f%%); "
                    + "lower the load, or add processors with --placement or --hosts", who, 100 * share,
                    100 * LOAD_LIMIT));
        }
    }

    private double processorsUsed(RoleName role) {
        String id = "cpuSeconds." + role.id();
        return (run.value(id + ".user") + run.value(id + ".system")) / Math.max(1, BankFigures.STEADY_SECONDS.of(run));
    }

    /** Checks that pages timed out only under load. A service may wait for other services, which is no error here. */
    private void checkTimeOuts() {
        long timeOuts = failures(FailureReason.TIME_OUT.id());
        double bankShare = processorsUsed(RoleName.BANK) / processors.ofBank();
        if (timeOuts > 0 && bankShare < BUSY) {
            add(Kind.TIME_OUTS, String.format(Locale.ROOT, "%d pages timed out although the bank used only %.0f%% "
                    + "of its processors; see the logs of bank and back end", timeOuts, 100 * bankShare));
        }
    }

    /** Checks that the JVM has the providers that fixes and bottlenecks need: without one it would run unchanged. */
    private void checkCures(BankStats bank) {
        if (!plan.get(CURES).isEmpty() && !isInstalled(bank, Fix.PROVIDER)) {
            add(Kind.PROVIDERS, "the fixes %s were requested, but the bank's JVM had no provider %s".formatted(
                    plan.get(CURES), Fix.PROVIDER));
        }
        if (plan.get(DISEASES).stream().anyMatch(Bottleneck::isReenacted)
                && !isInstalled(bank, BottleneckProvider.NAME)) {
            add(Kind.PROVIDERS, "the bottlenecks %s were requested, but the bank's JVM had no provider %s".formatted(
                    plan.get(DISEASES), BottleneckProvider.NAME));
        }
        String random = plan.get(CURES).contains(Fix.RANDOM) ? Fix.PROVIDER
                : plan.get(DISEASES).contains(Bottleneck.LOCKED_RANDOM) ? BottleneckProvider.NAME : null;
        if (random != null && !random.equals(bank.random())) {
            add(Kind.PROVIDERS, "random was requested from %s, but the JVM's SecureRandom is from %s".formatted(random,
                    bank.random()));
        }
    }

    /** Returns whether the bank lists a provider; their names have versions. */
    private static boolean isInstalled(BankStats bank, String provider) {
        return bank.providers().stream().anyMatch(name -> name.startsWith(provider + " "));
    }

    /** Checks that the hosts' clocks, which count the seconds of the load, have not moved apart. */
    private void checkClocks() {
        List<HostFigures> hosts = run.evidence().hosts();
        for (HostFigures host : hosts == null ? List.<HostFigures>of() : hosts) {
            long moved = host.link().clockMovedMicros();
            if (Math.abs(moved) > MOST_MOVED_MICROS) {
                add(Kind.CLOCKS, String.format(Locale.ROOT, "the clock of the host %s moved by %.1f s against the "
                        + "lab's (limit 0.5 s); set both by NTP before a run", host.host(),
                        moved / 1e6));
            }
        }
    }

    private void checkTls(Tick.Negotiated negotiated, BankStats bank) {
        TlsProfile profile = plan.get(TLS);
        if (negotiated != null) {
            checkTls("users", profile, negotiated.protocol(), negotiated.cipherSuite());
            if (negotiated.mixed()) {
                add(Kind.TLS, "different connections of users agreed on different TLS parameters");
            }
            checkGroup("users and bank", profile, negotiated.namedGroup());
        }
        checkGroup("bank and users", profile, bank.namedGroup());
        if (plan.get(BACK_END).usesTls() && bank.backEndProtocol() != null) {
            checkTls("the back end", BankingSettings.backEndTls(plan.values()), bank.backEndProtocol(),
                    bank.backEndCipherSuite());
        }
    }

    /** Checks the groups that one end reports, separated by commas; null for none. */
    private void checkGroup(String who, TlsProfile profile, String groups) {
        String expected = profile.group().map(TlsProfile.NamedGroup::id).orElse("");
        if (groups != null && profile.forUsers() && !groups.equals(expected)) {
            add(Kind.TLS, "%s agreed on the group %s, not on %s".formatted(who, groups, expected));
        }
    }

    private void checkTls(String whose, TlsProfile profile, String protocol, String cipherSuite) {
        if (!profile.protocol().equals(protocol) || !profile.cipherSuite().equals(cipherSuite)) {
            add(Kind.TLS, "connections of %s agreed on %s %s, not on the profile's %s %s".formatted(whose, protocol,
                    cipherSuite, profile.protocol(), profile.cipherSuite()));
        }
    }
}
