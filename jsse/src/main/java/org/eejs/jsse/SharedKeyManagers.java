package org.eejs.jsse;

import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.NoSuchAlgorithmException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * The key managers of the factories of this process, so that factories initialised with equal material give the same
 * one. Equal is the same store, or another that was loaded from the same bytes, with the same password. They are held
 * weakly. Thread-safe.
 */
final class SharedKeyManagers {
    /** The key managers of this process. */
    static final SharedKeyManagers PROCESS = new SharedKeyManagers();

    /** More different stores than this are not in use at a time, but for tests. */
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
     * A key manager over a store, whose keys are those that the store has now.
     *
     * @param mode other than {@link CachingKeyManager.Mode#STOCK}
     * @throws KeyStoreException if the store was not loaded, or the JDK's key manager is not installed
     * @throws NoSuchAlgorithmException if this JVM has no SHA-256
     */
    CachingKeyManager get(KeyStore store, char[] password, CachingKeyManager.Mode mode)
            throws KeyStoreException, NoSuchAlgorithmException {
        if (store == null) {
            return CachingKeyManager.of(null, password, mode, true);
        }
        Object identity = StoreIdentity.of(store);
        Material material = new Material(store, identity, Passwords.fingerprint(password), mode);
        CachingKeyManager known = get(material);
        if (known != null && isStill(known, store, identity)) {
            return known;
        }
        CachingKeyManager made = CachingKeyManager.of(store, password, mode, true);
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

    private static boolean isStill(CachingKeyManager known, KeyStore store, Object identity) {
        if (identity != null) {
            return known.join(store);
        }
        if (known.mode() == CachingKeyManager.Mode.REFRESH) {
            known.look();
            return true;
        }
        return known.serves(store);
    }

    /** What key managers are made from: a store, held weakly, or what stands for its bytes, and a password. */
    private static final class Material {
        private final WeakReference<KeyStore> store;
        private final Object identity;
        private final ByteBuffer password;
        private final CachingKeyManager.Mode mode;
        private final int hash;

        Material(KeyStore store, Object identity, ByteBuffer password, CachingKeyManager.Mode mode) {
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
