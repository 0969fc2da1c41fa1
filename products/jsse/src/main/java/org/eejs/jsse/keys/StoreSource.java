package org.eejs.jsse.keys;

import java.nio.file.Path;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.eejs.jsse.runtime.Counters;
import org.eejs.jsse.runtime.Recording;

/**
 * The source of one builder's keys: the builder's store, as the application has it in memory, or the file that it was
 * loaded from, whichever changed last.
 *
 * <p>A check takes no lock and changes nothing, because a builder or a file system may never answer. Its result counts
 * as known after the key manager has {@linkplain #take taken} it, which it does after it serves it. So a result that
 * was not served is found again. The key manager's lock guards everything except {@link #look} and {@link #used}.
 */
final class StoreSource {
    /** Types whose keys are handles of a session or of the operating system: neither decrypted nor kept. */
    private static final List<String> TOKENS = Arrays.asList("pkcs11", "windows-", "androidkeystore");

    private final KeyStore.Builder given;
    /** The password of the store in memory, or {@code null} if the application has it. */
    private final KeyStore.PasswordProtection password;
    /** Whether the store in memory never changes. */
    private final boolean fixed;
    private volatile StoreFile file;
    private volatile State state;
    private volatile boolean used;

    private StoreSource(KeyStore.Builder given, KeyStore.PasswordProtection password, boolean fixed) {
        this.given = given;
        this.password = password;
        this.fixed = fixed;
        this.state = State.UNREAD;
    }

    /** Returns a source over a builder of the application; it reads nothing yet. */
    static StoreSource of(KeyStore.Builder builder) {
        return new StoreSource(builder, null, false);
    }

    /**
     * Returns a source over a store in memory; it reads nothing yet.
     *
     * @param password of its keys, copied
     * @param fixed whether the store never changes
     * @throws KeyStoreException if it was not loaded
     */
    static StoreSource of(KeyStore store, char[] password, boolean fixed) throws KeyStoreException {
        KeyStore.PasswordProtection copy = new KeyStore.PasswordProtection(password);
        return new StoreSource(StockKeyManagers.builder(store, copy), copy, fixed);
    }

    /**
     * A source over a file of the application.
     *
     * @throws StoreFile.Unusable if it is not a store with a private key that the password decrypts
     */
    StoreSource(StoreFile file) throws StoreFile.Unusable {
        this(null, null, true);
        this.file = file;
        StoreFile.Reading reading = file.read(StoreFile.Seen.NEVER);
        this.state = State.UNREAD.ofFile(checked(file.parse(reading.bytes(), null), null), reading.seen);
    }

    /** Returns the application's builder, or {@code null} if it gave a file. */
    KeyStore.Builder builder() {
        return given;
    }

    /** Returns its keys, or {@code null} if the JDK's key manager has to ask the builder each time. */
    StoreContents contents() {
        return state.contents;
    }

    /** Returns whether the keys are those of the store in memory, and of no file that has changed since. */
    boolean isAsInMemory() {
        return state.contents == state.inMemory;
    }

    /** Returns whether a file is followed. */
    boolean followsFile() {
        return file != null;
    }

    /** Follows the file that another source follows, from that source's known state. */
    void followAs(StoreSource other) {
        StoreFile followed = other.file;
        if (followed != null && file == null) {
            state = state.seen(other.state.seen);
            file = followed.copy();
        }
    }

    /** Notes that handshakes have asked for keys of a store that is left to the JDK's key manager. */
    void used() {
        used = true;
    }

    /** Reads the application's store for the first time. A builder that fails is left to the JDK's key manager. */
    void open() {
        if (given == null || state.contents != null) {
            return;
        }
        try {
            KeyStore store = given.getKeyStore();
            state = isToken(store) ? state.token(store)
                    : state.ofMemory(store, StoreContents.of(given, store, false, null, true));
        } catch (KeyStoreException | RuntimeException e) {
            // As in the JDK's key manager: an unavailable store has no keys, and may be there the next time.
            return;
        }
    }

