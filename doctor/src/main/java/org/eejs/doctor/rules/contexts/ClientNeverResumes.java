package org.eejs.doctor.rules.contexts;

import java.util.List;
import org.eejs.doctor.evidence.Evidence;
import org.eejs.doctor.evidence.Stack;
import org.eejs.doctor.rules.Claim;
import org.eejs.doctor.rules.Cures;
import org.eejs.doctor.rules.FrameRule;
import org.eejs.doctor.rules.TlsFrames;
import org.eejs.result.Diagnosis.Cure;

/** Each handshake with a server that was called before is a full one. */
public final class ClientNeverResumes extends FrameRule {
    private static final double OFTEN = 1;
    private static final double NEARLY_ALL = 0.8;

    /** The rule. */
    public ClientNeverResumes() {
        super("client-never-resumes", "Connections to the same servers never resume a session",
                "conscrypt#585, SSLSessionContextImpl.get(host, port)", 0.5,
                "sun.security.ssl.");
    }

    @Override
    public boolean isGeneral() {
        return true;
    }

    @Override
    public boolean applies(Evidence evidence) {
        double validated = evidence.events().validations()[0];
        return validated >= OFTEN * evidence.seconds() && validated >= NEARLY_ALL * evidence.events().handshakes()
                .size()
                && evidence.servicesPerSecond("SSLContext") < validated / evidence.seconds() / 2;
    }

    @Override
    public int claims(Stack stack) {
        return TlsFrames.isClient(stack) ? super.claims(stack) : -1;
    }

    @Override
    public List<String> seen(Evidence evidence) {
        return List.of("%d certificate chains were checked for %d handshakes".formatted(evidence.events()
                .validations()[0],
                        evidence.events().handshakes().size()));
    }

    @Override
    public Cure cure(Evidence evidence, Claim claim) {
        return Cures.of("Keep connections open; and have engines know whom they talk to, by which sessions are found "
                + "again",
                "context.createSSLEngine(host, port)  // with both, on one SSLContext for all, in " + claim.caller());
    }
}
