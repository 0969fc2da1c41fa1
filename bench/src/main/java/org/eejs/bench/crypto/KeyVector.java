package org.eejs.bench.crypto;

import java.security.GeneralSecurityException;
import java.security.InvalidAlgorithmParameterException;
import java.security.KeyPairGenerator;
import java.security.Provider;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.SecureRandomSpi;
import java.security.spec.NamedParameterSpec;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.eejs.bench.measuring.MismatchException;

/**
 * A known answer of key generation: NIST's public key for a seed, by its SHA-256. A generator in Java takes the seed as
 * its random numbers. Native code draws its own, so other checks must suffice for it.
 */
record KeyVector(KeyAlgorithm algorithm) {
    /**
     * Checks a provider's generator.
     *
     * @return whether the generator took the seed, so that its key is known
     * @throws MismatchException when it took the seed and generates another key
     */
    boolean check(Provider provider) throws GeneralSecurityException, MismatchException {
        Seed seed = new Seed(KnownAnswers.bytes(algorithm.id() + ".seed"));
        KeyPairGenerator generator = algorithm.generator(provider);
        try {
            generator.initialize(new NamedParameterSpec(algorithm.jcaName()), new SeededRandom(seed));
        } catch (InvalidAlgorithmParameterException | UnsupportedOperationException e) {
            return false;
        }
        PublicKey key = generator.generateKeyPair().getPublic();
        if (!seed.isUsedUp()) {
            return false;
        }
        KnownAnswers.requireHash(algorithm.id() + ".public.sha256", SubjectPublicKeyInfo.getInstance(key.getEncoded())
                .getPublicKeyData().getBytes(), algorithm.id() + ": the public key of " + KnownAnswers.NIST,
                provider.getName());
        return true;
    }

    /** Returns the bytes of a seed as random numbers, then zeros. For one thread. */
    private static final class Seed extends SecureRandomSpi {
        private static final long serialVersionUID = 1;

        private final byte[] bytes;
        private int used;

        Seed(byte[] bytes) {
            this.bytes = bytes;
        }

        boolean isUsedUp() {
            return used >= bytes.length;
        }

        @Override
        protected void engineNextBytes(byte[] drawn) {
            int known = Math.max(0, Math.min(drawn.length, bytes.length - used));
            System.arraycopy(bytes, Math.min(used, bytes.length), drawn, 0, known);
            used += drawn.length;
        }

        @Override
        protected byte[] engineGenerateSeed(int length) {
            byte[] drawn = new byte[length];
            engineNextBytes(drawn);
            return drawn;
        }

        @Override
        protected void engineSetSeed(byte[] more) {}
    }

    /** A source of random numbers for the API. */
    private static final class SeededRandom extends SecureRandom {
        private static final long serialVersionUID = 1;

        SeededRandom(Seed seed) {
            super(seed, null);
        }
    }
}
