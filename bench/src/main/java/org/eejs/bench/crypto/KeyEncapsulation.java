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
 * Key encapsulation as an application calls it: by {@code javax.crypto.KEM} where the JDK has that, else by Bouncy
 * Castle's own API. Not thread-safe.
 */
public interface KeyEncapsulation {
    /** Returns a secret and what tells it to the peer, in the API's own object. */
    Object encapsulate(PublicKey peer) throws GeneralSecurityException;

    /** Returns the secret that an encapsulation tells, in the API's own object. */
    Object decapsulate(PrivateKey own, byte[] encapsulation) throws GeneralSecurityException;

    /** Returns what tells the secret to the peer. */
    byte[] encapsulationOf(Object encapsulated);

    /** Returns the secret, of what {@link #encapsulate} or {@link #decapsulate} gave. */
    byte[] secretOf(Object encapsulated);

    /**
     * That of a provider.
     *
     * @throws NoSuchAlgorithmException when the provider has none, or this JDK has no place for it
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

    /** With whose secrets the provider's are compared. */
    static Provider reference(KeyAlgorithm keys, Provider provider) throws GeneralSecurityException {
        return ReferenceImplementation.of(provider, "KEM", List.of(keys.jcaName()));
    }

    /** Bouncy Castle's own API, a KeyGenerator, which JDKs without {@code javax.crypto.KEM} take. */
    final class OfBouncyCastle implements KeyEncapsulation {
        /** The secret is taken as it is: without a length of its own, the API would derive another one. */
        private static final String SECRET = "AES";
        private static final int SECRET_BITS = 256;

        private final KeyGenerator generator;

        /**
         * That of Bouncy Castle's provider.
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
