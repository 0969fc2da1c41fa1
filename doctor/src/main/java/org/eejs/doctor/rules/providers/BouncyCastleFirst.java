package org.eejs.doctor.rules.providers;

import java.util.List;
import org.eejs.doctor.evidence.Evidence;
import org.eejs.doctor.evidence.FramePattern;
import org.eejs.doctor.evidence.Stack;
import org.eejs.doctor.rules.Claim;
import org.eejs.doctor.rules.Cures;
import org.eejs.doctor.rules.FrameRule;
import org.eejs.result.Diagnosis.Cure;

/** Bouncy Castle does in Java what the JVM has machine code for. */
public final class BouncyCastleFirst extends FrameRule {
    private static final FramePattern PASSWORDS = new FramePattern("org.bouncycastle.crypto.generators.",
            "org.bouncycastle.tls.");

    /** The rule. */
    public BouncyCastleFirst() {
        super("bc-first", "Bouncy Castle does what the JDK does faster",
                "bc-java#652, bc-java#1961, bc-java#1104", 0.75,
                "org.bouncycastle.crypto.engines.AES", "org.bouncycastle.crypto.modes.",
                "org.bouncycastle.crypto.digests.SHA", "org.bouncycastle.crypto.macs.HMac",
                "org.bouncycastle.crypto.engines.RSA",
                "org.bouncycastle.jcajce.provider.symmetric.util.BaseBlockCipher.",
                "org.bouncycastle.jcajce.provider.digest.BCMessageDigest.",
                "org.bouncycastle.jcajce.provider.symmetric.util.BaseMac.",
                "org.bouncycastle.jcajce.provider.asymmetric.rsa.",
                "org.bouncycastle.jcajce.provider.asymmetric.ec.", "org.bouncycastle.math.ec.");
    }

    @Override
    public int claims(Stack stack) {
        return stack.has(PASSWORDS) ? -1 : super.claims(stack);
    }

    @Override
    public List<String> seen(Evidence evidence) {
        return List.of("security.provider.1 is %s".formatted(evidence.settings()
                .security("security.provider.1").orElse("not known")));
    }

    @Override
    public Cure cure(Evidence evidence, Claim claim) {
        return Cures.of("Put Bouncy Castle behind the JDK’s providers, and ask it by name for what only it has",
                "Security.addProvider(new BouncyCastleProvider());  // not insertProviderAt(…, 1)",
                "jdk.security.provider.preferred=AES/GCM/NoPadding:SunJCE, SHA-256:SUN  // or this line of "
                + "java.security");
    }
}
