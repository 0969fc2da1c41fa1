package org.eejs.bench.crypto;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.Provider;
import java.security.spec.NamedParameterSpec;
import java.security.spec.XECPrivateKeySpec;
import java.security.spec.XECPublicKeySpec;
import javax.crypto.KeyAgreement;
import org.bouncycastle.jce.ECNamedCurveTable;
import org.bouncycastle.jce.spec.ECNamedCurveParameterSpec;
import org.bouncycastle.jce.spec.ECPrivateKeySpec;
import org.bouncycastle.jce.spec.ECPublicKeySpec;
import org.eejs.bench.measuring.CryptoProvider;
import org.eejs.bench.measuring.MismatchException;
import org.eejs.bench.measuring.ReferenceImplementation;

/** A known answer of key agreement on a curve: the secret of a private key and a peer's public key. */
public record AgreementVector(KeyAlgorithm algorithm) {
    /** Returns whether an answer is known for this curve. */
    boolean isThere() {
        return algorithm == KeyAlgorithm.X25519 || algorithm == KeyAlgorithm.P_256;
    }

    /** Returns the publication. */
    String source() {
        return algorithm == KeyAlgorithm.X25519 ? "RFC 7748" : "NIST CAVP";
    }

    /** Returns the private key with the public key of its peer. */
    KeyPair pair() throws GeneralSecurityException {
        byte[] point = KnownAnswers.bytes(algorithm.id() + ".public");
        byte[] factor = KnownAnswers.bytes(algorithm.id() + ".private");
        if (algorithm == KeyAlgorithm.P_256) {
            KeyFactory factory = KeyFactory.getInstance(algorithm.jcaName(), CryptoProvider.open("BC"));
            ECNamedCurveParameterSpec curve = ECNamedCurveTable.getParameterSpec(algorithm.id());
            return new KeyPair(factory.generatePublic(new ECPublicKeySpec(curve.getCurve().decodePoint(point), curve)),
                    factory.generatePrivate(new ECPrivateKeySpec(new BigInteger(1, factor), curve)));
        }
        KeyFactory factory = KeyFactory.getInstance(algorithm.jcaName(), CryptoProvider.open("SunEC"));
        // RFC 7748 writes numbers from their lowest byte on.
        for (int low = 0, high = point.length - 1; low < high; low++, high--) {
            byte lowest = point[low];
            point[low] = point[high];
            point[high] = lowest;
        }
        return new KeyPair(
                factory.generatePublic(new XECPublicKeySpec(NamedParameterSpec.X25519, new BigInteger(1, point))),
                factory.generatePrivate(new XECPrivateKeySpec(NamedParameterSpec.X25519, factor)));
    }

    /** Returns the secret. */
    byte[] secret() {
        return KnownAnswers.bytes(algorithm.id() + ".secret");
    }

    /**
     * Checks a provider.
     *
     * @throws MismatchException when it agrees on another secret
     */
    public void check(Provider provider, KeyAgreement agreement) throws GeneralSecurityException, MismatchException {
        KeyPair pair = algorithm.imported(pair(), provider);
        ReferenceImplementation.same(provider.getName() + " " + algorithm.id() + ": the secret of " + source(),
                secret(), KeyAgreements.secret(agreement, pair.getPrivate(), pair.getPublic()));
    }
}
