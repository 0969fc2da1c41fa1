package org.eejs.bench.cures;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.eejs.bench.measuring.ProvidersAhead;
import org.eejs.bench.measuring.RateBenchmark;
import org.eejs.bench.tls.Authority;
import org.eejs.bench.tls.KeyKind;
import org.eejs.pki.files.PrivateFile;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Loads a second of the default trust store into trust managers, as for each SSLContext without explicit ones. The
 * store is the same in all cases, a JKS file of 140 certificates, since the JDKs' own stores differ in size and format.
 *
 * <p>A benchmark that keeps the factory measures nothing. The JDK keeps the store by a weak reference. If no garbage
 * collection happens, the store is therefore not read again, unlike in a service.
 */
@State(Scope.Benchmark)
public class TrustStoreLoad extends RateBenchmark {
    private static final String DEFAULT_TRUST_STORE = "javax.net.ssl.trustStore";
    private static final int AUTHORITIES = 140;

    /**
     * {@code stock}: today's JDK, read once. {@code truststore-per-context}: read through a buffer and parsed for each
     * context, as in 8u60. Together with {@code unbuffered-truststore}: read without a buffer, as in 8u40. Only
     * {@code unbuffered-truststore}: read and not parsed. {@code EEJS}: shared.
     */
    @Param({"stock", "truststore-per-context", "unbuffered-truststore",
            "unbuffered-truststore+truststore-per-context", "EEJS"})
    String ahead;

    private Path store;
    private String before;

    /** Writes the trust store, and installs the providers. */
    @Setup
    public void prepare() throws GeneralSecurityException, IOException {
        store = Files.createTempFile("eejs-bench-trust", null);
        PrivateFile.write(store, new Authority(KeyKind.RSA).trustStoreOf(AUTHORITIES, "JKS"));
        before = System.getProperty(DEFAULT_TRUST_STORE);
        System.setProperty(DEFAULT_TRUST_STORE, store.toString());
        ProvidersAhead.of(ahead).install();
        // One thread loads it first. The JDK remembers the file's name before its content, so for a moment a second
        // thread gets the certificates of the file before.
        load();
    }

    /** Restores process and disk. */
    @TearDown
    public void restore() throws IOException {
        ProvidersAhead.of(ahead).remove();
        if (before == null) {
            System.clearProperty(DEFAULT_TRUST_STORE);
        } else {
            System.setProperty(DEFAULT_TRUST_STORE, before);
        }
        Files.delete(store);
    }

    /** Returns the trust managers of one context. */
    @Benchmark
    public TrustManager[] load() throws GeneralSecurityException {
        TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX");
        factory.init((KeyStore) null);
        ProvidersAhead.of(ahead).check(factory.getProvider().getName());
        TrustManager[] managers = factory.getTrustManagers();
        int issuers = ((X509TrustManager) managers[0]).getAcceptedIssuers().length;
        if (issuers != AUTHORITIES) {
            throw new IllegalStateException("a default trust store of " + AUTHORITIES
                    + " certificates was to be read, and " + issuers + " are trusted");
        }
        return managers;
    }
}
