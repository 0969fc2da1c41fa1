package org.eejs.banking.bottlenecks;

import java.security.Provider;
import java.security.Security;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * The security provider {@code EEJS-8u60}: algorithms of the JDK with the bottlenecks that JDK 8u60 had. It does no
 * cryptography and no TLS of its own; each algorithm costs what it used to and leaves the work to the JDK's.
 *
 * <p>It stands ahead of the JDK's providers, and behind the library of cures, so that a cure takes the place of a
 * bottleneck by the JCA's own rule: the first provider that has an algorithm serves it.
 * {@link Bottleneck#PROVIDER_LOOKUP} is no algorithm and has no cure but to be left out.
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
     * Installs the provider with these bottlenecks, unless the JDK itself has all of them. To be called once, before
     * anything requests TLS or random numbers.
     */
    public static void install(Set<Bottleneck> bottlenecks) {
        if (bottlenecks.stream().anyMatch(Bottleneck::isReenacted)) {
            Security.insertProviderAt(new BottleneckProvider(bottlenecks),
                    Security.getProvider(JsseProviders.CURES) == null ? 1 : 2);
        }
    }

    /** Returns whether it was made with this bottleneck. */
    boolean has(Bottleneck bottleneck) {
        return bottlenecks.contains(bottleneck);
    }

    /** Adds a service, or replaces it; its instances are made of the algorithm's name. */
    void serve(Class<?> implementation, String type, String algorithm, List<String> aliases,
            Function<String, Object> maker) {
        putService(new Serving(this, type, algorithm, implementation, aliases, maker));
    }

    /** Has a look-up's type and algorithm seen when this provider has no such algorithm, before others are searched. */
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

    /** A service whose instances are made without reflection, so that they can know more than their algorithm. */
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
