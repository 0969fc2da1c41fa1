package org.eejs.banking.bottlenecks;

import java.security.Provider;
import java.security.Security;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * The security provider {@code EEJS-8u60}: algorithms of the JDK with the bottlenecks of JDK 8u60. It implements no
 * cryptography and no TLS. Each of its algorithms adds the earlier cost and delegates the work to the JDK's.
 *
 * <p>It precedes the JDK's providers and follows the library of cures. So a fix replaces a bottleneck by the JCA's own
 * rule: the first provider that has an algorithm serves it. {@link Bottleneck#PROVIDER_LOOKUP} is not an algorithm; the
 * only fix is to leave it out.
 *
 * <p>Thread-safe, as every provider is.
 */
public final class BottleneckProvider extends Provider {
    /** The provider's name. */
    public static final String NAME = "EEJS-8u60";

    private static final long serialVersionUID = 1;

    private final transient Set<Bottleneck> bottlenecks;
    private transient BiConsumer<String, String> beforeOthers = (type, algorithm) -> {};

    private BottleneckProvider(Set<Bottleneck> bottlenecks) {
        super(NAME, "1", "EEJS 8u60 (bottlenecks of JDK 8u60: " + bottlenecks + ")");
        this.bottlenecks = bottlenecks;
        bottlenecks.forEach(each -> each.install(this));
    }

    /**
     * Installs the provider with these bottlenecks, unless the JDK itself has all of them. Call it once, before
     * anything requests TLS or random numbers.
     */
    public static void install(Set<Bottleneck> bottlenecks) {
        if (bottlenecks.stream().anyMatch(Bottleneck::isReenacted)) {
            Security.insertProviderAt(new BottleneckProvider(bottlenecks),
                    Security.getProvider(JsseProviders.CURES) == null ? 1 : 2);
        }
    }

    /** Returns whether it was created with this bottleneck. */
    boolean has(Bottleneck bottleneck) {
        return bottlenecks.contains(bottleneck);
    }

    /** Adds a service, or replaces it; the maker creates instances from the algorithm's name. */
    void serve(Class<?> implementation, String type, String algorithm, List<String> aliases,
            Function<String, Object> maker) {
        putService(new Serving(this, type, algorithm, implementation, aliases, maker));
    }

    /**
     * Sets a listener for the type and algorithm of look-ups that this provider does not serve, before others are
     * searched.
     */
    void beforeOthers(BiConsumer<String, String> lookup) {
        beforeOthers = lookup;
    }

    @Override
    public Service getService(String type, String algorithm) {
        Service service = super.getService(type, algorithm);
        if (service == null) {
            beforeOthers.accept(type, algorithm);
        }
        return service;
    }

    /** A service whose instances are made without reflection, so that they can take more than their algorithm. */
    private static final class Serving extends Service {
        private final Function<String, Object> maker;

        Serving(Provider provider, String type, String algorithm, Class<?> implementation, List<String> aliases,
                Function<String, Object> maker) {
            super(provider, type, algorithm, implementation.getName(), aliases, null);
            this.maker = maker;
        }

        @Override
        public Object newInstance(Object parameter) {
            return maker.apply(getAlgorithm());
        }
    }
}
