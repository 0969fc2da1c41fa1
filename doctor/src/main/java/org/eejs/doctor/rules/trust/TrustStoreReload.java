package org.eejs.doctor.rules.trust;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.eejs.doctor.evidence.Events.Lookup;
import org.eejs.doctor.evidence.JvmEvidence;
import org.eejs.doctor.evidence.Frame;
import org.eejs.doctor.evidence.FramePattern;
import org.eejs.doctor.evidence.Stack;
import org.eejs.doctor.rules.Asked;
import org.eejs.doctor.rules.Claim;
import org.eejs.doctor.rules.Cures;
import org.eejs.doctor.rules.FrameRule;
import org.eejs.doctor.rules.Rule;
import org.eejs.doctor.rules.TlsFrames;
import org.eejs.result.Diagnosis.Cure;

/** The service reads and parses trusted certificates again and again. */
public final class TrustStoreReload extends FrameRule {
    private static final double OFTEN = 0.5;
    private static final FramePattern LOADING = new FramePattern("java.security.KeyStore.load",
            "java.security.KeyStore.getInstance");

    /** Methods that create trust managers; the stores that they read are trust stores. */
    private final Set<String> makers;

    /** Creates the rule. */
    public TrustStoreReload() {
        this(Set.of());
    }

    private TrustStoreReload(Set<String> makers) {
        super("truststore-reload", "The service parses the trust store again and again",
                "finagle#73, apple/pkl#378, JDK-8129988",
                "javax.net.ssl.TrustManagerFactory.init", "sun.security.ssl.TrustStoreManager");
        this.makers = makers;
    }

    private static boolean isMade(Lookup lookup) {
        return lookup.type().equals("TrustManagerFactory");
    }

    @Override
    public boolean applies(JvmEvidence evidence) {
        double made = evidence.lookupsPerSecond(TrustStoreReload::isMade);
        return !evidence.isSeldom(TrustStoreReload::isMade, OFTEN)
                && (made == 0 || evidence.lookupsPerSecond("SSLContext") < made / 2);
    }

    @Override
    public Rule on(JvmEvidence evidence) {
        return new TrustStoreReload(evidence.events().lookups().keySet().stream().filter(TrustStoreReload::isMade)
                .map(Asked::callerOf).filter(caller -> !caller.isEmpty()).collect(Collectors.toSet()));
    }

    @Override
    public int claims(Stack stack) {
        if (stack.has(TlsFrames.HANDSHAKE)) {
            return -1;
        }
        int loading = stack.outermost(LOADING);
        return loading >= 0 && stack.callerOf(loading).map(Frame::method).filter(makers::contains).isPresent() ? loading
                : super.claims(stack);
    }

    @Override
    public List<String> seen(JvmEvidence evidence) {
        return Asked.most(evidence, TrustStoreReload::isMade).stream().map(Asked::words).toList();
    }

    @Override
    public String lowers() {
        return "a root that you remove from the file is trusted until the trust manager is created again";
    }

    @Override
    public Cure cure(JvmEvidence evidence, Claim claim) {
        return Cures.library(evidence, "Create the TrustManager once and keep it: " + claim.caller()
                + " creates it each time", "Let the library keep it", "");
    }
}
