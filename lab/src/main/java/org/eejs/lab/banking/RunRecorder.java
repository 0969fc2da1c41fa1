package org.eejs.lab.banking;

import static org.eejs.banking.settings.BankingSettings.PAGE_TIMEOUT;
import static org.eejs.banking.settings.BankingSettings.PHASES;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.eejs.banking.Page;
import org.eejs.banking.PageGraph;
import org.eejs.banking.Phases.Phase;
import org.eejs.banking.Qos;
import org.eejs.banking.RoleName;
import org.eejs.driver.protocol.Tick;
import org.eejs.lab.machine.ProcessUsage;
import org.eejs.lab.settings.RunPlan;
import org.eejs.lab.statistics.ChangePoints;
import org.eejs.result.BankingFigures;
import org.eejs.result.InvalidReason;
import org.eejs.result.Result;

/**
 * Gathers what a run brings, second by second, and can tell at any time what it has come to: so a run that is broken
 * off leaves what it measured. Used by one thread.
 */
public final class RunRecorder {
    /** Levels of the bank's CPU per page that differ by less are taken for the same. */
    private static final double TOLERATED_CHANGE = 0.1;
    private static final String TIME_OUT = "timeOut";
    private static final String SLOW = "slow";
    private static final long NANOS_PER_MICRO = 1_000;

    private final RunPlan plan;
    private final Map<Page, PageTally> pages = new EnumMap<>(Page.class);
    private final Tally responses = new Tally();
    private final Tally fullHandshakes = new Tally();
    private final Tally resumedHandshakes = new Tally();
    private final Map<String, Long> failures = new TreeMap<>();
    private final List<Result.Second> series = new ArrayList<>();
    private final long goodMicros = Qos.PUBLISHED.timeGood().toNanos() / NANOS_PER_MICRO;
    private final long tolerableMicros = Qos.PUBLISHED.timeTolerable().toNanos() / NANOS_PER_MICRO;
    private long good;
    private long tolerable;
    private long completed;
    private long httpRequests;
    private long notModified;
    private long sessionSeconds;
    private int steadySeconds;
    private long allFull;
    private long allResumed;
    private Tick.Negotiated negotiated;
    private Map<RoleName, ProcessUsage> lastUsage = Map.of();
    private long lastNanos;
    private CounterReading steadyStart = CounterReading.ZERO;
    private CounterReading latest = CounterReading.ZERO;
    private CounterReading steadyEnd;
    private Map<String, List<String>> offers = Map.of();

    /** What one page came to in the steady state. */
    private static final class PageTally {
        private final Tally times = new Tally();
        private long count;
        private long failed;
    }

    public RunRecorder(RunPlan plan) {
        this.plan = plan;
    }

    /** Takes in the services of each provider of the bank's JVM, as type.algorithm. */
    void offers(Map<String, List<String>> known) {
        offers = known;
    }

    /** The load begins now. */
    void begin(CounterReading reading) {
        steadyStart = reading;
        latest = reading;
        lastUsage = reading.usage();
        lastNanos = System.nanoTime();
    }

    /** The steady state begins now. */
    void steadyBegins(CounterReading reading) {
        steadyStart = reading;
        latest = reading;
    }

    /** The steady state has ended. */
    void steadyEnds(CounterReading reading) {
        steadyEnd = reading;
        latest = reading;
    }

    /** Counters were read in between, or after all load has ended. */
    void read(CounterReading reading) {
        latest = reading;
    }

    /** Adds a second of load and what the processes had used at its end. */
    Result.Second add(Tick tick, Map<RoleName, ProcessUsage> usage) {
        Phase phase = plan.get(PHASES).at(tick.second());
        Tally second = new Tally();
        long failedNow = 0;
        long pagesNow = 0;
        for (Map.Entry<String, Tick.PageTick> entry : tick.pages().entrySet()) {
            Tick.PageTick seen = entry.getValue();
            second.addAll(seen.responseMicros());
            int wrong = seen.failures().values().stream().mapToInt(Integer::intValue).sum();
            pagesNow += seen.responseMicros().length + wrong;
            failedNow += wrong;
            for (int micros : seen.responseMicros()) {
                failedNow += micros > tolerableMicros ? 1 : 0;
            }
            if (phase == Phase.STEADY) {
                addSteady(Page.byId(entry.getKey()), seen);
            }
        }
        allFull += tick.fullHandshakeMicros().length;
        allResumed += tick.resumedHandshakeMicros().length;
        if (phase == Phase.STEADY) {
            fullHandshakes.addAll(tick.fullHandshakeMicros());
            resumedHandshakes.addAll(tick.resumedHandshakeMicros());
            httpRequests += tick.httpRequests();
            notModified += tick.notModified();
            sessionSeconds += tick.sessions();
            steadySeconds++;
        }
        if (tick.tls() != null) {
            boolean mixed = tick.tls().mixed() || negotiated != null && negotiated.mixed();
            negotiated = new Tick.Negotiated(tick.tls().protocol(), tick.tls().cipherSuite(), tick.tls().namedGroup(),
                    tick.tls().engine(), mixed);
        }
        long now = System.nanoTime();
        double elapsed = Math.max(1e-3, (now - lastNanos) / 1e9);
        Result.Second row = new Result.Second(tick.second(), name(phase), tick.sessions(), pagesNow, failedNow,
                second.at(50), second.at(95), tick.fullHandshakeMicros().length, tick.resumedHandshakeMicros().length,
                cpu(RoleName.BANK, usage, elapsed), cpu(RoleName.BESIM, usage, elapsed),
                cpu(RoleName.DRIVER, usage, elapsed));
        lastNanos = now;
        lastUsage = usage;
        latest = new CounterReading(usage, latest.bank(), latest.besim());
        series.add(row);
        return row;
    }

