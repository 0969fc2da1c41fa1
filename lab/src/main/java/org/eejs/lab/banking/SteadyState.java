package org.eejs.lab.banking;

import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.eejs.banking.Page;
import org.eejs.banking.Qos;
import org.eejs.banking.TlsProfile;
import org.eejs.driver.protocol.Tick;
import org.eejs.result.BankFigures;
import org.eejs.result.CollectedFigures;
import org.eejs.result.Distribution;
import org.eejs.result.Evidence;
import org.eejs.result.ServiceFigures;

/** The figures of the steady state as the driver saw it, computed from its ticks. Not thread-safe. */
final class SteadyState {
    private static final long NANOS_PER_MICRO = 1_000;
    /** The largest number of samples: no reader looks at more. */
    private static final int MOST_SAMPLES = 50;

    private final Qos qos;
    private final long goodMicros;
    private final long tolerableMicros;
    private final PageTally all = new PageTally();
    private final Map<String, Double> expectedMix;
    private final Map<String, PageTally> pages = new LinkedHashMap<>();
    /** The data of a segment with time stamps on an Ethernet. */
    private static final long SEGMENT_BYTES = 1_448;
    /** In segments. */
    private static final long INITIAL_WINDOW = 10;

    /** As in {@link Tick}. */
    private final long[] handshakeBytes = new long[4];
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

