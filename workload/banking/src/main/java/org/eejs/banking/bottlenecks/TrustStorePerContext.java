package org.eejs.banking.bottlenecks;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.InvalidAlgorithmParameterException;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.cert.CertificateFactory;
import java.util.Arrays;
import java.util.List;
import javax.net.ssl.ManagerFactoryParameters;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.TrustManagerFactorySpi;

/**
 * {@link Bottleneck#TRUSTSTORE_PER_CONTEXT}, section 5.2 of the EEJS paper: a trust manager factory that opens, reads
 * and parses the default trust store at each initialisation with it.
 *
 * <p>The original: TrustManagerFactoryImpl of 8u60 loaded a new KeyStore from the file for each SSLContext without
 * trust managers, and created a trust manager from it. JDK-8129988 loaded it once. Since 9 the JDK keeps it until the
 * file changes or a garbage collection takes it.
 *
 * <p>Here: the same steps by the same means. The certificates go through the JDK's certificate factory, which keeps
 * those it has seen, in 8u60 as today. So the cost is the reading, the KeyStore, and the trust manager's own tables.
 *
 * <p>It also reads for {@link TrustStoreReading#UNBUFFERED}. If only that bottleneck is requested, each initialisation
 * reads the file, and reuses the trust managers of the same bytes. Then reading is the only cost.
 */
public final class TrustStorePerContext extends TrustManagerFactorySpi {
    /** The latest trust managers of the process, for reuse if the same bytes must not be parsed again. */
    private static volatile Parsed last;

    private final TrustStoreReading reading;
    private final boolean parsesEachTime;
    private TrustManager[] managers;

    private record Parsed(List<byte[]> certificates, TrustManager[] managers) {
        boolean isOf(List<byte[]> others) {
            return certificates.size() == others.size() && Arrays.deepEquals(certificates.toArray(), others.toArray());
        }
    }

    /**
     * Creates a factory that is not yet initialised.
     *
     * @param reading how the file is read
     * @param parsesEachTime whether each initialisation creates trust managers, even from the same bytes
     */
    public TrustStorePerContext(TrustStoreReading reading, boolean parsesEachTime) {
        this.reading = reading;
        this.parsesEachTime = parsesEachTime;
    }

    /** Serves for either bottleneck of the trust store, or for both. */
    static void install(BottleneckProvider provider) {
        TrustStoreReading reading = provider.has(Bottleneck.UNBUFFERED_TRUSTSTORE) ? TrustStoreReading.UNBUFFERED
                : TrustStoreReading.BUFFERED;
        boolean parsesEachTime = provider.has(Bottleneck.TRUSTSTORE_PER_CONTEXT);
        provider.serve(TrustStorePerContext.class, "TrustManagerFactory", "PKIX", List.of("SunPKIX", "X509", "X.509"),
                algorithm -> new TrustStorePerContext(reading, parsesEachTime));
    }

    /** Returns the file that JDK 8 used as its default trust store. */
    static Path defaultTrustStore() {
        String said = System.getProperty("javax.net.ssl.trustStore");
        return said != null ? Path.of(said) : Path.of(System.getProperty("java.home"), "lib", "security", "cacerts");
    }

    @Override
    protected void engineInit(KeyStore store) throws KeyStoreException {
        try {
            managers = store == null ? ofDefaultTrustStore() : ofStore(store);
        } catch (IOException | GeneralSecurityException e) {
            throw new KeyStoreException(e.getMessage(), e);
        }
    }

    @Override
    protected void engineInit(ManagerFactoryParameters parameters) throws InvalidAlgorithmParameterException {
        try {
            TrustManagerFactory factory = jdks();
            factory.init(parameters);
            managers = factory.getTrustManagers();
        } catch (InvalidAlgorithmParameterException e) {
            throw e;
        } catch (GeneralSecurityException e) {
            throw new InvalidAlgorithmParameterException(e.getMessage(), e);
        }
    }

    @Override
    protected TrustManager[] engineGetTrustManagers() {
        if (managers == null) {
            throw new IllegalStateException("the factory is not initialised");
        }
        return managers.clone();
    }

    private TrustManager[] ofDefaultTrustStore() throws IOException, GeneralSecurityException {
        List<byte[]> certificates = reading.read(defaultTrustStore());
        if (parsesEachTime) {
            return ofStore(parsed(certificates));
        }
        Parsed before = last;
        if (before == null || !before.isOf(certificates)) {
            before = new Parsed(certificates, ofStore(parsed(certificates)));
            last = before;
        }
        return before.managers();
    }

    private static KeyStore parsed(List<byte[]> certificates) throws IOException, GeneralSecurityException {
        // The JDK's providers by name: one before them may be there to fix just this.
        KeyStore store = KeyStore.getInstance("JKS", "SUN");
        store.load(null, null);
        CertificateFactory factory = CertificateFactory.getInstance("X.509", "SUN");
        for (int i = 0; i < certificates.size(); i++) {
            store.setCertificateEntry("ca-" + i,
                    factory.generateCertificate(new ByteArrayInputStream(certificates.get(i))));
        }
        return store;
    }

    private static TrustManager[] ofStore(KeyStore store) throws GeneralSecurityException {
        TrustManagerFactory factory = jdks();
        factory.init(store);
        return factory.getTrustManagers();
    }

    private static TrustManagerFactory jdks() throws GeneralSecurityException {
        return TrustManagerFactory.getInstance("PKIX", "SunJSSE");
    }
}
