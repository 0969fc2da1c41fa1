package org.eejs.bench.tls;

import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.concurrent.atomic.LongAdder;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;

/** Counts how often a key manager is asked for its private key: once in a full handshake. Thread-safe. */
public class CountingKeyManager extends X509ExtendedKeyManager {
    private final X509ExtendedKeyManager counted;
    private final LongAdder keysGiven = new LongAdder();

    public CountingKeyManager(X509ExtendedKeyManager counted) {
        this.counted = counted;
    }

    /** Returns how many private keys were requested so far. */
    public long keysGiven() {
        return keysGiven.sum();
    }

    @Override
    public PrivateKey getPrivateKey(String alias) {
        keysGiven.increment();
        return counted.getPrivateKey(alias);
    }

    @Override
    public X509Certificate[] getCertificateChain(String alias) {
        return counted.getCertificateChain(alias);
    }

    @Override
    public String chooseEngineServerAlias(String keyType, Principal[] issuers, SSLEngine engine) {
        return counted.chooseEngineServerAlias(keyType, issuers, engine);
    }

    @Override
    public String chooseEngineClientAlias(String[] keyTypes, Principal[] issuers, SSLEngine engine) {
        return counted.chooseEngineClientAlias(keyTypes, issuers, engine);
    }

    @Override
    public String chooseServerAlias(String keyType, Principal[] issuers, Socket socket) {
        return counted.chooseServerAlias(keyType, issuers, socket);
    }

    @Override
    public String chooseClientAlias(String[] keyTypes, Principal[] issuers, Socket socket) {
        return counted.chooseClientAlias(keyTypes, issuers, socket);
    }

    @Override
    public String[] getServerAliases(String keyType, Principal[] issuers) {
        return counted.getServerAliases(keyType, issuers);
    }

    @Override
    public String[] getClientAliases(String keyType, Principal[] issuers) {
        return counted.getClientAliases(keyType, issuers);
    }
}