    private static boolean isToken(KeyStore store) {
        String type = store.getType().toLowerCase(Locale.ENGLISH);
        return TOKENS.stream().anyMatch(type::startsWith);
    }

    /**
     * Follows the first of some files that holds the same certificates as the application's store under the same
     * password, if there is one.
     */
    void link(Iterable<Path> files) {
        State now = state;
        if (now.contents == null || now.contents.keys().isEmpty() || file != null) {
            return;
        }
        for (Path candidate : files) {
            KeyStore.PasswordProtection password = password(now);
            if (password == null) {
                return;
            }
            StoreFile read = new StoreFile(candidate, now.store.getType(), now.store.getProvider(), password);
            StoreFile.Reading reading = read.read(StoreFile.Seen.NEVER);
            if (now.contents.certificates().equals(certificates(read, reading))) {
                state = now.seen(reading.seen);
                file = read;
                return;
            }
            read.forgetPassword();
        }
    }

    /** Returns the certificates of each private key; none if the password does not open the file. */
    private static Map<String, List<X509Certificate>> certificates(StoreFile file, StoreFile.Reading reading) {
        try {
            return file.parse(reading.bytes(), null).certificates();
        } catch (StoreFile.Unusable e) {
            return Collections.emptyMap();
        }
    }

    private KeyStore.PasswordProtection password(State now) {
        try {
            return Passwords.copy(given.getProtectionParameter(now.contents.keys().get(0).alias()));
        } catch (KeyStoreException | RuntimeException e) {
            return null;
        }
    }

    /** Checks whether the store or its file has changed and is usable. If both have changed, the file counts. */
    Finding look() {
        boolean asked = used;
        used = false;
        State before = state;
        Finding found = new Finding(before);
        if (given != null && !fixed && !before.isToken && (before.contents != null || asked)) {
            lookAtMemory(found);
        }
        StoreFile followed = file;
        if (followed != null) {
            lookAtFile(followed, found);
        }
        return found;
    }

    private void lookAtMemory(Finding found) {
        State before = found.after;
        long start = System.nanoTime();
        try {
            KeyStore now = given.getKeyStore();
            if (isToken(now)) {
                found.after = before.token(now);
                return;
            }
            boolean dated = now == before.store;
            StoreContents read = StoreContents.of(given, now, false, before.inMemory, dated);
            if (before.inMemory != null && read.sameAs(before.inMemory, dated)) {
                found.after = before.sameMemory(now);
                return;
            }
            read.decrypt();
            found.after = before.ofMemory(now, read);
            found.refreshed(Level.FINE, inMemoryName(now), read.readable(), System.nanoTime() - start);
        } catch (KeyStoreException | RuntimeException e) {
            if (!before.isFailing && before.contents != null) {
                found.after = before.failing();
                found.failed(inMemoryName(before.store), "reading it failed (" + e.getClass().getSimpleName() + ")");
            }
        }
    }

    private static String inMemoryName(KeyStore store) {
        return "the key store of type " + store.getType() + " in memory";
    }

    private static void lookAtFile(StoreFile file, Finding found) {
        String name = "the key store " + file;
        long start = System.nanoTime();
        State before = found.after;
        StoreFile.Reading reading = file.read(before.seen);
        try {
            byte[] bytes = reading.bytes();
            if (bytes == null) {
                found.after = before.seen(reading.seen);
                return;
            }
            StoreContents read = checked(file.parse(bytes, before.contents), before.contents);
            found.after = before.ofFile(read, reading.seen);
            found.refreshed(Level.INFO, name, read.readable(), System.nanoTime() - start);
        } catch (StoreFile.Unusable e) {
            found.after = before.seen(reading.seen);
            found.failed(name, e.getMessage());
        }
    }

