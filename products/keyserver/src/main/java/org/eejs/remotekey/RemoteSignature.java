package org.eejs.remotekey;

import java.io.IOException;
import java.math.BigInteger;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.InvalidAlgorithmParameterException;
import java.security.InvalidKeyException;
import java.security.InvalidParameterException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.PrivateKey;
import java.security.ProviderException;
import java.security.PublicKey;
import java.security.SignatureException;
import java.security.SignatureSpi;
import java.security.spec.AlgorithmParameterSpec;
import java.security.spec.MGF1ParameterSpec;
import java.security.spec.PSSParameterSpec;
import java.util.Arrays;
import org.bouncycastle.crypto.signers.PlainDSAEncoding;
import org.bouncycastle.crypto.signers.StandardDSAEncoding;
import org.eejs.remotekey.cluster.KeyClusterException;
import org.eejs.remotekey.signature.SignatureScheme;

/**
 * Signs with a remote key: digests here, and sends the digest. What the servers do not grant a key is refused with the
 * key, before anything is signed: that is how JSSE learns to go on to the next scheme, such as PKCS#1 where PSS is not
 * granted. Public keys are left to other providers.
 */
class RemoteSignature extends SignatureSpi {
    private final Class<? extends RemotePrivateKey> keys;
    private SignatureScheme scheme;
    private MessageDigest digest;
    private RemotePrivateKey key;
    private boolean digesting;
    /** The digest of a message whose signature failed: who tries again means that message. */
    private byte[] unsigned;

    /**
     * A signature that signs by one scheme.
     *
     * @param keys of which class its keys must be
     */
    RemoteSignature(Class<? extends RemotePrivateKey> keys, SignatureScheme scheme)
            throws NoSuchAlgorithmException {
        this.keys = keys;
        use(scheme);
    }

    /** One whose scheme follows from parameters that are not there yet. */
    RemoteSignature(Class<? extends RemotePrivateKey> keys) {
        this.keys = keys;
    }

    /** A scheme may only be set while nothing is digested. */
    private void use(SignatureScheme chosen) throws NoSuchAlgorithmException {
        digest = MessageDigest.getInstance(chosen.digest().algorithm());
        scheme = chosen;
    }

    @Override
    protected void engineInitSign(PrivateKey privateKey) throws InvalidKeyException {
        if (!keys.isInstance(privateKey)) {
            throw new InvalidKeyException("not a key of this provider's key store and of this algorithm: "
                    + (privateKey == null ? "null" : privateKey.getClass().getName()));
        }
        RemotePrivateKey remote = keys.cast(privateKey);
        checkGrant(remote, scheme);
        key = remote;
        digesting = false;
        unsigned = null;
        if (digest != null) {
            digest.reset();
        }
    }

    /** Whether a key may be used so; for a scheme that is not chosen yet, whether it may be used at all. */
    void checkGrant(RemotePrivateKey remote, SignatureScheme wanted) throws InvalidKeyException {
        if (wanted != null && !remote.isGranted(wanted.algorithm())) {
            throw new InvalidKeyException("the key servers' policy does not grant key '" + remote.name() + "' "
                    + wanted + " to this client");
        }
    }

    @Override
    protected void engineInitVerify(PublicKey publicKey) throws InvalidKeyException {
        throw new InvalidKeyException("EEJSRemote only signs; verify with another provider, by naming none");
    }

    @Override
    protected void engineUpdate(byte b) throws SignatureException {
        updated().update(b);
    }

    @Override
    protected void engineUpdate(byte[] bytes, int offset, int length) throws SignatureException {
        updated().update(bytes, offset, length);
    }

    private MessageDigest updated() throws SignatureException {
        if (unsigned != null) {
            throw new SignatureException("the signature before this one failed: call sign again, or initSign");
        }
        digesting = true;
        return digest();
    }

    private MessageDigest digest() throws SignatureException {
        if (digest == null) {
            throw new SignatureException("RSASSA-PSS needs its parameters first: call setParameter");
        }
        return digest;
    }

    @Override
    protected byte[] engineSign() throws SignatureException {
        byte[] digested = unsigned != null ? unsigned : digest().digest();
        digesting = false;
        try {
            byte[] signature = key.sign(scheme.algorithm(), digested);
            unsigned = null;
            return signature;
        } catch (KeyClusterException e) {
            unsigned = digested;
            throw new SignatureException(e.getMessage(), e);
        }
    }

    @Override
    protected boolean engineVerify(byte[] signature) throws SignatureException {
        throw new SignatureException("EEJSRemote only signs; verify with another provider, by naming none");
    }

