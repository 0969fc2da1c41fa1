package org.eejs.jsse.keys;

import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Date;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The private keys that a store held when it was read, in the store's order: those that the JDK's key manager would
 * consider. Immutable, except that keys are decrypted at the first request; thread-safe.
 */
final class StoreContents {
    private final List<KeyMaterial> keys;

    private StoreContents(List<KeyMaterial> keys) {
        this.keys = Collections.unmodifiableList(keys);
    }

    /**
     * Reads everything except the keys themselves.
     *
     * @param builder has the protection of the store's keys
     * @param own whether this library loaded the store
     * @param before an earlier reading of it, or {@code null}; its decrypted keys that are still in the store are
     *     reused
     * @param dated whether an entry that was created at another time is another one
     * @throws KeyStoreException if the store is unreadable
     */
    static StoreContents of(KeyStore.Builder builder, KeyStore store, boolean own, StoreContents before,
            boolean dated) throws KeyStoreException {
        Map<String, KeyMaterial> known = new HashMap<>();
        if (before != null) {
            before.keys.forEach(key -> known.put(key.alias(), key));
        }
        List<KeyMaterial> keys = new ArrayList<>();
        for (Enumeration<String> aliases = store.aliases(); aliases.hasMoreElements();) {
            String alias = aliases.nextElement();
            X509Certificate[] chain = store.isKeyEntry(alias) ? chain(store.getCertificateChain(alias)) : null;
            if (chain != null) {
                Date created = store.getCreationDate(alias);
                KeyMaterial read = new KeyMaterial(builder, store, alias, created, chain, own);
                KeyMaterial same = known.get(alias);
                keys.add(same != null && same.sameAs(read, dated) ? same : read);
            }
        }
        return new StoreContents(keys);
    }

    /** Returns the chain if TLS can use it: neither that of a secret key nor one of other certificates. */
    private static X509Certificate[] chain(Certificate[] chain) {
        if (chain == null || chain.length == 0) {
            return null;
        }
        X509Certificate[] certificates = new X509Certificate[chain.length];
        for (int i = 0; i < chain.length; i++) {
            if (!(chain[i] instanceof X509Certificate)) {
                return null;
            }
            certificates[i] = (X509Certificate) chain[i];
        }
        return certificates;
    }

    List<KeyMaterial> keys() {
        return keys;
    }

    /** Returns whether another reading found the same keys and certificates in the same order. */
    boolean sameAs(StoreContents other, boolean dated) {
        if (keys.size() != other.keys.size()) {
            return false;
        }
        for (int i = 0; i < keys.size(); i++) {
            KeyMaterial mine = keys.get(i);
            KeyMaterial theirs = other.keys.get(i);
            if (mine != theirs && !mine.sameAs(theirs, dated)) {
                return false;
            }
        }
        return true;
    }

    /** Returns the certificates under each name. */
    Map<String, List<X509Certificate>> certificates() {
        Map<String, List<X509Certificate>> certificates = new HashMap<>();
        keys.forEach(key -> certificates.put(key.alias(), Arrays.asList(key.chainInStore())));
        return certificates;
    }

    /** Decrypts the remaining keys, so that no handshake has to. */
    void decrypt() {
        keys.forEach(KeyMaterial::privateKey);
    }

    /** Returns the number of keys whose decryption works. */
    int readable() {
        return (int) keys.stream().filter(key -> key.privateKey() != null).count();
    }

    /** Returns the name of a key that an earlier reading could decrypt and this one is unable to, or {@code null}. */
    String lost(StoreContents before) {
        Map<String, KeyMaterial> mine = new HashMap<>();
        keys.forEach(key -> mine.put(key.alias(), key));
        return before.keys.stream()
                .filter(key -> mine.containsKey(key.alias()))
                .filter(key -> key.privateKey() != null && mine.get(key.alias()).privateKey() == null)
                .map(KeyMaterial::alias).findFirst().orElse(null);
    }
}
