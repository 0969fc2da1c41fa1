package org.eejs.jsse.keys;

import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.function.Function;
import java.util.function.Supplier;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.eejs.jsse.runtime.Counters;

/**
 * The part of a key manager that answers handshakes. The JDK's key manager chooses among the certificates that are
 * served now, and the keys come from the same snapshot. Thread-safe; takes no lock.
 */
abstract class ChoosingKeyManager extends X509ExtendedKeyManager {
    /** Longer than a handshake takes from its first question to its last, unless its thread has to wait for long. */
    private static final long CHOOSING_NANOS = 1_000_000_000;

    /** Returns the keys that are served now; the first call reads them from the stores. */
    abstract Served served();

    /** Notes that the JDK's key manager is about to choose from a store that it reads itself each time. */
    abstract void used();

    @Override
    public String chooseClientAlias(String[] keyTypes, Principal[] issuers, Socket socket) {
        return choose(() -> KeyRequest.of(true, keyTypes, issuers, socket),
                jdk -> jdk.chooseClientAlias(keyTypes, issuers, socket));
    }

    @Override
    public String chooseEngineClientAlias(String[] keyTypes, Principal[] issuers, SSLEngine engine) {
        return choose(() -> KeyRequest.of(true, keyTypes, issuers, engine),
                jdk -> jdk.chooseEngineClientAlias(keyTypes, issuers, engine));
    }

    @Override
    public String chooseServerAlias(String keyType, Principal[] issuers, Socket socket) {
        return choose(() -> KeyRequest.of(false, new String[] {keyType}, issuers, socket),
                jdk -> jdk.chooseServerAlias(keyType, issuers, socket));
    }

    @Override
    public String chooseEngineServerAlias(String keyType, Principal[] issuers, SSLEngine engine) {
        return choose(() -> KeyRequest.of(false, new String[] {keyType}, issuers, engine),
                jdk -> jdk.chooseEngineServerAlias(keyType, issuers, engine));
    }

    private String choose(Supplier<KeyRequest> request, Function<X509ExtendedKeyManager, String> asked) {
        Served now = served();
        KeySnapshot snapshot = now.current;
        if (snapshot.isLive()) {
            used();
            return snapshot.choose(null, asked);
        }
        KeyRequest known = request.get();
        String chosen = snapshot.choose(known, asked);
        if (chosen != null || snapshot.size() == 0) {
            return chosen;
        }
        // A handshake asks for one type of key after the other. The store may have been replaced in between by one with
        // keys of another type. Then the first questions were answered from the earlier keys, and only those keys fit
        // the last question.
        KeySnapshot before = now.replacedWithin(CHOOSING_NANOS);
        return before == null ? null : before.choose(known, asked);
    }

    @Override
    public String[] getClientAliases(String keyType, Principal[] issuers) {
        KeySnapshot snapshot = served().current;
        return snapshot.names(snapshot.jdk().getClientAliases(keyType, issuers));
    }

    @Override
    public String[] getServerAliases(String keyType, Principal[] issuers) {
        KeySnapshot snapshot = served().current;
        return snapshot.names(snapshot.jdk().getServerAliases(keyType, issuers));
    }

    @Override
    public X509Certificate[] getCertificateChain(String alias) {
        Served now = served();
        KeyMaterial key = now.find(alias);
        return key != null ? key.chain() : now.current.isLive() ? now.current.jdk().getCertificateChain(alias) : null;
    }

    @Override
    public PrivateKey getPrivateKey(String alias) {
        Served now = served();
        KeyMaterial key = now.find(alias);
        PrivateKey found = key != null ? key.privateKey()
                : now.current.isLive() ? now.current.jdk().getPrivateKey(alias) : null;
        if (found != null) {
            Counters.PROCESS.handshakesServed.increment();
        }
        return found;
    }
}
