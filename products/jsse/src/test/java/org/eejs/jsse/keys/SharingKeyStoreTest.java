package org.eejs.jsse.keys;

import static org.eejs.jsse.TrustFixtures.EEJS;
import static org.eejs.jsse.TrustFixtures.PASSWORD;
import static org.eejs.jsse.TrustFixtures.authority;
import static org.eejs.jsse.TrustFixtures.bytes;
import static org.eejs.jsse.TrustFixtures.full;
import static org.eejs.jsse.TrustFixtures.holding;
import static org.eejs.jsse.TrustFixtures.issued;
import static org.eejs.jsse.TrustFixtures.jdk;
import static org.eejs.jsse.TrustFixtures.shared;
import static org.eejs.jsse.TrustFixtures.trusting;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.KeyStoreSpi;
import java.security.Security;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import javax.crypto.spec.SecretKeySpec;
import org.eejs.jsse.runtime.Counters;
import org.eejs.pki.Identity;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Key stores that share their parsed content, compared with the JDK's own. */
class SharingKeyStoreTest {
    private static final String[] ITERATIONS = {
        "keystore.pkcs12.macIterationCount", "keystore.pkcs12.certPbeIterationCount",
        "keystore.pkcs12.keyPbeIterationCount"};

    private static Identity ca;
    private static Identity server;

    @TempDir
    Path directory;

    @BeforeAll
    static void make() throws Exception {
        // Thousands of damaged stores are tried here: the usual 10,000 iterations would only warm the machine.
        Arrays.stream(ITERATIONS).forEach(name -> System.setProperty(name, "10"));
        ca = authority("ca");
        server = issued(ca, "server");
    }

    @AfterAll
    static void clean() {
        Arrays.stream(ITERATIONS).forEach(System::clearProperty);
    }

    private static KeyStore byJdk(String type, byte[] bytes, char[] password) throws Exception {
        KeyStore store = KeyStore.getInstance(type, "SUN");
        store.load(new ByteArrayInputStream(bytes), password);
        return store;
    }

    /** Returns all answers of a store, by alias, without dates: the JDK's are those of the load itself. */
    private static TreeMap<String, List<Object>> contents(KeyStore store) throws Exception {
        TreeMap<String, List<Object>> contents = new TreeMap<>();
        List<String> aliases = new ArrayList<>(Collections.list(store.aliases()));
        aliases.add("no such alias");
        aliases.add("SERVER");
        for (String alias : aliases) {
            List<Object> facts = new ArrayList<>();
            facts.add(store.containsAlias(alias));
            facts.add(store.isKeyEntry(alias));
            facts.add(store.isCertificateEntry(alias));
            facts.add(store.getCertificate(alias));
            facts.add(store.getCertificateChain(alias) == null ? null : List.of(store.getCertificateChain(alias)));
            facts.add(store.getCreationDate(alias) != null);
            facts.add(outcome(() -> store.getKey(alias, PASSWORD)));
            facts.add(kindOf(() -> store.getKey(alias, "wrong".toCharArray())));
            facts.add(outcome(() -> store.getKey(alias, null)));
            facts.add(outcome(() -> store.getEntry(alias, null)));
            facts.add(outcome(() -> store.getEntry(alias, new KeyStore.PasswordProtection(PASSWORD))));
            facts.add(outcome(() -> store.getEntry(alias, new KeyStore.CallbackHandlerProtection(callbacks -> { }))));
            for (Class<? extends KeyStore.Entry> type : List.of(KeyStore.PrivateKeyEntry.class,
                    KeyStore.SecretKeyEntry.class, KeyStore.TrustedCertificateEntry.class)) {
                facts.add(store.entryInstanceOf(alias, type));
            }
            if (Runtime.version().feature() >= 18) {
                facts.add(timeless(KeyStore.class.getMethod("getAttributes", String.class).invoke(store, alias)));
            }
            contents.put(alias, facts);
        }
        contents.put("store", List.of(store.size(), String.valueOf(store.getCertificateAlias(ca.certificate())),
                String.valueOf(store.getCertificateAlias(server.certificate())), store.getType()));
        return contents;
    }

    /** The attribute by which PKCS12 identifies a key: the time at which it was set. */
    private static final String TIME = "54:69:6d:65:20(:3.)*";

