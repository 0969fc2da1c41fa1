package org.eejs.banking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.eejs.banking.TlsProfile.Certificate;
import org.eejs.banking.TlsProfile.NamedGroup;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Profiles are files, of the program or of the user. */
class TlsProfileTest {
    private static final String GOOD = "protocol = TLSv1.3\ncipherSuite = TLS_AES_128_GCM_SHA256\n"
            + "certificate = RSA_2048\ngroups = X25519MLKEM768, x25519\n";

    @TempDir
    private Path folder;

    private TlsProfile own(String text) throws Exception {
        return TlsProfile.of(Files.writeString(folder.resolve("own.properties"), text).toString());
    }

    @Test
    void theProgramHasAllThatItNames() {
        assertEquals(TlsProfile.names(), TlsProfile.all().map(TlsProfile::id).toList());
        TlsProfile hybrid = TlsProfile.of("hybrid-mldsa65-mutual");
        assertEquals(List.of(NamedGroup.X25519_ML_KEM_768), hybrid.groups());
        assertEquals(Certificate.ML_DSA_65, hybrid.certificate());
        assertEquals("mldsa65", hybrid.scheme());
        assertTrue(hybrid.mutual() && hybrid.isPostQuantum() && !hybrid.isInBoringSsl() && !hybrid.isInJsse(27));
        assertTrue(TlsProfile.of("hybrid").isInBoringSsl());
        assertEquals(TlsProfile.of("classical").groups(), TlsProfile.MODERN.groups());
    }

    @Test
    void aFileOfTheUserIsAProfile() throws Exception {
        TlsProfile own = own(GOOD + "intermediate = yes\nclientCertificate = required\n");
        assertEquals("own", own.id());
        assertEquals(List.of("X25519MLKEM768", "x25519"), own.groupNames());
        assertTrue(own.intermediate() && own.mutual() && own.forUsers());
    }

    @Test
    void whatIsWrongIsNamedInOneLine() {
        Map.of(GOOD.replace("RSA_2048", "RSA_1024"), "certificate = RSA_1024: must be one of RSA_2048",
                GOOD.replace("x25519", "x448"), "groups = x448: there are x25519",
                GOOD.replace("groups", "group"), "group is not known; there are certificate",
                GOOD.replace("TLSv1.3", "TLSv1.2"), "TLS_AES_128_GCM_SHA256 is not a suite of TLSv1.2",
                GOOD.replaceAll("groups.*", ""), "groups is missing",
                GOOD.replace("protocol", "#"), "protocol is missing",
                "protocol = TLSv1.2\ncipherSuite = TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256\ncertificate = ML_DSA_65\n"
                        + "groups = x25519", "only TLSv1.3 has ML-KEM and ML-DSA").forEach((text, words) -> {
                            String said = assertThrows(IllegalArgumentException.class, () -> own(text)).getMessage();
                            assertTrue(said.contains("own.properties: " + words), said);
                            assertEquals(1, said.lines().count());
                        });
        assertTrue(assertThrows(IllegalArgumentException.class, () -> TlsProfile.of("none.properties")).getMessage()
                .contains("there is no file none.properties"));
        assertTrue(assertThrows(IllegalArgumentException.class, () -> TlsProfile.of("hybird")).getMessage()
                .contains("hybrid-mldsa65"));
    }

    @Test
    void groupsHaveTheirNamesOnTheWireAndInBoringSsl() {
        assertEquals("X25519MLKEM768", NamedGroup.nameOf(0x11ec));
        assertEquals("SecP256r1MLKEM768", NamedGroup.nameOf(0x11eb));
        assertEquals("0x6399", NamedGroup.nameOf(0x6399));
        assertEquals("secp256r1", NamedGroup.nameOf("P-256"));
        assertEquals("x25519", NamedGroup.nameOf("X25519"));
    }
}
