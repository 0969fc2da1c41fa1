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

/** The PKIX key manager decrypts the private key of a PKCS12 store in each full handshake. */
public final class Pkcs12KeyManager extends FrameRule {
    private static final FramePattern DECRYPTING = new FramePattern("sun.security.pkcs12.PKCS12KeyStore.",
            "java.security.KeyStore.get",
            "java.security.KeyStore$Builder$");
    /** A key in a token is looked up, not decrypted. */
    private static final FramePattern TOKEN = new FramePattern("sun.security.pkcs11.");
    private static final FramePattern REMEMBERING = new FramePattern("sun.security.ssl.SSLSessionImpl.<init>");

    /** Creates the rule. */
    public Pkcs12KeyManager() {
        super("pkix-pkcs12-full", "Each full handshake decrypts the private key",
                "JDK-8322767 (jdk#17956), JDK-8272875 (jdk#24756)",
                "sun.security.ssl.X509KeyManagerImpl.", "sun.security.ssl.X509KeyManagerCertChecking.");
    }

    @Override
    public int claims(Stack stack) {
        return stack.has(DECRYPTING) && !stack.has(REMEMBERING) && !stack.has(TOKEN) ? super.claims(stack) : -1;
    }

    @Override
    public List<String> seen(JvmEvidence evidence) {
        return List.of("ssl.KeyManagerFactory.algorithm is %s".formatted(evidence.settings()
                .security("ssl.KeyManagerFactory.algorithm").orElse("not set")));
    }

    @Override
    public String lowers() {
        return Lowers.KEY_IN_HEAP + "; SunX509 does not check it";
    }

    @Override
    public Cure cure(JvmEvidence evidence, Claim claim) {
        return Cures.library(evidence, "Keep the decrypted key in the key manager. If the store has one certificate, "
                + "KeyManagerFactory.getInstance(\"SunX509\") does so; it does not choose by the server’s name",
                "Let the library keep it, which also follows a replaced file", "");
    }
}