    /** The tally of one page, or of all of them. */
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
     * Creates an empty tally.
     *
     * @param qos the limits by which pages are judged
     * @param expectedMix the expected share of each page, by its id
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
        for (int i = 0; i < handshakeBytes.length; i++) {
            handshakeBytes[i] += tick.handshakeBytes()[i];
        }
        httpRequests += tick.httpRequests();
        notModified += tick.notModified();
        repeatedRequests += tick.repeatedRequests();
        fullHandshakePages += tick.fullHandshakePages();
        bytes += tick.bytes();
        records += tick.records();
        sessionSeconds += tick.sessions();
        seconds++;
    }

    /**
     * Adds the bytes of handshakes as the driver counted them. Segments and round trips are arithmetic: a segment has
     * 1,448 bytes, none is lost, and a server sends ten before it waits (RFC 6928).
     *
     * @param protocol the TLS version; null where there was no handshake
     */
    void addHandshakeBytes(CollectedFigures figures, String protocol) {
        addHandshakeBytes(figures, "full", fullHandshakes.count(), 0, TlsProfile.TLS_1_3.equals(protocol) ? 2 : 3);
        addHandshakeBytes(figures, "resumed", resumedHandshakes.count(), 2, 2);
    }

    private void addHandshakeBytes(CollectedFigures figures, String kind, long count, int first, int roundTrips) {
        if (count == 0) {
            return;
        }
        long hello = Math.round(handshakeBytes[first] / (double) count);
        long flight = Math.round(handshakeBytes[first + 1] / (double) count);
        long segments = segments(flight);
        figures.put(BankFigures.onWire(BankFigures.WIRE_HANDSHAKES, kind), count)
                .put(BankFigures.onWire(BankFigures.CLIENT_HELLO_BYTES, kind), hello)
                .put(BankFigures.onWire(BankFigures.CLIENT_HELLO_SEGMENTS, kind), segments(hello))
                .put(BankFigures.onWire(BankFigures.SERVER_FLIGHT_BYTES, kind), flight)
                .put(BankFigures.onWire(BankFigures.SERVER_FLIGHT_SEGMENTS, kind), segments)
                .put(BankFigures.onWire(BankFigures.ROUND_TRIPS, kind),
                        roundTrips + (segments > INITIAL_WINDOW ? 1 : 0));
    }

    private static long segments(long bytes) {
        return (bytes + SEGMENT_BYTES - 1) / SEGMENT_BYTES;
    }

    /** Returns the number of completed pages, including failed ones. */
    long completed() {
        return all.count;
    }

    /** Returns the seconds so far. */
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
     * Adds the pages that users requested, and the results.
     *
     * @param limited whether the pages are published, so that there is a limit for the difference of their shares
     */
    void add(CollectedFigures figures, Map<String, Distribution> distributions, boolean limited) {
        figures.put(BankFigures.SESSIONS, sessions()).put(BankFigures.PAGES, all.count)
                .put(BankFigures.PAGES_PER_SECOND, all.count / (double) Math.max(1, seconds))
                .put(BankFigures.HTTP_REQUESTS, httpRequests).put("notModified", notModified)
                .put(BankFigures.FAILED_PAGES, all.failed()).put(BankFigures.STEADY_SECONDS, seconds)
                .put(BankFigures.TOLERABLE_PAGES, all.count - all.failed()).put(BankFigures.GOOD_PAGES, all.good)
                .put(BankFigures.CLIENT_BYTES, bytes).put(BankFigures.RECORDS, records)
                .put(BankFigures.FULL_HANDSHAKE_PAGES, fullHandshakePages)
                .put(BankFigures.FULL_OF_PAGES, fraction(fullHandshakePages));
        if (all.count > 0) {
            figures.put(BankFigures.GOOD, good()).put(BankFigures.TOLERABLE, tolerable())
                    .put(BankFigures.FAILED, 1 - tolerable());
        }
        all.failures.forEach((reason, count) -> figures.put("failures." + reason, count));
        put(distributions, "responseTimeMs", all.times);
        put(distributions, "handshakeMs.full", fullHandshakes);
        put(distributions, "handshakeMs.resumed", resumedHandshakes);
        if (pages.containsKey(Page.LOGIN.id())) {
            put(distributions, "loginMs", pages.get(Page.LOGIN.id()).times);
        }
        addMix(figures, distributions, limited);
    }

    private static void put(Map<String, Distribution> distributions, String id, Tally times) {
        Distribution distribution = times.distribution();
        if (distribution != null) {
            distributions.put(id, distribution);
        }
    }

    /** Adds the pages by kind. */
    private void addMix(CollectedFigures figures, Map<String, Distribution> distributions, boolean limited) {
        Map<String, Long> counts = new HashMap<>();
        expectedMix.forEach((page, expected) -> {
            PageTally tally = pages.get(page);
            String id = "perPage." + page;
            counts.put(page, tally.count);
            figures.put(id + ".count", tally.count).put(id + ".share", fraction(tally.count))
                    .put(id + ".expectedShare", expected).put(id + ".failed", tally.failed());
            put(distributions, id + ".responseTimeMs", tally.times);
        });
        figures.put(BankFigures.MIX_DEVIATION, MixCheck.deviation(counts, expectedMix));
        if (limited && all.count >= MixCheck.LEAST_PAGES) {
            figures.put(BankFigures.MIX_LIMIT, MixCheck.limit(sessions(), all.count));
        }
    }

    private double good() {
        return fraction(all.good);
    }

    private double tolerable() {
        return fraction(all.count - all.failed());
    }

    /** Returns the number of requests that were sent again on another connection. */
    long repeatedRequests() {
        return repeatedRequests;
    }

    /** Returns a failure of each kind that was seen. */
    List<ServiceFigures.Sample> samples() {
        return samples.values().stream().limit(MOST_SAMPLES).toList();
    }

    /**
     * Returns the verdict.
     *
     * @param firm whether the run has enough data for one
     */
    Evidence.QosVerdict verdict(boolean firm) {
        return new Evidence.QosVerdict(all.count > 0 && qos.isMet(good(), tolerable()), firm,
                qos.timeGood().toNanos() / 1e6, qos.timeTolerable().toNanos() / 1e6, qos.goodFraction(),
                qos.tolerableFraction());
    }

    /**
     * Adds the shares that needed a full handshake.
     *
     * @param backEndFull full handshakes with the back end
     * @param backEndResumed resumed handshakes with the back end
     */
    void addHandshakes(CollectedFigures figures, long backEndFull, long backEndResumed) {
        long full = fullHandshakes() + backEndFull;
        figures.put(BankFigures.FULL_OF_REQUESTS, share(fullHandshakes(), httpRequests))
                .put(BankFigures.FULL_OF_CONNECTIONS, share(full, full + resumedHandshakes() + backEndResumed));
    }

    private static double share(long count, long of) {
        return of == 0 ? 0 : count / (double) of;
    }

    /** Returns the number of users' full handshakes. */
    long fullHandshakes() {
        return fullHandshakes.count();
    }

    /** Returns the number of users' resumed handshakes. */
    long resumedHandshakes() {
        return resumedHandshakes.count();
    }
}
