package org.eejs.doctor;

import static org.eejs.doctor.Seen.only;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.eejs.result.Diagnosis.Finding;
import org.eejs.result.Diagnosis.Grade;
import org.junit.jupiter.api.Test;

/** False alarms about certificates and passwords, each with a small capture. */
class TrustAlarmsTest {
    private static final String HANDSHAKE = "sun.security.ssl.SSLHandshake.consume";
    private static final String[] OF_SERVER = {"java.security.cert.CertPathValidator.validate",
        "sun.security.ssl.X509TrustManagerImpl.checkServerTrusted", HANDSHAKE};
    private static final String[] OF_CLIENT = {"java.security.cert.CertPathValidator.validate",
        "sun.security.ssl.X509TrustManagerImpl.checkClientTrusted", HANDSHAKE};
    private static final String BCRYPT = "org.springframework.security.crypto.bcrypt.BCrypt.hashpw";

    @Test
    void aClientThatMeetsEachServerOnceHasNothingToResume() {
        assertEquals(List.of(), new Seen().samples(400, OF_SERVER).chains(120, 150, OF_SERVER).rules());
        only(new Seen().samples(400, OF_SERVER).chains(120, 20, OF_SERVER), "trust-check-hot");
    }

    @Test
    void aServerCannotMakeItsClientsResumeByNamingThem() {
        assertEquals(List.of("context.createSSLEngine(host, port)"), only(new Seen().samples(400, OF_SERVER)
                .chains(120, 3, OF_SERVER), "trust-check-hot").cure().lines());
        assertFalse(only(new Seen().samples(400, OF_CLIENT).chains(120, 3, OF_CLIENT), "trust-check-hot").cure().lines()
                .toString().contains("createSSLEngine"));
    }

    @Test
    void theCureOfRevocationNamesTheSideOfItsOptionAndTheRisk() {
        String ocsp = "sun.security.provider.certpath.OCSP.check";
        Finding client = only(new Seen().samples(400, ocsp, OF_SERVER[1]), "revocation-in-handshake");
        assertTrue(client.savedShare() < client.cpuShare(), client.toString());
        assertTrue(client.cure().words().contains("SOFT_FAIL")
                && client.cure().words().contains("option for those servers"),
                client.toString());
        assertFalse(client.cure().lines().toString().contains("timeout=1 "), client.toString());
        Finding server = only(new Seen().samples(400, ocsp, OF_CLIENT[1]), "revocation-in-handshake");
        assertFalse(server.cure().lines().toString().contains("StatusRequest"), server.toString());
    }

    @Test
    void loginsAreToCostWhatTheyDo() {
        Seen logins = new Seen().samples(400, BCRYPT);
        Finding finding = only(logins, "password-hash-hot");
        assertEquals(0, finding.savedShare());
        assertTrue(finding.cure().words().contains(". Do not speed up logins"), finding.toString());
        assertTrue(logins.diagnosis().isHealthy());
        assertEquals(null, logins.diagnosis().grade());
        assertEquals("password-hash-hot", logins.diagnosis().undecided().orElseThrow().rule());
        // Keys are derived by the same function.
        String derives = "com.sun.crypto.provider.PBKDF2KeyImpl.deriveKey";
        assertEquals(0, only(new Seen().samples(400, derives, "com.example.Login.check"), "password-hash-hot")
                .savedShare());
        assertEquals(List.of("key-derivation-hot"), new Seen().samples(400, derives).diagnosis().findings().stream()
                .map(Finding::rule).toList());
        assertEquals(List.of(), new Seen().samples(5, BCRYPT).rules(), "a login now and then");
    }

    @Test
    void ofPasswordsInEachRequestAllButTheFirstIsSaved() {
        Finding half = only(new Seen().samples(200, BCRYPT).samples(200, BCRYPT,
                "org.springframework.security.web.authentication.www.BasicAuthenticationFilter.doFilterInternal"),
                "password-hash-hot");
        assertEquals(0.45 * half.cpuShare(), half.savedShare(), 1e-9);
        assertTrue(half.cure().words().contains(". Users send their password"), half.toString());
    }
}
