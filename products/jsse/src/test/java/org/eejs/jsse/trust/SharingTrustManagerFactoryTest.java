package org.eejs.jsse.trust;

import static org.eejs.jsse.TrustFixtures.EEJS;
import static org.eejs.jsse.TrustFixtures.PASSWORD;
import static org.eejs.jsse.TrustFixtures.authority;
import static org.eejs.jsse.TrustFixtures.holding;
import static org.eejs.jsse.TrustFixtures.issued;
import static org.eejs.jsse.TrustFixtures.jdk;
import static org.eejs.jsse.TrustFixtures.shared;
import static org.eejs.jsse.TrustFixtures.trusting;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.security.InvalidAlgorithmParameterException;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.NoSuchAlgorithmException;
import java.security.Provider;
import java.security.Security;
import java.security.cert.CertificateException;
import java.security.cert.PKIXBuilderParameters;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.CertPathTrustManagerParameters;
import javax.net.ssl.ManagerFactoryParameters;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import org.eejs.jsse.runtime.Counters;
import org.eejs.pki.Identity;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Trust managers: which certificates they trust, compared with the JDK's, and how many of them are created. */
class SharingTrustManagerFactoryTest {
    private static final List<String> PROPERTIES = List.of("javax.net.ssl.trustStore", "javax.net.ssl.trustStoreType",
            "javax.net.ssl.trustStoreProvider", "javax.net.ssl.trustStorePassword");

    private static Identity first;
    private static Identity second;

    @TempDir
    Path directory;

    @BeforeAll
    static void make() throws Exception {
        first = authority("first");
        second = authority("second");
    }

    @AfterEach
    void clean() {
        PROPERTIES.forEach(System::clearProperty);
    }

    private static X509ExtendedTrustManager ours(KeyStore store) throws Exception {
        return manager(TrustManagerFactory.getInstance("PKIX", EEJS), store);
    }

    private static X509ExtendedTrustManager jdks(KeyStore store) throws Exception {
        return manager(TrustManagerFactory.getInstance("PKIX", "SunJSSE"), store);
    }

    private static X509ExtendedTrustManager manager(TrustManagerFactory factory, KeyStore store) throws Exception {
        factory.init(store);
        assertEquals(1, factory.getTrustManagers().length);
        return (X509ExtendedTrustManager) factory.getTrustManagers()[0];
    }

    private static Set<X509Certificate> trusted(X509ExtendedTrustManager manager) {
        return Set.of(manager.getAcceptedIssuers());
    }

    @Test
    void isOneForEqualSetsOfCertificates() throws Exception {
        Identity first = authority("one");
        Identity second = authority("other");
        long made = Counters.PROCESS.trustManagersMade.sum();
        byte[] jks = trusting("JKS", first, second);
        X509ExtendedTrustManager manager = ours(shared("JKS", jks, PASSWORD));
        assertSame(manager, ours(shared("JKS", jks, PASSWORD)));
        assertSame(manager, ours(shared("PKCS12", trusting("PKCS12", second, first), PASSWORD)), "any order");
        KeyStore foreign = jdk("PKCS12");
        foreign.setCertificateEntry("a", second.certificate());
        foreign.setCertificateEntry("b", first.certificate());
        foreign.setCertificateEntry("c", first.certificate());
        assertSame(manager, ours(foreign));
        assertEquals(1, Counters.PROCESS.trustManagersMade.sum() - made);
        assertNotSame(manager, ours(shared("JKS", trusting("JKS", first), PASSWORD)));
        assertEquals(trusted(jdks(foreign)), trusted(manager));
        assertEquals(jdks(foreign).getClass(), manager.getClass(), "the JDK's own");
    }

    @Test
    void takesTheFirstCertificateOfAKeyAsTheJdkDoes() throws Exception {
        Identity server = issued(first, "server");
        KeyStore store = shared("PKCS12", holding("PKCS12", server), PASSWORD);
        assertEquals(Set.of(server.certificate()), trusted(ours(store)));
        assertEquals(trusted(jdks(store)), trusted(ours(store)));
    }

