package org.eejs.jsse.keys;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import org.eejs.jsse.runtime.Counters;
import org.eejs.jsse.runtime.KeyManagerMode;
import org.eejs.jsse.runtime.Settings;

/**
 * A key manager that chooses with the JDK's PKIX key manager, and so chooses the same keys, but decrypts each private
 * key once instead of in every handshake. It checks its stores for changes in the background and replaces all that it
 * serves in one step. So no handshake waits or sees half of a change.
 *
 * <p>A change is served first, then counts as known, and then is reported: if a step fails, the next check finds the
 * change again. No store and no builder is asked while the lock is held, except the first time.
 *
 * <p>Thread-safe. Handshakes take no lock, except the first ones, which wait for the key to be decrypted.
 */
public final class CachingKeyManager extends ChoosingKeyManager implements AutoCloseable {
    private final KeyManagerMode mode;
    private final List<StoreSource> sources;
    private final boolean shared;
    /** The key manager that serves for this one while the store is {@link #unmodified}, or {@code null}. */
    private final CachingKeyManager common;
    private final StoreIdentity unmodified;
    private final long refreshNanos = TimeUnit.MILLISECONDS.toNanos(Settings.refreshMillis());
    private final long graceNanos = TimeUnit.MILLISECONDS.toNanos(Settings.keyGraceMillis());
    private final ReentrantLock lock = new ReentrantLock();
    /** The keys that are served; {@code null} before the first use. */
    private volatile Served served;
    private long snapshots;
    private boolean closed;

    private CachingKeyManager(KeyManagerMode mode, List<StoreSource> sources, boolean shared, CachingKeyManager common,
            StoreIdentity unmodified) throws KeyStoreException {
        StockKeyManagers.provider();
        Counters.show();
        this.mode = mode;
        this.sources = sources;
        this.shared = shared;
        this.common = common;
        this.unmodified = unmodified;
    }

    /**
     * Returns a key manager over a store in memory.
     *
     * @param store may be {@code null}, for no keys
     * @param password of its keys; a copy is kept for as long as keys may have to be decrypted
     * @throws KeyStoreException if the store was not loaded, or the JDK's key manager is not installed
     */
    public static CachingKeyManager of(KeyStore store, char[] password, KeyManagerMode mode) throws KeyStoreException {
        return over(store, password, mode, false, false);
    }

    /** Returns the same, for a key manager that may be shared: closing it does nothing. */
    static CachingKeyManager ofShared(KeyStore store, char[] password, KeyManagerMode mode) throws KeyStoreException {
        return over(store, password, mode, true, false);
    }

    /** Returns one that may be shared, over a store that is never changed. */
    static CachingKeyManager ofFixed(KeyStore store, char[] password, KeyManagerMode mode) throws KeyStoreException {
        return over(store, password, mode, true, true);
    }

    private static CachingKeyManager over(KeyStore store, char[] password, KeyManagerMode mode, boolean shared,
            boolean fixed) throws KeyStoreException {
        List<StoreSource> sources = store == null ? Collections.emptyList()
                : Collections.singletonList(StoreSource.of(store, password, fixed));
        return new CachingKeyManager(mode, sources, shared, null, null).start();
    }

    /**
     * Returns a key manager over a store with the same content as this key manager's. This one serves for it until that
     * store is changed in memory. Then it serves what this one did, followed by its own store's content.
     */
    CachingKeyManager lentTo(KeyStore store, StoreIdentity identity, char[] ofStore) throws KeyStoreException {
        List<StoreSource> own = Collections.singletonList(StoreSource.of(store, ofStore, false));
        return new CachingKeyManager(mode, own, true, this, identity);
    }

    /** Returns a key manager over builders, in their order. */
    static CachingKeyManager of(List<KeyStore.Builder> builders, KeyManagerMode mode) throws KeyStoreException {
        List<StoreSource> sources = builders.stream().map(StoreSource::of).collect(Collectors.toList());
        return new CachingKeyManager(mode, sources, false, null, null).start();
    }

    /**
     * Returns a key manager over a file, which it follows if the mode is {@link KeyManagerMode#REFRESH}.
     *
     * @param type of the store, such as {@code PKCS12}
     * @param password of the store and of its keys; a copy is kept for as long as the file is followed
     * @throws IOException if the file is unusable, with a line that gives the reason
     * @throws GeneralSecurityException if the JDK's key manager is not installed
     */
    public static CachingKeyManager ofFile(Path file, String type, char[] password, KeyManagerMode mode)
            throws IOException, GeneralSecurityException {
        StoreFile store = new StoreFile(file, type, null, new KeyStore.PasswordProtection(password));
        try {
            if (mode == KeyManagerMode.STOCK) {
                return of(store.load(store.read(StoreFile.Seen.NEVER).bytes()), password, mode);
            }
            List<StoreSource> sources = Collections.singletonList(new StoreSource(store));
            return new CachingKeyManager(mode, sources, false, null, null).start();
        } catch (StoreFile.Unusable e) {
            store.forgetPassword();
            throw new IOException("the key store " + file + " is unusable: " + e.getMessage() + "; name another file, "
                    + "type or password", e);
        }
    }