    private static List<String> timeless(Object attributes) {
        return ((Set<?>) attributes).stream().map(each -> each.toString().replaceAll(TIME, "Time ")).sorted().toList();
    }

    /**
     * Returns the outcome without the words: with a wrong password, the padding is right by chance once in 256 times,
     * and then another error follows.
     */
    private static Object kindOf(Callable<?> call) {
        try {
            return Objects.toString(call.call());
        } catch (Exception e) {
            return e.getClass();
        }
    }

    /** Returns the result of a call, or the classes of its exception and of the cause. */
    private static Object outcome(Callable<?> call) {
        try {
            Object result = call.call();
            if (result instanceof KeyStore.PrivateKeyEntry entry) {
                return List.of(entry.getPrivateKey(), List.of(entry.getCertificateChain()),
                        timeless(entry.getAttributes()));
            }
            if (result instanceof KeyStore.TrustedCertificateEntry entry) {
                return List.of(entry.getTrustedCertificate(), timeless(entry.getAttributes()));
            }
            if (result instanceof KeyStore.SecretKeyEntry entry) {
                return List.of(entry.getSecretKey(), timeless(entry.getAttributes()));
            }
            return result;
        } catch (Exception e) {
            Throwable cause = e.getCause();
            return e.getClass() + ": " + e.getMessage() + (cause == null ? "" : " by " + cause.getClass());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"PKCS12", "JKS"})
    void tellsWhatTheJdksOwnTells(String type) throws Exception {
        byte[] bytes = bytes(full(type, server, ca));
        for (char[] password : new char[][] {PASSWORD, null}) {
            assertEquals(contents(byJdk(type, bytes, password)), contents(shared(type, bytes, password)));
            assertEquals(contents(byJdk(type, bytes, password)), contents(shared(type, bytes, password)), "again");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"PKCS12", "JKS"})
    void changesAsTheJdksOwnDoes(String type) throws Exception {
        byte[] bytes = bytes(full(type, server, ca));
        List<Change> changes = List.of(
            store -> store.setKeyEntry("second", server.keys().getPrivate(), PASSWORD, server.stored()),
            store -> store.setCertificateEntry("third", server.certificate()),
            store -> store.setEntry("fourth", new KeyStore.TrustedCertificateEntry(server.certificate()), null),
            store -> store.setEntry("fifth", new KeyStore.PrivateKeyEntry(server.keys().getPrivate(), server.stored()),
                    new KeyStore.PasswordProtection(PASSWORD)),
            store -> store.setEntry("sixth", new KeyStore.SecretKeyEntry(new SecretKeySpec(new byte[16], "AES")),
                    new KeyStore.PasswordProtection(PASSWORD)),
            store -> store.setKeyEntry("seventh", new byte[] {1, 2, 3}, server.stored()),
            store -> store.setCertificateEntry("server", ca.certificate()),
            store -> store.deleteEntry("server"),
            store -> store.deleteEntry("no such alias"),
            store -> store.store(new KeyStore.LoadStoreParameter() {
                @Override
                public KeyStore.ProtectionParameter getProtectionParameter() {
                    return new KeyStore.PasswordProtection(PASSWORD);
                }
            }));
        for (int i = 0; i < changes.size(); i++) {
            KeyStore expected = byJdk(type, bytes, PASSWORD);
            KeyStore bystander = shared(type, bytes, PASSWORD);
            KeyStore changed = shared(type, bytes, PASSWORD);
            Change change = changes.get(i);
            assertEquals(outcome(() -> change.apply(expected)), outcome(() -> change.apply(changed)), "change " + i);
            assertEquals(contents(expected), contents(changed), "change " + i);
            assertEquals(contents(byJdk(type, bytes, PASSWORD)), contents(bystander), "beside change " + i);
            assertEquals(contents(byJdk(type, bytes(expected), PASSWORD)),
                    contents(byJdk(type, bytes(changed), PASSWORD)), "stored after change " + i);
        }
        assertEquals(contents(byJdk(type, bytes, PASSWORD)), contents(shared(type, bytes, PASSWORD)),
                "loaded after all changes");
    }

    /** A change of a key store. */
    private interface Change {
        void on(KeyStore store) throws Exception;

