package org.eejs.driver.protocol;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TickTest {
    private static final Tick.Negotiated TLS = new Tick.Negotiated("TLSv1.3", "TLS_AES_128_GCM_SHA256", null, null, "BoringSSL",
            false);

    private static Tick tick(int[] login, int[] full, Tick.Negotiated tls, boolean last) {
        return new Tick(7, last, 3, 10, 2, 500, 30, Map.of("login", new Tick.PageTick(login, Map.of("timeOut", 1))), full,
                new int[] {4}, 1, 0, tls, 0);
    }

    @Test
    void manyDriversTicksHaveAllRawTimes() {
        SplittableRandom random = new SplittableRandom(2);
        List<Tick> parts = new ArrayList<>();
        List<Integer> raw = new ArrayList<>();
        for (int driver = 0; driver < 8; driver++) {
            int[] times = random.ints(random.nextInt(1, 2_000), 100, 4_000_000).toArray();
            IntStream.of(times).forEach(raw::add);
            parts.add(tick(times, new int[] {driver}, TLS, true));
        }
        Tick all = Tick.of(parts);
        assertArrayEquals(raw.stream().mapToInt(Integer::intValue).sorted().toArray(), all.pageMicros().sorted()
                .toArray());
        assertEquals(raw.size() + 8, all.completed());
        assertEquals(8, all.failed());
        assertArrayEquals(IntStream.range(0, 8).toArray(), all.fullHandshakeMicros());
        assertEquals(24, all.sessions());
        assertEquals(80, all.httpRequests());
        assertEquals(240, all.records());
        assertEquals(7, all.second());
        assertTrue(all.last());
        assertFalse(all.tls().mixed());
    }

    @Test
    void whatDriversDisagreeOnShows() {
        Tick.Negotiated other = new Tick.Negotiated("TLSv1.2", "TLS_AES_128_GCM_SHA256", null, null, "BoringSSL", false);
        Tick all = Tick.of(List.of(tick(new int[] {1}, new int[0], TLS, true), tick(new int[] {2}, new int[0], null,
                false), tick(new int[] {3}, new int[0], other, true)));
        assertTrue(all.tls().mixed());
        assertFalse(all.last(), "one goes on");
    }
}
