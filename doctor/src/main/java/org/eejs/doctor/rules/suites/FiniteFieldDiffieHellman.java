package org.eejs.doctor.rules.suites;

import java.util.List;
import org.eejs.doctor.evidence.JvmEvidence;
import org.eejs.doctor.evidence.JvmSettings;
import org.eejs.doctor.rules.Claim;
import org.eejs.doctor.rules.Cures;
import org.eejs.doctor.rules.FrameRule;
import org.eejs.doctor.rules.RecordedHandshakes;
import org.eejs.result.Diagnosis.Cure;

/** TLS exchanges keys by Diffie-Hellman in a finite field. */
public final class FiniteFieldDiffieHellman extends FrameRule {
    private static final String GROUPS = "x25519,secp256r1,secp384r1";

    /** Creates the rule. */
    public FiniteFieldDiffieHellman() {
        super("dhe", "TLS exchanges keys by finite-field Diffie-Hellman",
                "librdkafka#920, acme4j#78", 0.85,
                "com.sun.crypto.provider.DHKeyAgreement.", "com.sun.crypto.provider.DHKeyPairGenerator.",
                "com.sun.crypto.provider.DHKeyFactory.", "sun.security.ssl.DHKeyExchange",
                "com.sun.crypto.provider.DHPublicKey", "com.sun.crypto.provider.DHPrivateKey");
    }

    @Override
    public List<String> seen(JvmEvidence evidence) {
        return RecordedHandshakes.suites(evidence, suite -> suite.startsWith("TLS_DHE_"));
    }

    @Override
    public String lowers() {
        return "x25519 and P-256 have 128 bits of strength, ffdhe4096 and up 150 and more";
    }

    @Override
    public Cure cure(JvmEvidence evidence, Claim claim) {
        String groups = (evidence.settings().prefersHybrid() ? JvmSettings.HYBRID + "," : "") + GROUPS;
        return Cures.without(evidence, "DHE", "Use x25519 or secp256r1; for TLS 1.3, this is the option",
                "-Djdk.tls.namedGroups="
                + groups);
    }
}
