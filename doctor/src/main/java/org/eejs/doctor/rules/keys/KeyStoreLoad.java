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
import org.eejs.doctor.rules.Lowers;
import org.eejs.result.Diagnosis.Cure;

/** The service reads a key store, or decrypts a key, while it serves requests. */
public final class KeyStoreLoad extends FrameRule {
    private static final double OFTEN = 0.1;
    private static final FramePattern STORE = new FramePattern("java.security.KeyStore.",
            "java.security.KeyStore$Builder");

    /** A key in a token is looked up, not decrypted. */
    private static final FramePattern TOKEN = new FramePattern("sun.security.pkcs11.");

    /** Creates the rule. */
    public KeyStoreLoad() {
        super("keystore-load-hot", "The service opens a key store again and again",
                "bc-java#1144, openam-jp#388",
                "java.security.KeyStore.load", "java.security.KeyStore.getKey", "java.security.KeyStore.getEntry",
                "java.security.KeyStore.getInstance", "java.security.KeyStore$Builder",
                "sun.security.pkcs12.PKCS12KeyStore.engineLoad");
    }

    @Override
    public int claims(Stack stack) {
        return stack.has(TOKEN) ? -1 : super.claims(stack);
    }

    /** Returns whether the lookup opens a store, or derives a key from its password. */
    private static boolean isOpened(Lookup lookup) {
        return lookup.type().equals("KeyStore") || lookup.stack().has(STORE);
    }

    @Override
    public boolean applies(JvmEvidence evidence) {
        return !evidence.isSeldom(KeyStoreLoad::isOpened, OFTEN);
    }

    @Override
    public List<String> seen(JvmEvidence evidence) {
        return Asked.most(evidence, KeyStoreLoad::isOpened).stream().map(Asked::words).toList();
    }

    @Override
    public String lowers() {
        return Lowers.KEY_IN_HEAP;
    }

    @Override
    public Cure cure(JvmEvidence evidence, Claim claim) {
        return Cures.library(evidence, "Open the store once and keep the key: " + claim.caller()
                + " opens it each time", "Let the library keep the content, which saves "
                + "about half: getKey() still decrypts", "");
    }
}
