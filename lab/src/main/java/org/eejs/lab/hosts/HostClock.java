package org.eejs.lab.hosts;

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
     * One exchange.
     *
     * @param asked when the lab asked, by its clock
     * @param there what the host's clock showed
     * @param answered when the answer came, by the lab's clock
     */
    static HostClock of(long asked, long there, long answered) {
        long possible = Math.max(0, Math.min(there, LATEST));
        return new HostClock(answered - asked, possible - (asked + answered) / 2);
    }

    /** The better of two. */
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
}
