package org.eejs.driver;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.eejs.banking.Page;
import org.eejs.driver.protocol.FailureReason;
import org.eejs.driver.protocol.Tick;

/** Collects what one event loop sees between two ticks. Used by that loop's thread only. */
final class Recorder {
    private final EnumMap<Page, IntStream.Builder> responseMicros = new EnumMap<>(Page.class);
    private final EnumMap<Page, Map<FailureReason, Integer>> failures = new EnumMap<>(Page.class);
    private IntStream.Builder fullHandshakeMicros = IntStream.builder();
    private IntStream.Builder resumedHandshakeMicros = IntStream.builder();
    private long httpRequests;
    private long notModified;
    private long fullHandshakePages;
    private long unplannedHandshakes;
    private long bytes;
    private Tick.Negotiated negotiated;

    void requested() {
        httpRequests++;
    }

    void received(Response response) {
        bytes += response.exchangedBytes();
        if (response.status() == Response.NOT_MODIFIED) {
            notModified++;
        }
    }

    void completed(Page page, long nanos, boolean byFullHandshake) {
        fullHandshakePages += byFullHandshake ? 1 : 0;
        responseMicros.computeIfAbsent(page, unused -> IntStream.builder()).add(micros(nanos));
    }

    void failed(Page page, FailureReason reason) {
        failures.computeIfAbsent(page, unused -> new HashMap<>()).merge(reason, 1, Integer::sum);
    }

    /** A handshake has ended; {@code wanted} says whether it was to resume a TLS session. */
    void handshake(boolean wanted, boolean resumed, long nanos, Tick.Negotiated agreed) {
        unplannedHandshakes += wanted == resumed ? 0 : 1;
        (resumed ? resumedHandshakeMicros : fullHandshakeMicros).add(micros(nanos));
        negotiated = agreed.after(negotiated);
    }

    /** What was seen since the last call. The ticker fills in the second and the sessions. */
    Tick drain() {
        Map<String, Tick.PageTick> pages = new HashMap<>();
        for (Page page : Page.values()) {
            IntStream.Builder times = responseMicros.remove(page);
            Map<FailureReason, Integer> reasons = failures.remove(page);
            if (times != null || reasons != null) {
                Map<String, Integer> byId = new HashMap<>();
                if (reasons != null) {
                    reasons.forEach((reason, count) -> byId.put(reason.id(), count));
                }
                pages.put(page.id(), new Tick.PageTick(times == null ? new int[0] : times.build().toArray(), byId));
            }
        }
        Tick tick = new Tick(0, false, 0, httpRequests, notModified, bytes, pages,
                fullHandshakeMicros.build().toArray(), resumedHandshakeMicros.build().toArray(), fullHandshakePages,
                unplannedHandshakes, negotiated);
        fullHandshakeMicros = IntStream.builder();
        resumedHandshakeMicros = IntStream.builder();
        fullHandshakePages = 0;
        unplannedHandshakes = 0;
        httpRequests = 0;
        notModified = 0;
        bytes = 0;
        return tick;
    }

    private static int micros(long nanos) {
        return (int) Math.min(Integer.MAX_VALUE, Math.max(0, nanos / 1_000));
    }
}
