package org.eejs.doctor.rules.keys;

import org.eejs.doctor.evidence.Evidence;
import org.eejs.doctor.evidence.FramePattern;
import org.eejs.doctor.evidence.Stack;
import org.eejs.doctor.rules.Claim;
import org.eejs.doctor.rules.Cures;
import org.eejs.doctor.rules.FrameRule;
import org.eejs.result.Diagnosis.Cure;

/** A password is hashed slowly, as it should be, in each request. */
public final class PasswordHash extends FrameRule {
    private static final FramePattern STORE = new FramePattern("java.security.KeyStore", "sun.security.pkcs12.",
            "sun.security.ssl.");

    /** The rule. */
    public PasswordHash() {
        super("password-hash-hot", "Passwords are hashed again and again",
                "spring-security#4959, #10112, elasticsearch#87255", 0.9,
                "javax.crypto.SecretKeyFactory.generateSecret", "com.sun.crypto.provider.PBKDF2KeyImpl.",
                "org.springframework.security.crypto.", "org.mindrot.jbcrypt.BCrypt.", "at.favre.lib.crypto.bcrypt.",
                "org.bouncycastle.crypto.generators.BCrypt", "org.bouncycastle.crypto.generators.Argon2",
                "org.bouncycastle.crypto.generators.SCrypt", "org.bouncycastle.crypto.generators.PKCS5S2");
    }

    @Override
    public int claims(Stack stack) {
        return stack.has(STORE) ? -1 : super.claims(stack);
    }

    @Override
    public Cure cure(Evidence evidence, Claim claim) {
        return Cures.of("Check a password once, and go on with a session or a token; Basic authentication checks it "
                + "in each request",
                "// " + claim.caller() + " hashes it");
    }
}
