package org.eejs.doctor.rules.providers;

import java.util.List;
import java.util.stream.Stream;
import org.eejs.doctor.evidence.JvmEvidence;
import org.eejs.doctor.rules.Claim;
import org.eejs.doctor.rules.Cures;
import org.eejs.doctor.rules.FrameRule;
import org.eejs.result.Diagnosis.Cure;

/** The service creates a provider for each call, with its table of algorithms, and verifies it again. */
public final class ProviderPerCall extends FrameRule {
    private static final String BC = "org.bouncycastle.jce.provider.BouncyCastleProvider";
    private static final String BC_FIPS = "org.bouncycastle.jcajce.provider.BouncyCastleFipsProvider";

    /** Creates the rule. */
    public ProviderPerCall() {
        super("provider-instance-per-call", "The service creates a security provider for each call",
                "bc-java#1076, jruby-openssl#94, JCLOUDS-1354, fabric-sdk-java#207",
                BC + ".<init>", BC_FIPS + ".<init>", "java.security.Provider.<init>",
                "javax.crypto.ProviderVerifier.");
    }

    @Override
    public List<String> seen(JvmEvidence evidence) {
        return Stream.of(BC, BC_FIPS).filter(type -> evidence.heap(type).objects() > 1)
                .map(type -> "%d objects of %s are on the heap".formatted(evidence.heap(type).objects(), type))
                .toList();
    }

    @Override
    public Cure cure(JvmEvidence evidence, Claim claim) {
        return Cures.of("Create the provider once and pass it to getInstance; " + claim.caller()
                + " creates one for each call",
                "private static final Provider BC = new BouncyCastleProvider();");
    }
}
