package org.eejs.doctor.rules.providers;

import java.util.List;
import org.eejs.doctor.evidence.Evidence;
import org.eejs.doctor.evidence.Stack;
import org.eejs.doctor.rules.Claim;
import org.eejs.doctor.rules.Cures;
import org.eejs.doctor.rules.FrameRule;
import org.eejs.doctor.rules.TlsFrames;
import org.eejs.result.Diagnosis.Cure;

/** A service of a provider is searched for each time it is used. */
public final class GetInstanceHot extends FrameRule {
    private static final double OFTEN = 100;

    /** The rule. */
    public GetInstanceHot() {
        super("getinstance-hot", "Digests, ciphers and signatures are looked up for each use",
                "corretto-8#82, mosip/esignet#1777, smallrye-jwt#179",
                "java.security.MessageDigest.getInstance", "java.security.Signature.getInstance",
                "javax.crypto.Cipher.getInstance", "javax.crypto.Mac.getInstance",
                "java.security.SecureRandom.getInstance", "java.security.KeyPairGenerator.getInstance",
                "javax.crypto.KeyAgreement.getInstance", "java.security.cert.CertificateFactory.getInstance",
                "javax.crypto.KeyGenerator.getInstance");
    }

    @Override
    public boolean applies(Evidence evidence) {
        return evidence.eventSeconds() == 0
                || evidence.servicesPerSecond(service -> !service.stack().has(TlsFrames.ANY)) >= OFTEN;
    }

    @Override
    public int claims(Stack stack) {
        return stack.has(TlsFrames.ANY) ? -1 : super.claims(stack);
    }

    @Override
    public List<String> seen(Evidence evidence) {
        return List.of("%.0f services a second were asked for outside of TLS".formatted(evidence
                .servicesPerSecond(service ->
                !service.stack().has(TlsFrames.ANY))));
    }

    @Override
    public Cure cure(Evidence evidence, Claim claim) {
        return Cures.of("Keep the object of each thread, and clone digests; " + claim.caller()
                + " looks it up each time",
                "private static final ThreadLocal<MessageDigest> SHA256 = ThreadLocal.withInitial(…);");
    }
}
