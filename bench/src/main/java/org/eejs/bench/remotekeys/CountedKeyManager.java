package org.eejs.bench.remotekeys;

import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;

/**
 * The key manager that an application would have, but that {@link CountedSignatures} counts the signatures of its key.
 * It chooses as it does, and then the key that is to be measured is taken by its name: there are others of other kinds.
 * Thread-safe.
 */
final class CountedKeyManager extends X509ExtendedKeyManager {
    private final X509ExtendedKeyManager own;
    private final String alias;
    /** What is signed with instead of the manager's own object; null for that. */
    private final PrivateKey key;

    /**
     * Counts.
     *
     * @param own of the provider that has the key
     * @param open the key that must sign
     * @param alias its name
     */
    CountedKeyManager(X509ExtendedKeyManager own, SweepFolder.OpenKey open, String alias) {
        this.own = own;
        this.alias = alias;
        this.key = open.isRemote() ? null : open.key();
    }

    @Override
    public PrivateKey getPrivateKey(String name) {
        return CountedSignatures.counted(key == null ? own.getPrivateKey(name) : key);
    }

    @Override
    public X509Certificate[] getCertificateChain(String name) {
        return own.getCertificateChain(name);
    }

    @Override
    public String chooseEngineClientAlias(String[] keyTypes, Principal[] issuers, SSLEngine engine) {
        return own.chooseEngineClientAlias(keyTypes, issuers, engine) == null ? null : alias;
    }

    @Override
    public String chooseClientAlias(String[] keyTypes, Principal[] issuers, Socket socket) {
        throw new UnsupportedOperationException("handshakes are between engines");
    }

    @Override
    public String chooseServerAlias(String keyType, Principal[] issuers, Socket socket) {
        return null;
    }

    @Override
    public String[] getClientAliases(String keyType, Principal[] issuers) {
        return own.getClientAliases(keyType, issuers);
    }

    @Override
    public String[] getServerAliases(String keyType, Principal[] issuers) {
        return null;
    }
}
