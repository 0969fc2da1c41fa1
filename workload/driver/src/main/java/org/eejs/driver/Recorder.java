package org.eejs.driver;

import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.eejs.driver.http.Response;
import org.eejs.driver.protocol.FailureReason;
import org.eejs.driver.protocol.Tick;

/** The measurements of one event loop between two ticks. Used by that loop's thread only. */
final class Recorder {
    private final Map<String, PageSeen> pages = new HashMap<>();
    private final IntStream.Builder fullHandshakeMicros = IntStream.builder();
    private final IntStream.Builder resumedHandshakeMicros = IntStream.builder();
    private long httpRequests;
    private long notModified;
    private long repeated;
    private long fullHandshakePages;
    private long unplannedHandshakes;
    private long bytes;
    private long records;
    private final long[] handshakeBytes = new long[4];
    private Tick.Negotiated negotiated;

    /** Begins a second; {@code before} is the result of earlier negotiations, or null. */
    Recorder(Tick.Negotiated before) {
        negotiated = before;
    }

    private static final class PageSeen {
        private final IntStream.Builder responseMicros = IntStream.builder();
        private final Map<String, Integer> failures = new HashMap<>();
        private final Map<String, String> samples = new HashMap<>();
    }

    void requested() {
        httpRequests++;
    }

    /** Counts a request that is sent again, on another connection. */
    void repeated() {
        repeated++;
    }

    void received(Response response) {
        bytes += response.exchangedBytes();
        records += response.records();
        if (response.status() == Response.NOT_MODIFIED) {
            notModified++;
        }
    }

    void completed(String page, long nanos, boolean byFullHandshake) {
        fullHandshakePages += byFullHandshake ? 1 : 0;
        seen(page).responseMicros.add(micros(nanos));
    }

    /**
     * Counts a failed page.
     *
     * @param sample the expected and the actual value, if the reason does not contain them; else null
     */
    void failed(String page, FailureReason reason, String sample) {
        PageSeen seen = seen(page);
        seen.failures.merge(reason.id(), 1, Integer::sum);
        if (sample != null) {
            seen.samples.putIfAbsent(reason.id(), sample);
        }
    }

    private PageSeen seen(String page) {
        return pages.computeIfAbsent(page, unused -> new PageSeen());
    }

    /** Counts a finished handshake; {@code wanted} is whether it was expected to resume a TLS session. */
    void handshake(boolean wanted, TlsClient.Outcome outcome, long nanos) {
        boolean resumed = outcome.resumed();
        handshakeBytes[resumed ? 2 : 0] += outcome.helloBytes();
        handshakeBytes[resumed ? 3 : 1] += outcome.flightBytes();
        unplannedHandshakes += wanted == resumed ? 0 : 1;
        (resumed ? resumedHandshakeMicros : fullHandshakeMicros).add(micros(nanos));
        negotiated = outcome.negotiated().after(negotiated);
    }

    /** Returns the measurements. The ticker fills in the second and the sessions. */
    Tick tick() {
        Map<String, Tick.PageTick> ticks = new HashMap<>();
        pages.forEach((page, seen) -> ticks.put(page,
                new Tick.PageTick(seen.responseMicros.build().toArray(), seen.failures, seen.samples)));
        return new Tick(0, false, 0, httpRequests, notModified, bytes, records, ticks,
                fullHandshakeMicros.build().toArray(), resumedHandshakeMicros.build().toArray(), fullHandshakePages,
                unplannedHandshakes, negotiated, repeated, handshakeBytes);
    }

    private static int micros(long nanos) {
        return (int) Math.min(Integer.MAX_VALUE, Math.max(0, nanos / 1_000));
    }
}
