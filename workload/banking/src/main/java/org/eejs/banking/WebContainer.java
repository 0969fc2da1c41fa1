package org.eejs.banking;

import java.util.Arrays;
import java.util.Locale;

/** The servlet container that the bank runs in. */
public enum WebContainer {
    /** Apache Tomcat. */
    TOMCAT,
    /** Eclipse Jetty. */
    JETTY;

    /** The name in options and results, for example {@code tomcat}. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * The container with this {@link #id()}.
     *
     * @throws IllegalArgumentException with a line that lists those that exist
     */
    public static WebContainer byId(String id) {
        return Arrays.stream(values()).filter(container -> container.id().equals(id)).findFirst()
                .orElseThrow(() -> new IllegalArgumentException("'%s' is not a container; there are %s"
                        .formatted(id, String.join(", ", Arrays.stream(values()).map(WebContainer::id).toList()))));
    }

    @Override
    public String toString() {
        return id();
    }
}
