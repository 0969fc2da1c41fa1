package org.eejs.jsse;

import java.security.Provider;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Set;
import org.eejs.jsse.runtime.EngineClass;
import org.eejs.jsse.runtime.Settings;

/**
 * The security provider {@code EEJS}: drop-in fixes for bottlenecks of the JDK's TLS. Installed ahead of the JDK's
 * providers, it serves key managers, trust managers, key stores and SSLContexts to an application that does not know
 * it. On request it also serves random numbers. All cryptography and TLS itself stay the JDK's.
 *
 * <p>The system property {@code org.eejs.jsse.services} selects the services: names of engine classes, separated by
 * commas, for example {@code KeyManagerFactory,KeyStore}. {@code default} means all but {@code SecureRandom}, and
 * applies if the property is not set. {@code default,SecureRandom} means all.
 *
 * <p>Thread-safe, as every provider is.
 */
public final class EejsProvider extends Provider {
    /** The provider's name. */
    public static final String NAME = Settings.PROVIDER;

    private static final long serialVersionUID = 1;
    private static final double VERSION = 0.1;
    private static final String INFO = "EEJS (cached keys, shared trust material)";

    /**
     * A provider of the services that the system property names. If a property of the library is wrong, every service
     * is present, and each throws with a line that names the property. An exception here would let the JVM continue
     * without the provider, silently.
     */
    @SuppressWarnings("deprecation") // The constructor of Java 8.
    public EejsProvider() {
        super(NAME, VERSION, INFO);
        String faults = Settings.faults();
        if (faults.isEmpty()) {
            add(Settings.services());
        } else {
            String line = NAME + " serves nothing until its system properties are right: " + faults;
            for (EngineClass served : EngineClass.values()) {
                if (served.isDefault() || Settings.named().contains(served.engine())) {
                    RefusedService.of(this, served, line).forEach(this::putService);
                }
            }
            Settings.complainOnce(line);
        }
    }

    /**
     * A provider of some services only.
     *
     * @param services names of engine classes, such as {@code KeyManagerFactory}, or {@code default} for the default
     *     ones
     * @throws IllegalArgumentException for a name that this provider does not serve, with a line that lists those it
     *     serves; or for a wrong system property of the library
     */
    @SuppressWarnings("deprecation") // The constructor of Java 8.
    public EejsProvider(Set<String> services) {
        super(NAME, VERSION, INFO);
        Set<String> unknown = add(Settings.services(services));
        if (!unknown.isEmpty()) {
            throw new IllegalArgumentException(NAME + " has no services " + unknown + "; it has "
                    + Arrays.toString(EngineClass.values()));
        }
        String faults = Settings.faults();
        if (!faults.isEmpty()) {
            throw new IllegalArgumentException(faults);
        }
    }

    /** Adds the named services, and returns the names that this provider does not serve. */
    private Set<String> add(Set<String> services) {
        Set<String> unknown = new LinkedHashSet<>(services);
        for (EngineClass served : EngineClass.values()) {
            if (unknown.remove(served.engine())) {
                putAll(served.entries());
            }
        }
        return unknown;
    }
}
