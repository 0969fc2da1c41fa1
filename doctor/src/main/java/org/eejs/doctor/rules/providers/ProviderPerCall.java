package org.eejs.doctor.rules.providers;

import org.eejs.doctor.evidence.Evidence;
import org.eejs.doctor.rules.Claim;
import org.eejs.doctor.rules.Cures;
import org.eejs.doctor.rules.FrameRule;
import org.eejs.result.Diagnosis.Cure;

/** A provider is made for each call, with its table of services, and its jar is verified again. */
public final class ProviderPerCall extends FrameRule {
    /** The rule. */
    public ProviderPerCall() {
        super("provider-instance-per-call", "A security provider is made for each call",
                "bc-java#1076, jruby-openssl#94, JCLOUDS-1354, fabric-sdk-java#207",
                "org.bouncycastle.jce.provider.BouncyCastleProvider.<init>",
                "org.bouncycastle.jcajce.provider.BouncyCastleFipsProvider.<init>", "java.security.Provider.<init>",
                "javax.crypto.JceSecurity.getVerificationResult", "javax.crypto.ProviderVerify.",
                "javax.crypto.JarVerifier.");
    }

    @Override
    public Cure cure(Evidence evidence, Claim claim) {
        return Cures.of("Make the provider once; " + claim.caller() + " makes one for each call",
                "private static final Provider BC = new BouncyCastleProvider();", "Cipher.getInstance(\"…\", BC)");
    }
}
