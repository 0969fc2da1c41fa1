package org.eejs.banking;

import java.util.Arrays;
import java.util.Locale;

/** Which certificates the bank trusts on its connections to the back end. */
public enum BackEndTrust {
    /** Those of the run's own CAs alone. */
    PRIVATE,
    /** The JVM's default trust store, which holds all that the JDK's cacerts hold, as the paper's bank had it. */
    CACERTS;

    /** The name in options and results, for example {@code cacerts}. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * The choice with this {@link #id()}.
     *
     * @throws IllegalArgumentException with a line that lists those that exist
     */
    public static BackEndTrust byId(String id) {
        return Arrays.stream(values()).filter(trust -> trust.id().equals(id)).findFirst()
                .orElseThrow(() -> new IllegalArgumentException("'%s' is not a trust in the back end; there are %s"
                        .formatted(id, String.join(", ", Arrays.stream(values()).map(BackEndTrust::id).toList()))));
    }

    @Override
    public String toString() {
        return id();
    }
}
