package org.eejs.jsse;

import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;

/**
 * A key manager that chooses as the JDK's PKIX key manager does, because that one chooses, but decrypts each private
 * key once and not in every handshake. It looks for changes of its stores behind the handshakes' back and swaps what it
 * serves as a whole, so that no handshake waits or sees half of a change.
 *
 * <p>Thread-safe. Handshakes take no lock, except the first ones, which wait for the key to be decrypted.
 */
public final class CachingKeyManager extends X509ExtendedKeyManager implements AutoCloseable {
    private final Mode mode;
    private final List<StoreSource> sources;
    /** A password that this object has made a copy of, or {@code null}. */
    private final KeyStore.PasswordProtection password;
    private final boolean shared;
    /** What is served; {@code null} before the first use. */
    private volatile Served served;
    /** Whether anything was asked since the last look; only told while a store is left to the JDK. */
    private volatile boolean used;
    private long snapshots;
    private boolean closed;

    private CachingKeyManager(Mode mode, List<StoreSource> sources, KeyStore.PasswordProtection password,
            boolean shared) throws KeyStoreException {
        StockKeyManagers.provider();
        Counters.show();
        this.mode = mode;
        this.sources = sources;
        this.password = password;
        this.shared = shared;
    }

    /**
     * A key manager over a store in memory.
     *
     * @param store may be {@code null}, for no keys
     * @param password of its keys; a copy is kept for as long as keys may have to be decrypted
     * @throws KeyStoreException if the store was not loaded, or the JDK's key manager is not installed
     */
    public static CachingKeyManager of(KeyStore store, char[] password, Mode mode) throws KeyStoreException {
        return of(store, password, mode, false);
    }

    /** The same, for a key manager that may be shared: closing it does nothing. */
    static CachingKeyManager of(KeyStore store, char[] password, Mode mode, boolean shared) throws KeyStoreException {
        if (store == null) {
            return new CachingKeyManager(mode, Collections.emptyList(), null, shared).start();
        }
        KeyStore.PasswordProtection protection = new KeyStore.PasswordProtection(password);
        KeyStore.Builder builder;
        try {
            builder = KeyStore.Builder.newInstance(store, protection);
        } catch (RuntimeException e) {
            throw new KeyStoreException("the key store has not been loaded; call its load method first", e);
        }
        List<StoreSource> sources = Collections.singletonList(new StoreSource(builder));
        return new CachingKeyManager(mode, sources, protection, shared).start();
    }

    /** A key manager over builders, in their order. */
    static CachingKeyManager of(List<KeyStore.Builder> builders, Mode mode) throws KeyStoreException {
        List<StoreSource> sources = new ArrayList<>();
        builders.forEach(builder -> sources.add(new StoreSource(builder)));
        return new CachingKeyManager(mode, sources, null, false).start();
    }

    /**
     * A key manager over a file, which it follows where the mode is {@link Mode#REFRESH}.
     *
     * @param type of the store, such as {@code PKCS12}
     * @param password of the store and of its keys; a copy is kept for as long as the file is followed
     * @throws IOException if the file cannot be used, with a line that says why
     * @throws GeneralSecurityException if the JDK's key manager is not installed
     */
    public static CachingKeyManager ofFile(Path file, String type, char[] password, Mode mode)
            throws IOException, GeneralSecurityException {
        KeyStore.PasswordProtection protection = new KeyStore.PasswordProtection(password);
        StoreFile store = new StoreFile(file, type, null, protection);
        try {
            if (mode == Mode.STOCK) {
                return of(store.load(store.changed()), password, mode);
            }
            return new CachingKeyManager(mode, Collections.singletonList(new StoreSource(store)), null, false).start();
        } catch (StoreFile.Unusable e) {
            store.forgetPassword();
            throw new IOException("the key store " + file + " cannot be used: " + e.getMessage()
                    + "; name another file, type or password", e);
        }
    }

    private CachingKeyManager start() {
        if (mode == Mode.INIT) {
            served();
            stop();
        } else if (mode == Mode.REFRESH) {
            link();
        }
        return this;
    }

    private synchronized void link() {
        Iterable<Path> files = Settings.keyStoreFiles();
        if (files.iterator().hasNext()) {
            sources.forEach(StoreSource::open);
            sources.forEach(source -> source.link(files));
        }
        if (sources.stream().anyMatch(StoreSource::followsFile)) {
            KeyStoreWatch.PROCESS.add(this);
        }
    }

    @Override
    public String chooseClientAlias(String[] keyTypes, Principal[] issuers, Socket socket) {
        return choose(() -> Question.of(true, keyTypes, issuers, socket),
                jdk -> jdk.chooseClientAlias(keyTypes, issuers, socket));
    }

    @Override
    public String chooseEngineClientAlias(String[] keyTypes, Principal[] issuers, SSLEngine engine) {
        return choose(() -> Question.of(true, keyTypes, issuers, engine),
                jdk -> jdk.chooseEngineClientAlias(keyTypes, issuers, engine));
    }

    @Override
    public String chooseServerAlias(String keyType, Principal[] issuers, Socket socket) {
        return choose(() -> Question.of(false, new String[] {keyType}, issuers, socket),
                jdk -> jdk.chooseServerAlias(keyType, issuers, socket));
    }

