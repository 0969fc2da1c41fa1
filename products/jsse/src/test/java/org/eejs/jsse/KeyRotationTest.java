package org.eejs.jsse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.ref.WeakReference;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.KeyStoreBuilderParameters;
import javax.net.ssl.SSLContext;
import javax.net.ssl.X509ExtendedKeyManager;
import org.eejs.jsse.keys.CachingKeyManager;
import org.eejs.jsse.runtime.Counters;
import org.eejs.jsse.runtime.KeyManagerMode;
import org.eejs.jsse.runtime.Settings;
import org.eejs.pki.Identity;
import org.eejs.pki.files.PrivateFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Events that must not keep a new key from being served, or a removed key from going. */
class KeyRotationTest {
    private static final EejsProvider EEJS = new EejsProvider(Set.of("KeyManagerFactory", "KeyStore"));

    @TempDir
    Path folder;

    private final Identity first = KeyFixtures.server();
    private final Identity second = KeyFixtures.server();

    @BeforeEach
    void lookOften() {
        System.setProperty(Settings.REFRESH_MILLIS, "20");
    }

    @AfterEach
    void restoreSettings() {
        System.clearProperty(Settings.REFRESH_MILLIS);
        System.clearProperty(Settings.KEY_GRACE_MILLIS);
    }

    private static long shown(X509ExtendedKeyManager keys) throws Exception {
        return Handshake.full(Handshake.context(null), Handshake.context(keys), to -> {}, to -> {}).ofServer();
    }

    private static void await(String what, BooleanSupplier fact) throws InterruptedException {
        long end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (!fact.getAsBoolean() && System.nanoTime() < end) {
            Thread.sleep(10);
        }
        assertTrue(fact.getAsBoolean(), what);
    }

    private static long chosen(X509ExtendedKeyManager keys) {
        String alias = keys.chooseEngineServerAlias("EC", null, null);
        return keys.getCertificateChain(alias)[0].getSerialNumber().longValueExact();
    }

