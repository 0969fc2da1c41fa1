package org.eejs.doctor.rules.suites;

import java.util.List;
import org.eejs.doctor.evidence.JvmEvidence;
import org.eejs.doctor.rules.Claim;
import org.eejs.doctor.rules.Cures;
import org.eejs.doctor.rules.FrameRule;
import org.eejs.result.Diagnosis.Cure;

/** JDK 8 until JDK-8133070: each connection tests the ciphers of all suites, one thread at a time. */
public final class SuitesTriedOut extends FrameRule {
    /** Creates the rule. */
    public SuitesTriedOut() {
        super("cipher-probe", "Each connection tests the ciphers of all suites", "JDK-8133070",
                "sun.security.ssl.CipherSuite$BulkCipher.isAvailable");
    }

    @Override
    public List<String> seen(JvmEvidence evidence) {
        return List.of("the JDK is %s".formatted(evidence.settings().jdk()));
    }

    @Override
    public Cure cure(JvmEvidence evidence, Claim claim) {
        return Cures.library(evidence, "Update the JDK, which remembers the available ciphers since 9",
                "Let the library create SSLContexts, which lists suites once", "");
    }
}
