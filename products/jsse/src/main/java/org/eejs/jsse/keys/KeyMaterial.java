package org.eejs.jsse.keys;

import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.Date;
import java.util.Objects;
import javax.security.auth.DestroyFailedException;
import org.eejs.jsse.runtime.Counters;

/**
 * One private key of a store and its certificates. The chain is known from the start; the key is decrypted at the first
 * request, and never again. Thread-safe; only threads that ask before it is decrypted wait for each other.
 */
final class KeyMaterial {
    private static final Pair NONE = new Pair(null, null);

    private final String alias;
    private final Date created;
    private final X509Certificate[] chain;
    private final KeyStore.Builder builder;
    private final boolean own;
    private KeyStore store;
    private volatile Pair pair;

    /** @param own whether this library loaded the store, so that other code has no reference to the same key object */
    KeyMaterial(KeyStore.Builder builder, KeyStore store, String alias, Date created, X509Certificate[] chain,
            boolean own) {
        this.builder = builder;
        this.store = store;
        this.alias = alias;
        this.created = created;
        this.chain = chain;
        this.own = own;
    }

    /** Returns its name in the store. */
    String alias() {
        return alias;
    }

    /** Returns the chain for choosing the key, as a copy. */
    X509Certificate[] chainInStore() {
        return chain.clone();
    }

    /** Returns the certificate of the key, which is the first of its chain. */
    X509Certificate certificate() {
        return chain[0];
    }

    /** Returns the private key, or {@code null} if its decryption fails. */
    PrivateKey privateKey() {
        return pair().key;
    }

    /**
     * Returns the chain that was read together with the key, as a copy, or {@code null} if the key's decryption fails.
     * From JDK 25 on, JSSE writes into the array that it is given.
     */
    X509Certificate[] chain() {
        X509Certificate[] certificates = pair().chain;
        return certificates == null ? null : certificates.clone();
    }

    /**
     * Returns whether another reading found the same; it decrypts nothing.
     *
     * @param dated whether the date of creation counts; some stores report the time of loading
     */
    boolean sameAs(KeyMaterial other, boolean dated) {
        return alias.equals(other.alias) && (!dated || Objects.equals(created, other.created))
                && Arrays.equals(chain, other.chain);
    }

    /** Wipes the key if its class supports that and no other code can hold it. */
    void destroy() {
        Pair known = pair;
        if (own && known != null && known.key != null) {
            try {
                known.key.destroy();
            } catch (DestroyFailedException | RuntimeException e) {
                // Most keys of the JDK do not support wiping; the collector takes them.
                return;
            }
        }
    }

    private Pair pair() {
        Pair known = pair;
        return known != null ? known : decrypt();
    }

    private synchronized Pair decrypt() {
        if (pair != null) {
            return pair;
        }
        Pair read = read();
        if (read.key == null || read.key.getFormat() != null) {
            pair = read;
            store = null;
        } // Else it is a handle of a token, which dies with the token's session: fetched each time.
        return read;
    }

    private Pair read() {
        try {
            KeyStore.Entry entry = store.getEntry(alias, builder.getProtectionParameter(alias));
            if (entry instanceof KeyStore.PrivateKeyEntry) {
                KeyStore.PrivateKeyEntry found = (KeyStore.PrivateKeyEntry) entry;
                if (found.getCertificateChain() instanceof X509Certificate[]) {
                    Counters.PROCESS.keysDecrypted.increment();
                    return new Pair(found.getPrivateKey(), (X509Certificate[]) found.getCertificateChain());
                }
            }
        } catch (GeneralSecurityException | RuntimeException e) {
            // As in the JDK's key manager: an unreadable key counts as missing.
            return NONE;
        }
        return NONE;
    }

    /** A key and its chain from the same reading. */
    private static final class Pair {
        final PrivateKey key;
        final X509Certificate[] chain;

        Pair(PrivateKey key, X509Certificate[] chain) {
            this.key = key;
            this.chain = chain;
        }
    }
}
