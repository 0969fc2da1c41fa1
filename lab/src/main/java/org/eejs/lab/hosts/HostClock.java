package org.eejs.lab.hosts;

import java.util.List;
import java.util.stream.Stream;

/**
 * What is known of a host's clock: of many exchanges the one with the shortest round trip, since it bounds the error
 * best (as NTP does, RFC 5905, section 10). Immutable.
 *
 * @param roundTripMicros of the shortest exchange
 * @param offsetMicros how far the host's clock is ahead of that of the lab; wrong by half the round trip at most
 */
record HostClock(long roundTripMicros, long offsetMicros) {
    /** So that no difference of times overflows, whatever a host says. */
    private static final long LATEST = Long.MAX_VALUE / 4;

    /**
     * Returns one exchange.
     *
     * @param asked when the lab asked, by its clock
     * @param there what the host's clock showed
     * @param answered when the answer came, by the lab's clock
     */
    static HostClock of(long asked, long there, long answered) {
        long possible = Math.max(0, Math.min(there, LATEST));
        return new HostClock(answered - asked, possible - (asked + answered) / 2);
    }

    /** Returns the better of two. */
    HostClock or(HostClock other) {
        return roundTripMicros <= other.roundTripMicros ? this : other;
    }

    /** By how much it has surely moved since it was like that: ahead, or back by a negative number; 0 if by nothing. */
    long movedSince(HostClock before) {
        long moved = offsetMicros - before.offsetMicros;
        return Long.signum(moved) * Math.max(0, Math.abs(moved) - errorMicros() - before.errorMicros());
    }

    /** By how much the offset may be wrong. */
    long errorMicros() {
        return (roundTripMicros + 1) / 2;
    }

    /**
     * What the last exchanges with a host said of its clock. Older ones are forgotten, however short their way was:
     * clocks drift, and are set. NTP's clock filter does so, too (RFC 5905, section 10). Immutable.
     *
     * @param last in their order
     */
    record Recent(List<HostClock> last) {
        /** So many are kept, as by NTP: with one a second, those of the last 8 s. */
        static final int KEPT = 8;
        /** No exchange yet. */
        static final Recent UNKNOWN = new Recent(List.of());

        /** With one more. */
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
