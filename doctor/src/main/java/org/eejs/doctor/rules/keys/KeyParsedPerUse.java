package org.eejs.doctor.rules.keys;

import java.util.List;
import org.eejs.doctor.evidence.Events.Lookup;
import org.eejs.doctor.evidence.JvmEvidence;
import org.eejs.doctor.evidence.Stack;
import org.eejs.doctor.rules.Asked;
import org.eejs.doctor.rules.Claim;
import org.eejs.doctor.rules.Cures;
import org.eejs.doctor.rules.FrameRule;
import org.eejs.doctor.rules.Lowers;
import org.eejs.doctor.rules.TlsFrames;
import org.eejs.result.Diagnosis.Cure;

/** The service parses and validates a key for each use. */
public final class KeyParsedPerUse extends FrameRule {
    private static final double OFTEN = 5;

    /** Creates the rule. */
    public KeyParsedPerUse() {
        super("key-parsed-per-use", "The service parses a key for each use",
                "openliberty#11075, smallrye-jwt#462, openam-jp#388",
                "java.security.KeyFactory.generatePrivate", "java.security.KeyFactory.generatePublic",
                "java.security.KeyFactory.getInstance", "java.security.KeyFactory.translateKey",
                "org.bouncycastle.openssl.PEMParser.");
    }

    private static boolean isParsed(Lookup lookup) {
        return lookup.type().equals("KeyFactory") && !lookup.stack().has(TlsFrames.ANY);
    }

    @Override
    public boolean applies(JvmEvidence evidence) {
        return !evidence.isSeldom(KeyParsedPerUse::isParsed, OFTEN);
    }

    @Override
    public int claims(Stack stack) {
        return stack.has(TlsFrames.ANY) ? -1 : super.claims(stack);
    }

    @Override
    public List<String> seen(JvmEvidence evidence) {
        return Asked.most(evidence, KeyParsedPerUse::isParsed).stream().map(Asked::words).toList();
    }

    @Override
    public String lowers() {
        return Lowers.KEY_IN_HEAP;
    }

    @Override
    public Cure cure(JvmEvidence evidence, Claim claim) {
        return Cures.of("Create the Key once and keep it; " + claim.caller() + " creates it each time",
                "private static final %s KEY = read();".formatted(claim.frame().endsWith(".generatePublic")
                        ? "PublicKey" : claim.frame().endsWith(".generatePrivate") ? "PrivateKey" : "Key"));
    }
}
