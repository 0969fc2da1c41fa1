package org.eejs.lab.hosts;

import java.util.List;
import java.util.stream.Stream;

/**
 * What the last exchanges with a host said of its clock. Older ones are forgotten, however short their way was: clocks
 * drift, and are set. NTP's clock filter does so, too (RFC 5905, section 10). Immutable.
 *
 * @param last in their order
 */
record RecentClock(List<HostClock> last) {
    /** So many are kept, as by NTP: with one a second, those of the last 8 s. */
    static final int KEPT = 8;
    /** No exchange yet. */
    static final RecentClock UNKNOWN = new RecentClock(List.of());

    /** With one more. */
    RecentClock and(HostClock next) {
        return new RecentClock(Stream.concat(last.stream(), Stream.of(next))
                .skip(last.size() < KEPT ? 0 : 1).toList());
    }

    /** The best of them; null when there was none. */
    HostClock best() {
        return last.stream().reduce(HostClock::or).orElse(null);
    }
}
