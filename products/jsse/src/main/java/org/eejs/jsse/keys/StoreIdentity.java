package org.eejs.jsse.keys;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.KeyStoreException;

/**
 * A question to a key store of this library: which bytes were you loaded from? It is put as the protection parameter of
 * an entry that no store has, since a {@link KeyStore} lets nobody through to what implements it. Other stores do not
 * know the question and answer nothing. Asked in one thread; thread-safe afterwards.
 */
public final class StoreIdentity implements KeyStore.ProtectionParameter, KeyStore.LoadStoreParameter {
    private SharingKeyStore store;
    private ParsedStore content;

    private StoreIdentity() {}

    /** Returns the answer, or {@code null} where the store is not of this library or was modified. */
    public static StoreIdentity of(KeyStore store) {
        StoreIdentity request = new StoreIdentity();
        try {
            store.getEntry("", request);
        } catch (GeneralSecurityException | RuntimeException e) {
            return null;
        }
        return request.content == null ? null : request;
    }

    /** Called by a store of this library that knows the answer. */
    void answer(SharingKeyStore answering, ParsedStore loaded) {
        store = answering;
        content = loaded;
    }

    /** Returns what is equal for stores that were loaded from equal bytes and not modified since. */
    public ParsedStore content() {
        return content;
    }

    /** Returns whether the store is still as it was loaded. Takes no lock. */
    boolean isUnmodified() {
        return store.isOf(content);
    }

    /**
     * Another store of the same content, which nobody else has and so nobody changes.
     *
     * @throws KeyStoreException if it cannot be made
     */
    KeyStore twin(KeyStore of) throws KeyStoreException {
        KeyStore twin = KeyStore.getInstance(of.getType(), of.getProvider());
        try {
            twin.load(this);
        } catch (IOException | GeneralSecurityException e) {
            throw new KeyStoreException("a loaded key store could not be had again", e);
        }
        return twin;
    }

    @Override
    public KeyStore.ProtectionParameter getProtectionParameter() {
        return null;
    }
}
