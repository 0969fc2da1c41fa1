package org.eejs.jsse;

import java.security.GeneralSecurityException;
import java.security.KeyStore;

/**
 * A question to a key store of this library: which bytes were you loaded from? It is put as the protection parameter of
 * an entry that no store has, since a {@link KeyStore} lets nobody through to what implements it. Other stores do not
 * know the question and answer nothing. Confined to one thread.
 */
final class StoreIdentity implements KeyStore.ProtectionParameter {
    private Object identity;

    private StoreIdentity() {}

    /**
     * An object that is equal for stores that were loaded from equal bytes and not modified since, or {@code null} where
     * the store is not of this library or was modified.
     */
    static Object of(KeyStore store) {
        StoreIdentity request = new StoreIdentity();
        try {
            store.getEntry("", request);
        } catch (GeneralSecurityException | RuntimeException e) {
            return null;
        }
        return request.identity;
    }

    /** Called by a store of this library that knows the answer. */
    void tell(Object identity) {
        this.identity = identity;
    }
}
