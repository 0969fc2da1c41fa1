package org.eejs.doctor.evidence;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * What the flight recorder counted. For one thread while it is filled.
 *
 * @param services uses of {@code getInstance}, and how many
 * @param handshakes TLS handshakes that it knows: those of clients, and of TLS 1.3 servers, of the JDK's own TLS
 * @param certificates by their ids
 * @param validations checks of certificate chains
 * @param monitors waits for monitors
 * @param files what was read of files, by path: how often
 * @param waits for the network, and virtual threads that were pinned
 * @param allocated bytes that were allocated, by samples, and where
 */
public record Events(Map<Service, Long> services, List<Handshake> handshakes, Map<Long, Certificate> certificates,
        long[] validations, List<Wait> monitors, Map<String, Long> files, List<Wait> waits,
        Map<Stack, Long> allocated) {
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
     * A wait.
     *
     * @param what the class of a monitor, {@code pinned}, or the host that was read from
     */
    public record Wait(String what, double millis, Stack stack) {}

    /** None. */
    public Events() {
        this(new HashMap<>(), new ArrayList<>(), new HashMap<>(), new long[1], new ArrayList<>(), new HashMap<>(),
                new ArrayList<>(), new HashMap<>());
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
