package org.eejs.bench;

import java.security.Security;
import org.eejs.jsse.EejsProvider;

/** Whose services an application gets that names no provider. */
enum Services {
    /** The JDK's. */
    STOCK,
    /** Those of the provider EEJS, installed ahead of the JDK's as {@code eejs.security} does it. */
    EEJS;

    /** The services of a benchmark's parameter: {@code stock} or {@code EEJS}. */
    static Services of(String parameter) {
        return parameter.equals("EEJS") ? EEJS : STOCK;
    }

    /** Installs what has to be. */
    void install() {
        if (this == EEJS) {
            Security.insertProviderAt(new EejsProvider(), 1);
        }
    }

    /** Removes what was installed. */
    void remove() {
        if (this == EEJS) {
            Security.removeProvider(EejsProvider.NAME);
        }
    }

    /**
     * Checks whose service was given.
     *
     * @throws IllegalStateException when it was not one of these services: something else would be measured
     */
    void check(String provider) {
        if (provider.equals(EejsProvider.NAME) != (this == EEJS)) {
            throw new IllegalStateException("services of " + this + " were to be measured, and " + provider
                    + " served");
        }
    }
}
