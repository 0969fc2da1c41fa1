package org.eejs.bench.campaign;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.security.NoSuchAlgorithmException;
import java.security.Provider;
import java.security.Security;
import java.util.List;
import org.eejs.bench.measuring.CryptoProvider;
import org.eejs.bench.measuring.Group;
import org.eejs.bench.measuring.MismatchException;
import org.eejs.bench.tls.SslHandshake;
import org.eejs.bench.tls.SslTransfer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that JSSE works on each measured provider, and that a failure is detected. */
class TlsChecksTest {
    private static final Group HANDSHAKE = SslHandshake.GROUP;
    private static final Group TRANSFER = SslTransfer.GROUP;

    private List<Provider> before;

    @BeforeEach
    void look() {
        before = List.of(Security.getProviders());
    }

    @AfterEach
    void theJvmIsAsItWas() {
        assertEquals(before, List.of(Security.getProviders()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.3 EC X25519 full", "TLSv1.3 EC P-256 resumed", "TLSv1.2 EC P-256 full",
        "TLSv1.2 EC P-256 resumed", "TLSv1.2 RSA X25519 full"})
    @Tag("long")
    void theJdkShakesHandsWithBouncyCastle(String algorithm) throws Exception {
        assertEquals("TLS with Bouncy Castle on the other side",
                HANDSHAKE.check(CryptoProvider.open("SunJCE"), algorithm));
    }

    @ParameterizedTest
    @CsvSource({"ACCP, TLSv1.3 EC X25519 full, Signature", "ACCP, TLSv1.3 EC P-256 resumed, KeyAgreement",
        "ACCP, TLSv1.2 EC P-256 full, KeyAgreement", "Conscrypt, TLSv1.3 EC P-256 full, KeyAgreement",
        "Conscrypt, TLSv1.2 EC P-256 resumed, Cipher", "BC, TLSv1.3 EC X25519 full, KeyAgreement",
        "BC, TLSv1.3 EC X25519 resumed, Cipher"})
    void aProviderServes(String provider, String algorithm, String engine) throws Exception {
        String means = HANDSHAKE.check(CryptoProvider.open(provider), algorithm);
        assertTrue(means.startsWith("TLS with the JDK on the other side; it serves ") && means.contains(engine), means);
    }

    @ParameterizedTest
    @CsvSource({"SunJCE, TLSv1.3 TLS_CHACHA20_POLY1305_SHA256", "SunJCE, TLSv1.2 TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256",
        "ACCP, TLSv1.3 TLS_AES_256_GCM_SHA384", "ACCP, TLSv1.2 TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256",
        "Conscrypt, TLSv1.3 TLS_CHACHA20_POLY1305_SHA256", "BC, TLSv1.3 TLS_AES_128_GCM_SHA256"})
    @Tag("long")
    void recordsArrive(String provider, String algorithm) throws Exception {
        String means = TRANSFER.check(CryptoProvider.open(provider), algorithm);
        assertTrue(means.startsWith("TLS with "), means);
    }

    @Test
    void nssResumesNothing() throws Exception {
        Provider nss = CryptoProvider.open("SunPKCS11-NSS");
        HANDSHAKE.check(nss, "TLSv1.2 EC P-256 full");
        Exception found = assertThrows(IllegalStateException.class,
                () -> HANDSHAKE.check(nss, "TLSv1.2 EC P-256 resumed"));
        assertTrue(found.getMessage().contains("the client's session was new"), found.getMessage());
    }

    @Test
    @Tag("long")
    void aProviderThatServesNothingIsNotMeasured() throws Exception {
        Provider eejs = CryptoProvider.open("EEJS");
        assertThrows(NoSuchAlgorithmException.class, () -> HANDSHAKE.check(eejs, "TLSv1.3 EC X25519 full"));
        // Its cipher for session tickets is not that of the suite.
        Exception found = assertThrows(NoSuchAlgorithmException.class,
                () -> TRANSFER.check(CryptoProvider.open("ACCP"), "TLSv1.3 TLS_CHACHA20_POLY1305_SHA256"));
        assertTrue(found.getMessage().contains("only Cipher.AES/GCM"), found.getMessage());
        found = assertThrows(NoSuchAlgorithmException.class,
                () -> TRANSFER.check(CryptoProvider.open("SUN"), "TLSv1.3 TLS_AES_128_GCM_SHA256"));
        assertTrue(found.getMessage().contains("measured as SunJCE"), found.getMessage());
    }

    @Test
    void aGroupThatIsNotOfferedIsNotMeasured() throws Exception {
        Provider jdks = CryptoProvider.open("SunJCE");
        String algorithm = "TLSv1.3 EC X25519MLKEM768 full";
        if (Runtime.version().feature() >= 27) {
            assertTrue(HANDSHAKE.check(jdks, algorithm).startsWith("TLS with the JDK on the other side"));
            return;
        }
        Exception found = assertThrows(NoSuchAlgorithmException.class, () -> HANDSHAKE.check(jdks, algorithm));
        assertTrue(found.getMessage().endsWith("does not offer the group X25519MLKEM768"), found.getMessage());
    }

    @Test
    void aProviderThatUnderstandsOnlyItselfIsDetected() {
        Exception found = assertThrows(MismatchException.class,
                () -> HANDSHAKE.check(WrongProvider.thatAgreesOnNothing(), "TLSv1.3 EC X25519 full"));
        assertTrue(found.getMessage().startsWith("expected a connection, with Wrong as the client"),
                found.getMessage());
    }

    @Test
    void anAlteredByteIsFound() {
        Exception found = assertThrows(IllegalStateException.class,
                () -> TRANSFER.check(WrongProvider.thatAltersAByte(), "TLSv1.3 TLS_AES_128_GCM_SHA256"));
        assertEquals("of the " + WrongProvider.ALTERED + " bytes sent, other ones arrived from byte 0 on",
                found.getMessage());
    }
}
