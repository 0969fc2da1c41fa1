package org.eejs.doctor.rules.suites;

import java.util.List;
import org.eejs.doctor.evidence.JvmEvidence;
import org.eejs.doctor.rules.Claim;
import org.eejs.doctor.rules.Cures;
import org.eejs.doctor.rules.FrameRule;
import org.eejs.doctor.rules.RecordedHandshakes;
import org.eejs.result.Diagnosis.Cure;

/** CBC suites encrypt and authenticate records in two passes, and CBC encryption is sequential. */
public final class CbcSuites extends FrameRule {
    /** Creates the rule. */
    public CbcSuites() {
        super("cbc-suites", "TLS uses CBC and HMAC for records",
                "palantir/conjure-java-runtime#956, finagle#856", 0.5,
                "sun.security.ssl.SSLCipher$T10Block", "sun.security.ssl.SSLCipher$T11Block",
                "sun.security.ssl.InputRecord.checkCBC", "sun.security.ssl.SSLCipher.checkCBC",
                "sun.security.ssl.SSLCipher.removePadding", "sun.security.ssl.SSLCipher.addPadding",
                "sun.security.ssl.Authenticator$*Mac");
    }

    @Override
    public List<String> seen(JvmEvidence evidence) {
        return RecordedHandshakes.suites(evidence, suite -> suite.contains("_CBC_"));
    }

    @Override
    public String lowers() {
        return "AES-128 has keys of 128 bits, AES-256 of 256; name AES-256 if you need 256 bits";
    }

    @Override
    public Cure cure(JvmEvidence evidence, Claim claim) {
        return Cures.without(evidence, "AES_128_CBC, AES_256_CBC", "Use AES-GCM, by TLS 1.3 or by a TLS 1.2 suite "
                + "whose name ends with GCM; for clients, this is the option",
                "-Djdk.tls.client.cipherSuites=TLS_AES_128_GCM_SHA256,TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256,"
                        + "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256");
    }
}
