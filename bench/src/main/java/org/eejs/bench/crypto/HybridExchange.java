package org.eejs.bench.crypto;

import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Provider;
import java.security.PublicKey;
import java.util.Arrays;
import javax.crypto.KeyAgreement;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.eejs.banking.KnownProvider;
import org.eejs.bench.measuring.CryptoProvider;

/**
 * The key exchange of a TLS handshake in a hybrid group, by a provider. The client offers a public key on the curve and
 * one of ML-KEM. The server answers by a new public key on the curve and an encapsulation. Objects are reused. Not
 * thread-safe.
 */
final class HybridExchange {
    private final HybridGroup group;
    private final KeyPairGenerator curveKeys;
    private final KeyPairGenerator latticeKeys;
    private final KeyAgreement agreement;
    private final KeyEncapsulation kem;
    private final int curveHeader;
    private final int latticeHeader;

    /**
     * The client's keys.
     *
     * @param share the share for the server, as in the client's hello
     */
    record Offer(KeyPair curve, KeyPair lattice, byte[] share) {}

    /**
     * The server's answer.
     *
     * @param curve the server's public key
     * @param encapsulation ML-KEM's encapsulation for the client
     * @param share both in one, as in the server's hello
     * @param secret the shared secret
     */
    record Answer(PublicKey curve, byte[] encapsulation, byte[] share, byte[] secret) {}

    /**
     * The exchange by a provider. The JDK divides it: its provider of the curve has no ML-KEM.
     *
     * @throws java.security.NoSuchAlgorithmException when the provider lacks the curve or ML-KEM
     */
    HybridExchange(Provider provider, HybridGroup group) throws GeneralSecurityException {
        this.group = group;
        agreement = KeyAgreements.open(group.curve(), provider);
        curveKeys = group.curve().generator(provider);
        Provider ofLattice = latticeIn(provider);
        kem = KeyEncapsulation.open(ofLattice, group.lattice());
        latticeKeys = group.lattice().generator(ofLattice);
        curveHeader = header(group.curve());
        latticeHeader = header(group.lattice());
    }

    /** Returns the provider of ML-KEM that serves together with a provider of curves. */
    static Provider latticeIn(Provider provider) throws GeneralSecurityException {
        return KnownProvider.isOfTheJdk(provider.getName()) ? CryptoProvider.open(CryptoProvider.ANY_OF_THE_JDK)
                : provider;
    }

    /** Returns how many bytes precede a public key in its encoding by X.509. */
    private static int header(KeyAlgorithm keys) {
        byte[] encoded = keys.pair().getPublic().getEncoded();
        return encoded.length - SubjectPublicKeyInfo.getInstance(encoded).getPublicKeyData().getBytes().length;
    }

    /** Returns new keys of a client. */
    Offer offer() {
        KeyPair curve = curveKeys.generateKeyPair();
        KeyPair lattice = latticeKeys.generateKeyPair();
        return new Offer(curve, lattice, group.joined(raw(curve.getPublic(), curveHeader),
                raw(lattice.getPublic(), latticeHeader)));
    }

    /** Returns a server's answer to the public keys of a client. */
    Answer answer(PublicKey curve, PublicKey lattice) throws GeneralSecurityException {
        KeyPair own = curveKeys.generateKeyPair();
        Object encapsulated = kem.encapsulate(lattice);
        byte[] encapsulation = kem.encapsulationOf(encapsulated);
        return new Answer(own.getPublic(), encapsulation,
                group.joined(raw(own.getPublic(), curveHeader), encapsulation),
                group.joined(KeyAgreements.secret(agreement, own.getPrivate(), curve), kem.secretOf(encapsulated)));
    }

    /** Returns a client's secret for the answer of a server. */
    byte[] secret(Offer own, PublicKey curve, byte[] encapsulation) throws GeneralSecurityException {
        return group.joined(KeyAgreements.secret(agreement, own.curve().getPrivate(), curve),
                kem.secretOf(kem.decapsulate(own.lattice().getPrivate(), encapsulation)));
    }

    private static byte[] raw(PublicKey key, int header) {
        byte[] encoded = key.getEncoded();
        return Arrays.copyOfRange(encoded, header, encoded.length);
    }
}
