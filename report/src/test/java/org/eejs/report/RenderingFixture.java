package org.eejs.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import org.eejs.banking.Page;
import org.eejs.banking.PageGraph;
import org.eejs.banking.Qos;
import org.eejs.result.BankFigures;
import org.eejs.result.Cell;
import org.eejs.result.CollectedFigures;
import org.eejs.result.CpuProfile;
import org.eejs.result.Distribution;
import org.eejs.result.Evidence;
import org.eejs.result.InvalidReason;
import org.eejs.result.Observation;
import org.eejs.result.Result.Second;
import org.eejs.result.Result;
import org.eejs.result.settings.RunSettings;

/**
 * Results to render. They are invented, not measured: users walk the page graph, and every page gets a random time. So
 * all figures of a result agree with each other, as in a real run.
 */
final class RenderingFixture {
    private static final int RAMP_UP = 5;
    private static final int WARM_UP = 15;
    private static final int STEADY = 50;
    private static final int RAMP_DOWN = 5;
    private static final int SESSIONS = 400;
    private static final int SESSIONS_PER_SECOND = 14;
    private static final double[] CURVE = {0, 10, 20, 30, 40, 50, 60, 70, 75, 80, 85, 90, 92.5, 95, 96, 97, 98, 98.5,
        99, 99.25, 99.5, 99.75, 99.9, 99.95, 99.99, 100};

    private final SplittableRandom random;
    private final int sessions;
    private final double cost;
    private final double slowness;
    private final double failing;
    private final List<Second> series = new ArrayList<>();
    private final Map<Page, List<Double>> times = new LinkedHashMap<>();
    private final Map<Page, Long> failed = new LinkedHashMap<>();
    private final Map<String, Map<String, Long>> failures = new LinkedHashMap<>();
    private final List<Double> fullMs = new ArrayList<>();
    private final List<Double> resumedMs = new ArrayList<>();
    private long httpRequests;
    private long backEndCalls;
    private long backEndCallsWholeRun;
    private long fullWholeRun;
    private long resumedWholeRun;

    private RenderingFixture(long seed, double slowness, double failing) {
        this(seed, SESSIONS, 1, slowness, failing);
    }

    private RenderingFixture(long seed, int sessions, double cost, double slowness, double failing) {
        this.random = new SplittableRandom(seed);
        this.sessions = sessions;
        this.cost = cost;
        this.slowness = slowness;
        this.failing = failing;
        for (Page page : Page.values()) {
            times.put(page, new ArrayList<>());
            failed.put(page, 0L);
        }
    }

    /** Returns a valid run that meets the quality of service; golden files show this one. */
    static Result valid() {
        return new RenderingFixture(42, 1, 0).result(0);
    }

    /** Returns a valid run that misses the quality of service. */
    static Result slow() {
        return new RenderingFixture(7, 60, 0.004).result(0);
    }

    /** Returns an invalid run. */
    static Result invalid() {
        return new RenderingFixture(11, 1.5, 0.03).result(3);
    }

    /**
     * Returns a run that was stopped before its first measurement, without any optional part.
     */
    static Result empty() {
        return Result.ofRun("run", null, null, null, new Observation(Cell.ofConfiguration(null), 1,
                reasons("it was broken off"), null, null, null));
    }

    /** Returns a valid run that costs and takes multiples of {@link #valid}. */
    static Observation run(long seed, int sessions, double cost, double slowness) {
        return new RenderingFixture(seed, sessions, cost, slowness, 0).result(0).observations().get(0);
    }

    /** Returns a result in which the bank counted more handshakes than the driver, which makes a run invalid. */
    private Result result(int missedHandshakes) {
        for (int second = 0; second < RAMP_UP + WARM_UP + STEADY + RAMP_DOWN; second++) {
            second(second);
        }
        return Result.ofRun("run", "2026-11-21T06:11:00Z", settings(), disclosure(), run(missedHandshakes));
    }

