package org.eejs.bench.crypto;

import java.security.GeneralSecurityException;
import java.security.NoSuchAlgorithmException;
import java.security.Provider;
import java.util.Arrays;
import java.util.List;
import javax.crypto.KeyAgreement;
import org.eejs.bench.measuring.ReferenceImplementation;

/** Agreements by the names of TLS's groups, and by the names under which providers have them. */
enum AgreementAlgorithm {
    X25519(KeyAlgorithm.X25519, 32, "X25519", "XDH"),
    P_256(KeyAlgorithm.P_256, 32, "ECDH"),
    P_384(KeyAlgorithm.P_384, 48, "ECDH");

    private final KeyAlgorithm keys;
    private final int secretLength;
    private final List<String> names;

    AgreementAlgorithm(KeyAlgorithm keys, int secretLength, String... names) {
        this.keys = keys;
        this.secretLength = secretLength;
        this.names = List.of(names);
    }

    /** The one with this {@link #id()}. */
    static AgreementAlgorithm byId(String id) {
        return Arrays.stream(values()).filter(each -> each.id().equals(id)).findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there are no agreements " + id));
    }

    /** The name in tables, which is that of its keys. */
    String id() {
        return keys.id();
    }

    /** What kind of key it takes. */
    KeyAlgorithm keys() {
        return keys;
    }

    /** How many bytes are agreed on. */
    int secretLength() {
        return secretLength;
    }

    /**
     * The provider's implementation, without a key.
     *
     * @throws NoSuchAlgorithmException when the provider has none
     */
    KeyAgreement open(Provider provider) throws GeneralSecurityException {
        for (String name : names) {
            if (provider.getService("KeyAgreement", name) != null) {
                return KeyAgreement.getInstance(name, provider);
            }
        }
        throw new NoSuchAlgorithmException("no such algorithm: " + names.get(0) + " for provider "
                + provider.getName());
    }

    /** Whom the provider's secrets are held against. */
    Provider counterpart(Provider provider) throws GeneralSecurityException {
        return ReferenceImplementation.of(provider, "KeyAgreement", names);
    }
}
