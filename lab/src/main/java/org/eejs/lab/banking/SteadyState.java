package org.eejs.lab.banking;

import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.eejs.banking.Page;
import org.eejs.banking.Qos;
import org.eejs.driver.protocol.Tick;
import org.eejs.result.BankingFigures;
import org.eejs.result.Result;
import org.eejs.result.ServiceFigures;

/** What the driver saw in the steady state of a run: its ticks go in, figures come out. For one thread. */
final class SteadyState {
    private static final long NANOS_PER_MICRO = 1_000;
    /** As many as a reader looks at. */
    private static final int MOST_SAMPLES = 50;

    private final Qos qos;
    private final long goodMicros;
    private final long tolerableMicros;
    private final PageTally all = new PageTally();
    private final Map<String, Double> expectedMix;
    private final Map<String, PageTally> pages = new LinkedHashMap<>();
    private final Tally fullHandshakes = new Tally();
    private final Tally resumedHandshakes = new Tally();
    private final Map<String, ServiceFigures.Sample> samples = new TreeMap<>();
    private long httpRequests;
    private long notModified;
    private long repeatedRequests;
    private long fullHandshakePages;
    private long bytes;
    private long records;
    private long sessionSeconds;
    private long seconds;

    /** What one page, or all of them, came to. */
    private final class PageTally {
        private final Tally times = new Tally();
        private final Map<String, Long> failures = new TreeMap<>();
        private long count;
        private long good;

        private void add(Tick.PageTick seen) {
            count += seen.responseMicros().length + seen.failed();
            for (int micros : seen.responseMicros()) {
                times.add(micros);
                // Counted from the times themselves: a histogram's bucket could lie across the threshold.
                good += micros <= goodMicros ? 1 : 0;
                if (micros > tolerableMicros) {
                    failures.merge(FailedPages.SLOW, 1L, Long::sum);
                }
            }
            seen.failures().forEach((reason, number) -> failures.merge(reason, (long) number, Long::sum));
        }

        private long failed() {
            return failures.values().stream().mapToLong(Long::longValue).sum();
        }
    }

    /**
     * Nothing seen yet.
     *
     * @param qos by which pages are judged
     * @param expectedMix the share of each page among all, by its id
     */
    SteadyState(Qos qos, Map<String, Double> expectedMix) {
        this.qos = qos;
        this.expectedMix = expectedMix;
        goodMicros = micros(qos.timeGood());
        tolerableMicros = micros(qos.timeTolerable());
        expectedMix.keySet().forEach(page -> pages.put(page, new PageTally()));
    }

    static long micros(Duration time) {
        return time.toNanos() / NANOS_PER_MICRO;
    }

    /** Adds a second. */
    void add(Tick tick) {
        tick.pages().forEach((page, seen) -> {
            all.add(seen);
            pages.get(page).add(seen);
            seen.samples().forEach((reason, text) -> samples.putIfAbsent(page + " " + reason,
                    new ServiceFigures.Sample(page, reason, text)));
        });
        fullHandshakes.addAll(tick.fullHandshakeMicros());
        resumedHandshakes.addAll(tick.resumedHandshakeMicros());
        httpRequests += tick.httpRequests();
        notModified += tick.notModified();
        repeatedRequests += tick.repeatedRequests();
        fullHandshakePages += tick.fullHandshakePages();
        bytes += tick.bytes();
        records += tick.records();
        sessionSeconds += tick.sessions();
        seconds++;
    }

    /** The pages that were completed, well or not. */
    long completed() {
        return all.count;
    }

    /** How long it has lasted so far. */
    long seconds() {
        return seconds;
    }

    private double sessions() {
        return sessionSeconds / (double) Math.max(1, seconds);
    }

    private double fraction(long count) {
        return all.count == 0 ? 0 : count / (double) all.count;
    }

    /**
     * What requests and answers came to.
     *
     * @param bank bytes that the bank counted
     */
    BankingFigures.CarriedBytes carried(long bank) {
        return new BankingFigures.CarriedBytes(bytes, bank, records);
    }

    /** What users asked for; {@code failures} are those of all phases. */
    BankingFigures.Load load(List<BankingFigures.PhaseFailures> failures) {
        return new BankingFigures.Load(sessions(), all.count, all.count / (double) Math.max(1, seconds), httpRequests,
                notModified, all.failed(), Map.copyOf(all.failures), failures);
    }

    BankingFigures.ResponseTimes times() {
        return new BankingFigures.ResponseTimes(all.times.times(), all.times.curve(),
                pages.containsKey(Page.LOGIN.id()) ? pages.get(Page.LOGIN.id()).times.times() : null);
    }

    /** Which pages they were; the bank's alone are published, and so have a limit. */
    BankingFigures.Mix mix(boolean limited) {
        Map<String, Long> counts = new HashMap<>();
        Map<String, Result.PageFigures> figures = new LinkedHashMap<>();
        expectedMix.forEach((page, expected) -> {
            PageTally tally = pages.get(page);
            counts.put(page, tally.count);
            figures.put(page, new Result.PageFigures(tally.count, fraction(tally.count), expected, tally.failed(),
                    tally.times.times()));
        });
        return new BankingFigures.Mix(figures, MixCheck.deviation(counts, expectedMix),
                !limited || all.count < MixCheck.LEAST_PAGES ? null : MixCheck.limit(sessions(), all.count));
    }

    BankingFigures.Quality quality() {
        double tolerable = fraction(all.count - all.failed());
        return new BankingFigures.Quality(fraction(all.good), tolerable, all.count == 0 ? 0 : 1 - tolerable);
    }

    /** Requests that were sent again, on another connection. */
    long repeatedRequests() {
        return repeatedRequests;
    }

    /** A failure of each kind that was seen. */
    List<ServiceFigures.Sample> samples() {
        return samples.values().stream().limit(MOST_SAMPLES).toList();
    }

    /** The verdict; {@code firm} says whether the run has what one takes. */
    BankingFigures.QosVerdict verdict(boolean firm) {
        BankingFigures.Quality quality = quality();
        return new BankingFigures.QosVerdict(all.count > 0 && qos.isMet(quality.good(), quality.tolerable()),
                quality.good(), quality.tolerable(), new BankingFigures.QosLimits(qos.timeGood().toNanos() / 1e6,
                qos.timeTolerable().toNanos() / 1e6, qos.goodFraction(), qos.tolerableFraction()), firm);
    }

    /**
     * How many of what needed a full handshake.
     *
     * @param all the handshakes of all the bank's connections
     * @param unplanned those of users in the whole run that came out otherwise than was drawn
     */
    BankingFigures.FullHandshakes fullHandshakes(Result.Handshakes all, long unplanned) {
        long full = all.client().full() + all.backEndClient().full();
        return new BankingFigures.FullHandshakes(fullHandshakePages, fraction(fullHandshakePages),
                share(all.client().full(), httpRequests),
                share(full, full + all.client().resumed() + all.backEndClient().resumed()), unplanned);
    }

    private static double share(long count, long of) {
        return of == 0 ? 0 : count / (double) of;
    }

    Result.HandshakeTimes handshakes() {
        return new Result.HandshakeTimes(fullHandshakes.times(), resumedHandshakes.times());
    }
}