    private void second(int second) {
        String phase = second < RAMP_UP ? "rampUp" : second < RAMP_UP + WARM_UP ? "warmUp"
                : second < RAMP_UP + WARM_UP + STEADY ? "steady" : "rampDown";
        double load = switch (phase) {
            case "rampUp" -> (second + 1) / (RAMP_UP + 1.0);
            case "rampDown" -> 1 - (second - RAMP_UP - WARM_UP - STEADY + 1) / (RAMP_DOWN + 1.0);
            default -> 1;
        };
        // A cold JVM is slow at first.
        double warmth = 1 + 4 * StrictMath.exp(-second / 5.0);
        boolean steady = phase.equals("steady");
        List<Double> all = new ArrayList<>();
        long failedNow = 0;
        int full = 0;
        int resumed = 0;
        int begun = (int) (SESSIONS_PER_SECOND * load * sessions / SESSIONS) + random.nextInt(3) - 1;
        for (int session = 0; session < begun; session++) {
            full++;
            add(steady, fullMs, handshake(4.2, warmth));
            for (int connection = 0; connection < random.nextInt(3); connection++) {
                resumed++;
                add(steady, resumedMs, handshake(1.4, warmth));
            }
            for (Page page = Page.LOGIN; page != null; page = next(page)) {
                double ms = responseTime(page, warmth);
                all.add(ms);
                boolean slow = ms > Qos.PUBLISHED.timeTolerable().toMillis();
                boolean wrong = !slow && random.nextDouble() < failing;
                failedNow += slow || wrong ? 1 : 0;
                backEndCallsWholeRun++;
                if (steady) {
                    times.get(page).add(ms);
                    httpRequests += 1 + (page == Page.LOGIN ? page.images().length : 0);
                    backEndCalls++;
                    if (slow || wrong) {
                        failed.merge(page, 1L, Long::sum);
                    }
                }
                if (slow || wrong) {
                    failures.computeIfAbsent(phase, unused -> new LinkedHashMap<>()).merge(slow ? "slow"
                            : !steady || random.nextInt(4) > 0 ? "connectionLost" : "wrongLength", 1L, Long::sum);
                }
            }
        }
        fullWholeRun += full;
        resumedWholeRun += resumed;
        double bank = round(0.012 + (all.size() * 7.9 + full * 2.1) * cost * warmth * noise() / 1_000);
        double[] sorted = sorted(all);
        series.add(new Second(second, phase, (int) (sessions * load) + (steady ? random.nextInt(9) - 4 : 0), all.size(),
                failedNow, at(sorted, 50), at(sorted, 95), full, resumed, bank, round(bank * 0.31 * noise()),
                round(bank * 0.38 * noise()), round(bank * 0.2 * (warmth - 0.9)), round(bank * 0.03)));
    }

    private Page next(Page page) {
        double chance = random.nextDouble();
        for (PageGraph.Transition transition : PageGraph.next(page)) {
            chance -= transition.probability();
            if (chance < 0) {
                return transition.to();
            }
        }
        return null;
    }

    private static void add(boolean steady, List<Double> times, double ms) {
        if (steady) {
            times.add(ms);
        }
    }

    private double noise() {
        return 0.94 + 0.12 * random.nextDouble();
    }

    private double handshake(double typical, double warmth) {
        return round(typical * (0.8 + warmth * 0.2) * tail(0.25));
    }

    private double responseTime(Page page, double warmth) {
        double typical = 9 + page.bytes() / 4_000.0 + (page == Page.LOGIN ? 14 : 0);
        return round(slowness * typical * warmth * tail(0.55));
    }

        // Response times are mostly log-normal: many near the typical one, few far above.
    private double tail(double width) {
        double normal = -6;
        for (int i = 0; i < 12; i++) {
            normal += random.nextDouble();
        }
        return StrictMath.exp(width * normal);
    }

