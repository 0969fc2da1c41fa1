package org.eejs.doctor.rules.keys;

import java.util.List;
import org.eejs.doctor.evidence.JvmEvidence;
import org.eejs.doctor.evidence.FramePattern;
import org.eejs.doctor.evidence.Stack;
import org.eejs.doctor.rules.Claim;
import org.eejs.doctor.rules.Cures;
import org.eejs.doctor.rules.FrameRule;
import org.eejs.doctor.rules.Lowers;
import org.eejs.result.Diagnosis.Cure;

/** From JDK 25 on, the key manager decrypts the private key even in resumed handshakes. */
public final class Pkcs12Resumption extends FrameRule {
    private static final FramePattern DECRYPTING = new FramePattern("sun.security.ssl.X509KeyManagerImpl.",
            "sun.security.pkcs12.PKCS12KeyStore.");

    /** Creates the rule. */
    public Pkcs12Resumption() {
        super("pkix-pkcs12-resumed", "Each resumed handshake decrypts the private key",
                "JDK-8357033 (jdk#25310)",
                "sun.security.ssl.SSLSessionImpl.<init>");
    }

    @Override
    public int claims(Stack stack) {
        return stack.has(DECRYPTING) ? super.claims(stack) : -1;
    }

    @Override
    public List<String> seen(JvmEvidence evidence) {
        return List.of("ssl.KeyManagerFactory.algorithm is %s".formatted(evidence.settings()
                .security("ssl.KeyManagerFactory.algorithm").orElse("not set")));
    }

    @Override
    public String lowers() {
        return Lowers.KEY_IN_HEAP;
    }

    @Override
    public Cure cure(JvmEvidence evidence, Claim claim) {
        return Cures.library(evidence, "Keep the decrypted key in the key manager",
                "Let the library keep it", "");
    }
}
