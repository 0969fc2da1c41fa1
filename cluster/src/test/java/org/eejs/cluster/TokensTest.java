package org.eejs.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.eejs.pki.CertificateBuilder;
import org.eejs.pki.Identity;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests of tokens, which are valid for one host in spite of errors, and of certificates, which are valid until they
 * expire.
 */
class TokensTest extends OpenLab {
    private static final String UNKNOWN = "the token is not known, or was used before";

    @Test
    void aHostWhoseDiskWasFullAsksAgain() throws Exception {
        Token token = authority.newToken("alpha");
        Path inTheWay = Files.createDirectories(folder.resolve("alpha/host.pem"));
        assertThrows(IOException.class, () -> join("alpha", token));
        assertTrue(refused(new HostIdentity(folder.resolve("other"), "alpha", "1.0", token)).startsWith(UNKNOWN),
                "the key of another");
        Files.delete(inTheWay);
        join("alpha", token).close();
        assertEquals("joined alpha", next());
    }

    @Test
    void whatIsNotUnderstoodUsesNoTokenUp() throws Exception {
        Token token = authority.newToken("alpha");
        for (String key : List.of("no Base64!", "AAAA")) {
            try (Socket socket = Tls.context(null, token.lab()).getSocketFactory().createSocket(
                    InetAddress.getLoopbackAddress(), port)) {
                JoinServer.write(socket, new ObjectMapper().writeValueAsBytes(new JoinRequest("alpha", "1.0",
                        token.secret(), key)));
                assertEquals("the host sent an unexpected request; use the lab's version of EEJS there",
                        new ObjectMapper().readValue(JoinServer.read(socket), JoinAnswer.class).refused());
            }
        }
        join("alpha", token).close();
    }

    @Test
    void aNewTokenBringsAHostBackWhoseCertificateHasEnded() throws Exception {
        Token token = authority.newToken("alpha");
        join("alpha", token).close();
        Path chain = folder.resolve("alpha/host.pem");
        BigInteger first = Identity.certificates(chain).get(0).getSerialNumber();
        join("alpha", token).close();
        assertEquals(first, Identity.certificates(chain).get(0).getSerialNumber(), "valid as long as it lasts");
        join("alpha", authority.newToken("alpha")).close();
        assertNotEquals(first, Identity.certificates(chain).get(0).getSerialNumber(), "a new token has priority");

        Identity own = Identity.read(chain, folder.resolve("alpha/host.key"));
        Identity.writeCertificates(chain, CertificateBuilder.client("CN=alpha").key(own.keys())
                .valid(Duration.ofDays(-2), Duration.ofDays(-1)).issuedBy(Identity.read(
                        folder.resolve("lab/hosts.pem"), folder.resolve("lab/hosts.key"))).chain());
        assertTrue(refused(identity("alpha", "1.0", null)).startsWith("the certificate of this host has expired"));
        join("alpha", authority.newToken("alpha")).close();
    }

    @Test
    void tokensThatEndedOrWereCutOffAreForgotten() throws Exception {
        Token cut = authority.newToken("alpha");
        List<Path> files = tokens();
        assertEquals(1, files.size());
        for (String content : List.of("", "2026-1")) {
            Files.writeString(files.get(0), content);
            assertTrue(refused(identity("alpha", "1.0", cut)).startsWith(UNKNOWN));
        }
        authority.newToken("alpha");
        now = now.plus(Duration.ofDays(2));
        authority.newToken("alpha");
        assertEquals(1, tokens().size());
    }

    /** A process that prints which authority it found or made in a folder. */
    public static final class OtherProcess {
        private OtherProcess() {}

        /** Opens the authority in the folder. */
        public static void main(String... words) throws Exception {
            System.out.println(LabAuthority.in(Path.of(words[0])).newToken("alpha").lab().getSerialNumber());
        }
    }

    @Test
    @Tag("long")
    void processesThatBeginAtOnceHaveOneAuthority() throws Exception {
        List<Process> processes = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            processes.add(new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp",
                    System.getProperty("java.class.path"), OtherProcess.class.getName(),
                    folder.resolve("shared").toString()).redirectError(ProcessBuilder.Redirect.INHERIT).start());
        }
        Set<String> found = new HashSet<>();
        for (Process process : processes) {
            found.add(new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII));
        }
        assertEquals(1, found.size(), found.toString());
        assertFalse(found.contains(""));
    }

    private List<Path> tokens() throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve("lab/tokens"))) {
            return files.filter(each -> !each.endsWith("lock")).toList();
        }
    }
}
