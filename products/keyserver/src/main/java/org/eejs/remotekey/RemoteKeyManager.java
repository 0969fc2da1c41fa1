package org.eejs.remotekey;

import java.math.BigInteger;
import java.net.Socket;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECKey;
import java.security.interfaces.RSAKey;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.security.spec.InvalidParameterSpecException;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.X509ExtendedKeyManager;
import javax.net.ssl.X509KeyManager;
import org.eejs.remotekey.cluster.KeyCluster;
import org.eejs.remotekey.protocol.SignatureAlgorithm;

/**
 * A key manager that chooses with the JDK's PKIX key manager among the keys that the servers grant now. For TLS 1.3 it
 * shows that manager only the keys whose grants are useful there: RSASSA-PSS for RSA, and the curve's own digest for
 * ECDSA.
 *
 * <p>Thread-safe.
 */
final class RemoteKeyManager extends X509ExtendedKeyManager {
    /** Prefix of aliases that were chosen for TLS 1.3. */
    private static final String NEW = "tls13 ";
    private static final String OLD = "tls12 ";

    /** Prefix of the key types that Bouncy Castle asks for in TLS 1.3, such as EC/secp256r1. */
    private static final String ON_CURVE = "EC/";

    private final RemoteKeyProvider provider;
    private final KeyCluster cluster;
    private final KeyStore keys;
    private final X509ExtendedKeyManager choiceForNew;
    private final X509ExtendedKeyManager choiceForOld;
    private final Map<String, X509ExtendedKeyManager> onCurve = new ConcurrentHashMap<>();

    RemoteKeyManager(RemoteKeyProvider provider, KeyCluster cluster) throws GeneralSecurityException {
        this.provider = provider;
        this.cluster = cluster;
        keys = RemoteKeyStore.of(provider, cluster, key -> true);
        choiceForNew = jdk(RemoteKeyStore.of(provider, cluster, RemoteKeyManager::isForNew));
        choiceForOld = jdk(keys);
    }

    private static X509ExtendedKeyManager jdk(KeyStore store) throws GeneralSecurityException {
        // This one reads the store for each handshake; the other one of the JDK, SunX509, only once. The name PKIX may
        // lead to another provider.
        KeyManagerFactory factory = KeyManagerFactory.getInstance("NewSunX509");
        factory.init(store, new char[0]);
        return (X509ExtendedKeyManager) factory.getKeyManagers()[0];
    }

    /** Returns whether TLS 1.3 knows a scheme that the key may sign by (RFC 8446, 4.2.3). */
    private static boolean isForNew(RemotePrivateKey key) {
        if (key instanceof RSAKey) {
            return key.isGrantedPss();
        }
        return key.isGranted(switch (((ECKey) key).getParams().getOrder().bitLength()) {
            case 256 -> SignatureAlgorithm.ECDSA_SHA256;
            case 384 -> SignatureAlgorithm.ECDSA_SHA384;
            default -> SignatureAlgorithm.ECDSA_SHA512;
        });
    }

    @Override
    public String chooseClientAlias(String[] keyTypes, Principal[] issuers, Socket socket) {
        return choose(session(socket), keyTypes, (jdk, types) -> jdk.chooseClientAlias(types, issuers, socket));
    }

    @Override
    public String chooseEngineClientAlias(String[] keyTypes, Principal[] issuers, SSLEngine engine) {
        return choose(session(engine), keyTypes, (jdk, types) -> jdk.chooseEngineClientAlias(types, issuers, engine));
    }

    @Override
    public String chooseServerAlias(String keyType, Principal[] issuers, Socket socket) {
        return choose(session(socket), new String[] {keyType},
                (jdk, types) -> jdk.chooseServerAlias(types[0], issuers, socket));
    }

    @Override
    public String chooseEngineServerAlias(String keyType, Principal[] issuers, SSLEngine engine) {
        return choose(session(engine), new String[] {keyType},
                (jdk, types) -> jdk.chooseEngineServerAlias(types[0], issuers, engine));
    }

    private static SSLSession session(Socket socket) {
        return socket instanceof SSLSocket ssl ? ssl.getHandshakeSession() : null;
    }

