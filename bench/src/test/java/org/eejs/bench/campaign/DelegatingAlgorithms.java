package org.eejs.bench.campaign;

import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.Key;
import java.security.KeyPair;
import java.security.KeyPairGeneratorSpi;
import java.security.NoSuchAlgorithmException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.SignatureException;
import java.security.SignatureSpi;
import java.security.spec.AlgorithmParameterSpec;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import javax.crypto.KeyAgreement;
import javax.crypto.KeyAgreementSpi;
import javax.crypto.KeyGeneratorSpi;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import org.eejs.bench.crypto.KeyAlgorithm;
import org.eejs.bench.crypto.KeyEncapsulation;
import org.eejs.bench.measuring.CryptoProvider;

/** Implementations that delegate to the JDK or Bouncy Castle, for providers with one fault. */
final class DelegatingAlgorithms {
    private DelegatingAlgorithms() {}

    /** The JDK's signatures. */
    static class Delegating extends SignatureSpi {
        private final Signature signature;

        Delegating(String algorithm) {
            try {
                signature = Signature.getInstance(algorithm);
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        protected void engineInitVerify(PublicKey key) throws InvalidKeyException {
            signature.initVerify(key);
        }

        @Override
        protected void engineInitSign(PrivateKey key) throws InvalidKeyException {
            signature.initSign(key);
        }

        @Override
        protected void engineUpdate(byte one) throws SignatureException {
            signature.update(one);
        }

        @Override
        protected void engineUpdate(byte[] bytes, int offset, int length) throws SignatureException {
            signature.update(bytes, offset, length);
        }

        @Override
        protected byte[] engineSign() throws SignatureException {
            return signature.sign();
        }

        @Override
        protected boolean engineVerify(byte[] bytes) throws SignatureException {
            return signature.verify(bytes);
        }

        @Override
        @Deprecated
        protected void engineSetParameter(String name, Object value) {
            throw new UnsupportedOperationException();
        }

        @Override
        @Deprecated
        protected Object engineGetParameter(String name) {
            throw new UnsupportedOperationException();
        }
    }

    /** The JDK's ECDH, with a changed secret. */
    static class DelegatingAgreement extends KeyAgreementSpi {
        private final KeyAgreement agreement;
        private final UnaryOperator<byte[]> made;

        DelegatingAgreement(UnaryOperator<byte[]> made) {
            this.made = made;
            try {
                agreement = KeyAgreement.getInstance("ECDH");
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        protected void engineInit(Key key, SecureRandom random) throws InvalidKeyException {
            agreement.init(key);
        }

        @Override
        protected void engineInit(Key key, AlgorithmParameterSpec parameters, SecureRandom random)
                throws InvalidKeyException {
            agreement.init(key);
        }

        @Override
        protected Key engineDoPhase(Key key, boolean last) throws InvalidKeyException {
            return agreement.doPhase(key, last);
        }

        @Override
        protected byte[] engineGenerateSecret() {
            return made.apply(agreement.generateSecret());
        }

        @Override
        protected int engineGenerateSecret(byte[] secret, int offset) {
            throw new UnsupportedOperationException();
        }

        @Override
        protected SecretKey engineGenerateSecret(String algorithm) {
            throw new UnsupportedOperationException();
        }
    }

    /** A constant secret, for a provider that names its classes. */
    public static final class ConstantAgreement extends DelegatingAgreement {
        /** An agreement without a key. */
        public ConstantAgreement() {
            super(secret -> new byte[secret.length]);
        }
    }

    /** Bouncy Castle's encapsulation. */
    static class DelegatingEncapsulation implements KeyEncapsulation {
        private final KeyEncapsulation kem;

        DelegatingEncapsulation(KeyAlgorithm keys) {
            try {
                kem = new KeyEncapsulation.OfBouncyCastle(CryptoProvider.open("BC"), keys);
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public Object encapsulate(PublicKey peer) throws GeneralSecurityException {
            return kem.encapsulate(peer);
        }

        @Override
        public Object decapsulate(PrivateKey own, byte[] encapsulation) throws GeneralSecurityException {
            return kem.decapsulate(own, encapsulation);
        }

        @Override
        public byte[] encapsulationOf(Object encapsulated) {
            return kem.encapsulationOf(encapsulated);
        }

        @Override
        public byte[] secretOf(Object encapsulated) {
            return kem.secretOf(encapsulated);
        }
    }

    /** A generator that returns given pairs. */
    static class Pairs extends KeyPairGeneratorSpi {
        private final Supplier<KeyPair> pairs;

        Pairs(Supplier<KeyPair> pairs) {
            this.pairs = pairs;
        }

        @Override
        public void initialize(int size, SecureRandom random) {}

        @Override
        public void initialize(AlgorithmParameterSpec parameters, SecureRandom random) {}

        @Override
        public KeyPair generateKeyPair() {
            return pairs.get();
        }
    }

    /** Keys for AES-128. */
    static final class SixteenBytes extends KeyGeneratorSpi {
        @Override
        protected void engineInit(SecureRandom random) {}

        @Override
        protected void engineInit(AlgorithmParameterSpec parameters, SecureRandom random) {}

        @Override
        protected void engineInit(int size, SecureRandom random) {}

        @Override
        protected SecretKey engineGenerateKey() {
            byte[] key = new byte[16];
            new SecureRandom().nextBytes(key);
            return new SecretKeySpec(key, "AES");
        }
    }
}
