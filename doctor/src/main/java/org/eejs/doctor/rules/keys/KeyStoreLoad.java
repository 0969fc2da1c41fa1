package org.eejs.doctor.rules.keys;

import org.eejs.doctor.evidence.Evidence;
import org.eejs.doctor.rules.Claim;
import org.eejs.doctor.rules.Cures;
import org.eejs.doctor.rules.FrameRule;
import org.eejs.result.Diagnosis.Cure;

/** A key store is read, or a key decrypted, while the service serves. */
public final class KeyStoreLoad extends FrameRule {
    /** The rule. */
    public KeyStoreLoad() {
        super("keystore-load-hot", "A key store is opened again and again",
                "bc-java#1144, openam-jp#388",
                "java.security.KeyStore.load", "java.security.KeyStore.getKey", "java.security.KeyStore.getEntry",
                "java.security.KeyStore.getInstance", "java.security.KeyStore$Builder",
                "sun.security.pkcs12.PKCS12KeyStore.engineLoad");
    }

    @Override
    public Cure cure(Evidence evidence, Claim claim) {
        return Cures.library("Open the store once and keep the key; " + claim.caller()
                + " opens it each time; or have the"
                + " library of cures keep what it has read", "");
    }
}