    private static SSLSession session(SSLEngine engine) {
        return engine == null ? null : engine.getHandshakeSession();
    }

    private String choose(SSLSession session, String[] keyTypes,
            BiFunction<X509ExtendedKeyManager, String[], String> asked) {
        boolean isNew = session != null && session.getProtocol().equals("TLSv1.3");
        X509ExtendedKeyManager all = isNew ? choiceForNew : choiceForOld;
        String chosen = null;
        if (keyTypes == null || Arrays.stream(keyTypes).noneMatch(type -> type.startsWith(ON_CURVE))) {
            chosen = asked.apply(all, jdkTypes(keyTypes));
        } else {
            for (int i = 0; i < keyTypes.length && chosen == null; i++) {
                X509ExtendedKeyManager some = keyTypes[i].startsWith(ON_CURVE)
                        ? onCurve.computeIfAbsent(keyTypes[i].substring(ON_CURVE.length()), this::onCurve) : all;
                chosen = asked.apply(some, jdkTypes(keyTypes[i]));
            }
        }
        return chosen == null ? null : (isNew ? NEW : OLD) + chosen;
    }

    /** Translates Bouncy Castle's types of keys: for TLS 1.2 its servers ask by key exchange, for TLS 1.3 by curve. */
    private static String[] jdkTypes(String... keyTypes) {
        return keyTypes == null ? null : Arrays.stream(keyTypes).map(type -> switch (type) {
            case "ECDHE_ECDSA" -> "EC";
            case "ECDHE_RSA", "DHE_RSA" -> "RSA";
            default -> type.startsWith(ON_CURVE) ? "EC" : type;
        }).toArray(String[]::new);
    }

    private X509ExtendedKeyManager onCurve(String curve) {
        try {
            BigInteger order = order(curve);
            return jdk(RemoteKeyStore.of(provider, cluster, key -> key instanceof ECKey ec
                    && ec.getParams().getOrder().equals(order) && isForNew(key)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the JDK makes no key manager for keys on " + curve, e);
        }
    }

    /** Returns the order of a curve, or {@code null} if the JDK does not know it. */
    private static BigInteger order(String curve) throws GeneralSecurityException {
        AlgorithmParameters parameters = AlgorithmParameters.getInstance("EC");
        try {
            parameters.init(new ECGenParameterSpec(curve));
        } catch (InvalidParameterSpecException e) {
            return null;
        }
        return parameters.getParameterSpec(ECParameterSpec.class).getOrder();
    }

    @Override
    public String[] getClientAliases(String keyType, Principal[] issuers) {
        return named(choiceForOld.getClientAliases(keyType, issuers));
    }

    @Override
    public String[] getServerAliases(String keyType, Principal[] issuers) {
        return named(choiceForOld.getServerAliases(keyType, issuers));
    }

    private static String[] named(String[] aliases) {
        return aliases == null ? null : Arrays.stream(aliases).map(OLD::concat).toArray(String[]::new);
    }

    @Override
    public X509Certificate[] getCertificateChain(String alias) {
        return found(alias, X509KeyManager::getCertificateChain, RemotePrivateKey::certificates);
    }

    @Override
    public PrivateKey getPrivateKey(String alias) {
        return found(alias, X509KeyManager::getPrivateKey, key -> key);
    }

    /** Looks up a choice of one of the JDK's key managers, and also a key by its own name, which Tomcat asks for. */
    private <T> T found(String alias, BiFunction<X509KeyManager, String, T> lookup, Function<RemotePrivateKey, T> own) {
        if (alias == null) {
            return null;
        }
        if (alias.startsWith(NEW)) {
            return lookup.apply(choiceForNew, alias.substring(NEW.length()));
        }
        if (alias.startsWith(OLD)) {
            return lookup.apply(choiceForOld, alias.substring(OLD.length()));
        }
        try {
            RemotePrivateKey key = (RemotePrivateKey) keys.getKey(alias, null);
            return key == null ? null : own.apply(key);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("a loaded key store was asked", e);
        }
    }
}
