package org.eejs.jsse;

import java.security.GeneralSecurityException;
import java.security.KeyStore;

/**
 * Asks a key store what it was loaded from. Two key stores of EEJS that were loaded from equal bytes with equal passwords,
 * and not changed since, have the same identity. An instance serves one question of one thread.
 */
final class StoreIdentity implements KeyStore.ProtectionParameter {
    private Object identity;

    private StoreIdentity() {}

    /** The identity of a key store, or null where it is not one of EEJS, was not loaded from bytes, or was changed. */
    static Object of(KeyStore store) {
        StoreIdentity request = new StoreIdentity();
        try {
            store.getEntry("", request);
        } catch (GeneralSecurityException | RuntimeException e) {
            // A foreign key store has its own opinion of a protection that it does not know.
            return null;
        }
        return request.identity;
    }

    /** Called by a key store of EEJS. */
    void tell(Object identity) {
        this.identity = identity;
    }
}
