package org.eejs.jsse.trust;

import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import javax.net.ssl.X509ExtendedTrustManager;
import org.eejs.jsse.keys.FileStamp;
import org.eejs.jsse.runtime.Counters;

/**
 * The trust store for applications that name none, found by the JDK's own rules. These are the system properties
 * {@code javax.net.ssl.trustStore}, {@code ...Type}, {@code ...Provider} and {@code ...Password}, else
 * {@code jssecacerts}, else {@code cacerts}. Its file is checked on every use, and read again if it is another one.
 * Thread-safe.
 */
final class DefaultTrustStore {
    /** The default trust store of this process. */
    static final DefaultTrustStore PROCESS = new DefaultTrustStore();

    private final ReentrantLock lock = new ReentrantLock();
    private volatile Loaded loaded;

    private DefaultTrustStore() {}

    /** Returns whether it is a file, or missing. Otherwise it is a token, which only the JDK can ask, each time. */
    static boolean isFile() {
        return !"NONE".equals(System.getProperty("javax.net.ssl.trustStore"));
    }

    /**
     * Returns the trust manager of the file as it is now.
     *
     * @throws IOException if the file is unreadable or is not a key store
     * @throws GeneralSecurityException if its type, provider or content is not known
     */
    X509ExtendedTrustManager trustManager() throws IOException, GeneralSecurityException {
        Loaded current = loaded;
        if (current == null || !current.isOf(Location.now())) {
            lock.lock();
            try {
                Location now = Location.now();
                if (loaded == null || !loaded.isOf(now)) {
                    loaded = new Loaded(now, load(now));
                    return loaded.manager;
                }
                current = loaded;
            } finally {
                lock.unlock();
            }
        }
        Counters.PROCESS.trustManagerHits.increment();
        return current.manager;
    }

    private static X509ExtendedTrustManager load(Location location) throws IOException, GeneralSecurityException {
        if (location.file == null) {
            return TrustMaterial.PROCESS.ofNothing();
        }
        byte[] bytes;
        try {
            bytes = Files.readAllBytes(location.file.toPath());
        } catch (NoSuchFileException | FileNotFoundException e) {
            // Removed after the check.
            return TrustMaterial.PROCESS.ofNothing();
        }
        KeyStore store = location.provider.isEmpty()
                ? KeyStore.getInstance(location.type)
                : KeyStore.getInstance(location.type, location.provider);
        store.load(new ByteArrayInputStream(bytes),
                location.password.isEmpty() ? null : location.password.toCharArray());
        return TrustMaterial.PROCESS.of(store, location.file.getPath());
    }

    /** The location of the trust store, and the attributes of its file. */
    private static final class Location {
        final File file;
        final String type = System.getProperty("javax.net.ssl.trustStoreType", KeyStore.getDefaultType());
        final String provider = System.getProperty("javax.net.ssl.trustStoreProvider", "");
        final String password = System.getProperty("javax.net.ssl.trustStorePassword", "");
        private final FileStamp stamp;

        private Location(File file, FileStamp stamp) {
            this.file = file;
            this.stamp = stamp;
        }

        static Location now() throws IOException {
            String security = System.getProperty("java.home") + File.separator + "lib" + File.separator + "security"
                    + File.separator;
            String said = System.getProperty("javax.net.ssl.trustStore", security + "jssecacerts");
            for (String path : new String[] {said, security + "cacerts"}) {
                File file = new File(path);
                if (file.canRead() && file.isFile()) {
                    try {
                        return new Location(file, FileStamp.of(file.toPath()));
                    } catch (NoSuchFileException e) {
                        // Removed in between: the next one is used, as if this had never been there.
                    }
                }
            }
            return new Location(null, null);
        }

        /** Returns whether the file was old enough for its time to show the next change. */
        boolean isSettled() {
            return stamp == null || !stamp.isYoung();
        }

        boolean isSame(Location other) {
            return Objects.equals(file, other.file) && Objects.equals(stamp, other.stamp)
                    && type.equals(other.type) && provider.equals(other.provider) && password.equals(other.password);
        }
    }

    /** A trust store that was read, and its location. */
    private static final class Loaded {
        final X509ExtendedTrustManager manager;
        private final Location location;

        Loaded(Location location, X509ExtendedTrustManager manager) {
            this.location = location;
            this.manager = manager;
        }

        boolean isOf(Location now) {
            return location.isSettled() && location.isSame(now);
        }
    }
}