        default Object apply(KeyStore store) throws Exception {
            on(store);
            return "done";
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"PKCS12", "JKS"})
    void failsAsTheJdkDoesAndKeepsNothing(String type) throws Exception {
        byte[] bytes = trusting(type, authority("failure"));
        char[] wrong = "wrong".toCharArray();
        KeyStore store = shared(type, bytes, PASSWORD);
        long loads = Counters.PROCESS.keyStoreLoads.sum();
        for (int i = 0; i < 2; i++) {
            assertEquals(outcome(() -> byJdk(type, bytes, wrong)), outcome(() -> shared(type, bytes, wrong)));
            assertEquals(outcome(() -> byJdk(type, new byte[0], wrong)),
                    outcome(() -> shared(type, new byte[0], wrong)));
        }
        assertEquals(loads, Counters.PROCESS.keyStoreLoads.sum());
        assertThrows(IOException.class, () -> store.load(new ByteArrayInputStream(bytes), wrong));
        assertEquals(1, store.size(), "what was there stays, as with the JDK's own");
        InputStream broken = new InputStream() {
            @Override
            public int read() throws IOException {
                throw new IOException("the disk is gone");
            }
        };
        assertEquals("the disk is gone",
                assertThrows(IOException.class, () -> store.load(broken, PASSWORD)).getMessage());
    }

    @ParameterizedTest
    @ValueSource(strings = {"PKCS12", "JKS"})
    void takesEveryDamageAsTheJdkDoes(String type) throws Exception {
        byte[] bytes = trusting(type, ca);
        shared(type, bytes, PASSWORD);
        int good = 0;
        for (int i = 0; i < bytes.length; i++) {
            for (int flip : new int[] {0x01, 0x40}) {
                byte[] damaged = bytes.clone();
                damaged[i] ^= (byte) flip;
                Object expected = outcome(() -> contents(byJdk(type, damaged, PASSWORD)));
                assertEquals(expected, outcome(() -> contents(shared(type, damaged, PASSWORD))),
                        "byte " + i + " ^ " + flip);
                good += expected instanceof String ? 0 : 1;
            }
            byte[] cut = Arrays.copyOf(bytes, i);
            assertEquals(outcome(() -> contents(byJdk(type, cut, PASSWORD))),
                    outcome(() -> contents(shared(type, cut, PASSWORD))), "cut to " + i);
        }
        assertTrue(good < bytes.length / 10, good + " of " + 2 * bytes.length + " damages went unnoticed by the JDK");
        assertEquals(contents(byJdk(type, bytes, PASSWORD)), contents(shared(type, bytes, PASSWORD)));
    }

    @Test
    void readsEitherFormatAsTheJdkDoes() throws Exception {
        byte[] pkcs12 = bytes(full("PKCS12", server, ca));
        byte[] jks = bytes(full("JKS", server, ca));
        assertEquals(contents(byJdk("JKS", pkcs12, PASSWORD)), contents(shared("JKS", pkcs12, PASSWORD)));
        assertEquals(contents(byJdk("PKCS12", jks, PASSWORD)), contents(shared("PKCS12", jks, PASSWORD)));
        KeyStore changed = shared("PKCS12", jks, PASSWORD);
        changed.deleteEntry("ca");
        assertEquals((byte) 0xfe, bytes(changed)[0], "JKS stays JKS, as in the JDK");
    }

    /**
     * Checks getInstance for files. The JDK selects among the providers that know a file, and not always the first one.
     */
    @Test
    void servesGetInstanceOfFiles() throws Exception {
        Security.insertProviderAt(EEJS, 1);
        try {
            assertTrue(probed("PKCS12", bytes(full("PKCS12", server, ca))));
            assertTrue(probed("JKS", bytes(full("JKS", server, ca))));
            assertFalse(probed("PKCS12", bytes(full("JKS", server, ca))));
            assertFalse(probed("JKS", new byte[100]));
            for (String type : List.of("PKCS12", "JKS")) {
                Path file = Files.write(directory.resolve(type), bytes(full(type, server, ca)));
                KeyStore store = KeyStore.getInstance(file.toFile(), PASSWORD);
                assertEquals(contents(byJdk(type, Files.readAllBytes(file), PASSWORD)), contents(store));
            }
            Security.removeProvider(EEJS.getName());
            Security.addProvider(EEJS);
            for (String type : List.of("PKCS12", "JKS")) {
                // The same file: a new one has other dates.
                Path file = directory.resolve(type);
                KeyStore store = KeyStore.getInstance(file.toFile(), PASSWORD);
                assertEquals(contents(byJdk(type, Files.readAllBytes(file), PASSWORD)), contents(store));
            }
            Path none = Files.write(directory.resolve("none"), new byte[] {1, 2, 3, 4});
            assertThrows(java.security.KeyStoreException.class, () -> KeyStore.getInstance(none.toFile(), PASSWORD));
        } finally {
            Security.removeProvider(EEJS.getName());
        }
    }

