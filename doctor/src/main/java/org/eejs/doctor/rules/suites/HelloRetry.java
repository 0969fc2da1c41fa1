package org.eejs.doctor.rules.suites;

import java.util.List;
import org.eejs.doctor.evidence.Evidence;
import org.eejs.doctor.evidence.Stack;
import org.eejs.doctor.rules.Claim;
import org.eejs.doctor.rules.Cures;
import org.eejs.doctor.rules.FrameRule;
import org.eejs.doctor.rules.TlsFrames;
import org.eejs.result.Diagnosis.Cure;

/** A client guesses which group of keys the server takes, and begins again where it was wrong. */
public final class HelloRetry extends FrameRule {
    private static final String GROUPS = "jdk.tls.namedGroups";

    /** The rule. */
    public HelloRetry() {
        super("hello-retry", "Handshakes begin twice, since the server takes no key that the client offers first",
                "tcnative#567, tutanota#11405", 0.9,
                "sun.security.ssl.ServerHello$T13HelloRetryRequest", "sun.security.ssl.ServerHello$HelloRetryRequest",
                "sun.security.ssl.KeyShareExtension$HRRKeyShare");
    }

    @Override
    public int claims(Stack stack) {
        return stack.has(TlsFrames.ANY) ? super.claims(stack) : -1;
    }

    @Override
    public List<String> seen(Evidence evidence) {
        return List.of("each takes one more round trip, which is not CPU", GROUPS + " is " + evidence.settings()
                .property(GROUPS).orElse("not set"));
    }

    @Override
    public Cure cure(Evidence evidence, Claim claim) {
        return Cures.of("Put first, on both sides, a group that both take: clients offer keys of the first, and of the "
                + "first of another kind. For servers that take only curves of NIST",
                "-D" + GROUPS + "=secp384r1,secp256r1,x25519");
    }
}