    private void addSteady(Page page, Tick.PageTick seen) {
        PageTally tally = pages.computeIfAbsent(page, unused -> new PageTally());
        for (int micros : seen.responseMicros()) {
            tally.times.add(micros);
            responses.add(micros);
            // Counted from the times themselves: a histogram's bucket could lie across the threshold.
            if (micros <= goodMicros) {
                good++;
            }
            if (micros <= tolerableMicros) {
                tolerable++;
            } else {
                failures.merge(SLOW, 1L, Long::sum);
                tally.failed++;
            }
        }
        tally.count += seen.responseMicros().length;
        completed += seen.responseMicros().length;
        seen.failures().forEach((reason, count) -> {
            failures.merge(reason, (long) count, Long::sum);
            tally.failed += count;
            tally.count += count;
            completed += count;
            // A page that was given up took at least as long as that: leaving it out would flatter the tail.
            for (int i = 0; i < count && reason.equals(TIME_OUT); i++) {
                long micros = plan.get(PAGE_TIMEOUT).toNanos() / NANOS_PER_MICRO;
                tally.times.add(micros);
                responses.add(micros);
            }
        });
    }

    private double cpu(RoleName role, Map<RoleName, ProcessUsage> usage, double elapsed) {
        double used = usage.getOrDefault(role, ProcessUsage.ZERO).cpuSeconds()
                - lastUsage.getOrDefault(role, ProcessUsage.ZERO).cpuSeconds();
        return Math.round(Math.max(0, used) / elapsed * 1_000) / 1_000.0;
    }

    /** Fraction of the pages of this second that were good; 1 when there was none. */
    double good(Tick tick) {
        long goodNow = 0;
        long all = 0;
        for (Tick.PageTick seen : tick.pages().values()) {
            for (int micros : seen.responseMicros()) {
                goodNow += micros <= goodMicros ? 1 : 0;
            }
            all += seen.responseMicros().length + seen.failures().values().stream().mapToInt(Integer::intValue).sum();
        }
        return all == 0 ? 1 : goodNow / (double) all;
    }

    Tick.Negotiated negotiated() {
        return negotiated;
    }

    CounterReading latest() {
        return latest;
    }

    /**
     * What the run has come to so far.
     *
     * @param invalid why it is not valid; empty when it is
     */
    public Result.Run soFar(List<InvalidReason> invalid) {
        CounterReading end = steadyEnd == null ? latest : steadyEnd;
        return new Result.Run(plan.configuration(), plan.repetition(), invalid, isSteady(), phaseSeconds(),
                new BankingFigures(load(), new BankingFigures.ResponseTimes(responses.times(), responses.curve(),
                        pageTimes(Page.LOGIN)), mix(), quality(), tls(end), usage(end), served(), verdict(),
                        List.copyOf(series)));
    }

    private BankingFigures.Load load() {
        double seconds = Math.max(1, steadySeconds);
        return new BankingFigures.Load(sessionSeconds / seconds, completed, completed / seconds, httpRequests,
                notModified, failures.values().stream().mapToLong(Long::longValue).sum(), Map.copyOf(failures));
    }

    private BankingFigures.Mix mix() {
        Map<Page, Long> counts = new EnumMap<>(Page.class);
        pages.forEach((page, tally) -> counts.put(page, tally.count));
        return new BankingFigures.Mix(perPage(counts), MixCheck.deviation(counts), completed < MixCheck.LEAST_PAGES
                ? null : MixCheck.limit(sessionSeconds / (double) Math.max(1, steadySeconds), completed));
    }

    private BankingFigures.Quality quality() {
        return new BankingFigures.Quality(fraction(good), fraction(tolerable),
                completed == 0 ? 0 : 1 - fraction(tolerable));
    }