    private static boolean probed(String type, byte[] bytes) throws Exception {
        KeyStoreSpi store = (KeyStoreSpi) EEJS.getService("KeyStore", type).newInstance(null);
        return store.engineProbe(new java.io.DataInputStream(new ByteArrayInputStream(bytes)));
    }

    @Test
    void loadsByParameterAndEmpty() throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12", EEJS);
        store.load(null);
        assertEquals(0, store.size());
        store.setCertificateEntry("ca", ca.certificate());
        assertEquals(1, store.size());
        store.load(null, PASSWORD);
        assertEquals(0, store.size());
        store.load(() -> new KeyStore.PasswordProtection(PASSWORD));
        assertEquals(outcome(() -> load(jdk("PKCS12"))), outcome(() -> load(store)));
    }

    private static Object load(KeyStore store) throws Exception {
        store.load(() -> new KeyStore.CallbackHandlerProtection(callbacks -> {
            throw new IOException("no answer");
        }));
        return "loaded";
    }

    @Test
    void readsStreamsOfAllKindsAndSizes() throws Exception {
        KeyStore big = jdk("JKS");
        for (int i = 0; bytes(big).length < 300_000; i++) {
            for (int j = 0; j < 100; j++) {
                big.setCertificateEntry(i + "-" + j, ca.certificate());
            }
        }
        byte[] bytes = bytes(big);
        byte[] other = bytes.clone();
        other[other.length - 1] ^= 1;
        Path file = Files.write(directory.resolve("big"), bytes);
        for (int i = 0; i < 2; i++) {
            for (InputStream stream : List.of(Files.newInputStream(file), new java.io.FileInputStream(file.toFile()),
                    new BufferedInputStream(new ByteArrayInputStream(bytes)), new Dribble(bytes))) {
                KeyStore store = KeyStore.getInstance("JKS", EEJS);
                store.load(stream, PASSWORD);
                stream.close();
                assertEquals(big.size(), store.size());
                assertThrows(IOException.class, () -> shared("JKS", other, PASSWORD));
                assertThrows(IOException.class, () -> shared("JKS", Arrays.copyOf(bytes, bytes.length - 1), PASSWORD));
            }
        }
        byte[] longer = Arrays.copyOf(bytes, bytes.length + 1);
        assertEquals(outcome(() -> byJdk("JKS", longer, PASSWORD).size()),
                outcome(() -> shared("JKS", longer, PASSWORD).size()));
    }

    /** A stream that returns a byte or a few at a time and never reports how many there are. */
    private static final class Dribble extends ByteArrayInputStream {
        Dribble(byte[] bytes) {
            super(bytes);
        }

        @Override
        public synchronized int read(byte[] to, int offset, int length) {
            return super.read(to, offset, Math.min(length, 1 + pos % 1000));
        }

        @Override
        public synchronized int available() {
            return 0;
        }
    }

    @Test
    void coversEveryMethodOfItsSuperclass() throws Exception {
        for (var method : KeyStoreSpi.class.getMethods()) {
            if (method.getName().startsWith("engine")) {
                assertEquals(SharingKeyStore.class,
                        SharingKeyStore.class.getMethod(method.getName(), method.getParameterTypes())
                                .getDeclaringClass(), method.toString());
            }
        }
    }

    @Test
    void servesKeysToo() throws Exception {
        KeyStore store = shared("PKCS12", holding("PKCS12", server), PASSWORD);
        assertEquals(server.keys().getPrivate(), store.getKey("key", PASSWORD));
    }
}
