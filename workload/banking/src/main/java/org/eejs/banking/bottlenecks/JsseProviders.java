package org.eejs.banking.bottlenecks;

import java.security.NoSuchProviderException;
import java.security.Provider;
import java.security.Security;
import java.util.List;
import java.util.Objects;

/**
 * The providers that serve as the JDK's own JSSE: the library of cures, the bottlenecks, and SunJSSE, on which both are
 * built. Other installed providers may offer TLS too, even before these; they are never used here. Thread-safe.
 */
public final class JsseProviders {
    /** The library of cures. */
    static final String CURES = "EEJS";
    private static final String JDK = "SunJSSE";
    /** In the order in which the JCA would ask them, since {@link BottleneckProvider} installs itself so. */
    private static final List<String> IN_ORDER = List.of(CURES, BottleneckProvider.NAME, JDK);

    private JsseProviders() {}

    /**
     * Returns the first of them that is installed and has a service.
     *
     * @param type for example {@code SSLContext}
     * @param algorithm for example {@code TLSv1.3}
     * @throws NoSuchProviderException with one clear line if none has it
     */
    public static Provider having(String type, String algorithm) throws NoSuchProviderException {
        return IN_ORDER.stream().map(Security::getProvider).filter(Objects::nonNull)
                .filter(provider -> provider.getService(type, algorithm) != null).findFirst()
                .orElseThrow(() -> new NoSuchProviderException("no provider of the JDK's JSSE (" + String.join(", ",
                        IN_ORDER) + ") has " + type + " " + algorithm
                        + "; add one to security.provider.N, or choose another --tls-stack"));
    }
}
