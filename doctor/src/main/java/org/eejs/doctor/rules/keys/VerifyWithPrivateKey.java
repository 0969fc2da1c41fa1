package org.eejs.doctor.rules.keys;

import java.util.List;
import org.eejs.doctor.evidence.Events.Lookup;
import org.eejs.doctor.evidence.JvmEvidence;
import org.eejs.doctor.evidence.FramePattern;
import org.eejs.doctor.evidence.Stack;
import org.eejs.doctor.rules.Asked;
import org.eejs.doctor.rules.Claim;
import org.eejs.doctor.rules.Cures;
import org.eejs.doctor.rules.FrameRule;
import org.eejs.result.Diagnosis.Cure;

/** A token is checked by signing it again, since the parser was given the private key. */
public final class VerifyWithPrivateKey extends FrameRule {
    private static final FramePattern SIGNING = new FramePattern("java.security.Signature.sign",
            "java.security.Signature.initSign");
    private static final FramePattern PARSING = new FramePattern("io.jsonwebtoken.impl.DefaultJwtParser.parse",
            "io.jsonwebtoken.impl.ImmutableJwtParser.parse");

    /** The rule. */
    public VerifyWithPrivateKey() {
        super("verify-with-private-key", "Tokens are checked with the private key",
                "jjwt#631", 0.7,
                "io.jsonwebtoken.impl.DefaultJwtParser.parse", "io.jsonwebtoken.impl.ImmutableJwtParser.parse");
    }

    private static boolean isOfToken(Lookup lookup) {
        return lookup.type().equals("Signature") && lookup.stack().has(PARSING);
    }

    @Override
    public int claims(Stack stack) {
        return stack.has(SIGNING) ? super.claims(stack) : -1;
    }

    @Override
    public List<String> seen(JvmEvidence evidence) {
        return Asked.most(evidence, VerifyWithPrivateKey::isOfToken).stream().map(Asked::words).toList();
    }

    @Override
    public Cure cure(JvmEvidence evidence, Claim claim) {
        return Cures.of("Give the parser that " + claim.caller() + " uses the public key, as by the first line before "
                + "version 0.12 and by the second from it on",
                "Jwts.parserBuilder().setSigningKey(publicKey)", "Jwts.parser().verifyWith(publicKey)");
    }
}
