package org.eejs.remotekey;

import java.io.ByteArrayOutputStream;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.InvalidAlgorithmParameterException;
import java.security.InvalidKeyException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.ProviderException;
import java.security.SignatureException;
import java.security.spec.AlgorithmParameterSpec;
import java.util.Arrays;
import org.eejs.pki.EcdsaForm;
import org.eejs.remotekey.cluster.KeyClusterException;
import org.eejs.remotekey.signature.SignatureScheme;
import org.eejs.remotekey.signature.SignatureScheme.Padding;

/**
 * Signatures by one remote key and one algorithm. It refuses a key that the servers do not grant before it signs. So
 * JSSE learns to try the next scheme, such as PKCS#1 if PSS is not granted. Not thread-safe.
 */
final class RemoteSigner {
    private final RemoteAlgorithm algorithm;
    private final RemotePrivateKey key;
    /** A digest that the caller made, if the algorithm is of digests. */
    private final ByteArrayOutputStream given = new ByteArrayOutputStream();
    private MessageDigest digest;
    private boolean begun;
    /** The scheme that parameters chose; {@code null} while parameters or the input still have to. */
    private SignatureScheme scheme;
    /** The digest whose signature failed: a caller that tries again means that message. */
    private Digested unsigned;

    /** The whole input, digested, and the scheme that signs it. */
    private record Digested(SignatureScheme scheme, byte[] digest) {}

    /**
     * Creates a signer.
     *
     * @param parameters {@code null} for none
     * @throws InvalidKeyException if the key must not or cannot sign so
     */
    RemoteSigner(RemoteAlgorithm algorithm, RemotePrivateKey key, AlgorithmParameterSpec parameters)
            throws InvalidKeyException {
        this.algorithm = algorithm;
        this.key = key;
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
        try {
            digest = MessageDigest.getInstance(chosen.digest().algorithm());
        } catch (NoSuchAlgorithmException e) {
            throw new ProviderException("no provider has " + chosen.digest().algorithm(), e);
        }
        scheme = chosen;
    }

    /** Changes the parameters, but not within a message. */
    void setParameters(AlgorithmParameterSpec parameters) throws InvalidAlgorithmParameterException {
        if (unsigned != null || begun) {
            throw new InvalidAlgorithmParameterException("parameters do not change within a message");
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

    /** Adds a part of the input. */
    void update(byte[] bytes, int offset, int length) throws SignatureException {
        if (unsigned != null) {
            throw new SignatureException("the signature before this one failed: call sign again, or initSign");
        }
        if (!algorithm.ofDigests()) {
            digest().update(bytes, offset, length);
        } else if (length <= longest() - given.size()) {
            given.write(bytes, offset, length);
        } else {
            given.reset();
            begun = false;
            throw refused();
        }
        begun = true;
    }

    private MessageDigest digest() throws SignatureException {
        if (digest == null) {
            throw new SignatureException(algorithm.name() + " needs its parameters first: call setParameter");
        }
        return digest;
    }

    private int longest() {
        return algorithm.schemes().stream().mapToInt(each -> prefix(each).length + each.digest().length())
                .max().orElseThrow();
    }

    /** Returns the bytes before a digest: its DER in a DigestInfo, exactly; none for ECDSA. */
    private static byte[] prefix(SignatureScheme scheme) {
        return scheme.padding() == Padding.PKCS1 ? scheme.digest().prefix() : new byte[0];
    }

    /**
     * Returns the digest of the input, and forgets the input. A digest from the caller decides the scheme, whose grant
     * is checked: for RSA by the algorithm that the DigestInfo names (RFC 8017, 9.2), for ECDSA by its length. All
     * other input is rejected, because a raw signature could mean anything.
     */
    private Digested end() throws SignatureException {
        begun = false;
        if (!algorithm.ofDigests()) {
            return new Digested(scheme, digest().digest());
        }
        byte[] input = given.toByteArray();
        given.reset();
        for (SignatureScheme each : algorithm.schemes()) {
            byte[] prefix = prefix(each);
            if (input.length == prefix.length + each.digest().length()
                    && Arrays.equals(input, 0, prefix.length, prefix, 0, prefix.length)) {
                return new Digested(each, Arrays.copyOfRange(input, prefix.length, input.length));
            }
        }
        throw refused();
    }

    private SignatureException refused() {
        return new SignatureException(algorithm.name() + " by a remote key signs only "
                + (algorithm.schemes().get(0).padding() == Padding.PKCS1
                ? "the DER of a DigestInfo of SHA-256, SHA-384 or SHA-512" : "a digest of 32, 48 or 64 bytes"));
    }

    /** Signs all input since the last signature. */
    byte[] sign() throws SignatureException {
        Digested digested = unsigned != null ? unsigned : end();
        if (!key.isGranted(digested.scheme())) {
            throw new SignatureException(RemoteAlgorithm.refusal(key, digested.scheme()));
        }
        try {
            byte[] signature = key.sign(digested.scheme().algorithm(), digested.digest());
            unsigned = null;
            return algorithm.p1363() ? EcdsaForm.plain((RemotePrivateKey.Ec) key, signature) : signature;
        } catch (KeyClusterException e) {
            unsigned = digested;
            throw new SignatureException(e.getMessage(), e);
        }
    }
}
