package org.eejs.jsse.keys;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.KeyStoreException;

/**
 * The question to a key store of this library from which bytes it was loaded. A {@link KeyStore} does not expose its
 * implementation, so the question is the protection parameter of an entry that no store has. Other stores do not know
 * the question and answer nothing. Asked in one thread; thread-safe afterwards.
 */
public final class StoreIdentity implements KeyStore.ProtectionParameter, KeyStore.LoadStoreParameter {
    private SharingKeyStore store;
    private ParsedStore content;

    private StoreIdentity() {}

    /** Returns the answer, or {@code null} if the store is not of this library or was modified. */
    public static StoreIdentity of(KeyStore store) {
        StoreIdentity request = new StoreIdentity();
        try {
            store.getEntry("", request);
        } catch (GeneralSecurityException | RuntimeException e) {
            return null;
        }
        return request.content == null ? null : request;
    }

    /** Stores the answer; called by a store of this library that knows it. */
    void answer(SharingKeyStore answering, ParsedStore loaded) {
        store = answering;
        content = loaded;
    }

    /** Returns an object that is equal for stores that were loaded from equal bytes and not modified since. */
    public ParsedStore content() {
        return content;
    }

    /** Returns whether the store is still as it was loaded. Takes no lock. */
    boolean isUnmodified() {
        return store.isOf(content);
    }

    /**
     * Returns another store of the same content. Only the caller has it, so it is never changed.
     *
     * @throws KeyStoreException if it fails
     */
    KeyStore twin(KeyStore of) throws KeyStoreException {
        KeyStore twin = KeyStore.getInstance(of.getType(), of.getProvider());
        try {
            twin.load(this);
        } catch (IOException | GeneralSecurityException e) {
            throw new KeyStoreException("reloading a loaded key store failed", e);
        }
        return twin;
    }

    @Override
    public KeyStore.ProtectionParameter getProtectionParameter() {
        return null;
    }
}