    @Test
    void aFailureWhileAChangeIsTakenOverDoesNotLoseIt() throws Exception {
        System.setProperty(Settings.REFRESH_MILLIS, "3600000");
        Path file = Files.write(folder.resolve("server.p12"), KeyFixtures.bytes(Map.of("server", first)));
        Handler full = new Handler() {
            @Override
            public void publish(LogRecord line) {
                throw new UncheckedIOException(new IOException("no space left for the log"));
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        Logger log = Logger.getLogger(CachingKeyManager.class.getName());
        log.addHandler(full);
        try (CachingKeyManager keys =
                CachingKeyManager.ofFile(file, "PKCS12", KeyFixtures.PASSWORD, KeyManagerMode.REFRESH)) {
            assertEquals(first.serial(), shown(keys));
            PrivateFile.write(file, KeyFixtures.bytes(Map.of("server", second)));
            assertThrows(UncheckedIOException.class, keys::look);
            keys.look();
            assertEquals(second.serial(), shown(keys));
        } finally {
            log.removeHandler(full);
        }
    }

    @Test
    void aWrongGraceTimeIsRefusedBeforeAnythingIsServed() throws Exception {
        Path file = Files.write(folder.resolve("server.p12"), KeyFixtures.bytes(Map.of("server", first)));
        System.setProperty(Settings.KEY_GRACE_MILLIS, "1m");
        assertTrue(assertThrows(IllegalArgumentException.class, () -> CachingKeyManager.ofFile(file, "PKCS12",
                KeyFixtures.PASSWORD, KeyManagerMode.REFRESH)).getMessage().contains("\"1m\""));
    }

    private static KeyStore loaded(byte[] bytes) throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12", EEJS);
        store.load(new ByteArrayInputStream(bytes), KeyFixtures.PASSWORD);
        return store;
    }

    private static X509ExtendedKeyManager manager(KeyStore store) throws Exception {
        KeyManagerFactory factory = KeyManagerFactory.getInstance("PKIX", EEJS);
        factory.init(store, KeyFixtures.PASSWORD);
        return (X509ExtendedKeyManager) factory.getKeyManagers()[0];
    }

    /** Another component loads the same file before or after the change, which must not affect it. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aChangeInMemoryIsServedWhenOthersLoadTheSameBytes(boolean before) throws Exception {
        byte[] bytes = KeyFixtures.bytes(Map.of("server", first, "other", first));
        KeyStore mine = loaded(bytes);
        X509ExtendedKeyManager keys = manager(mine);
        assertEquals(first.serial(), shown(keys));
        X509ExtendedKeyManager others = before ? manager(loaded(bytes)) : null;
        mine.deleteEntry("other");
        KeyFixtures.put(mine, "server", second);
        others = before ? others : manager(loaded(bytes));
        assertEquals(first.serial(), shown(others));
        await("the replaced key is served for ever", () -> chosen(keys) == second.serial());
        assertEquals(second.serial(), shown(keys));
        mine.deleteEntry("server");
        await("the deleted key is served for ever", () -> keys.chooseEngineServerAlias("EC", null, null) == null);
        assertEquals(first.serial(), shown(others));
    }

    @Test
    void aHandshakeThatHasChosenBeforeItsStoreIsModifiedGetsThatKey() throws Exception {
        byte[] bytes = KeyFixtures.bytes(Map.of("server", first));
        KeyStore mine = loaded(bytes);
        X509ExtendedKeyManager keys = manager(mine);
        String chosen = keys.chooseEngineServerAlias("EC", null, null);
        KeyFixtures.put(mine, "server", second);
        assertEquals(second.serial(), chosen(keys));
        assertEquals(first.serial(), keys.getCertificateChain(chosen)[0].getSerialNumber().longValueExact());
    }

    @Test
    void aHandshakeDuringWhichTheTypeOfTheKeyChangesFindsOne() throws Exception {
        System.setProperty(Settings.REFRESH_MILLIS, "3600000");
        Identity rsa = KeyFixtures.certificate("localhost").key("RSA", 2048).selfSigned();
        long found = 0;
        // The earlier key serves for a second: a machine may be busy for as long, but not each time.
        for (int tries = 0; found == 0 && tries < 5; tries++) {
            Path file = Files.write(folder.resolve("server.p12"), KeyFixtures.bytes(Map.of("server", rsa)));
            try (CachingKeyManager keys =
                    CachingKeyManager.ofFile(file, "PKCS12", KeyFixtures.PASSWORD, KeyManagerMode.REFRESH)) {
                assertNull(keys.chooseEngineServerAlias("EC", null, null));
                PrivateFile.write(file, KeyFixtures.bytes(Map.of("server", first)));
                keys.look();
                String last = keys.chooseEngineServerAlias("RSA", null, null);
                assertEquals(first.serial(), chosen(keys));
                found = last == null ? 0 : keys.getCertificateChain(last)[0].getSerialNumber().longValueExact();
            }
        }
        assertEquals(rsa.serial(), found);
    }

    @Test
    @Tag("costly")
    void aStoreThatDoesNotAnswerKeepsNoOtherFromBeingFollowed() throws Exception {
        Path fifo = folder.resolve("fifo");
        assertEquals(0, new ProcessBuilder("mkfifo", fifo.toString()).start().waitFor());
        long hanging = Counters.PROCESS.hangingKeyStores.sum();
        X509ExtendedKeyManager blocked = overFifo(fifo);
        assertEquals(first.serial(), shown(blocked));
        Path file = Files.write(folder.resolve("server.p12"), KeyFixtures.bytes(Map.of("server", first)));
        try (CachingKeyManager keys =
                CachingKeyManager.ofFile(file, "PKCS12", KeyFixtures.PASSWORD, KeyManagerMode.REFRESH)) {
            assertEquals(first.serial(), shown(keys));
            await("the pipe is not read", () -> Counters.PROCESS.hangingKeyStores.sum() > hanging);
            PrivateFile.write(file, KeyFixtures.bytes(Map.of("server", second)));
            await("one store that hangs stops the others", () -> chosen(keys) == second.serial());
            assertEquals(first.serial(), shown(blocked));
            // A check that hangs holds the store, but not the key manager.
            WeakReference<X509ExtendedKeyManager> unused = new WeakReference<>(blocked);
            blocked = null;
            await("a look that hangs holds the key manager", () -> {
                System.gc();
                return unused.get() == null;
            });
        } finally {
            // Opening the other end lets the reader continue.
            Files.write(fifo, new byte[0]);
        }
    }

    /** Returns a builder that has a store at first, and then reads it from a pipe without a writer. */
    private X509ExtendedKeyManager overFifo(Path fifo) throws Exception {
        KeyStore store = KeyFixtures.store("PKCS12", Map.of("server", first));
        KeyManagerFactory factory = KeyManagerFactory.getInstance("PKIX", EEJS);
        factory.init(new KeyStoreBuilderParameters(new KeyStore.Builder() {
            @Override
            public KeyStore getKeyStore() {
                if (Thread.currentThread().getName().equals("eejs-jsse-keys")) {
                    try (InputStream in = Files.newInputStream(fifo)) {
                        in.read();
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                }
                return store;
            }

            @Override
            public KeyStore.ProtectionParameter getProtectionParameter(String alias) {
                return new KeyStore.PasswordProtection(KeyFixtures.PASSWORD);
            }
        }));
        return (X509ExtendedKeyManager) factory.getKeyManagers()[0];
    }

    /** The library stays, as in a server's class path, and the application that used it first goes. */
    @Test
    void anApplicationThatUsedTheLibraryFirstCanBeUnloaded() throws Exception {
        Path file = Files.write(folder.resolve("server.p12"), KeyFixtures.bytes(Map.of("server", first)));
        Path classes = Path.of(CachingKeyManager.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        Path tests = Path.of(KeyRotationTest.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        try (URLClassLoader library = new URLClassLoader(new URL[] {classes.toUri().toURL()},
                ClassLoader.getPlatformClassLoader())) {
            Application.Held held = Application.use(library, tests, file);
            await("the application is held", () -> {
                System.gc();
                return held.loader().get() == null;
            });
            // Until now, its key manager was watched.
            PrivateFile.write(file, KeyFixtures.bytes(Map.of("server", second)));
            await("the watch has ended", () -> Application.serial(held.keys()) == second.serial());
            assertSame(library, held.keys().getClass().getClassLoader());
            List<String> threads = Thread.getAllStackTraces().keySet().stream()
                    .filter(thread -> thread.getName().startsWith("eejs-jsse-"))
                    .filter(thread -> thread.getContextClassLoader() != null || !thread.isDaemon())
                    .map(Thread::getName).toList();
            assertEquals(List.of(), threads);
            ((AutoCloseable) held.keys()).close();
        }
    }

    /** Code that a separate class loader loads, as an application of a servlet container is. */
    static final class Application implements Runnable {
        private static final InheritableThreadLocal<Application> OWN = new InheritableThreadLocal<>();

        private final Class<?> type;
        private final Path file;
        X509ExtendedKeyManager keys;

        Application(Class<?> type, Path file) {
            this.type = type;
            this.file = file;
        }

        record Held(WeakReference<ClassLoader> loader, X509ExtendedKeyManager keys) {}

        /** Lets the application make a key manager in a separate thread, and forgets the application. */
        static Held use(ClassLoader library, Path tests, Path file) throws Exception {
            URLClassLoader loader = new URLClassLoader(new URL[] {tests.toUri().toURL()}, library);
            Class<?> application = Class.forName(Application.class.getName(), true, loader);
            var constructor = application.getDeclaredConstructor(Class.class, Path.class);
            constructor.setAccessible(true);
            Runnable running = (Runnable) constructor.newInstance(
                    Class.forName(CachingKeyManager.class.getName(), true, library), file);
            Thread thread = new Thread(running, "application");
            thread.setContextClassLoader(loader);
            thread.start();
            thread.join();
            var keys = application.getDeclaredField("keys");
            keys.setAccessible(true);
            return new Held(new WeakReference<>(loader), (X509ExtendedKeyManager) keys.get(running));
        }

        static long serial(X509ExtendedKeyManager keys) {
            return keys.getCertificateChain(keys.chooseEngineServerAlias("EC", null, null))[0].getSerialNumber()
                    .longValueExact();
        }

        @Override
        public void run() {
            OWN.set(this);
            try {
                Method ofFile = Arrays.stream(type.getMethods()).filter(method -> method.getName().equals("ofFile"))
                        .findFirst().orElseThrow();
                Object refresh = Arrays.stream(ofFile.getParameterTypes()[3].getEnumConstants())
                        .filter(mode -> mode.toString().equals("refresh")).findFirst().orElseThrow();
                keys = (X509ExtendedKeyManager) ofFile.invoke(null, file, "PKCS12", "the password".toCharArray(),
                        refresh);
                serial(keys);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    @Test
    void onJdk25OnlyTheCertificateThatIsChosenWithoutANameIsResumed() throws Exception {
        KeyStore store = KeyFixtures.store("PKCS12", Map.of());
        KeyFixtures.put(store, "a", KeyFixtures.certificate("a").hosts("a.example").key("EC", 256).selfSigned());
        KeyFixtures.put(store, "b", KeyFixtures.certificate("b").hosts("b.example").key("EC", 256).selfSigned());
        KeyManagerFactory stock = KeyManagerFactory.getInstance("PKIX", "SunJSSE");
        stock.init(store, KeyFixtures.PASSWORD);
        SSLContext jdk = Handshake.context(stock.getKeyManagers()[0]);
        SSLContext ours = Handshake.context(manager(store));
        for (String protocol : List.of("TLSv1.2", "TLSv1.3")) {
            for (String name : List.of("a.example", "b.example")) {
                boolean isResumed = Handshake.resumesWithName(Handshake.context(null), jdk, protocol, name);
                assertEquals(isResumed, Handshake.resumesWithName(Handshake.context(null), ours, protocol, name),
                        protocol + " " + name);
                assertEquals(Runtime.version().feature() < 25 || name.equals("a.example"), isResumed,
                        protocol + " " + name);
            }
        }
    }
}
