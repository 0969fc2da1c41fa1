package org.eejs.remotekey;

import java.io.IOException;
import java.math.BigInteger;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.InvalidAlgorithmParameterException;
import java.security.InvalidKeyException;
import java.security.ProviderException;
import java.security.SignatureException;
import java.security.spec.AlgorithmParameterSpec;
import org.bouncycastle.crypto.signers.PlainDSAEncoding;
import org.bouncycastle.crypto.signers.StandardDSAEncoding;
import org.eejs.remotekey.cluster.KeyClusterException;
import org.eejs.remotekey.signature.SignatureScheme;

/**
 * Signatures by one remote key and one algorithm. It refuses a key that the servers do not grant before it signs: that
 * is how JSSE learns to try the next scheme, such as PKCS#1 where PSS is not granted. Not thread-safe.
 */
final class RemoteSigner {
    private final RemoteAlgorithm algorithm;
    private final RemotePrivateKey key;
    private final SignatureInput input;
    /** The scheme that parameters chose; {@code null} while they or the input have to. */
    private SignatureScheme scheme;
    /** The digest whose signature failed: a caller that tries again means that message. */
    private SignatureInput.Digested unsigned;

    /**
     * Makes a signer.
     *
     * @param parameters {@code null} for none
     * @throws InvalidKeyException if the key must not or cannot sign so
     */
    RemoteSigner(RemoteAlgorithm algorithm, RemotePrivateKey key, AlgorithmParameterSpec parameters)
            throws InvalidKeyException {
        this.algorithm = algorithm;
        this.key = key;
        this.input = algorithm.ofDigests() ? new SignatureInput.OfDigest(algorithm)
                : new SignatureInput.OfMessage(algorithm);
        algorithm.checkGrant(key);
        try {
            use(algorithm.scheme(parameters));
        } catch (InvalidAlgorithmParameterException e) {
            throw new InvalidKeyException(e.getMessage(), e);
        }
    }

    private void use(SignatureScheme chosen) throws InvalidAlgorithmParameterException {
        if (chosen == null) {
            return;
        }
        if (!key.isGranted(chosen)) {
            throw new InvalidAlgorithmParameterException(RemoteAlgorithm.refusal(key, chosen));
        }
        input.use(chosen);
        scheme = chosen;
    }

    /** Changes the parameters, but not within a message. */
    void setParameters(AlgorithmParameterSpec parameters) throws InvalidAlgorithmParameterException {
        if (unsigned != null || input.hasBegun()) {
            throw new InvalidAlgorithmParameterException("parameters cannot change within a message");
        }
        if (parameters == null && algorithm.needsParameters()) {
            throw new InvalidAlgorithmParameterException(algorithm.name() + " needs parameters");
        }
        use(algorithm.scheme(parameters));
    }

    /** Returns the parameters in force, or {@code null} if there are none. */
    AlgorithmParameters parameters() {
        if (scheme == null || scheme.parameters() == null) {
            return null;
        }
        try {
            AlgorithmParameters made = AlgorithmParameters.getInstance("RSASSA-PSS");
            made.init(scheme.parameters());
            return made;
        } catch (GeneralSecurityException e) {
            throw new ProviderException("no provider has parameters of RSASSA-PSS", e);
        }
    }

    /** Takes a part of the input. */
    void update(byte[] bytes, int offset, int length) throws SignatureException {
        if (unsigned != null) {
            throw new SignatureException("the signature before this one failed: call sign again, or initSign");
        }
        input.update(bytes, offset, length);
    }

    /** Signs all input since the last signature. */
    byte[] sign() throws SignatureException {
        SignatureInput.Digested digested = unsigned != null ? unsigned : input.end();
        if (!key.isGranted(digested.scheme())) {
            throw new SignatureException(RemoteAlgorithm.refusal(key, digested.scheme()));
        }
        try {
            byte[] signature = key.sign(digested.scheme().algorithm(), digested.digest());
            unsigned = null;
            return algorithm.p1363() ? p1363(signature) : signature;
        } catch (KeyClusterException e) {
            unsigned = digested;
            throw new SignatureException(e.getMessage(), e);
        }
    }

    private byte[] p1363(byte[] der) throws SignatureException {
        BigInteger order = ((RemotePrivateKey.Ec) key).getParams().getOrder();
        try {
            BigInteger[] numbers = StandardDSAEncoding.INSTANCE.decode(order, der);
            return PlainDSAEncoding.INSTANCE.encode(order, numbers[0], numbers[1]);
        } catch (IOException | RuntimeException e) {
            throw new SignatureException("the key server's signature is not the DER of ECDSA", e);
        }
    }
}
