package org.eejs.remotekey;

import java.io.InvalidObjectException;
import java.io.NotSerializableException;
import java.io.ObjectInputStream;
import java.math.BigInteger;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECKey;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.AlgorithmParameterSpec;
import java.security.spec.ECParameterSpec;
import java.util.Objects;
import java.util.Set;
import org.eejs.remotekey.cluster.KeyCluster;
import org.eejs.remotekey.cluster.KeyClusterException;
import org.eejs.remotekey.cluster.RemoteKey;
import org.eejs.remotekey.protocol.SignatureAlgorithm;
import org.eejs.remotekey.signature.SignatureScheme;

/**
 * A private key that signs on key servers. It has no encoded form. JSSE and other providers check a key's class, so
 * each kind of key has its own class. It is not the class of a private key with known numbers, because the JDK's own
 * providers would use such a key themselves.
 *
 * <p>Immutable, thread-safe, not serialisable.
 */
abstract class RemotePrivateKey implements PrivateKey {
    private static final long serialVersionUID = 1L;

    private final transient KeyCluster cluster;
    private final transient RemoteKey key;

    RemotePrivateKey(KeyCluster cluster, RemoteKey key) {
        this.cluster = cluster;
        this.key = key;
    }

    /** Returns the private key of a listed one, or {@code null} if it is neither of RSA nor of elliptic curves. */
    static RemotePrivateKey of(KeyCluster cluster, RemoteKey key) {
        PublicKey publicKey = key.certificate().getPublicKey();
        if (publicKey instanceof RSAPublicKey) {
            return new Rsa(cluster, key);
        }
        return publicKey instanceof ECPublicKey ? new Ec(cluster, key) : null;
    }

    /** An RSA key. JSSE judges its size by the modulus. */
    static final class Rsa extends RemotePrivateKey implements RSAKey {
        private static final long serialVersionUID = 1L;

        Rsa(KeyCluster cluster, RemoteKey key) {
            super(cluster, key);
        }

        @Override
        public BigInteger getModulus() {
            return ((RSAPublicKey) publicKey()).getModulus();
        }

        /** Overrides two defaults: since JDK 22 both {@code RSAKey} and {@code PrivateKey} have this method. */
        @Override
        public AlgorithmParameterSpec getParams() {
            return ((RSAPublicKey) publicKey()).getParams();
        }
    }

    /** A key of an elliptic curve. JSSE chooses the digest by its curve. */
    static final class Ec extends RemotePrivateKey implements ECKey {
        private static final long serialVersionUID = 1L;

        Ec(KeyCluster cluster, RemoteKey key) {
            super(cluster, key);
        }

        @Override
        public ECParameterSpec getParams() {
            return ((ECPublicKey) publicKey()).getParams();
        }
    }

    /** Signs a digest, on the servers. */
    byte[] sign(SignatureAlgorithm algorithm, byte[] digest) throws KeyClusterException {
        return cluster.sign(key, algorithm, digest);
    }

    String name() {
        return key.name();
    }

    PublicKey publicKey() {
        return key.certificate().getPublicKey();
    }

    X509Certificate[] certificates() {
        return key.chain().toArray(X509Certificate[]::new);
    }

    /** Returns what this client may do with it, as the servers reported. */
    Set<SignatureAlgorithm> granted() {
        return key.granted();
    }

    /** Returns whether this client may use the key so, as the servers reported. */
    boolean isGranted(SignatureAlgorithm algorithm) {
        return key.granted().contains(algorithm);
    }

    /** Returns whether this client may use the key so, as the servers reported. */
    boolean isGranted(SignatureScheme scheme) {
        return isGranted(scheme.algorithm());
    }

    /** Returns whether it may sign by RSASSA-PSS with any digest, as TLS 1.3 requires of RSA keys. */
    boolean isGrantedPss() {
        return isGranted(SignatureAlgorithm.RSA_PSS_SHA256) || isGranted(SignatureAlgorithm.RSA_PSS_SHA384)
                || isGranted(SignatureAlgorithm.RSA_PSS_SHA512);
    }

    /** Returns the algorithm of the certificate's key, which JSSE compares. */
    @Override
    public final String getAlgorithm() {
        return publicKey().getAlgorithm();
    }

    @Override
    public final String getFormat() {
        return null;
    }

    @Override
    public final byte[] getEncoded() {
        return null;
    }

    @Override
    public final boolean equals(Object other) {
        return other instanceof RemotePrivateKey that && cluster == that.cluster && name().equals(that.name())
                && publicKey().equals(that.publicKey());
    }

    @Override
    public final int hashCode() {
        return Objects.hash(name(), publicKey());
    }

    @Override
    public final String toString() {
        return getAlgorithm() + " private key '" + name() + "' on key servers";
    }

    /** Throws always: without its connections, the key is useless. */
    protected final Object writeReplace() throws NotSerializableException {
        throw new NotSerializableException("a remote private key is not serialisable; load its key store there");
    }

    private void readObject(ObjectInputStream in) throws InvalidObjectException {
        throw new InvalidObjectException("a remote private key is not serialisable");
    }
}
