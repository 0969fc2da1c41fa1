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

/** The service checks a token by signing it again because its parser has the private key. */
public final class VerifyWithPrivateKey extends FrameRule {
    private static final FramePattern SIGNING = new FramePattern("java.security.Signature.sign",
            "java.security.Signature.initSign");
    private static final FramePattern PARSING = new FramePattern("io.jsonwebtoken.impl.DefaultJwtParser.parse",
            "io.jsonwebtoken.impl.ImmutableJwtParser.parse");

    /** Creates the rule. */
    public VerifyWithPrivateKey() {
        super("verify-with-private-key", "The service checks tokens with the private key",
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
        return Cures.of("Give the public key to the parser in " + claim.caller() + ". Use the first line before jjwt "
                + "0.12, the second from 0.12 on",
                "Jwts.parserBuilder().setSigningKey(publicKey)", "Jwts.parser().verifyWith(publicKey)");
    }
}