    @Override
    public String chooseEngineServerAlias(String keyType, Principal[] issuers, SSLEngine engine) {
        return choose(() -> Question.of(false, new String[] {keyType}, issuers, engine),
                jdk -> jdk.chooseEngineServerAlias(keyType, issuers, engine));
    }

    private String choose(Supplier<Question> question, Function<X509ExtendedKeyManager, String> asked) {
        KeySnapshot snapshot = served().current;
        if (snapshot.isLive()) {
            used = true;
            return snapshot.choose(null, asked);
        }
        return snapshot.choose(question.get(), asked);
    }

    @Override
    public String[] getClientAliases(String keyType, Principal[] issuers) {
        KeySnapshot snapshot = served().current;
        return snapshot.names(snapshot.jdk().getClientAliases(keyType, issuers));
    }

    @Override
    public String[] getServerAliases(String keyType, Principal[] issuers) {
        KeySnapshot snapshot = served().current;
        return snapshot.names(snapshot.jdk().getServerAliases(keyType, issuers));
    }

    @Override
    public X509Certificate[] getCertificateChain(String alias) {
        Served now = served();
        KeyMaterial key = now.find(alias);
        return key != null ? key.chain() : now.current.isLive() ? now.current.jdk().getCertificateChain(alias) : null;
    }

    @Override
    public PrivateKey getPrivateKey(String alias) {
        Served now = served();
        KeyMaterial key = now.find(alias);
        PrivateKey found = key != null ? key.privateKey()
                : now.current.isLive() ? now.current.jdk().getPrivateKey(alias) : null;
        if (found != null) {
            Counters.PROCESS.handshakesServed.increment();
        }
        return found;
    }

    private Served served() {
        Served now = served;
        return now != null ? now : open();
    }

    private synchronized Served open() {
        if (served == null) {
            if (mode != Mode.STOCK) {
                sources.forEach(StoreSource::open);
            }
            served = new Served(snapshot());
            if (mode == Mode.REFRESH && !sources.isEmpty()) {
                KeyStoreWatch.PROCESS.add(this);
            }
        }
        return served;
    }

    private KeySnapshot snapshot() {
        List<StoreContents> contents = new ArrayList<>();
        List<KeyStore.Builder> builders = new ArrayList<>();
        for (StoreSource source : sources) {
            contents.add(source.contents());
            builders.add(source.builder());
        }
        try {
            return new KeySnapshot(++snapshots, contents, builders);
        } catch (KeyStoreException e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
    }

    /**
     * Looks now whether the stores have changed, takes over what has, and drops keys that are no longer needed. Called
     * by the watch and by tests.
     *
     * @return whether anything was new, usable or not
     */
    synchronized boolean look() {
        if (closed) {
            return false;
        }
        boolean since = used;
        used = false;
        EnumSet<StoreSource.News> news = EnumSet.noneOf(StoreSource.News.class);
        for (StoreSource source : sources) {
            news.add(source.look(since));
        }
        Served before = served;
        if (before != null) {
            Served now = news.contains(StoreSource.News.CHANGED) ? before.followedBy(snapshot()) : before;
            long grace = TimeUnit.MILLISECONDS.toNanos(Settings.keyGraceMillis());
            served = now.withoutThoseBefore(System.nanoTime() - grace);
        }
        return news.contains(StoreSource.News.CHANGED) || news.contains(StoreSource.News.UNUSABLE);
    }

    /** Whether the keys served are those that a store in memory has now. */
    synchronized boolean serves(KeyStore store) {
        StoreSource source = sources.get(0);
        try {
            return source.contents() != null && source.contents().certificates()
                    .equals(StoreContents.of(source.builder(), store, false, null, true).certificates());
        } catch (KeyStoreException | RuntimeException e) {
            return false;
        }
    }

    /**
     * Serves another store of the same bytes, too, unless the keys have changed since these bytes. What somebody then
     * changes in one of the stores in memory does not reach the other's users.
     *
     * @return whether it does
     */
    synchronized boolean join(KeyStore store) {
        StoreSource source = sources.get(0);
        source.open();
        if (source.isOver(store)) {
            return true;
        }
        boolean same = serves(store);
        if (same) {
            source.freeze();
        }
        return same;
    }

    /** Whether stores are looked at from time to time. */
    Mode mode() {
        return mode;
    }

    /**
     * Follows the stores no longer and forgets the passwords; the keys that are served now go on being served. Does
     * nothing for a key manager of a {@link javax.net.ssl.KeyManagerFactory}, which others may use, too: it ends when
     * it is collected.
     */
    @Override
    public void close() {
        if (!shared && mode == Mode.REFRESH) {
            served();
            stop();
        }
    }

    private synchronized void stop() {
        if (closed) {
            return;
        }
        closed = true;
        KeyStoreWatch.PROCESS.remove(this);
        sources.forEach(StoreSource::close);
        if (password != null && sources.stream().noneMatch(source -> source.contents() == null)) {
            Passwords.destroy(password);
        }
    }

    /** What a key manager does about changes of its stores. */
    public enum Mode {
        /** Keys are decrypted once, and again when the store changes. */
        REFRESH,
        /** Keys are decrypted when the key manager is made; changes of the store are not seen. */
        INIT,
        /** The JDK's own behaviour: keys are decrypted in every handshake. */
        STOCK;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ENGLISH);
        }
    }
}
