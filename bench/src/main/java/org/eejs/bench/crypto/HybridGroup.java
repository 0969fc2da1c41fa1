package org.eejs.bench.crypto;

import java.util.Arrays;
import java.util.Optional;
import org.eejs.banking.Named;

/**
 * The hybrid groups of TLS 1.3, of a curve and ML-KEM (draft-ietf-tls-ecdhe-mlkem). The shares of both parts are
 * joined, and so are the secrets: with X25519, ML-KEM comes first; with P-256, it comes last.
 */
enum HybridGroup implements Named {
    X25519MLKEM768("X25519MLKEM768", KeyAlgorithm.X25519, KeyAlgorithm.ML_KEM_768, false),
    SECP256R1MLKEM768("SecP256r1MLKEM768", KeyAlgorithm.P_256, KeyAlgorithm.ML_KEM_768, true);

    private final String id;
    private final KeyAlgorithm curve;
    private final KeyAlgorithm lattice;
    private final boolean curveFirst;

    HybridGroup(String id, KeyAlgorithm curve, KeyAlgorithm lattice, boolean curveFirst) {
        this.id = id;
        this.curve = curve;
        this.lattice = lattice;
        this.curveFirst = curveFirst;
    }

    /** Returns the group of that name; empty when it is no hybrid. */
    static Optional<HybridGroup> of(String id) {
        return Arrays.stream(values()).filter(group -> group.id.equals(id)).findFirst();
    }

    /** Returns the name in the registry of TLS groups. */
    @Override
    public String id() {
        return id;
    }

    /** Returns the keys on the curve. */
    KeyAlgorithm curve() {
        return curve;
    }

    /** Returns the keys of ML-KEM. */
    KeyAlgorithm lattice() {
        return lattice;
    }

    /** Returns both parts of a share or a secret in the order of TLS. */
    byte[] joined(byte[] ofCurve, byte[] ofLattice) {
        byte[] first = curveFirst ? ofCurve : ofLattice;
        byte[] second = curveFirst ? ofLattice : ofCurve;
        byte[] joined = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, joined, first.length, second.length);
        return joined;
    }
}
