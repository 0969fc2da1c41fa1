package org.eejs.remotekey;

import java.security.AlgorithmParameters;
import java.security.InvalidAlgorithmParameterException;
import java.security.InvalidKeyException;
import java.security.InvalidParameterException;
import java.security.Key;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.SignatureException;
import java.security.SignatureSpi;
import java.security.spec.AlgorithmParameterSpec;

/**
 * A signature of the JCA that signs with remote keys. It passes everything else to the next provider: other keys,
 * verification, and their parameters. The JCA stays with the provider that it asked first, often before there is a key.
 * So if this provider only refused other keys, it would break them whenever it precedes their provider.
 */
final class RemoteSignature extends SignatureSpi {
    private final RemoteAlgorithm algorithm;
    private final NextProvider next;
    /** The parameters that were set last, for any provider that signs or verifies next. */
    private AlgorithmParameterSpec parameters;
    /** The current signer; {@code null} while no remote key is in use. */
    private RemoteSigner remote;
    /** Signs or verifies in place of {@link #remote}; {@code null} before the first use. */
    private Signature other;

    RemoteSignature(RemoteAlgorithm algorithm) {
        this.algorithm = algorithm;
        this.next = new NextProvider(algorithm.name());
    }

    @Override
    protected void engineInitSign(PrivateKey key) throws InvalidKeyException {
        engineInitSign(key, null);
    }

    @Override
    protected void engineInitSign(PrivateKey key, SecureRandom random) throws InvalidKeyException {
        if (key instanceof RemotePrivateKey mine) {
            remote = new RemoteSigner(algorithm, mine, parameters);
        } else {
            handOn(key, signature -> {
                if (random == null) {
                    signature.initSign(key);
                } else {
                    signature.initSign(key, random);
                }
            });
        }
    }

    @Override
    protected void engineInitVerify(PublicKey key) throws InvalidKeyException {
        handOn(key, signature -> signature.initVerify(key));
    }

    private void handOn(Key key, NextProvider.Initialization initialization) throws InvalidKeyException {
        other = next.initialized(key, parameters, initialization);
        remote = null;
    }

    @Override
    protected void engineUpdate(byte b) throws SignatureException {
        engineUpdate(new byte[] {b}, 0, 1);
    }

    @Override
    protected void engineUpdate(byte[] bytes, int offset, int length) throws SignatureException {
        if (remote != null) {
            remote.update(bytes, offset, length);
        } else {
            other.update(bytes, offset, length);
        }
    }

    @Override
    protected byte[] engineSign() throws SignatureException {
        return remote != null ? remote.sign() : other.sign();
    }

    /** Throws always: only other providers verify, and initVerify leads to them. */
    @Override
    protected boolean engineVerify(byte[] signature) throws SignatureException {
        return other.verify(signature);
    }

    @Override
    protected void engineSetParameter(AlgorithmParameterSpec wanted) throws InvalidAlgorithmParameterException {
        if (remote != null) {
            remote.setParameters(wanted);
        } else if (other() != null) {
            other.setParameter(wanted);
        } else {
            algorithm.scheme(wanted);
        }
        parameters = wanted;
    }

    /** Returns the signature of the first other provider, before there is a key. */
    private Signature other() {
        if (other == null) {
            other = next.any();
        }
        return other;
    }

    @Override
    protected AlgorithmParameters engineGetParameters() {
        if (remote != null) {
            return remote.parameters();
        }
        return other() == null ? null : other.getParameters();
    }

    @Deprecated
    @Override
    protected void engineSetParameter(String name, Object value) {
        if (remote != null || other() == null) {
            throw new InvalidParameterException("there is no parameter " + name);
        }
        other.setParameter(name, value);
    }

    @Deprecated
    @Override
    protected Object engineGetParameter(String name) {
        if (remote != null || other() == null) {
            throw new InvalidParameterException("there is no parameter " + name);
        }
        return other.getParameter(name);
    }
}
