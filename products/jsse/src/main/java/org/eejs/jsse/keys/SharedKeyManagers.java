package org.eejs.jsse.keys;

import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.NoSuchAlgorithmException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.eejs.jsse.runtime.KeyManagerMode;

/**
 * The key managers of the factories of this process, so that factories initialised with equal material serve the same
 * keys. Material is equal if it is the same store, or another that was loaded from the same bytes, with the same
 * password. Each such store has a separate key manager, which stops sharing with the others when its store is modified.
 * Key managers are held weakly. Thread-safe.
 */
final class SharedKeyManagers {
    /** The key managers of this process. */
    static final SharedKeyManagers PROCESS = new SharedKeyManagers();

    /** Limit of stores; only tests use more different ones at a time. */
    private static final int MOST = 64;

    private final Map<Material, WeakReference<CachingKeyManager>> managers =
            new LinkedHashMap<Material, WeakReference<CachingKeyManager>>(MOST, 0.75f, true) {
                private static final long serialVersionUID = 1;

                @Override
                protected boolean removeEldestEntry(Map.Entry<Material, WeakReference<CachingKeyManager>> eldest) {
                    return size() > MOST;
                }
            };

    private SharedKeyManagers() {}

    /**
     * Returns a key manager over a store, with the keys that the store has now.
     *
     * @param mode other than {@link KeyManagerMode#STOCK}
     * @throws KeyStoreException if the store was not loaded, or the JDK's key manager is not installed
     * @throws NoSuchAlgorithmException if this JVM has no SHA-256
     */
    CachingKeyManager get(KeyStore store, char[] password, KeyManagerMode mode)
            throws KeyStoreException, NoSuchAlgorithmException {
        if (store == null) {
            return CachingKeyManager.ofShared(null, password, mode);
        }
        StoreIdentity identity = StoreIdentity.of(store);
        if (identity != null) {
            CachingKeyManager common = ofContent(store, identity, password, mode);
            return mode == KeyManagerMode.INIT ? common : common.lentTo(store, identity, password);
        }
        Material material = new Material(store, null, Passwords.fingerprint(password), mode);
        CachingKeyManager known = get(material);
        return known != null && isStill(known, store) ? known
                : put(material, CachingKeyManager.ofShared(store, password, mode));
    }

    /** Returns the key manager that stores loaded from the same bytes have in common, while they are not modified. */
    private CachingKeyManager ofContent(KeyStore store, StoreIdentity identity, char[] password,
            KeyManagerMode mode) throws KeyStoreException, NoSuchAlgorithmException {
        Material material = new Material(store, identity.content(), Passwords.fingerprint(password), mode);
        CachingKeyManager known = get(material);
        return known != null && known.isAsLoaded() ? known
                : put(material, CachingKeyManager.ofFixed(identity.twin(store), password, mode));
    }

    private CachingKeyManager put(Material material, CachingKeyManager made) {
        synchronized (managers) {
            managers.values().removeIf(manager -> manager.get() == null);
            managers.put(material, new WeakReference<>(made));
        }
        return made;
    }

    private CachingKeyManager get(Material material) {
        synchronized (managers) {
            WeakReference<CachingKeyManager> known = managers.get(material);
            return known == null ? null : known.get();
        }
    }

    private static boolean isStill(CachingKeyManager known, KeyStore store) {
        if (known.mode() == KeyManagerMode.REFRESH) {
            known.look();
            return true;
        }
        return known.serves(store);
    }

    /** The material of key managers: a store, held weakly, or an object that represents its bytes, and a password. */
    private static final class Material {
        private final WeakReference<KeyStore> store;
        private final Object identity;
        private final ByteBuffer password;
        private final KeyManagerMode mode;
        private final int hash;

        Material(KeyStore store, Object identity, ByteBuffer password, KeyManagerMode mode) {
            this.store = new WeakReference<>(store);
            this.identity = identity;
            this.password = password;
            this.mode = mode;
            this.hash = Objects.hash(identity == null ? System.identityHashCode(store) : identity, password, mode);
        }

        @Override
        public boolean equals(Object other) {
            if (!(other instanceof Material)) {
                return false;
            }
            Material that = (Material) other;
            return hash == that.hash && mode == that.mode && password.equals(that.password) && sameStore(that);
        }

        private boolean sameStore(Material that) {
            if (identity != null) {
                return identity.equals(that.identity);
            }
            KeyStore mine = store.get();
            return this == that || that.identity == null && mine != null && mine == that.store.get();
        }

        @Override
        public int hashCode() {
            return hash;
        }
    }
}
