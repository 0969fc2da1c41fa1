package org.eejs.bottlenecks;

import java.security.Provider;
import java.security.Security;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.eejs.banking.Disease;

/**
 * The security provider {@code EEJS-8u60}: services of the JDK with the bottlenecks that JDK 8u60 had. It does no
 * cryptography and no TLS of its own; each service costs what it used to and leaves the work to the JDK's.
 *
 * <p>It stands ahead of the JDK's providers, and behind the library of cures, so that a cure takes the place of a
 * disease by the JCA's own rule: the first provider that has a service serves it. {@link Disease#PROVIDER_LOOKUP} is no
 * service and has no cure but to be left out. {@link Disease#PKIX_PKCS12} is the JDK's own and not here.
 *
 * <p>Thread-safe, as every provider is.
 */
public final class DiseasedProvider extends Provider {
    /** The provider's name. */
    public static final String NAME = "EEJS-8u60";

    private static final long serialVersionUID = 1;
    /** The contexts that profiles ask for. */
    private static final List<String> PROTOCOLS = List.of("TLS", "TLSv1.2", "TLSv1.3");

    private final transient LockedProviderLookup lookup;

    private DiseasedProvider(Set<Disease> diseases) {
        super(NAME, "1", "EEJS 8u60 (bottlenecks of JDK 8u60: " + diseases + ")");
        if (diseases.stream().anyMatch(Disease::isOfDefaultTrustStore)) {
            boolean unbuffered = diseases.contains(Disease.UNBUFFERED_TRUSTSTORE);
            boolean perContext = diseases.contains(Disease.TRUSTSTORE_PER_CONTEXT);
            putService(new Serving(this, "TrustManagerFactory", "PKIX", TrustStorePerContext.class,
                    List.of("SunPKIX", "X509", "X.509"), algorithm -> new TrustStorePerContext(unbuffered
                            ? new UnbufferedTrustStore() : TrustStoreReading.BUFFERED, perContext)));
        }
        if (diseases.contains(Disease.CIPHER_PROBE)) {
            for (String protocol : PROTOCOLS) {
                putService(new Serving(this, "SSLContext", protocol, ProbingSslContext.class, List.of(),
                        ProbingSslContext::of));
            }
        }
        if (diseases.contains(Disease.LOCKED_RANDOM)) {
            putService(new Serving(this, "SecureRandom", NAME, LockedRandom.class, List.of(),
                    algorithm -> new LockedRandom()));
        }
        lookup = diseases.contains(Disease.PROVIDER_LOOKUP) ? new LockedProviderLookup() : null;
    }

    /**
     * Installs the provider with these diseases, unless there are none that it has. To be called once, before anything
     * asks for TLS or random numbers.
     */
    public static void install(Set<Disease> diseases) {
        if (diseases.stream().anyMatch(disease -> disease != Disease.PKIX_PKCS12)) {
            Security.insertProviderAt(new DiseasedProvider(diseases),
                    Security.getProvider(JsseProviders.CURES) == null ? 1 : 2);
        }
    }

    @Override
    public Service getService(String type, String algorithm) {
        Service service = super.getService(type, algorithm);
        if (service == null && lookup != null) {
            lookup.ask(type, algorithm);
        }
        return service;
    }

    /** A service whose instances are made without reflection, so that they can be told how they ail. */
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
