package org.eejs.lab.hosts;

import java.util.List;
import java.util.stream.Stream;

/**
 * A reading of a host's clock. Of many exchanges the one with the shortest round trip counts, since it bounds the error
 * best (as in NTP, RFC 5905, section 10). Immutable.
 *
 * @param roundTripMicros the round trip of that exchange
 * @param offsetMicros the lead of the host's clock over the lab's; wrong by half the round trip at most
 */
record HostClock(long roundTripMicros, long offsetMicros) {
    /** The largest time that is accepted: no difference of times overflows, whatever a host sends. */
    private static final long LATEST = Long.MAX_VALUE / 4;

    /**
     * Returns the reading of one exchange.
     *
     * @param asked the time at which the lab asked, by its clock
     * @param there the time of the host's clock
     * @param answered the time at which the answer arrived, by the lab's clock
     */
    static HostClock of(long asked, long there, long answered) {
        long possible = Math.max(0, Math.min(there, LATEST));
        return new HostClock(answered - asked, possible - (asked + answered) / 2);
    }

    /** Returns the reading with the shorter round trip. */
    HostClock or(HostClock other) {
        return roundTripMicros <= other.roundTripMicros ? this : other;
    }

    /**
     * Returns how far the clock has moved since an earlier reading, beyond both errors: positive for ahead, negative
     * for back, else 0.
     */
    long movedSince(HostClock before) {
        long moved = offsetMicros - before.offsetMicros;
        return Long.signum(moved) * Math.max(0, Math.abs(moved) - errorMicros() - before.errorMicros());
    }

    /** Returns the largest possible error of the offset. */
    long errorMicros() {
        return (roundTripMicros + 1) / 2;
    }

    /**
     * The last readings of a host's clock. Older ones are forgotten, however short their round trips were: clocks
     * drift, and are set. NTP's clock filter does so, too (RFC 5905, section 10). Immutable.
     *
     * @param last the readings in their order
     */
    record Recent(List<HostClock> last) {
        /** The number that is kept, as by NTP: with one a second, those of the last 8 s. */
        static final int KEPT = 8;
        /** No readings. */
        static final Recent UNKNOWN = new Recent(List.of());

        /** Returns these readings with one more. */
        Recent and(HostClock next) {
            return new Recent(Stream.concat(last.stream(), Stream.of(next))
                    .skip(last.size() < KEPT ? 0 : 1).toList());
        }

        /** Returns the best of them; null when there was none. */
        HostClock best() {
            return last.stream().reduce(HostClock::or).orElse(null);
        }
    }
}
