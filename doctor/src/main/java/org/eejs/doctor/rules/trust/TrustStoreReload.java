package org.eejs.doctor.rules.trust;

import java.util.List;
import org.eejs.doctor.evidence.Evidence;
import org.eejs.doctor.evidence.Stack;
import org.eejs.doctor.rules.Claim;
import org.eejs.doctor.rules.Cures;
import org.eejs.doctor.rules.FrameRule;
import org.eejs.doctor.rules.TlsFrames;
import org.eejs.result.Diagnosis.Cure;

/** Certificates that are trusted are read and parsed again. */
public final class TrustStoreReload extends FrameRule {
    private static final double OFTEN = 0.5;

    /** The rule. */
    public TrustStoreReload() {
        super("truststore-reload", "The trust store is parsed again and again",
                "finagle#73, apple/pkl#378, JDK-8129988",
                "javax.net.ssl.TrustManagerFactory.init", "sun.security.ssl.TrustStoreManager",
                "java.security.cert.CertificateFactory.generateCertificate");
    }

    @Override
    public boolean applies(Evidence evidence) {
        return evidence.eventSeconds() == 0 || evidence.servicesPerSecond("TrustManagerFactory") >= OFTEN
                && evidence.servicesPerSecond("SSLContext") < evidence.servicesPerSecond("TrustManagerFactory") / 2;
    }

    @Override
    public int claims(Stack stack) {
        return stack.has(TlsFrames.HANDSHAKE) ? -1 : super.claims(stack);
    }

    @Override
    public List<String> seen(Evidence evidence) {
        return List.of("TrustManagerFactory.getInstance %.1f times a second".formatted(
                evidence.servicesPerSecond("TrustManagerFactory")));
    }

    @Override
    public Cure cure(Evidence evidence, Claim claim) {
        return Cures.library("Make the TrustManager once and keep it; " + claim.caller()
                + " makes it each time; or have the library"
                + " of cures keep it", "");
    }
}
