package org.eejs.doctor.evidence;

import java.util.Map;
import java.util.Optional;

/**
 * How a JVM is set.
 *
 * @param jdk its version, such as {@code 17.0.15}; empty where it is not known
 * @param flags HotSpot's, by name
 * @param system properties
 * @param security properties, as they were when the JVM began
 */
public record JvmSettings(String jdk, Map<String, String> flags, Map<String, String> system,
        Map<String, String> security) {
    /** Returns the feature release, such as 17; 0 where it is not known. */
    public int feature() {
        String[] parts = jdk.split("[.+_-]");
        try {
            int first = Integer.parseInt(parts[0]);
            return first == 1 && parts.length > 1 ? Integer.parseInt(parts[1]) : first;
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    /** Returns a flag that is on or off; empty where the JVM does not have it, or it is not known. */
    public Optional<Boolean> flag(String name) {
        return Optional.ofNullable(flags.get(name)).map(Boolean::valueOf);
    }

    /** Returns a system property; empty where it is not set. */
    public Optional<String> property(String name) {
        return Optional.ofNullable(system.get(name));
    }

    /**
     * Returns a security property; what it is called as a system property the JDK's TLS and its providers do not look
     * at.
     */
    public Optional<String> security(String name) {
        return Optional.ofNullable(security.get(name));
    }

    /** Returns whether the JDK is known to be older than a feature release. */
    public boolean isBefore(int release) {
        return feature() > 0 && feature() < release;
    }
}
