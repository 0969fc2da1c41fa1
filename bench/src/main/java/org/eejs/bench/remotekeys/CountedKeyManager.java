package org.eejs.bench.remotekeys;

import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.List;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;

/**
 * A client's key manager that has one key, whose signatures {@link CountedSignatures} counts. It does not choose:
 * of the keys of a domain the same one is measured wherever it lives. Immutable; thread-safe.
 */
final class CountedKeyManager extends X509ExtendedKeyManager {
    private static final String ALIAS = "client";

    private final PrivateKey key;
    private final List<X509Certificate> chain;

    CountedKeyManager(PrivateKey key, List<X509Certificate> chain) {
        this.key = CountedSignatures.counted(key);
        this.chain = List.copyOf(chain);
    }

    @Override
    public PrivateKey getPrivateKey(String alias) {
        return key;
    }

    @Override
    public X509Certificate[] getCertificateChain(String alias) {
        return chain.toArray(X509Certificate[]::new);
    }

    @Override
    public String chooseEngineClientAlias(String[] keyTypes, Principal[] issuers, SSLEngine engine) {
        return Arrays.asList(keyTypes).contains(key.getAlgorithm()) ? ALIAS : null;
    }

    @Override
    public String chooseClientAlias(String[] keyTypes, Principal[] issuers, Socket socket) {
        return chooseEngineClientAlias(keyTypes, issuers, null);
    }

    @Override
    public String chooseServerAlias(String keyType, Principal[] issuers, Socket socket) {
        return null;
    }

    @Override
    public String[] getClientAliases(String keyType, Principal[] issuers) {
        return new String[] {ALIAS};
    }

    @Override
    public String[] getServerAliases(String keyType, Principal[] issuers) {
        return new String[0];
    }
}