    private CachingKeyManager start() {
        if (mode == KeyManagerMode.INIT) {
            served();
            stop();
        } else if (mode == KeyManagerMode.REFRESH) {
            link();
        }
        return this;
    }

    private void link() {
        Iterable<Path> files = Settings.keyStoreFiles();
        lock.lock();
        try {
            if (files.iterator().hasNext()) {
                sources.forEach(StoreSource::open);
                sources.forEach(source -> source.link(files));
            }
            if (sources.stream().anyMatch(StoreSource::followsFile)) {
                KeyStoreWatch.PROCESS.add(this);
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    void used() {
        sources.forEach(StoreSource::used);
    }

    @Override
    Served served() {
        Served now = served;
        return now != null ? now : isLent() ? common.served() : open();
    }

    private boolean isLent() {
        return served == null && common != null && unmodified.isUnmodified();
    }

    private Served open() {
        lock.lock();
        try {
            if (served == null) {
                Served before = common == null ? null : common.served();
                if (before != null) {
                    snapshots = before.current.number();
                    sources.get(0).followAs(common.sources.get(0));
                }
                if (mode != KeyManagerMode.STOCK) {
                    sources.forEach(StoreSource::open);
                }
                KeySnapshot first = snapshot(null, null);
                // Before anything is served: a failure here must not leave a key manager that is not watched.
                if (mode == KeyManagerMode.REFRESH && !sources.isEmpty()) {
                    KeyStoreWatch.PROCESS.add(this);
                }
                served = before == null ? new Served(first) : before.followedBy(first);
            }
            return served;
        } finally {
            lock.unlock();
        }
    }

    /** Combines the contents of all sources, with possibly new contents of one. */
    private KeySnapshot snapshot(StoreSource changed, StoreContents now) {
        List<StoreContents> contents = new ArrayList<>();
        List<KeyStore.Builder> builders = new ArrayList<>();
        for (StoreSource source : sources) {
            contents.add(source == changed ? now : source.contents());
            builders.add(source.builder());
        }
        try {
            return new KeySnapshot(++snapshots, contents, builders);
        } catch (KeyStoreException e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
    }

    /**
     * Checks now whether the stores have changed, and takes over the changes.
     *
     * @return whether anything was new, usable or not
     */
    public boolean look() {
        if (isLent()) {
            return common.look();
        }
        boolean news = false;
        for (StoreSource source : sources) {
            news |= publish(source, source.look());
        }
        expire(System.nanoTime());
        return news;
    }

    /**
     * Serves the result of a check of a source, and then reports it. It does not overwrite the result of another check
     * since this one began: the next check finds it.
     *
     * @return whether anything was new, usable or not
     */
    boolean publish(StoreSource source, StoreSource.Finding found) {
        lock.lock();
        try {
            if (closed || !source.isAsBefore(found)) {
                return false;
            }
            Served now = served;
            if (now != null && found.isChange()) {
                served = now.followedBy(snapshot(source, found.contents()));
            }
            source.take(found);
        } finally {
            lock.unlock();
        }
        found.report();
        return found.isNews();
    }

    /**
     * Drops the keys that were replaced longer ago than the grace time. Does nothing while the lock is held, so that
     * the watch never waits.
     *
     * @param now by {@link System#nanoTime()}
     */
    public void expire(long now) {
        if (!lock.tryLock()) {
            return;
        }
        try {
            Served before = served;
            if (before != null && !closed) {
                Served rest = before.withoutThoseBefore(now - graceNanos);
                served = rest;
                if (rest != before) {
                    before.wipeWithout(rest);
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /** Returns the sources of its keys. */
    List<StoreSource> sources() {
        return sources;
    }

    /** Returns the interval between checks, in nanoseconds. */
    long refreshNanos() {
        return refreshNanos;
    }

    /** Returns whether the keys served are those that a store in memory has now. */
    boolean serves(KeyStore store) {
        StoreSource source = sources.get(0);
        try {
            return source.contents() != null && source.contents().certificates()
                    .equals(StoreContents.of(source.builder(), store, false, null, true).certificates());
        } catch (KeyStoreException | RuntimeException e) {
            return false;
        }
    }

    /** Returns whether the files that its stores were loaded from are unchanged. */
    boolean isAsLoaded() {
        return sources.get(0).isAsInMemory();
    }

    /** Returns the key manager that serves for this one now: the same for all unmodified stores of equal content. */
    public CachingKeyManager serving() {
        return isLent() ? common : this;
    }

    /** Returns whether stores are checked from time to time. */
    KeyManagerMode mode() {
        return mode;
    }

    /**
     * Stops following the stores and forgets the passwords; the keys that are served now continue to be served. Does
     * nothing for a key manager of a {@link javax.net.ssl.KeyManagerFactory}, because others may use it, too: that one
     * ends when it is collected.
     */
    @Override
    public void close() {
        if (!shared && mode == KeyManagerMode.REFRESH) {
            served();
            stop();
        }
    }

    private void stop() {
        lock.lock();
        try {
            if (closed) {
                return;
            }
            closed = true;
            KeyStoreWatch.PROCESS.remove(this);
            sources.forEach(StoreSource::close);
        } finally {
            lock.unlock();
        }
    }
}