    private Result.QosVerdict verdict() {
        return new Result.QosVerdict(completed > 0 && Qos.PUBLISHED.isMet(fraction(good), fraction(tolerable)),
                fraction(good), fraction(tolerable));
    }

    private BankingFigures.TlsHandshakes tls(CounterReading end) {
        return new BankingFigures.TlsHandshakes(
                handshakes(fullHandshakes.times().count(), resumedHandshakes.times().count(), steadyStart, end),
                handshakes(allFull, allResumed, CounterReading.ZERO, latest),
                new Result.HandshakeTimes(fullHandshakes.times(), resumedHandshakes.times()));
    }

    private BankingFigures.Usage usage(CounterReading end) {
        Result.CpuSeconds bankCpu = end.usage(RoleName.BANK).since(steadyStart.usage(RoleName.BANK));
        long perPage = Math.max(1, completed);
        return new BankingFigures.Usage(cpuSeconds(end), (bankCpu.user() + bankCpu.system()) * 1_000 / perPage,
                end.bank().gcMillis() - steadyStart.bank().gcMillis(),
                (end.bank().allocatedBytes() - steadyStart.bank().allocatedBytes()) / perPage, residentBytes(),
                end.bank().backEndCalls() - steadyStart.bank().backEndCalls());
    }

    private BankingFigures.Served served() {
        return latest.bank().serviceCounting() == null ? BankingFigures.Served.NOT_COUNTED
                : new BankingFigures.Served(ServiceProofs.of(plan.providers(), latest.bank(), offers),
                        latest.bank().serviceCounting());
    }

    private Result.PhaseSeconds phaseSeconds() {
        return new Result.PhaseSeconds(plan.get(PHASES).rampUp().toSeconds(), plan.get(PHASES).warmUp().toSeconds(),
                plan.get(PHASES).steady().toSeconds(), plan.get(PHASES).rampDown().toSeconds());
    }

    private double fraction(long count) {
        return completed == 0 ? 0 : count / (double) completed;
    }

    private Result.Times pageTimes(Page page) {
        PageTally tally = pages.get(page);
        return tally == null ? new Tally().times() : tally.times.times();
    }

    private Map<String, Result.PageFigures> perPage(Map<Page, Long> counts) {
        Map<String, Result.PageFigures> figures = new LinkedHashMap<>();
        PageGraph.expectedMix().forEach((page, expected) -> {
            PageTally tally = pages.get(page);
            figures.put(page.id(), new Result.PageFigures(counts.getOrDefault(page, 0L),
                    fraction(counts.getOrDefault(page, 0L)), expected, tally == null ? 0 : tally.failed,
                    pageTimes(page)));
        });
        return figures;
    }

    private static Result.Handshakes handshakes(long full, long resumed, CounterReading from, CounterReading to) {
        return new Result.Handshakes(
                new Result.HandshakeCount(full, resumed),
                new Result.HandshakeCount(to.bank().fullHandshakes() - from.bank().fullHandshakes(),
                        to.bank().resumedHandshakes() - from.bank().resumedHandshakes()),
                new Result.HandshakeCount(to.bank().backEndFullHandshakes() - from.bank().backEndFullHandshakes(),
                        to.bank().backEndResumedHandshakes() - from.bank().backEndResumedHandshakes()),
                new Result.HandshakeCount(to.besim().fullHandshakes() - from.besim().fullHandshakes(),
                        to.besim().resumedHandshakes() - from.besim().resumedHandshakes()));
    }

    private Map<String, Result.CpuSeconds> cpuSeconds(CounterReading end) {
        Map<String, Result.CpuSeconds> seconds = new LinkedHashMap<>();
        for (RoleName role : RoleName.values()) {
            seconds.put(role.id(), end.usage(role).since(steadyStart.usage(role)));
        }
        return seconds;
    }

    private Map<String, Long> residentBytes() {
        Map<String, Long> bytes = new LinkedHashMap<>();
        for (RoleName role : RoleName.values()) {
            bytes.put(role.id(), Math.max(latest.usage(role).peakResidentBytes(),
                    lastUsage.getOrDefault(role, ProcessUsage.ZERO).peakResidentBytes()));
        }
        return bytes;
    }

    /** Whether no change of the level of the bank's CPU per page was found in the steady state. */
    private boolean isSteady() {
        double[] cpuPerPage = series.stream().filter(second -> second.phase().equals(Result.STEADY))
                .mapToDouble(second -> second.pages() == 0 ? Double.NaN : second.bankCpu() / second.pages()).toArray();
        return cpuPerPage.length > 0 && ChangePoints.isSettled(cpuPerPage, TOLERATED_CHANGE);
    }

    static String name(Phase phase) {
        return switch (phase) {
            case RAMP_UP -> "rampUp";
            case WARM_UP -> "warmUp";
            case STEADY -> Result.STEADY;
            case RAMP_DOWN -> "rampDown";
        };
    }
}
