package org.eejs.doctor.evidence;

import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * What the flight recorder counted. Immutable.
 *
 * @param lookups uses of {@code getInstance}, and how many
 * @param handshakes TLS handshakes that it knows, of the JDK's own TLS: in TLS 1.3 all of them, before it those of
 *     clients that resume no session and of servers that resume one
 * @param certificates by their ids
 * @param validations checks of certificate chains
 * @param monitors waits for monitors of a millisecond or more
 * @param waits for the network and for files, and virtual threads that were pinned
 */
public record Events(Map<Lookup, Long> lookups, List<Handshake> handshakes, Map<Long, Certificate> certificates,
        Validations validations, List<Wait> monitors, List<Wait> waits) {
    /** An algorithm that a provider was asked for, and where. */
    public record Lookup(String type, String algorithm, String provider, Stack stack) {}

    /** A handshake. */
    public record Handshake(String peer, String protocol, String suite, Stack stack) {}

    /**
     * A certificate that was read.
     *
     * @param keyBits the length of its key
     * @param count how often it was read
     */
    public record Certificate(String subject, String keyType, int keyBits, long count) {}

    /**
     * Checks of certificate chains, for TLS and for other things.
     *
     * @param chains how many were checked, and where
     * @param certificates how many different certificates were in them
     */
    public record Validations(Map<Stack, Long> chains, long certificates) {
        /** Returns how many chains were checked at such places. */
        public long chains(Predicate<Stack> where) {
            return chains.entrySet().stream().filter(each -> where.test(each.getKey()))
                    .mapToLong(Map.Entry::getValue).sum();
        }
    }

    /**
     * Waits of one kind at one place.
     *
     * @param what the class of a monitor, {@code pinned}, or the host or file that was read from
     * @param count how many
     * @param millis how long they took together
     */
    public record Wait(String what, long count, double millis, Stack stack) {}

    /** None. */
    public Events() {
        this(Map.of(), List.of(), Map.of(), new Validations(Map.of(), 0), List.of(), List.of());
    }

    /** Returns how many waits these are. */
    public static long count(List<Wait> waits) {
        return waits.stream().mapToLong(Wait::count).sum();
    }

    /** Returns how many look-ups there were like this. */
    public long lookups(Predicate<Lookup> which) {
        return lookups.entrySet().stream().filter(each -> which.test(each.getKey()))
                .mapToLong(Map.Entry::getValue).sum();
    }

    /** Returns how many handshakes there were that are like this. */
    public long handshakes(Predicate<Handshake> which) {
        return handshakes.stream().filter(which).count();
    }
}