    private static StoreContents checked(StoreContents read, StoreContents before) throws StoreFile.Unusable {
        if (read.keys().isEmpty()) {
            throw new StoreFile.Unusable("it holds no private key", null);
        }
        if (read.readable() == 0) {
            throw new StoreFile.Unusable("none of its private keys has the password given for it", null);
        }
        String lost = before == null ? null : read.lost(before);
        if (lost != null) {
            throw new StoreFile.Unusable("the password given for it is not that of its private key " + lost, null);
        }
        return read;
    }

    /** Returns whether the source is as it was when a check began: no other check was faster. */
    boolean isAsBefore(Finding found) {
        return state == found.before;
    }

    /** Records a finding as known from now on. */
    void take(Finding found) {
        state = found.after;
    }

    @Override
    public String toString() {
        StoreFile followed = file;
        return followed != null ? "the key store " + followed
                : state.store != null ? inMemoryName(state.store) : "a key store of the application";
    }

    /** Decrypts all keys and forgets the passwords. */
    void close() {
        StoreContents contents = state.contents;
        if (contents != null) {
            contents.decrypt();
            if (password != null) {
                Passwords.destroy(password);
            }
        }
        StoreFile followed = file;
        if (followed != null) {
            file = null;
            followed.forgetPassword();
        }
    }

    /** The known state of a source. Immutable. */
    private static final class State {
        static final State UNREAD = new State(null, null, null, StoreFile.Seen.NEVER, false, false);

        final KeyStore store;
        final StoreContents inMemory;
        final StoreContents contents;
        final StoreFile.Seen seen;
        final boolean isToken;
        final boolean isFailing;

        private State(KeyStore store, StoreContents inMemory, StoreContents contents, StoreFile.Seen seen,
                boolean isToken, boolean isFailing) {
            this.store = store;
            this.inMemory = inMemory;
            this.contents = contents;
            this.seen = seen;
            this.isToken = isToken;
            this.isFailing = isFailing;
        }

        State ofMemory(KeyStore now, StoreContents read) {
            return new State(now, read, read, seen, false, false);
        }

        State sameMemory(KeyStore now) {
            return now == store && !isFailing ? this : new State(now, inMemory, contents, seen, false, false);
        }

        State token(KeyStore now) {
            return new State(now, inMemory, contents, seen, true, false);
        }

        State failing() {
            return new State(store, inMemory, contents, seen, isToken, true);
        }

        State ofFile(StoreContents read, StoreFile.Seen now) {
            return new State(store, inMemory, read, now, isToken, isFailing);
        }

        State seen(StoreFile.Seen now) {
            return now == seen ? this : new State(store, inMemory, contents, now, isToken, isFailing);
        }
    }

    /** The result of a check, and what to report once it is served. Confined to the checking thread. */
    static final class Finding {
        private static final Logger LOG = Logger.getLogger(CachingKeyManager.class.getName());

        private final State before;
        private final List<Runnable> reports = new ArrayList<>();
        private State after;

        private Finding(State before) {
            this.before = before;
            this.after = before;
        }

        private void refreshed(Level level, String store, int keys, long nanos) {
            reports.add(() -> {
                Counters.PROCESS.keyStoreRefreshes.increment();
                Recording.keyStoreRefreshed(store, keys, nanos);
                LOG.log(level, "{0} has changed and is served from now on, with {1} private key(s)",
                        new Object[] {store, keys});
            });
        }

        private void failed(String store, String reason) {
            reports.add(() -> {
                Counters.PROCESS.failedKeyStoreRefreshes.increment();
                Recording.keyStoreRefreshFailed(store, reason);
                LOG.log(Level.WARNING, "{0} has changed and is unusable: {1}; the earlier keys are still served. "
                        + "Replace it by a whole store with the same password",
                        new Object[] {store, reason});
            });
        }

        /** Returns whether there are other contents now. */
        boolean isChange() {
            return before.contents != after.contents;
        }

        /** Returns the contents of the source. */
        StoreContents contents() {
            return after.contents;
        }

        /** Returns whether anything is new, usable or not. */
        boolean isNews() {
            return !reports.isEmpty();
        }

        /** Logs the news. */
        void report() {
            reports.forEach(Runnable::run);
        }
    }
}
