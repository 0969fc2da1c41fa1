package org.eejs.jsse.keys;

import static org.eejs.jsse.TrustFixtures.PASSWORD;
import static org.eejs.jsse.TrustFixtures.authority;
import static org.eejs.jsse.TrustFixtures.bytes;
import static org.eejs.jsse.TrustFixtures.full;
import static org.eejs.jsse.TrustFixtures.issued;
import static org.eejs.jsse.TrustFixtures.shared;
import static org.eejs.jsse.TrustFixtures.trusting;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.eejs.jsse.runtime.Counters;
import org.eejs.pki.Identity;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Key stores of equal bytes and passwords are parsed once, and changed separately. */
class ParsedStoresTest {
    private static Identity ca;
    private static Identity server;

    @BeforeAll
    static void make() throws Exception {
        ca = authority("ca");
        server = issued(ca, "server");
    }

    @ParameterizedTest
    @ValueSource(strings = {"PKCS12", "JKS"})
    void parsesEqualBytesOnce(String type) throws Exception {
        byte[] bytes = trusting(type, authority("parsed once"));
        long loads = Counters.PROCESS.keyStoreLoads.sum();
        long hits = Counters.PROCESS.keyStoreHits.sum();
        KeyStore first = shared(type, bytes, PASSWORD);
        KeyStore second = shared(type, bytes.clone(), PASSWORD.clone());
        assertEquals(1, Counters.PROCESS.keyStoreLoads.sum() - loads);
        assertEquals(1, Counters.PROCESS.keyStoreHits.sum() - hits);
        assertSame(first.getCertificate("authority 0"), second.getCertificate("authority 0"));
        assertNotNull(StoreIdentity.of(first));
        assertSame(StoreIdentity.of(first).content(), StoreIdentity.of(second).content());
        second.deleteEntry("authority 0");
        assertNull(StoreIdentity.of(second), "a changed store is no other's equal");
        assertEquals(1, first.size());
        assertEquals(0, second.size());
        assertNotSame(StoreIdentity.of(first).content(), StoreIdentity.of(shared(type, bytes, null)).content());
    }

    @Test
    void isNotAskedByOthersForItsIdentity() throws Exception {
        assertNull(StoreIdentity.of(full("PKCS12", server, ca)));
        assertNull(StoreIdentity.of(KeyStore.getInstance("PKCS12")), "not loaded");
    }

    @Test
    void doesNotKeepOrMixUpHugeStores() throws Exception {
        // The JDK stops reading at the end of the store; the bytes after it make it too large to be kept.
        byte[] small = trusting("PKCS12", authority("huge"));
        byte[] huge = Arrays.copyOf(small, 5 << 20);
        long loads = Counters.PROCESS.keyStoreLoads.sum();
        KeyStore first = shared("PKCS12", huge, PASSWORD);
        KeyStore second = shared("PKCS12", huge, PASSWORD);
        assertEquals(2, Counters.PROCESS.keyStoreLoads.sum() - loads);
        assertEquals(1, first.size());
        second.deleteEntry("authority 0");
        assertEquals(1, first.size());
        assertNull(StoreIdentity.of(first));
    }

    @Test
    @Tag("costly")
    void survivesAStormOfReadersAndChanges() throws Exception {
        byte[] bytes = bytes(full("PKCS12", server, ca));
        byte[] fresh = trusting("PKCS12", authority("storm"));
        PrivateKey key = server.keys().getPrivate();
        long loads = Counters.PROCESS.keyStoreLoads.sum();
        int threads = 12;
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        CountDownLatch start = new CountDownLatch(1);
        List<Future<?>> all = new ArrayList<>();
        try {
            for (int t = 0; t < threads; t++) {
                int number = t;
                all.add(pool.submit(() -> {
                    start.await();
                    shared("PKCS12", fresh, PASSWORD);
                    for (int i = 0; i < 30; i++) {
                        KeyStore store = shared("PKCS12", bytes, PASSWORD);
                        assertEquals(3, store.size());
                        assertEquals(key, store.getKey("server", PASSWORD));
                        if ((i + number) % 3 == 0) {
                            store.deleteEntry("server");
                            store.setCertificateEntry("mine " + number, server.certificate());
                            assertFalse(store.containsAlias("server"));
                            assertEquals(3, store.size());
                            assertArrayEquals(new Certificate[] {ca.certificate()},
                                    new Certificate[] {store.getCertificate("ca")});
                        }
                    }
                    return null;
                }));
            }
            start.countDown();
            for (Future<?> each : all) {
                each.get();
            }
        } finally {
            pool.shutdownNow();
        }
        assertEquals(2, Counters.PROCESS.keyStoreLoads.sum() - loads, "each content parsed once, whoever came first");
    }
}