    private Observation run(int missedHandshakes) {
        List<Second> steady = series.stream().filter(second -> second.phase().equals("steady")).toList();
        List<Double> all = times.values().stream().flatMap(List::stream).toList();
        long pages = all.size();
        long failedPages = failed.values().stream().mapToLong(Long::longValue).sum();
        long wrong = failedPages - failures.getOrDefault("steady", Map.of()).getOrDefault("slow", 0L);
        long goodPages = Math.max(0, within(all, Qos.PUBLISHED.timeGood().toMillis()) - wrong);
        double good = goodPages / (double) pages;
        double tolerable = (pages - failedPages) / (double) pages;
        List<InvalidReason> invalid = missedHandshakes == 0 ? List.of() : reasons(
                "driver and bank disagree on handshakes: the driver counted %d full and %d resumed, the bank %d and %d"
                        .formatted(fullWholeRun, resumedWholeRun, fullWholeRun + missedHandshakes, resumedWholeRun),
                missedHandshakes + " handshakes with the bank failed");
        CollectedFigures figures = new CollectedFigures();
        Map<String, Distribution> distributions = new LinkedHashMap<>();
        double bankSeconds = cpu(figures, "bank", steady.stream().mapToDouble(Second::bankCpu).sum(), 0.86);
        cpu(figures, "besim", steady.stream().mapToDouble(Second::besimCpu).sum(), 0.78);
        cpu(figures, "driver", steady.stream().mapToDouble(Second::driverCpu).sum(), 0.71);
        handshakes(figures, "handshakes", fullMs.size(), fullMs.size(), resumedMs.size(), backEndCalls);
        handshakes(figures, "handshakesWholeRun", fullWholeRun, fullWholeRun + missedHandshakes, resumedWholeRun,
                backEndCallsWholeRun);
        double deviation = 0;
        for (Page page : Page.values()) {
            double share = times.get(page).size() / (double) pages;
            double expected = PageGraph.expectedMix().get(page);
            deviation += Math.abs(share - expected);
            String id = "perPage." + page.id();
            figures.put(id + ".count", times.get(page).size()).put(id + ".share", share)
                    .put(id + ".expectedShare", expected).put(id + ".failed", failed.get(page));
            distributions.put(id + ".responseTimeMs", distribution(times.get(page)));
        }
        distributions.put("responseTimeMs", distribution(all));
        distributions.put("loginMs", distribution(times.get(Page.LOGIN)));
        distributions.put("handshakeMs.full", distribution(fullMs));
        distributions.put("handshakeMs.resumed", distribution(resumedMs));
        distributions.values().removeIf(Objects::isNull);
        failures.getOrDefault("steady", Map.of()).forEach((reason, count) -> figures.put("failures." + reason, count));
        CpuProfile profile = CpuProfileFixture.of(1_000 * bankSeconds / pages);
        profile.attribution().forEach(part -> figures.put(BankFigures.id(part.category()),
                profile.millis(part.category())));
        figures.put(BankFigures.SESSIONS, steady.stream().mapToInt(Second::sessions).average().orElse(0))
                .put(BankFigures.PAGES, pages).put(BankFigures.PAGES_PER_SECOND, pages / (double) STEADY)
                .put(BankFigures.HTTP_REQUESTS, httpRequests).put("notModified", httpRequests * 31 / 100)
                .put(BankFigures.FAILED_PAGES, failedPages).put(BankFigures.STEADY_SECONDS, STEADY)
                .put(BankFigures.TOLERABLE_PAGES, pages - failedPages).put(BankFigures.GOOD_PAGES, goodPages)
                .put(BankFigures.GOOD, good).put(BankFigures.TOLERABLE, tolerable)
                .put(BankFigures.FAILED, failedPages / (double) pages)
                .put(BankFigures.MIX_DEVIATION, deviation).put(BankFigures.MIX_LIMIT, 0.01 + 5.6 / Math.sqrt(pages))
                .put(BankFigures.FULL_HANDSHAKE_PAGES, fullMs.size())
                .put(BankFigures.FULL_OF_PAGES, fullMs.size() / (double) pages)
                .put(BankFigures.FULL_OF_REQUESTS, fullMs.size() / (double) httpRequests)
                .put(BankFigures.FULL_OF_CONNECTIONS, (fullMs.size() + backEndCalls)
                        / (double) (fullMs.size() + backEndCalls + resumedMs.size()))
                .put(BankFigures.UNPLANNED, 0).put(BankFigures.CLIENT_BYTES, 61_204_112)
                .put(BankFigures.BANK_BYTES, 61_212_870).put(BankFigures.RECORDS, 52_040)
                .put(BankFigures.CPU, 1_000 * bankSeconds / pages).put(BankFigures.APP_CPU, 950 * bankSeconds / pages)
                .put(BankFigures.CPU_OF_APP, 920 * bankSeconds / pages)
                .put(BankFigures.CPU_OF_JIT, 50 * bankSeconds / pages)
                .put(BankFigures.CPU_OF_GC, 30 * bankSeconds / pages)
                .put(BankFigures.BANK_PROCESSORS, bankSeconds / STEADY).put(BankFigures.BANK_SYSTEM_SHARE, 0.14)
                .put(BankFigures.GC, 184).put(BankFigures.ALLOCATED, 1_482_304)
                .put("residentBytes.bank", 1_412_345_856L).put("residentBytes.besim", 187_654_144L)
                .put("residentBytes.driver", 342_890_496L).put(BankFigures.BACK_END_CALLS, backEndCalls)
                .put(BankFigures.STOLEN, 0.002).put(BankFigures.FOREIGN, 0.011)
                .put(BankFigures.SETTLED_AFTER, 24).put(BankFigures.SETTLING_JIT, 11.4)
                .put(BankFigures.WAITING_COMPILATIONS, 3).put(BankFigures.SETTLING_PAGES, 15_212);
        return new Observation(Cell.ofConfiguration("default"), 1, invalid, figures.all(), distributions,
                new Evidence(true, true, new Result.PhaseSeconds(RAMP_UP, WARM_UP, STEADY, RAMP_DOWN), series,
                        failuresByPhase(), new Evidence.QosVerdict(Qos.PUBLISHED.isMet(good, tolerable), true, 2_000,
                                4_000, 0.95, 0.99), profile, CpuProfileFixture.waits("Ledger.post"), null, null, null,
                        null, null, null));
    }

