package org.eejs.doctor.rules.keys;

import java.util.List;
import org.eejs.doctor.evidence.Evidence;
import org.eejs.doctor.evidence.FramePattern;
import org.eejs.doctor.evidence.Stack;
import org.eejs.doctor.rules.Claim;
import org.eejs.doctor.rules.Cures;
import org.eejs.doctor.rules.FrameRule;
import org.eejs.result.Diagnosis.Cure;

/**
 * An RSA key of 4096 bits signs six times as slowly as one of 2048, and hundred times as slowly as one on P-256.
 */
public final class LargeRsaKey extends FrameRule {
    private static final int USUAL = 2_048;
    private static final FramePattern PUBLIC = new FramePattern("sun.security.rsa.RSASignature.engineVerify",
            "sun.security.rsa.RSAPSSSignature.engineVerify");

    /** The rule. */
    public LargeRsaKey() {
        super("rsa-4096", "The private key is RSA with more than 2048 bits",
                "vprox#26, mypaas#24, openwrt#14321", 0.8,
                "sun.security.rsa.RSACore.crtCrypt", "sun.security.rsa.RSACore.priCrypt",
                "sun.security.rsa.RSACore.rsa");
    }

    @Override
    public boolean applies(Evidence evidence) {
        return !sizes(evidence).isEmpty();
    }

    private static List<String> sizes(Evidence evidence) {
        return evidence.events().certificates().values().stream().filter(each -> each.keyType().equals("RSA")
                && each.keyBits() > USUAL).map(each -> each.subject() + " has " + each.keyBits()
                + " bits").distinct().toList();
    }

    @Override
    public int claims(Stack stack) {
        return stack.has(PUBLIC) ? -1 : super.claims(stack);
    }

    @Override
    public List<String> seen(Evidence evidence) {
        return sizes(evidence).stream().limit(3).toList();
    }

    @Override
    public Cure cure(Evidence evidence, Claim claim) {
        return Cures.of("Use a certificate on P-256, or with RSA-2048 where clients need RSA",
                "keytool -genkeypair -keyalg EC -groupname secp256r1 …");
    }
}
