package org.eejs.doctor.rules.keys;

import java.util.List;
import org.eejs.doctor.evidence.Events.Lookup;
import org.eejs.doctor.evidence.JvmEvidence;
import org.eejs.doctor.rules.Asked;
import org.eejs.doctor.rules.Claim;
import org.eejs.doctor.rules.Cures;
import org.eejs.doctor.rules.FrameRule;
import org.eejs.result.Diagnosis.Cure;

/** Encryption and digests run on the token, although only the private key needs it. */
public final class Pkcs11Bulk extends FrameRule {
    /** Creates the rule. */
    public Pkcs11Bulk() {
        super("pkcs11-bound", "The token encrypts and digests, which the JDK does faster",
                "bc-java#1122, elasticsearch#33459, opensc#2019", 0.7,
                "sun.security.pkcs11.P11Cipher", "sun.security.pkcs11.P11AEADCipher",
                "sun.security.pkcs11.P11Digest", "sun.security.pkcs11.P11Mac", "sun.security.pkcs11.P11Tls",
                "sun.security.pkcs11.P11SecretKeyFactory", "sun.security.pkcs11.P11KeyGenerator",
                "sun.security.pkcs11.P11SecureRandom");
    }

    private static boolean isOfToken(Lookup lookup) {
        return lookup.provider().startsWith("SunPKCS11");
    }

    @Override
    public List<String> seen(JvmEvidence evidence) {
        return Asked.most(evidence, Pkcs11Bulk::isOfToken).stream().map(Asked::words).toList();
    }

    @Override
    public String lowers() {
        return "session keys and data leave the token for the heap of the JVM";
    }

    @Override
    public Cure cure(JvmEvidence evidence, Claim claim) {
        return Cures.of("Use the token for private keys only. Put its provider behind SunJCE and SUN, or disable "
                + "mechanisms in the file of SunPKCS11, one per line",
                "disabledMechanisms = {", "  CKM_SHA_1", "  CKM_SHA256", "  CKM_SHA384", "  CKM_SHA256_HMAC",
                "  CKM_SHA384_HMAC", "  CKM_AES_CBC", "  CKM_AES_CBC_PAD", "  CKM_AES_GCM", "}");
    }
}
