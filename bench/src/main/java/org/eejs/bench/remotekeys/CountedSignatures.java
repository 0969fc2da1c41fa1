package org.eejs.bench.remotekeys;

import java.math.BigInteger;
import java.security.InvalidAlgorithmParameterException;
import java.security.InvalidKeyException;
import java.security.NoSuchAlgorithmException;
import java.security.PrivateKey;
import java.security.Provider;
import java.security.PublicKey;
import java.security.Signature;
import java.security.SignatureException;
import java.security.SignatureSpi;
import java.security.interfaces.RSAKey;
import java.security.spec.AlgorithmParameterSpec;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/**
 * A provider that counts signatures of one key, and has another make them: the proof that each handshake of a
 * benchmark signed, and who did it. It takes no key but its own, so all other cryptography stays where it was.
 * Thread-safe.
 */
final class CountedSignatures extends Provider {
    private static final long serialVersionUID = 1;
    private static final List<String> ALGORITHMS = List.of("SHA256withRSA", "SHA384withRSA", "SHA512withRSA",
            "RSASSA-PSS", "SHA256withECDSA", "SHA384withECDSA");

    private final transient LongAdder made = new LongAdder();

    /** Signatures are made by this provider. */
    CountedSignatures(Provider by) {
        super("EEJSCount", "1", "counts signatures that " + by.getName() + " makes");
        for (String algorithm : ALGORITHMS) {
            if (by.getService("Signature", algorithm) != null) {
                putService(new Service(this, "Signature", algorithm, CountedSignature.class.getName(), null,
                        Map.of("SupportedKeyClasses", CountedKey.class.getName())) {
                    @Override
                    public Object newInstance(Object parameter) throws NoSuchAlgorithmException {
                        return new CountedSignature(Signature.getInstance(algorithm, by), made);
                    }
                });
            }
        }
    }

    /** A key that signs as this one does, and whose signatures are counted. */
    static PrivateKey counted(PrivateKey key) {
        return key instanceof RSAKey ? new CountedRsaKey(key) : new CountedKey(key);
    }

    /** How many signatures were made. */
    long made() {
        return made.sum();
    }

    /** JSSE wants to know an RSA key's length. */
    private static final class CountedRsaKey extends CountedKey implements RSAKey {
        private static final long serialVersionUID = 1;

        CountedRsaKey(PrivateKey key) {
            super(key);
        }

        @Override
        public BigInteger getModulus() {
            return ((RSAKey) key()).getModulus();
        }

        /** Overrides two defaults: since JDK 22 both {@code RSAKey} and {@code PrivateKey} have this method. */
        @Override
        public AlgorithmParameterSpec getParams() {
            return ((RSAKey) key()).getParams();
        }
    }

    /** No other provider takes it for its own; the curve of an EC key JSSE reads from its certificate. */
    private static class CountedKey implements PrivateKey {
        private static final long serialVersionUID = 1;

        private final transient PrivateKey key;

        CountedKey(PrivateKey key) {
            this.key = key;
        }

        PrivateKey key() {
            return key;
        }

        @Override
        public String getAlgorithm() {
            return key.getAlgorithm();
        }

        @Override
        public String getFormat() {
            return null;
        }

        @Override
        public byte[] getEncoded() {
            return null;
        }
    }

    /** A signature that another makes. */
    private static final class CountedSignature extends SignatureSpi {
        private final Signature signature;
        private final LongAdder made;

        CountedSignature(Signature signature, LongAdder made) {
            this.signature = signature;
            this.made = made;
        }

        @Override
        protected void engineInitSign(PrivateKey key) throws InvalidKeyException {
            if (!(key instanceof CountedKey counted)) {
                throw new InvalidKeyException("not a key whose signatures are counted");
            }
            signature.initSign(counted.key);
        }

        @Override
        protected void engineInitVerify(PublicKey key) throws InvalidKeyException {
            throw new InvalidKeyException("this provider only signs");
        }

        @Override
        protected void engineUpdate(byte b) throws SignatureException {
            signature.update(b);
        }

        @Override
        protected void engineUpdate(byte[] b, int off, int len) throws SignatureException {
            signature.update(b, off, len);
        }

        @Override
        protected byte[] engineSign() throws SignatureException {
            byte[] signed = signature.sign();
            made.increment();
            return signed;
        }

        @Override
        protected boolean engineVerify(byte[] signed) throws SignatureException {
            throw new SignatureException("this provider only signs");
        }

        @Override
        protected void engineSetParameter(AlgorithmParameterSpec parameters) throws InvalidAlgorithmParameterException {
            signature.setParameter(parameters);
        }

        @Override
        @Deprecated
        protected void engineSetParameter(String name, Object value) {
            throw new UnsupportedOperationException("parameters are set as a whole");
        }

        @Override
        @Deprecated
        protected Object engineGetParameter(String name) {
            throw new UnsupportedOperationException("parameters are had as a whole");
        }
    }
}