    @Test
    void validatesAsTheJdkDoes() throws Exception {
        KeyStore store = shared("PKCS12", trusting("PKCS12", first), PASSWORD);
        X509Certificate good = issued(first, "server").certificate();
        X509Certificate bad = issued(second, "server").certificate();
        ours(store).checkServerTrusted(new X509Certificate[] {good}, "UNKNOWN");
        assertThrows(CertificateException.class,
                () -> ours(store).checkServerTrusted(new X509Certificate[] {bad}, "UNKNOWN"));
    }

    @Test
    void doesNotSeeLaterChangesOfAStore() throws Exception {
        KeyStore store = shared("PKCS12", trusting("PKCS12", first), PASSWORD);
        X509ExtendedTrustManager before = ours(store);
        store.setCertificateEntry("second", second.certificate());
        assertEquals(Set.of(first.certificate()), trusted(before));
        assertEquals(Set.of(first.certificate(), second.certificate()), trusted(ours(store)));
        assertSame(before, ours(shared("PKCS12", trusting("PKCS12", first), PASSWORD)));
    }

    @Test
    void leavesParametersAndOddStoresToTheJdk() throws Exception {
        KeyStore store = shared("PKCS12", trusting("PKCS12", first), PASSWORD);
        TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX", EEJS);
        assertThrows(IllegalStateException.class, factory::getTrustManagers);
        factory.init(new CertPathTrustManagerParameters(new PKIXBuilderParameters(store, null)));
        assertEquals(Set.of(first.certificate()),
                trusted((X509ExtendedTrustManager) factory.getTrustManagers()[0]));
        assertThrows(InvalidAlgorithmParameterException.class, () -> factory.init(new ManagerFactoryParameters() { }));
        assertEquals(0, ours(KeyStore.getInstance("PKCS12")).getAcceptedIssuers().length, "never loaded");
        assertEquals(0, ours(jdk("PKCS12")).getAcceptedIssuers().length, "empty");
    }

    @Test
    void trustsByDefaultWhomTheJdkTrusts() throws Exception {
        assertEquals(trusted(jdks(null)), trusted(ours(null)));
        assertSame(ours(null), ours(null));
        System.setProperty("javax.net.ssl.trustStore", directory.resolve("missing").toString());
        assertEquals(trusted(jdks(null)), trusted(ours(null)), "a missing file");
        System.setProperty("javax.net.ssl.trustStore", directory.toString());
        assertEquals(trusted(jdks(null)), trusted(ours(null)), "a directory");
        Path file = Files.write(directory.resolve("store"), trusting("JKS", first));
        System.setProperty("javax.net.ssl.trustStore", file.toString());
        System.setProperty("javax.net.ssl.trustStoreType", "JKS");
        System.setProperty("javax.net.ssl.trustStoreProvider", "SUN");
        assertEquals(Set.of(first.certificate()), trusted(ours(null)));
        assertEquals(trusted(jdks(null)), trusted(ours(null)));
        System.setProperty("javax.net.ssl.trustStore", "NONE");
        assertEquals(trusted(jdks(null)), trusted(ours(null)), "no file at all");
    }

    @Test
    void readsTheDefaultAgainWhenItsFileChangedAndNotOtherwise() throws Exception {
        Path file = old(Files.write(directory.resolve("store"), trusting("PKCS12", first)));
        System.setProperty("javax.net.ssl.trustStore", file.toString());
        System.setProperty("javax.net.ssl.trustStorePassword", new String(PASSWORD));
        AtomicInteger reads = new AtomicInteger();
        Provider counting = new CountingReads(reads);
        Security.addProvider(counting);
        System.setProperty("javax.net.ssl.trustStoreProvider", counting.getName());
        try {
            X509ExtendedTrustManager before = ours(null);
            assertEquals(Set.of(first.certificate()), trusted(before));
            long made = Counters.PROCESS.trustManagersMade.sum();
            assertSame(before, ours(null));
            assertEquals(1, reads.get());

            // No trust manager was requested for it before.
            Identity other = authority("other");
            Path next = old(Files.write(directory.resolve("next"), trusting("PKCS12", other)));
            Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            assertEquals(Set.of(other.certificate()), trusted(ours(null)));
            assertSame(ours(null), ours(null));
            assertEquals(2, reads.get());
            assertEquals(1, Counters.PROCESS.trustManagersMade.sum() - made);
        } finally {
            Security.removeProvider(counting.getName());
        }
    }

