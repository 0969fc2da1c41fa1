package org.eejs.doctor.rules.suites;

import org.eejs.doctor.evidence.Evidence;
import org.eejs.doctor.rules.Claim;
import org.eejs.doctor.rules.Cures;
import org.eejs.doctor.rules.FrameRule;
import org.eejs.result.Diagnosis.Cure;

/** Keys are exchanged by Diffie-Hellman in a finite field. */
public final class FiniteFieldDiffieHellman extends FrameRule {
    /** The rule. */
    public FiniteFieldDiffieHellman() {
        super("dhe", "Keys are exchanged by finite-field Diffie-Hellman",
                "librdkafka#920, acme4j#78", 0.85,
                "com.sun.crypto.provider.DHKeyAgreement.", "com.sun.crypto.provider.DHKeyPairGenerator.",
                "com.sun.crypto.provider.DHKeyFactory.", "sun.security.ssl.DHKeyExchange",
                "com.sun.crypto.provider.DHPublicKey", "com.sun.crypto.provider.DHPrivateKey");
    }

    @Override
    public Cure cure(Evidence evidence, Claim claim) {
        return Cures.of("Use x25519 or secp256r1, and leave DHE out",
                "-Djdk.tls.namedGroups=x25519,secp256r1",
                "jdk.tls.disabledAlgorithms=…, DHE  // in java.security");
    }
}
