package org.eejs.jsse;

import java.security.Provider;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Set;
import org.eejs.jsse.runtime.EngineClass;
import org.eejs.jsse.runtime.Settings;

/**
 * The security provider {@code EEJS}: drop-in cures for what is slow in the JDK's TLS. Ahead of the JDK's providers it
 * serves the key managers, trust managers, key stores and SSLContexts of an application that knows nothing of it, and
 * where that is asked for its random numbers; all cryptography and all of TLS itself stay the JDK's.
 *
 * <p>Which of them it serves is set by the system property {@code org.eejs.jsse.services}: names of engine classes,
 * separated by commas, for example {@code KeyManagerFactory,KeyStore}. {@code default} stands for all but {@code
 * SecureRandom}, and is what counts where nothing is said; {@code default,SecureRandom} is all.
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
     * A provider of the services that the system property names. Where a property of the library is wrong, they are
     * there and each refuses to be used, with a line that says which: an exception here would have the JVM go on
     * without the provider, and without a word.
     */
    @SuppressWarnings("deprecation") // The constructor that Java 8 has.
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
     * @param services names of engine classes, such as {@code KeyManagerFactory}, or {@code default} for those of the
     *     default
     * @throws IllegalArgumentException for a name of which this provider has nothing, with a line that lists those that
     *     it has, and for system properties of the library that are wrong
     */
    @SuppressWarnings("deprecation") // The constructor that Java 8 has.
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

    /** Has the provider serve what is named, and returns the names of which it has nothing. */
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
