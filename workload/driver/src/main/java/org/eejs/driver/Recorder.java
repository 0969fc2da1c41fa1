package org.eejs.driver;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import org.eejs.banking.Page;
import org.eejs.driver.protocol.FailureReason;
import org.eejs.driver.protocol.Tick;

/** Collects what one event loop sees between two ticks. Used by that loop's thread only. */
final class Recorder {
    private final EnumMap<Page, IntSeries> responseMicros = new EnumMap<>(Page.class);
    private final EnumMap<Page, Map<FailureReason, Integer>> failures = new EnumMap<>(Page.class);
    private final IntSeries fullHandshakeMicros = new IntSeries();
    private final IntSeries resumedHandshakeMicros = new IntSeries();
    private long httpRequests;
    private long notModified;
    private Tick.Negotiated negotiated;

    void requested() {
        httpRequests++;
    }

    void received(Response response) {
        if (response.status() == Response.NOT_MODIFIED) {
            notModified++;
        }
    }

    void completed(Page page, long nanos) {
        responseMicros.computeIfAbsent(page, unused -> new IntSeries()).add(micros(nanos));
    }

    void failed(Page page, FailureReason reason) {
        failures.computeIfAbsent(page, unused -> new HashMap<>()).merge(reason, 1, Integer::sum);
    }

    void handshake(boolean resumed, long nanos, Tick.Negotiated agreed) {
        (resumed ? resumedHandshakeMicros : fullHandshakeMicros).add(micros(nanos));
        boolean same = negotiated == null || negotiated.equals(agreed);
        negotiated = same ? agreed : new Tick.Negotiated(agreed.protocol(), agreed.cipherSuite(), agreed.namedGroup(),
                agreed.engine(), true);
    }

    /** What was seen since the last call. The ticker fills in the second and the sessions. */
    Tick drain() {
        Map<String, Tick.PageTick> pages = new HashMap<>();
        for (Page page : Page.values()) {
            IntSeries times = responseMicros.get(page);
            Map<FailureReason, Integer> reasons = failures.remove(page);
            int[] drained = times == null ? new int[0] : times.drain();
            if (drained.length > 0 || reasons != null) {
                Map<String, Integer> byId = new HashMap<>();
                if (reasons != null) {
                    reasons.forEach((reason, count) -> byId.put(reason.id(), count));
                }
                pages.put(page.id(), new Tick.PageTick(drained, byId));
            }
        }
        Tick tick = new Tick(0, false, 0, httpRequests, notModified, pages, fullHandshakeMicros.drain(),
                resumedHandshakeMicros.drain(), negotiated);
        httpRequests = 0;
        notModified = 0;
        return tick;
    }

    private static int micros(long nanos) {
        return (int) Math.min(Integer.MAX_VALUE, Math.max(0, nanos / 1_000));
    }
}
