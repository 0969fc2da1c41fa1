package org.eejs.doctor.evidence;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The settings of a JVM.
 *
 * @param jdk its version, such as {@code 17.0.15}; empty if unknown
 * @param flags HotSpot flags by name
 * @param system system properties
 * @param security security properties when the JVM started
 * @param groups the key exchange groups of its JDK, in the order of preference; empty if unknown
 */
public record JvmSettings(String jdk, Map<String, String> flags, Map<String, String> system,
        Map<String, String> security, List<String> groups) {
    /** A group that also resists quantum computers. */
    public static final String HYBRID = "X25519MLKEM768";
    /** The first feature release with this group by default; some updates of older ones have it, too. */
    private static final int HYBRIDS = 27;

    /** Creates settings of a JVM whose groups are unknown. */
    public JvmSettings(String jdk, Map<String, String> flags, Map<String, String> system,
            Map<String, String> security) {
        this(jdk, flags, system, security, List.of());
    }

    /** Returns whether its JDK prefers a hybrid group, which a list of groups must not switch off. */
    public boolean prefersHybrid() {
        return groups.isEmpty() ? feature() >= HYBRIDS : groups.contains(HYBRID);
    }

    /** Returns the feature release, such as 17; 0 if unknown. */
    public int feature() {
        String[] parts = jdk.split("[.+_-]");
        try {
            int first = Integer.parseInt(parts[0]);
            return first == 1 && parts.length > 1 ? Integer.parseInt(parts[1]) : first;
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    /** Returns a boolean flag; empty if the JVM does not have it, or if it is unknown. */
    public Optional<Boolean> flag(String name) {
        return Optional.ofNullable(flags.get(name)).map(Boolean::valueOf);
    }

    /** Returns a system property; empty if it is not set. */
    public Optional<String> property(String name) {
        return Optional.ofNullable(system.get(name));
    }

    /**
     * Returns a security property. The JDK's TLS and its providers ignore a system property with the same name.
     */
    public Optional<String> security(String name) {
        return Optional.ofNullable(security.get(name));
    }

    /** Returns whether the JDK is known to be older than a feature release. */
    public boolean isBefore(int release) {
        return feature() > 0 && feature() < release;
    }
}
