package org.eejs.doctor.rules.suites;

import java.util.List;
import java.util.stream.Collectors;
import org.eejs.doctor.evidence.JvmEvidence;
import org.eejs.doctor.rules.Claim;
import org.eejs.doctor.rules.Cures;
import org.eejs.doctor.rules.FrameRule;
import org.eejs.result.Diagnosis.Cure;
import org.eejs.terminal.ShellWord;

/** The JDK’s default groups begin with a hybrid one since 25.0.5, so an update of the JDK switches it on. */
public final class HybridByDefault extends FrameRule {
    private static final String GROUPS = "jdk.tls.namedGroups";
    private static final String POST_QUANTUM = "MLKEM";
    private static final String CLASSICAL = "x25519,secp256r1,secp384r1";

    /** Creates the rule. */
    public HybridByDefault() {
        super("hybrid-by-default", "TLS agrees on keys by a post-quantum group, by default of this JDK",
                "JDK-8314323, golang/go#80573, haproxy#3148", 0,
                "com.sun.crypto.provider.ML_KEM", "sun.security.ssl.Hybrid");
    }

    @Override
    public boolean applies(JvmEvidence evidence) {
        return evidence.settings().prefersHybrid() && evidence.settings().property(GROUPS).isEmpty();
    }

    @Override
    public boolean isGeneral() {
        return true;
    }

    @Override
    public boolean isRemark() {
        return true;
    }

    @Override
    public List<String> seen(JvmEvidence evidence) {
        return List.of("the first message of a client is about 1,600 bytes long and needs two TCP segments; some "
                + "servers and middleboxes expect one", GROUPS + " is not set");
    }

    @Override
    public String lowers() {
        return "without it, a later quantum computer can decrypt traffic that is recorded today";
    }

    @Override
    public Cure cure(JvmEvidence evidence, Claim claim) {
        String classical = evidence.settings().groups().stream().filter(group -> !group.contains(POST_QUANTUM))
                .collect(Collectors.joining(","));
        return Cures.of("Keep it, unless peers do not answer. This option switches it off", ShellWord.of("-D" + GROUPS
                + "=" + (classical.isEmpty() ? CLASSICAL : classical)));
    }
}
