package org.eejs.jsse.keys;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.KeyStoreSpi;
import java.security.Provider;
import java.security.cert.Certificate;
import java.util.Collections;
import java.util.Date;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The contents of a store as a {@link KeyStore} that never changes and takes no lock, for the JDK's key manager to
 * choose from. It shows names and certificates, but neither keys nor dates. Immutable, thread-safe.
 */
final class SnapshotStore extends KeyStore {
    private static final String TYPE = "EEJS-SNAPSHOT";

    private SnapshotStore(StoreContents contents, Provider provider) {
        super(new Spi(contents), provider, TYPE);
    }

    /** Returns a builder that always gives the same store. */
    static KeyStore.Builder builder(StoreContents contents, Provider provider) throws KeyStoreException {
        SnapshotStore store = new SnapshotStore(contents, provider);
        try {
            store.load(null, null);
        } catch (IOException | GeneralSecurityException e) {
            throw new KeyStoreException("an in-memory key store did not load", e);
        }
        return new KeyStore.Builder() {
            @Override
            public KeyStore getKeyStore() {
                return store;
            }

            @Override
            public KeyStore.ProtectionParameter getProtectionParameter(String alias) {
                return null;
            }
        };
    }

    private static final class Spi extends KeyStoreSpi {
        private final Map<String, KeyMaterial> keys = new LinkedHashMap<>();

        Spi(StoreContents contents) {
            contents.keys().forEach(key -> keys.put(key.alias(), key));
        }

        @Override
        public Enumeration<String> engineAliases() {
            return Collections.enumeration(keys.keySet());
        }

        @Override
        public boolean engineIsKeyEntry(String alias) {
            return keys.containsKey(alias);
        }

        @Override
        public boolean engineContainsAlias(String alias) {
            return keys.containsKey(alias);
        }

        @Override
        public int engineSize() {
            return keys.size();
        }

        @Override
        public Certificate[] engineGetCertificateChain(String alias) {
            KeyMaterial key = keys.get(alias);
            return key == null ? null : key.chainInStore();
        }

        @Override
        public Certificate engineGetCertificate(String alias) {
            KeyMaterial key = keys.get(alias);
            return key == null ? null : key.certificate();
        }

        @Override
        public Date engineGetCreationDate(String alias) {
            return null;
        }

        @Override
        public Key engineGetKey(String alias, char[] password) {
            return null;
        }

        @Override
        public KeyStore.Entry engineGetEntry(String alias, KeyStore.ProtectionParameter protection) {
            return null;
        }

        @Override
        public boolean engineIsCertificateEntry(String alias) {
            return false;
        }

        @Override
        public String engineGetCertificateAlias(Certificate certificate) {
            return null;
        }

        @Override
        public void engineSetKeyEntry(String alias, Key key, char[] password, Certificate[] chain)
                throws KeyStoreException {
            throw fixed();
        }

        @Override
        public void engineSetKeyEntry(String alias, byte[] key, Certificate[] chain) throws KeyStoreException {
            throw fixed();
        }

        @Override
        public void engineSetCertificateEntry(String alias, Certificate certificate) throws KeyStoreException {
            throw fixed();
        }

        @Override
        public void engineDeleteEntry(String alias) throws KeyStoreException {
            throw fixed();
        }

        @Override
        public void engineStore(OutputStream stream, char[] password) {
            throw new UnsupportedOperationException("a snapshot of a key store is not stored");
        }

        @Override
        public void engineLoad(InputStream stream, char[] password) {
            // All of it is loaded already.
        }

        private static KeyStoreException fixed() {
            return new KeyStoreException("a snapshot of a key store does not change; change the store itself");
        }
    }
}
