package org.eejs.doctor.evidence;

import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * The events that the flight recorder counted. Immutable.
 *
 * @param lookups uses of {@code getInstance}, with their counts
 * @param handshakes recorded handshakes of the JDK's own TLS. With TLS 1.3 these are all; before TLS 1.3, clients that
 *     do not resume a session and servers that resume one
 * @param certificates certificates by their ids
 * @param validations checks of certificate chains
 * @param monitors waits for monitors of 1 ms or more
 * @param waits waits for the network and for files, and pinned virtual threads
 */
public record Events(Map<Lookup, Long> lookups, List<Handshake> handshakes, Map<Long, Certificate> certificates,
        Validations validations, List<Wait> monitors, List<Wait> waits) {
    /** A request to a provider for an algorithm, with the stack of the caller. */
    public record Lookup(String type, String algorithm, String provider, Stack stack) {}

    /**
     * A handshake.
     *
     * @param group the key exchange group; empty if it is unknown, as before JDK 28
     */
    public record Handshake(String peer, String protocol, String suite, String group, Stack stack) {}

    /**
     * A certificate that was parsed.
     *
     * @param keyBits the length of its key, in bits
     * @param count how often it was parsed
     */
    public record Certificate(String subject, String keyType, int keyBits, long count) {}

    /**
     * Checks of certificate chains, for TLS and for other purposes.
     *
     * @param chains the number of chains that were checked, by stack
     * @param certificates the number of different certificates in them
     */
    public record Validations(Map<Stack, Long> chains, long certificates) {
        /** Returns the number of chains that were checked at matching stacks. */
        public long chains(Predicate<Stack> where) {
            return chains.entrySet().stream().filter(each -> where.test(each.getKey()))
                    .mapToLong(Map.Entry::getValue).sum();
        }
    }

    /**
     * Waits of one kind at one place, for a class of monitors, a host or a file; {@code pinned} marks virtual threads.
     *
     * @param what see above
     * @param count the number of waits
     * @param millis their total duration, in milliseconds
     */
    public record Wait(String what, long count, double millis, Stack stack) {}

    /** Creates an instance without events. */
    public Events() {
        this(Map.of(), List.of(), Map.of(), new Validations(Map.of(), 0), List.of(), List.of());
    }

    /** Returns the number of waits. */
    public static long count(List<Wait> waits) {
        return waits.stream().mapToLong(Wait::count).sum();
    }

    /** Returns the number of matching lookups. */
    public long lookups(Predicate<Lookup> which) {
        return lookups.entrySet().stream().filter(each -> which.test(each.getKey()))
                .mapToLong(Map.Entry::getValue).sum();
    }

    /** Returns the number of matching handshakes. */
    public long handshakes(Predicate<Handshake> which) {
        return handshakes.stream().filter(which).count();
    }
}
