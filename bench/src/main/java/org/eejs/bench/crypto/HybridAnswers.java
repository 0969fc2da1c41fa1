package org.eejs.bench.crypto;

import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.Provider;
import java.security.PublicKey;
import java.security.spec.X509EncodedKeySpec;
import javax.crypto.KeyAgreement;
import org.bouncycastle.util.Arrays;
import org.eejs.bench.measuring.CryptoProvider;
import org.eejs.bench.measuring.MismatchException;
import org.eejs.bench.measuring.ReferenceImplementation;

/**
 * A check of a provider's hybrid key exchange. Its secret for published keys must be the two published secrets, joined.
 * Then another provider is its peer, which takes shares apart by the lengths and the order of
 * draft-ietf-tls-ecdhe-mlkem, without the measured code.
 *
 * @param provider the tested provider
 * @param group the group of TLS
 */
record HybridAnswers(Provider provider, HybridGroup group) {
    private static final int MLKEM768_KEY = 1184;
    private static final int MLKEM768_ENCAPSULATION = 1088;
    /** Objects are reused, so they must be right more than once. */
    private static final int EXCHANGES = 3;

    /** The parts of a share. */
    private record Parts(byte[] curve, byte[] lattice) {}

    /**
     * Checks a known answer, then exchanges with another provider in both roles.
     *
     * @return the sources of the answers
     * @throws java.security.NoSuchAlgorithmException when the provider lacks the curve or ML-KEM
     * @throws MismatchException when an answer differs
     */
    String run() throws GeneralSecurityException, MismatchException {
        HybridExchange here = new HybridExchange(provider, group);
        Provider lattices = HybridExchange.latticeIn(provider);
        AgreementVector ofCurve = new AgreementVector(group.curve());
        known(here, ofCurve, new MlKemVector(group.lattice()));
        Provider other = KeyAgreements.reference(group.curve(), provider);
        KeyAgreement agreement = KeyAgreements.open(group.curve(), other);
        Provider otherLattices = KeyEncapsulation.reference(group.lattice(), lattices);
        KeyEncapsulation kem = KeyEncapsulation.open(otherLattices, group.lattice());
        for (int time = 0; time < EXCHANGES; time++) {
            offer(here, other, agreement, otherLattices, kem);
            answer(here, other, agreement, otherLattices, kem);
        }
        return ofCurve.source() + ", " + KnownAnswers.NIST + ", " + other.getName();
    }

    private void known(HybridExchange here, AgreementVector ofCurve, MlKemVector ofLattice)
            throws GeneralSecurityException, MismatchException {
        KeyPair curve = group.curve().imported(ofCurve.pair(), provider);
        KeyPair lattice = group.lattice().imported(ofLattice.pair(), HybridExchange.latticeIn(provider));
        ReferenceImplementation.same(who() + ": the secret of published keys",
                secret(ofCurve.secret(), ofLattice.secret()),
                here.secret(new HybridExchange.Offer(curve, lattice, null), curve.getPublic(),
                        ofLattice.encapsulation()));
    }

    /** Checks the client: the other provider answers. */
    private void offer(HybridExchange here, Provider other, KeyAgreement agreement, Provider otherLattices,
            KeyEncapsulation kem) throws GeneralSecurityException, MismatchException {
        HybridExchange.Offer offer = here.offer();
        Parts parts = parts(offer.share(), MLKEM768_KEY);
        KeyPair own = group.curve().generator(other).generateKeyPair();
        Object encapsulated = kem.encapsulate(key(group.lattice(), parts.lattice(), otherLattices));
        byte[] secret = secret(KeyAgreements.secret(agreement, own.getPrivate(), key(group.curve(), parts.curve(),
                other)), kem.secretOf(encapsulated));
        ReferenceImplementation.same(who() + ": the client's secret with " + other.getName(), secret,
                here.secret(offer, group.curve().imported(own.getPublic(), provider),
                        kem.encapsulationOf(encapsulated)));
    }

    /** Checks the server: the other provider offers. */
    private void answer(HybridExchange here, Provider other, KeyAgreement agreement, Provider otherLattices,
            KeyEncapsulation kem) throws GeneralSecurityException, MismatchException {
        KeyPair curve = group.curve().generator(other).generateKeyPair();
        KeyPair lattice = group.lattice().newIn(otherLattices);
        HybridExchange.Answer answer = here.answer(group.curve().imported(curve.getPublic(), provider),
                group.lattice().imported(lattice.getPublic(), HybridExchange.latticeIn(provider)));
        Parts parts = parts(answer.share(), MLKEM768_ENCAPSULATION);
        byte[] secret = secret(KeyAgreements.secret(agreement, curve.getPrivate(), key(group.curve(), parts.curve(),
                other)), kem.secretOf(kem.decapsulate(lattice.getPrivate(), parts.lattice())));
        ReferenceImplementation.same(who() + ": the server's secret with " + other.getName(), secret, answer.secret());
    }

    private Parts parts(byte[] share, int ofLattice) throws MismatchException {
        int ofCurve = group == HybridGroup.X25519MLKEM768 ? 32 : 65;
        if (share.length != ofLattice + ofCurve) {
            throw new MismatchException(who() + ": a share has " + share.length + " bytes instead of "
                    + (ofLattice + ofCurve));
        }
        return switch (group) {
            case X25519MLKEM768 -> new Parts(Arrays.copyOfRange(share, ofLattice, share.length),
                    Arrays.copyOfRange(share, 0, ofLattice));
            case SECP256R1MLKEM768 -> new Parts(Arrays.copyOfRange(share, 0, ofCurve),
                    Arrays.copyOfRange(share, ofCurve, share.length));
        };
    }

    private byte[] secret(byte[] ofCurve, byte[] ofLattice) {
        return switch (group) {
            case X25519MLKEM768 -> Arrays.concatenate(ofLattice, ofCurve);
            case SECP256R1MLKEM768 -> Arrays.concatenate(ofCurve, ofLattice);
        };
    }

    /** Returns a provider's object for the bytes of a public key. */
    private static PublicKey key(KeyAlgorithm keys, byte[] raw, Provider provider) throws GeneralSecurityException {
        byte[] encoded = keys.pair().getPublic().getEncoded();
        System.arraycopy(raw, 0, encoded, encoded.length - raw.length, raw.length);
        return keys.imported(KeyFactory.getInstance(keys.jcaName(), CryptoProvider.open("BC")).generatePublic(
                new X509EncodedKeySpec(encoded)), provider);
    }

    private String who() {
        return provider.getName() + " " + group.id();
    }
}
