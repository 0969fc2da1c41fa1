package org.eejs.doctor.evidence;

import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * What the flight recorder counted. Immutable.
 *
 * @param services uses of {@code getInstance}, and how many
 * @param handshakes TLS handshakes that it knows: those of clients, and of TLS 1.3 servers, of the JDK's own TLS
 * @param certificates by their ids
 * @param validations one number: how many certificate chains were checked; see {@link #chains()}
 * @param monitors waits for monitors of a millisecond or more
 * @param waits for the network and for files, and virtual threads that were pinned
 */
public record Events(Map<Service, Long> services, List<Handshake> handshakes, Map<Long, Certificate> certificates,
        long[] validations, List<Wait> monitors, List<Wait> waits) {
    /** A service of a provider that was asked for, and where. */
    public record Service(String type, String algorithm, String provider, Stack stack) {}

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
     * Waits of one kind at one place.
     *
     * @param what the class of a monitor, {@code pinned}, or the host or file that was read from
     * @param count how many
     * @param millis how long they took together
     */
    public record Wait(String what, long count, double millis, Stack stack) {}

    /** None. */
    public Events() {
        this(Map.of(), List.of(), Map.of(), new long[1], List.of(), List.of());
    }

    /** How many certificate chains were checked. */
    public long chains() {
        return validations[0];
    }

    /** How many waits these are. */
    public static long count(List<Wait> waits) {
        return waits.stream().mapToLong(Wait::count).sum();
    }

    /** How many services were asked for that are like this. */
    public long services(Predicate<Service> which) {
        return services.entrySet().stream().filter(each -> which.test(each.getKey()))
                .mapToLong(Map.Entry::getValue).sum();
    }

    /** How many handshakes there were that are like this. */
    public long handshakes(Predicate<Handshake> which) {
        return handshakes.stream().filter(which).count();
    }
}
