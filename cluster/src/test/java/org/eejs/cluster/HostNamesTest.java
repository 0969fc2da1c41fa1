package org.eejs.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.eejs.pki.CertificateBuilder;
import org.eejs.pki.Identity;
import org.eejs.pki.PemFile;
import org.junit.jupiter.api.Test;

/** Tests of a host's name, which is that of its token, and which the host loses by a revocation. */
class HostNamesTest extends OpenLab {
    private static final String OTHER_NAME = "the token was made for another host name; make one for this name with "
            + "`eejs host --new-token FILE --name NAME` at the lab";
    private final KeyPair keys = CertificateBuilder.client("CN=any").key("EC", 256).selfSigned().keys();

    HostNamesTest() throws Exception {
        // The key of a host that sends requests for itself and for others.
    }

    private JoinAnswer ask(SSLContext tls, String name, Token token) throws IOException {
        try (Socket socket = tls.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), port)) {
            JoinServer.write(socket, new ObjectMapper().writeValueAsBytes(new JoinRequest(name, "1.0",
                    token == null ? null : token.secret(), token == null ? null
                    : Base64.getEncoder().encodeToString(keys.getPublic().getEncoded()))));
            return new ObjectMapper().readValue(JoinServer.read(socket), JoinAnswer.class);
        }
    }

    private SSLContext certified(String name, Token token) throws Exception {
        JoinAnswer answer = ask(Tls.context(null, token.lab()), name, token);
        assertNull(answer.refused());
        return Tls.context(new Identity(keys, PemFile.certificates(answer.chain())), token.lab());
    }

    @Test
    void aTokenIsGoodForTheNameThatItWasMadeForOnly() throws Exception {
        Token gamma = authority.newToken("gamma");
        SSLContext none = Tls.context(null, gamma.lab());
        for (String name : List.of("alpha", "Gamma", "gamma.", "omega")) {
            assertEquals(OTHER_NAME, ask(none, name, gamma).refused());
        }
        assertNull(ask(none, "gamma", gamma).refused(), "no attempt has used the token up");
        for (String name : List.of("alpha", "GAMMA")) {
            assertEquals(OTHER_NAME, ask(none, name, gamma).refused(), "even with the key of its use");
        }
        for (String name : List.of("lab", "LAB", "", "../alpha", "al pha", "alpha\nbeta", "-alpha", "a".repeat(64))) {
            assertTrue(ask(none, name, gamma).refused().startsWith("the name that the host gave is "), name);
        }
    }

    @Test
    void aHostWithACertificateRenewsItsOwnNameOnly() throws Exception {
        SSLContext gamma = certified("gamma", authority.newToken("gamma"));
        Token alpha = authority.newToken("alpha");
        assertEquals("the certificate belongs to the host gamma, not to alpha; a host of another name needs its "
                + "own token", ask(gamma, "alpha", alpha).refused());
        assertEquals(OTHER_NAME, ask(gamma, "gamma", alpha).refused());
        assertNull(ask(gamma, "gamma", authority.newToken("gamma")).refused());
    }

    @Test
    void namesThatNoHostMayHaveGetNoToken() throws Exception {
        authority.newToken("Alpha-1");
        authority.newToken("Alpha-1");
        for (String name : List.of("lab", "Lab", "", "a/b", "..", "a b", "a\tb", "ä", "a".repeat(64), "alpha-1")) {
            assertThrows(RefusedException.class, () -> authority.newToken(name), name);
        }
        assertEquals("differs only in case from the known host Alpha-1; use that name, or choose another",
                assertThrows(RefusedException.class, () -> authority.newToken("alpha-1")).getMessage());
    }

    @Test
    void aRevokedHostIsEndedAndRefusedUntilItHasAnotherToken() throws Exception {
        Token unused = authority.newToken("alpha");
        HostIdentity.Admission before = admission(identity("alpha", "1.0", authority.newToken("alpha")));
        try (HostNode alpha = join("alpha", null);
                HostNode beta = join("beta", authority.newToken("beta"))) {
            assertEquals(List.of("joined alpha", "joined beta"), List.of(next(), next()));
            assertEquals(alpha.address(), beta.address());
            // In the same way as another process, ignoring case.
            assertTrue(LabAuthority.in(folder.resolve("lab")).revoke("ALPHA"));
            assertEquals("gone alpha", next());
            assertEquals("ended the host alpha: it was revoked", logged());
            assertTrue(lab.ask("alpha", bytes("?"), PATIENCE).isCompletedExceptionally());
            assertTrue(refused(identity("alpha", "1.0", null)).startsWith("the host alpha was revoked; to admit it "
                    + "again, run `eejs host"));
            assertTrue(refused(new HostIdentity(folder.resolve("other"), "alpha", "1.0", unused))
                    .startsWith("the token is not known"));
            try (Socket socket = before.tls().getSocketFactory().createSocket(InetAddress.getLoopbackAddress(),
                    before.port())) {
                socket.getOutputStream().write(0);
                assertEquals(-1, socket.getInputStream().read(), "the router refuses the host");
            }
            assertEquals(List.of("beta"), List.copyOf(lab.hosts()));
        }
        assertEquals("gone beta", next());
        Files.copy(folder.resolve("alpha/host.pem"), folder.resolve("old.pem"));
        Files.copy(folder.resolve("alpha/host.key"), folder.resolve("old.key"));
        join("alpha", authority.newToken("alpha")).close();
        assertEquals("joined alpha", next());
        SSLContext old = Tls.context(Identity.read(folder.resolve("old.pem"), folder.resolve("old.key")),
                authority.newToken("beta").lab());
        assertTrue(ask(old, "alpha", null).refused().startsWith("the host alpha was revoked"), "its old certificate");
    }

    @Test
    void aHostIsRevokedWhileNoLabRuns() throws Exception {
        admission(identity("alpha", "1.0", authority.newToken("alpha")));
        lab.close();
        assertTrue(authority.revoke("alpha"));
        assertFalse(authority.revoke("unknown"), "the lab has made no token for it");
        assertThrows(RefusedException.class, () -> authority.revoke("lab"));
        try (Stream<Path> files = Files.list(folder.resolve("lab/tokens"))) {
            assertEquals(0, files.count(), "a used token is no longer valid for its key");
        }
        lab = open(LabAuthority.in(folder.resolve("lab")));
        assertTrue(refused(identity("alpha", "1.0", null)).startsWith("the host alpha was revoked"));
    }
}