    @Override
    protected void engineSetParameter(AlgorithmParameterSpec params) throws InvalidAlgorithmParameterException {
        if (params != null) {
            throw new InvalidAlgorithmParameterException("this algorithm has no parameters");
        }
    }

    @Override
    protected AlgorithmParameters engineGetParameters() {
        return null;
    }

    @Deprecated
    @Override
    protected void engineSetParameter(String name, Object value) {
        throw new InvalidParameterException("there is no parameter " + name);
    }

    @Deprecated
    @Override
    protected Object engineGetParameter(String name) {
        throw new InvalidParameterException("there is no parameter " + name);
    }

    /** RSASSA-PSS, whose parameters say the rest: the salt as long as the digest, MGF1 with the same digest. */
    static final class Pss extends RemoteSignature {
        private PSSParameterSpec parameters;

        Pss() {
            super(RemotePrivateKey.Rsa.class);
        }

        @Override
        void checkGrant(RemotePrivateKey remote, SignatureScheme wanted) throws InvalidKeyException {
            super.checkGrant(remote, wanted);
            if (!remote.isGrantedPss()) {
                throw new InvalidKeyException("the key servers' policy does not grant key '" + remote.name()
                        + "' RSASSA-PSS to this client");
            }
        }

        @Override
        protected void engineSetParameter(AlgorithmParameterSpec params) throws InvalidAlgorithmParameterException {
            if (super.digesting || super.unsigned != null) {
                throw new InvalidAlgorithmParameterException("parameters cannot change within a message");
            }
            SignatureScheme found = scheme(params);
            try {
                if (super.key != null) {
                    super.checkGrant(super.key, found);
                }
                super.use(found);
            } catch (InvalidKeyException | NoSuchAlgorithmException e) {
                throw new InvalidAlgorithmParameterException(e.getMessage(), e);
            }
            parameters = found.parameters();
        }

        private static SignatureScheme scheme(AlgorithmParameterSpec asked)
                throws InvalidAlgorithmParameterException {
            if (!(asked instanceof PSSParameterSpec pss)) {
                throw new InvalidAlgorithmParameterException("RSASSA-PSS needs a PSSParameterSpec, not "
                        + (asked == null ? "null" : asked.getClass().getName()));
            }
            return Arrays.stream(SignatureScheme.values())
                    .filter(scheme -> scheme.parameters() != null && isLike(scheme.parameters(), pss))
                    .findAny().orElseThrow(() -> new InvalidAlgorithmParameterException("key servers know RSASSA-PSS "
                            + "by SHA-256, SHA-384 or SHA-512, with MGF1 by the same digest, a salt as long as the "
                            + "digest, and trailer field 1; not " + pss));
        }

        private static boolean isLike(PSSParameterSpec known, PSSParameterSpec asked) {
            return known.getDigestAlgorithm().equalsIgnoreCase(asked.getDigestAlgorithm())
                    && known.getMGFAlgorithm().equalsIgnoreCase(asked.getMGFAlgorithm())
                    && asked.getMGFParameters() instanceof MGF1ParameterSpec mask
                    && known.getDigestAlgorithm().equalsIgnoreCase(mask.getDigestAlgorithm())
                    && known.getSaltLength() == asked.getSaltLength()
                    && known.getTrailerField() == asked.getTrailerField();
        }

        @Override
        protected AlgorithmParameters engineGetParameters() {
            if (parameters == null) {
                return null;
            }
            try {
                AlgorithmParameters made = AlgorithmParameters.getInstance("RSASSA-PSS");
                made.init(parameters);
                return made;
            } catch (GeneralSecurityException e) {
                throw new ProviderException("no provider has parameters of RSASSA-PSS", e);
            }
        }
    }

    /** ECDSA whose signature is the two numbers in a row, as XML signatures have it. */
    static final class P1363 extends RemoteSignature {
        P1363(SignatureScheme scheme) throws NoSuchAlgorithmException {
            super(RemotePrivateKey.Ec.class, scheme);
        }

        @Override
        protected byte[] engineSign() throws SignatureException {
            BigInteger order = ((RemotePrivateKey.Ec) super.key).getParams().getOrder();
            byte[] der = super.engineSign();
            try {
                BigInteger[] numbers = StandardDSAEncoding.INSTANCE.decode(order, der);
                return PlainDSAEncoding.INSTANCE.encode(order, numbers[0], numbers[1]);
            } catch (IOException | RuntimeException e) {
                throw new SignatureException("the key server's signature is not the DER of ECDSA", e);
            }
        }
    }
}
