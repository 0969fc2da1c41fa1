package org.eejs.doctor.rules.keys;

import org.eejs.doctor.evidence.Evidence;
import org.eejs.doctor.rules.Claim;
import org.eejs.doctor.rules.Cures;
import org.eejs.doctor.rules.FrameRule;
import org.eejs.result.Diagnosis.Cure;

/** Encryption and digests go through the token, of which only the private key has a need. */
public final class Pkcs11Bulk extends FrameRule {
    /** The rule. */
    public Pkcs11Bulk() {
        super("pkcs11-bound", "The token encrypts and digests what the JDK does faster",
                "bc-java#1122, elasticsearch#33459, opensc#2019", 0.7,
                "sun.security.pkcs11.P11Cipher", "sun.security.pkcs11.P11AEADCipher",
                "sun.security.pkcs11.P11Digest", "sun.security.pkcs11.P11Mac", "sun.security.pkcs11.P11Tls",
                "sun.security.pkcs11.P11SecretKeyFactory", "sun.security.pkcs11.P11KeyGenerator",
                "sun.security.pkcs11.P11SecureRandom", "sun.security.pkcs11.P11KeyAgreement");
    }

    @Override
    public Cure cure(Evidence evidence, Claim claim) {
        return Cures.of("Have the token serve private keys only: put its provider behind SunJCE and SUN, or let its "
                + "configuration"
                + " leave out the rest", "disabledMechanisms = { CKM_SHA256, CKM_SHA_1, CKM_AES_GCM, CKM_AES_CBC, "
                + "CKM_SHA256_HMAC }"
                + "  // in the file of SunPKCS11");
    }
}
