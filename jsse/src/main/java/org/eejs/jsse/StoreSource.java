package org.eejs.jsse;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.logging.Level;

/**
 * Where the keys of one builder come from: the builder's store, as the application has it in memory, or the file that
 * it was loaded from, whichever changed last. Not thread-safe; its key manager's lock guards it.
 */
final class StoreSource {
    /** Keys of these are handles of a session or of the operating system: not decrypted, and not for keeping. */
    private static final List<String> TOKENS = Arrays.asList("pkcs11", "windows-", "androidkeystore");

    private final KeyStore.Builder given;
    private KeyStore store;
    private StoreContents inMemory;
    private StoreContents contents;
    private StoreFile file;
    private boolean isToken;
    private boolean frozen;
    private boolean failing;

    /** The application's store. Nothing of it is read yet. */
    StoreSource(KeyStore.Builder given) {
        this.given = given;
    }

    /**
     * A file of the application.
     *
     * @throws StoreFile.Unusable if it is no store with a private key that the password decrypts
     */
    StoreSource(StoreFile file) throws StoreFile.Unusable {
        this.given = null;
        this.file = file;
        byte[] bytes = file.changed();
        this.contents = checked(file.parse(bytes, null));
    }

    /** The application's builder, or {@code null} where it gave a file. */
    KeyStore.Builder builder() {
        return given;
    }

    /** Its keys, or {@code null} where the JDK's key manager has to ask the builder each time. */
    StoreContents contents() {
        return contents;
    }

    /** Whether a file is followed. */
    boolean followsFile() {
        return file != null;
    }

    /** Whether it is read from a store in memory. */
    boolean isOver(KeyStore other) {
        return store == other;
    }

    /** Looks no more at the store in memory. */
    void freeze() {
        frozen = true;
    }

    /** Reads the application's store for the first time. A builder that fails is left to the JDK's key manager. */
    void open() {
        if (given == null || contents != null) {
            return;
        }
        try {
            store = given.getKeyStore();
            isToken = isToken(store);
            if (!isToken) {
                inMemory = StoreContents.of(given, store, false, null, true);
                contents = inMemory;
            }
        } catch (KeyStoreException | RuntimeException e) {
            // As the JDK's key manager has it: a store that cannot be had has no keys, and may be there the next time.
            contents = null;
        }
    }

    private static boolean isToken(KeyStore store) {
        String type = store.getType().toLowerCase(Locale.ENGLISH);
        return TOKENS.stream().anyMatch(type::startsWith);
    }

    /**
     * Follows that one of some files which holds the same certificates as the application's store under the same
     * password, if there is one.
     */
    void link(Iterable<Path> files) {
        if (contents == null || contents.keys().isEmpty() || file != null) {
            return;
        }
        for (Path candidate : files) {
            KeyStore.PasswordProtection password = password();
            if (password == null) {
                return;
            }
            StoreFile read = new StoreFile(candidate, store.getType(), store.getProvider(), password);
            if (contents.certificates().equals(FileCertificates.of(candidate, read, store.getType(), password))) {
                file = read;
                return;
            }
            read.forgetPassword();
        }
    }

    private KeyStore.PasswordProtection password() {
        try {
            return Passwords.copy(given.getProtectionParameter(contents.keys().get(0).alias()));
        } catch (KeyStoreException | RuntimeException e) {
            return null;
        }
    }

    /**
     * Looks whether the store or its file has changed and can be used, and reports it.
     *
     * @param used whether handshakes have asked since the last look
     * @return what was found; a change of the file comes before one in memory
     */
    News look(boolean used) {
        News inMemory = given == null || isToken || frozen || contents == null && !used ? News.NONE : lookAtMemory();
        News inFile = file == null ? News.NONE : lookAtFile();
        return inFile == News.CHANGED || inMemory == News.NONE ? inFile : inMemory;
    }

    private News lookAtMemory() {
        long start = System.nanoTime();
        try {
            KeyStore now = given.getKeyStore();
            if (isToken(now)) {
                isToken = true;
                return News.NONE;
            }
            boolean dated = now == store;
            StoreContents read = StoreContents.of(given, now, false, inMemory, dated);
            store = now;
            failing = false;
            if (inMemory != null && read.sameAs(inMemory, dated)) {
                return News.NONE;
            }
            read.decrypt();
            inMemory = read;
            contents = read;
            RefreshReports.refreshed(Level.FINE, inMemoryName(), read.readable(), System.nanoTime() - start);
            return News.CHANGED;
        } catch (KeyStoreException | RuntimeException e) {
            if (failing || contents == null) {
                return News.NONE;
            }
            failing = true;
            RefreshReports.failed(inMemoryName(), "it cannot be read (" + e.getClass().getSimpleName() + ")");
            return News.UNUSABLE;
        }
    }

    private String inMemoryName() {
        return "the key store of type " + store.getType() + " in memory";
    }

    private News lookAtFile() {
        String name = "the key store " + file;
        long start = System.nanoTime();
        try {
            byte[] bytes = file.changed();
            if (bytes == null) {
                return News.NONE;
            }
            contents = checked(file.parse(bytes, contents));
            RefreshReports.refreshed(Level.INFO, name, contents.readable(), System.nanoTime() - start);
            return News.CHANGED;
        } catch (StoreFile.Unusable e) {
            RefreshReports.failed(name, e.getMessage());
            return News.UNUSABLE;
        }
    }

    private StoreContents checked(StoreContents read) throws StoreFile.Unusable {
        if (read.keys().isEmpty()) {
            throw new StoreFile.Unusable("it holds no private key", null);
        }
        if (read.readable() == 0) {
            throw new StoreFile.Unusable("none of its private keys has the password given for it", null);
        }
        String lost = contents == null ? null : read.lost(contents);
        if (lost != null) {
            throw new StoreFile.Unusable("the password given for it is not that of its private key " + lost, null);
        }
        return read;
    }

    /** Decrypts all keys and forgets the password of the file. */
    void close() {
        if (contents != null) {
            contents.decrypt();
        }
        if (file != null) {
            file.forgetPassword();
            file = null;
        }
    }

    /** What a look has found. */
    enum News {
        /** Nothing. */
        NONE,
        /** There are other contents now. */
        CHANGED,
        /** The store has changed and cannot be used; the contents are as before. */
        UNUSABLE
    }

    /**
     * Certificates of files that were compared with stores: a process that loads one store again and again decrypts the
     * files to compare with once. Thread-safe.
     */
    private static final class FileCertificates {
        private static final RecentlyUsed<List<Object>, Map<String, List<X509Certificate>>> KNOWN =
                new RecentlyUsed<>(16);

        private FileCertificates() {}

        /** The certificates of each private key; none where the file cannot be read with the password. */
        static Map<String, List<X509Certificate>> of(Path path, StoreFile file, String type,
                KeyStore.PasswordProtection password) {
            try {
                byte[] bytes = file.changed();
                List<Object> key = Arrays.asList(path, type, Passwords.fingerprint(password.getPassword()),
                        ByteBuffer.wrap(MessageDigest.getInstance("SHA-256").digest(bytes)));
                Map<String, List<X509Certificate>> known = KNOWN.get(key);
                return known != null ? known : KNOWN.putIfAbsent(key, parsed(file, bytes));
            } catch (StoreFile.Unusable | NoSuchAlgorithmException e) {
                return Collections.emptyMap();
            }
        }

        private static Map<String, List<X509Certificate>> parsed(StoreFile file, byte[] bytes) {
            try {
                return file.parse(bytes, null).certificates();
            } catch (StoreFile.Unusable e) {
                return Collections.emptyMap();
            }
        }
    }
}
