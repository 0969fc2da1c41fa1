package org.eejs.doctor.rules.keys;

import org.eejs.doctor.evidence.Evidence;
import org.eejs.doctor.evidence.FramePattern;
import org.eejs.doctor.evidence.Stack;
import org.eejs.doctor.rules.Claim;
import org.eejs.doctor.rules.Cures;
import org.eejs.doctor.rules.FrameRule;
import org.eejs.result.Diagnosis.Cure;

/** A token is checked by signing it again, since the parser was given the private key. */
public final class VerifyWithPrivateKey extends FrameRule {
    private static final FramePattern SIGNING = new FramePattern("java.security.Signature.sign",
            "java.security.Signature.initSign");

    /** The rule. */
    public VerifyWithPrivateKey() {
        super("verify-with-private-key", "Tokens are checked with the private key",
                "jjwt#631", 0.7,
                "io.jsonwebtoken.impl.DefaultJwtParser.parse", "io.jsonwebtoken.impl.ImmutableJwtParser.parse");
    }

    @Override
    public int claims(Stack stack) {
        return stack.has(SIGNING) ? super.claims(stack) : -1;
    }

    @Override
    public Cure cure(Evidence evidence, Claim claim) {
        return Cures.of("Give the parser the public key", "Jwts.parserBuilder().setSigningKey(publicKey)  // in "
                + claim.caller());
    }
}
