package org.eejs.bench.crypto;

import java.security.GeneralSecurityException;
import java.security.NoSuchAlgorithmException;
import java.security.PrivateKey;
import java.security.Provider;
import java.security.PublicKey;
import java.util.List;
import javax.crypto.KeyGenerator;
import javax.crypto.SecretKey;
import org.bouncycastle.jcajce.SecretKeyWithEncapsulation;
import org.bouncycastle.jcajce.spec.KEMExtractSpec;
import org.bouncycastle.jcajce.spec.KEMGenerateSpec;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.eejs.bench.measuring.ReferenceImplementation;

/**
 * The calls of an application for key encapsulation: {@code javax.crypto.KEM} where the JDK has that, else Bouncy
 * Castle's own API. Not thread-safe.
 */
public interface KeyEncapsulation {
    /** Returns a secret and its encapsulation for the peer, in the API's own object. */
    Object encapsulate(PublicKey peer) throws GeneralSecurityException;

    /** Returns the secret in an encapsulation, in the API's own object. */
    Object decapsulate(PrivateKey own, byte[] encapsulation) throws GeneralSecurityException;

    /** Returns the encapsulation for the peer. */
    byte[] encapsulationOf(Object encapsulated);

    /** Returns the secret in a result of {@link #encapsulate} or {@link #decapsulate}. */
    byte[] secretOf(Object encapsulated);

    /**
     * Returns the encapsulation of a provider.
     *
     * @throws NoSuchAlgorithmException when the provider has none, or this JDK lacks the API
     */
    static KeyEncapsulation open(Provider provider, KeyAlgorithm algorithm) throws GeneralSecurityException {
        if (JdkKeyEncapsulation.isHere()) {
            return new JdkKeyEncapsulation(provider, algorithm);
        }
        if (provider instanceof BouncyCastleProvider) {
            return new OfBouncyCastle(provider, algorithm);
        }
        throw new NoSuchAlgorithmException("this JDK has no javax.crypto.KEM");
    }

    /** Returns the provider whose secrets are compared with this provider's. */
    static Provider reference(KeyAlgorithm keys, Provider provider) throws GeneralSecurityException {
        return ReferenceImplementation.of(provider, "KEM", List.of(keys.jcaName()));
    }

    /** Bouncy Castle's own API, a KeyGenerator, for JDKs without {@code javax.crypto.KEM}. */
    final class OfBouncyCastle implements KeyEncapsulation {
        /** The secret is used as it is: without an explicit length, the API would derive another one. */
        private static final String SECRET = "AES";
        private static final int SECRET_BITS = 256;

        private final KeyGenerator generator;

        /**
         * The encapsulation of Bouncy Castle's provider.
         *
         * @throws java.security.NoSuchAlgorithmException when this version has none
         */
        public OfBouncyCastle(Provider provider, KeyAlgorithm algorithm) throws GeneralSecurityException {
            generator = KeyGenerator.getInstance(algorithm.jcaName(), provider);
        }

        @Override
        public Object encapsulate(PublicKey peer) throws GeneralSecurityException {
            generator.init(new KEMGenerateSpec.Builder(peer, SECRET, SECRET_BITS).withNoKdf().build());
            return generator.generateKey();
        }

        @Override
        public Object decapsulate(PrivateKey own, byte[] encapsulation) throws GeneralSecurityException {
            generator.init(new KEMExtractSpec.Builder(own, encapsulation, SECRET, SECRET_BITS).withNoKdf().build());
            return generator.generateKey();
        }

        @Override
        public byte[] encapsulationOf(Object encapsulated) {
            return ((SecretKeyWithEncapsulation) encapsulated).getEncapsulation();
        }

        @Override
        public byte[] secretOf(Object encapsulated) {
            return ((SecretKey) encapsulated).getEncoded();
        }
    }
}
