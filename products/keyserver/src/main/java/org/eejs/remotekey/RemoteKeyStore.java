package org.eejs.remotekey;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.KeyStoreSpi;
import java.security.cert.Certificate;
import java.util.Collections;
import java.util.Date;
import java.util.Enumeration;
import java.util.List;
import java.util.function.Predicate;
import org.eejs.remotekey.cluster.KeyCluster;
import org.eejs.remotekey.cluster.RemoteKey;

/**
 * The keys that a cluster's servers grant, as a read-only key store. It shows the current grants: keys come, change and
 * go while it is in use. Passwords are ignored, because there is nothing to decrypt.
 *
 * <p>Thread-safe once it is loaded.
 */
final class RemoteKeyStore extends KeyStoreSpi {
    private static final String READ_ONLY = "the key store EEJS-REMOTE is read only; keys are added on the key servers";

    private final RemoteKeyProvider provider;
    private final Predicate<RemotePrivateKey> wanted;
    /** Set before use: {@link KeyStore} itself rejects calls before a store is loaded. */
    private volatile KeyCluster cluster;

    /** A store that shows all keys, once it is loaded. */
    RemoteKeyStore(RemoteKeyProvider provider) {
        this(provider, null, key -> true);
    }

    private RemoteKeyStore(RemoteKeyProvider provider, KeyCluster cluster, Predicate<RemotePrivateKey> wanted) {
        this.provider = provider;
        this.cluster = cluster;
        this.wanted = wanted;
    }

    /** Returns a key store, loaded, that shows some of a cluster's keys. */
    static KeyStore of(RemoteKeyProvider provider, KeyCluster cluster, Predicate<RemotePrivateKey> wanted)
            throws KeyStoreException {
        try {
            KeyStore store = new KeyStore(new RemoteKeyStore(provider, cluster, wanted), provider,
                    RemoteKeyProvider.KEY_STORE) {};
            store.load(null);
            return store;
        } catch (IOException | GeneralSecurityException e) {
            throw new KeyStoreException(e.getMessage(), e);
        }
    }

    /** The query for the implementation of a key store of this type; no other type understands it. */
    static final class ClusterQuery implements KeyStore.LoadStoreParameter {
        private KeyCluster cluster;

        /** Returns the cluster of a key store of this type. */
        static KeyCluster of(KeyStore store) throws KeyStoreException {
            ClusterQuery query = new ClusterQuery();
            try {
                store.load(query);
            } catch (IOException | GeneralSecurityException e) {
                throw new KeyStoreException(e.getMessage(), e);
            }
            if (query.cluster == null) {
                throw new KeyStoreException("the key store has not been loaded; call its load method first");
            }
            return query.cluster;
        }

        @Override
        public KeyStore.ProtectionParameter getProtectionParameter() {
            return null;
        }
    }

    @Override
    public void engineLoad(KeyStore.LoadStoreParameter parameter) throws IOException {
        if (parameter instanceof ClusterQuery query) {
            query.cluster = cluster;
        } else if (cluster == null || parameter != null) {
            engineLoad(null, null);
        }
    }

    @Override
    public void engineLoad(InputStream content, char[] password) throws IOException {
        cluster = content == null ? provider.cluster()
                : provider.cluster(new String(content.readAllBytes(), StandardCharsets.UTF_8));
    }

    private RemotePrivateKey find(String alias) {
        RemoteKey key = alias == null ? null : cluster.keys().get(alias);
        return key == null ? null : wanted(key);
    }

    private RemotePrivateKey wanted(RemoteKey key) {
        RemotePrivateKey made = key.granted().isEmpty() ? null : RemotePrivateKey.of(cluster, key);
        return made != null && wanted.test(made) ? made : null;
    }

    private List<String> names() {
        return cluster.keys().values().stream().filter(key -> wanted(key) != null).map(RemoteKey::name).toList();
    }

    @Override
    public Key engineGetKey(String alias, char[] password) {
        return find(alias);
    }

    @Override
    public KeyStore.Entry engineGetEntry(String alias, KeyStore.ProtectionParameter protection) {
        RemotePrivateKey key = find(alias);
        return key == null ? null : new KeyStore.PrivateKeyEntry(key, key.certificates());
    }

    @Override
    public Certificate[] engineGetCertificateChain(String alias) {
        RemotePrivateKey key = find(alias);
        return key == null ? null : key.certificates();
    }

    @Override
    public Certificate engineGetCertificate(String alias) {
        Certificate[] chain = engineGetCertificateChain(alias);
        return chain == null ? null : chain[0];
    }

    /** Returns the start of its certificate's validity; the servers report no other date. */
    @Override
    public Date engineGetCreationDate(String alias) {
        RemoteKey key = find(alias) == null ? null : cluster.keys().get(alias);
        return key == null ? null : key.certificate().getNotBefore();
    }

    @Override
    public Enumeration<String> engineAliases() {
        return Collections.enumeration(names());
    }

    @Override
    public boolean engineContainsAlias(String alias) {
        return find(alias) != null;
    }

    @Override
    public int engineSize() {
        return names().size();
    }

    @Override
    public boolean engineIsKeyEntry(String alias) {
        return find(alias) != null;
    }

    @Override
    public boolean engineIsCertificateEntry(String alias) {
        return false;
    }

    @Override
    public String engineGetCertificateAlias(Certificate certificate) {
        return cluster.keys().values().stream()
                .filter(key -> key.certificate().equals(certificate) && wanted(key) != null)
                .map(RemoteKey::name).findFirst().orElse(null);
    }

    @Override
    public void engineSetKeyEntry(String alias, Key key, char[] password, Certificate[] chain)
            throws KeyStoreException {
        throw new KeyStoreException(READ_ONLY);
    }

    @Override
    public void engineSetKeyEntry(String alias, byte[] key, Certificate[] chain) throws KeyStoreException {
        throw new KeyStoreException(READ_ONLY);
    }

    @Override
    public void engineSetCertificateEntry(String alias, Certificate certificate) throws KeyStoreException {
        throw new KeyStoreException(READ_ONLY);
    }

    @Override
    public void engineDeleteEntry(String alias) throws KeyStoreException {
        throw new KeyStoreException(READ_ONLY);
    }

    @Override
    public void engineStore(OutputStream out, char[] password) {
        throw new UnsupportedOperationException(READ_ONLY);
    }

    @Override
    public void engineStore(KeyStore.LoadStoreParameter parameter) {
        throw new UnsupportedOperationException(READ_ONLY);
    }
}