    /** A provider of the JDK's PKCS12, which counts its loads. */
    private static final class CountingReads extends Provider {
        private static final long serialVersionUID = 1;

        CountingReads(AtomicInteger reads) {
            super("CountingReads", "1", "for a test");
            putService(new Provider.Service(this, "KeyStore", "PKCS12", "PKCS12", null, null) {
                @Override
                public Object newInstance(Object parameter) throws NoSuchAlgorithmException {
                    reads.incrementAndGet();
                    return Security.getProvider("SUN").getService("KeyStore", "PKCS12").newInstance(parameter);
                }
            });
        }
    }

    @Test
    void seesAChangeWithinTheResolutionOfTheFilesTime() throws Exception {
        Path file = Files.write(directory.resolve("store"), trusting("JKS", first));
        FileTime now = Files.getLastModifiedTime(file);
        System.setProperty("javax.net.ssl.trustStore", file.toString());
        assertEquals(Set.of(first.certificate()), trusted(ours(null)));
        Files.write(file, trusting("JKS", second));
        Files.setLastModifiedTime(file, now);
        assertEquals(Set.of(second.certificate()), trusted(ours(null)));
    }

    @Test
    void throwsWhileTheDefaultIsBroken() throws Exception {
        Path file = old(Files.write(directory.resolve("store"), trusting("PKCS12", first)));
        System.setProperty("javax.net.ssl.trustStore", file.toString());
        System.setProperty("javax.net.ssl.trustStorePassword", new String(PASSWORD));
        X509ExtendedTrustManager before = ours(null);
        X509ExtendedTrustManager readByJdk = jdks(null);
        byte[] good = Files.readAllBytes(file);
        Files.write(file, java.util.Arrays.copyOf(good, good.length / 2));
        KeyStoreException jdk = assertThrows(KeyStoreException.class, () -> jdks(null));
        // From here on the JDK may answer with certificates that it read before.
        KeyStoreException ours = assertThrows(KeyStoreException.class, () -> ours(null));
        assertEquals(jdk.getMessage(), ours.getMessage());
        assertEquals(jdk.getCause().getClass(), ours.getCause().getClass());
        assertEquals(Set.of(first.certificate()), trusted(readByJdk), "what it had read is in use");
        Files.write(file, good);
        assertSame(before, ours(null), "whole again");
        System.setProperty("javax.net.ssl.trustStorePassword", "wrong");
        assertThrows(KeyStoreException.class, () -> ours(null));
    }

    private static Path old(Path file) throws Exception {
        return Files.setLastModifiedTime(file, FileTime.from(Instant.now().minus(Duration.ofMinutes(1))));
    }

    @Test
    void givesAStormOfThreadsOneTrustManager() throws Exception {
        byte[] bytes = trusting("JKS", first, authority("storm"));
        Path file = old(Files.write(directory.resolve("store"), trusting("JKS", authority("storm by default"))));
        System.setProperty("javax.net.ssl.trustStore", file.toString());
        long made = Counters.PROCESS.trustManagersMade.sum();
        int threads = 12;
        CountDownLatch start = new CountDownLatch(1);
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        List<Future<List<X509ExtendedTrustManager>>> all = new ArrayList<>();
        try {
            for (int t = 0; t < threads; t++) {
                all.add(pool.submit((Callable<List<X509ExtendedTrustManager>>) () -> {
                    start.await();
                    List<X509ExtendedTrustManager> managers = new ArrayList<>();
                    for (int i = 0; i < 50; i++) {
                        managers.add(ours(shared("JKS", bytes, PASSWORD)));
                        managers.add(ours(null));
                    }
                    return managers;
                }));
            }
            start.countDown();
            Set<Object> different = Collections.newSetFromMap(new IdentityHashMap<>());
            for (Future<List<X509ExtendedTrustManager>> each : all) {
                different.addAll(each.get());
            }
            assertEquals(2, different.size());
        } finally {
            pool.shutdownNow();
        }
        assertEquals(2, Counters.PROCESS.trustManagersMade.sum() - made);
    }
}
