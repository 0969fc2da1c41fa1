package org.eejs.doctor.rules.providers;

import java.util.ArrayList;
import java.util.List;
import org.eejs.doctor.evidence.Events.Service;
import org.eejs.doctor.evidence.Evidence;
import org.eejs.doctor.evidence.FramePattern;
import org.eejs.doctor.evidence.Stack;
import org.eejs.doctor.rules.Asked;
import org.eejs.doctor.rules.Claim;
import org.eejs.doctor.rules.Cures;
import org.eejs.doctor.rules.FrameRule;
import org.eejs.result.Diagnosis.Cure;

/** Bouncy Castle does in Java what the JVM has machine code for. */
public final class BouncyCastleFirst extends FrameRule {
    /** What the JDK has as well, and does faster. */
    private static final FramePattern BOTH = new FramePattern("org.bouncycastle.crypto.engines.AES",
            "org.bouncycastle.crypto.modes.GCM", "org.bouncycastle.crypto.modes.gcm.",
            "org.bouncycastle.crypto.modes.CBC", "org.bouncycastle.crypto.modes.SIC",
            "org.bouncycastle.crypto.digests.SHA", "org.bouncycastle.crypto.digests.LongDigest",
            "org.bouncycastle.crypto.engines.RSA", "org.bouncycastle.math.ec.custom.sec.SecP256R1",
            "org.bouncycastle.math.ec.custom.sec.SecP384R1", "org.bouncycastle.math.ec.custom.sec.SecP521R1");
    /** What only Bouncy Castle has, which may use the same engines and modes. */
    private static final FramePattern ONLY = new FramePattern("org.bouncycastle.crypto.generators.",
            "org.bouncycastle.tls.", "org.bouncycastle.crypto.modes.CCM", "org.bouncycastle.crypto.modes.EAX",
            "org.bouncycastle.crypto.modes.OCB", "org.bouncycastle.crypto.modes.GCMSIV",
            "org.bouncycastle.crypto.modes.KCTR", "org.bouncycastle.crypto.digests.SHAKE", "org.bouncycastle.pqc.",
            "org.bouncycastle.jcajce.provider.asymmetric.dstu.", "org.bouncycastle.crypto.signers.SM2");
    private static final FramePattern ENGINES = new FramePattern("org.bouncycastle.crypto.engines.");
    private static final FramePattern COMMON = new FramePattern("org.bouncycastle.crypto.engines.AES",
            "org.bouncycastle.crypto.engines.RSA");

    /** The rule. */
    public BouncyCastleFirst() {
        super("bc-first", "Bouncy Castle does what the JDK does faster",
                "bc-java#652, bc-java#1961, bc-java#1104", 0.75,
                "org.bouncycastle.crypto.engines.", "org.bouncycastle.crypto.modes.",
                "org.bouncycastle.crypto.digests.", "org.bouncycastle.crypto.macs.HMac",
                "org.bouncycastle.jcajce.provider.symmetric.util.BaseBlockCipher.",
                "org.bouncycastle.jcajce.provider.digest.BCMessageDigest.",
                "org.bouncycastle.jcajce.provider.symmetric.util.BaseMac.",
                "org.bouncycastle.jcajce.provider.asymmetric.rsa.",
                "org.bouncycastle.jcajce.provider.asymmetric.ec.", "org.bouncycastle.math.ec.");
    }

    private static boolean isOfBouncyCastle(Service service) {
        return service.provider().equals("BC") || service.provider().equals("BCFIPS");
    }

    @Override
    public int claims(Stack stack) {
        boolean foreign = stack.has(ENGINES) && !stack.has(COMMON);
        return stack.has(BOTH) && !foreign && !stack.has(ONLY) ? super.claims(stack) : -1;
    }

    @Override
    public List<String> seen(Evidence evidence) {
        List<String> seen = new ArrayList<>(Asked.most(evidence, BouncyCastleFirst::isOfBouncyCastle).stream()
                .map(Asked::words).toList());
        seen.add("security.provider.1 was %s when the JVM began".formatted(evidence.settings()
                .security("security.provider.1").orElse("not known")));
        return seen;
    }

    @Override
    public Cure cure(Evidence evidence, Claim claim) {
        return Cures.of("Put Bouncy Castle behind the JDK’s providers by Security.addProvider, not "
                + "insertProviderAt, and "
                + "ask it by name for what only it has; or name what the JDK is to do in "
                + "conf/security/java.security, by "
                + "the second line",
                "Security.addProvider(new BouncyCastleProvider());",
                "jdk.security.provider.preferred=AES/GCM/NoPadding:SunJCE, SHA-256:SUN");
    }
}