    private static void handshakes(CollectedFigures figures, String family, long users, long usersAtBank, long resumed,
            long backEnd) {
        figures.put(family + ".client.full", users).put(family + ".client.resumed", resumed)
                .put(family + ".bank.full", usersAtBank).put(family + ".bank.resumed", resumed)
                .put(family + ".backEndClient.full", backEnd).put(family + ".backEndClient.resumed", 0)
                .put(family + ".backend.full", backEnd).put(family + ".backend.resumed", 0);
    }

    private List<Evidence.PhaseFailures> failuresByPhase() {
        return failures.entrySet().stream().map(phase -> new Evidence.PhaseFailures(phase.getKey(),
                series.stream().filter(second -> second.phase().equals(phase.getKey())).mapToLong(Second::pages).sum(),
                phase.getValue())).toList();
    }

    /** Returns reasons that make a run invalid. */
    static List<InvalidReason> reasons(String... reasons) {
        return Arrays.stream(reasons).map(reason -> new InvalidReason(InvalidReason.Kind.HANDSHAKES, reason)).toList();
    }

    private static double cpu(CollectedFigures figures, String role, double seconds, double user) {
        figures.put("cpuSeconds." + role + ".user", round(seconds * user))
                .put("cpuSeconds." + role + ".system", round(seconds * (1 - user)));
        return round(seconds * user) + round(seconds * (1 - user));
    }

    private static long within(List<Double> times, long ms) {
        return times.stream().filter(time -> time <= ms).count();
    }

    private static Distribution distribution(List<Double> times) {
        double[] sorted = sorted(times);
        return sorted.length == 0 ? null : new Distribution(sorted.length,
                round(Arrays.stream(sorted).sum() / sorted.length), sorted[sorted.length - 1],
                Arrays.stream(CURVE).mapToObj(each -> new Distribution.Point(each, at(sorted, each))).toList());
    }

    private static double[] sorted(List<Double> times) {
        return times.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    }

    private static double at(double[] sorted, double percentile) {
        return sorted.length == 0 ? 0 : sorted[Math.max(0, (int) Math.ceil(percentile / 100 * sorted.length) - 1)];
    }

    private static double round(double value) {
        return Math.round(value * 1_000) / 1_000.0;
    }

    static RunSettings settings() {
        return RunSettings.of(Map.ofEntries(Map.entry("sessions", SESSIONS), Map.entry("thinkTime", "10s"),
                Map.entry("phases", "5s,15s,50s,5s"), Map.entry("tls", "modern"),
                Map.entry("backEnd", "new-connection"), Map.entry("pageTimeout", "60s"), Map.entry("seed", 42),
                Map.entry("jdk", "same"),
                Map.entry("placement", "auto"), Map.entry("bankJvmOptions", List.of()), Map.entry("bankThreads", 200),
                Map.entry("driverThreads", 1), Map.entry("bankPort", 0), Map.entry("besimPort", 0)));
    }

    static Result.Disclosure disclosure() {
        Result.JdkInfo jdk = new Result.JdkInfo("17.0.15", "Fixture", "/opt/jdk-17");
        return new Result.Disclosure(inOrder(jdk, jdk, jdk), "Linux 6.1.0 (rendering fixture)",
                new Result.Cpu("Rendering fixture, not a processor", 4, 2), new Result.Memory(16L << 30),
                List.of("SUN", "SunRsaSign", "SunEC", "SunJSSE", "SunJCE"),
                inOrder(List.of("-Xms1g", "-Xmx1g", "-Djdk.tls.namedGroups=x25519"),
                        List.of("-Xmx256m", "-XX:+UseSerialGC"), List.of("-Xmx768m", "-XX:+UseSerialGC")),
                inOrder("2-3", "0-1", "0-1"),
                new Result.Tls("modern", "TLSv1.3", "TLS_AES_128_GCM_SHA256", "x25519", "rsa_pss_rsae",
                        "RSA_2048", "TLSv1.3", "TLS_AES_128_GCM_SHA256", "x25519", inOrder("SunJSSE 17", "SunJSSE 17", "BoringSSL")),
                new Result.Seeds(42),
                List.of("RENDERING FIXTURE: every figure of this result is invented; nothing was measured",
                        "phases of 5s,15s,50s,5s instead of the paper's 180s,300s,600s,180s",
                        "the connections of users are not slowed down to the 100,000 bytes/s of SPECweb2005"));
    }

    static <T> Map<String, T> inOrder(T bank, T besim, T driver) {
        Map<String, T> byRole = new LinkedHashMap<>();
        byRole.put("bank", bank);
        byRole.put("besim", besim);
        byRole.put("driver", driver);
        return byRole;
    }
}
