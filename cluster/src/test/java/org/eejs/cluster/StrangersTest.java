package org.eejs.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import org.eejs.pki.CertificateBuilder;
import org.eejs.pki.Identity;
import org.junit.jupiter.api.Test;

/** Tests of strangers: they do not get in, do not delay hosts, and appear in the lab's log. */
class StrangersTest extends OpenLab {
    private static final int SILENT = 8;

    @Test
    void aSilentConnectionDelaysNoHost() throws Exception {
        List<Socket> silent = new ArrayList<>();
        try (Link link = new Link(port)) {
            for (int i = 0; i < SILENT; i++) {
                silent.add(new Socket(InetAddress.getLoopbackAddress(), port));
                silent.add(new Socket(InetAddress.getLoopbackAddress(), port + 1));
            }
            HostNode alpha = join("alpha", authority.newToken("alpha"), Link.ADDRESS);
            assertEquals("joined alpha", next());
            link.cut();
            assertEquals("gone alpha", next());
            alpha.close();
            for (Socket each : silent) {
                assertEquals(-1, each.getInputStream().read(), "closed by the lab");
            }
            assertEquals("refused a host at 127.0.0.1: it did not complete its request within 5 s", logged());
        } finally {
            for (Socket each : silent) {
                each.close();
            }
        }
    }

    @Test
    void theLabLogsTheReasonOfEachRefusal() throws Exception {
        Identity hosts = Identity.read(folder.resolve("lab/hosts.pem"), folder.resolve("lab/hosts.key"));
        Identity foreign = CertificateBuilder.authority(hosts.certificate().getSubjectX500Principal().getName())
                .key("EC", 256).keyIdentifiers().selfSigned();
        Identity expired = CertificateBuilder.client("CN=alpha").key("EC", 256)
                .valid(Duration.ofDays(-2), Duration.ofDays(-1)).issuedBy(hosts);
        for (int each : List.of(port, port + 1)) {
            assertEquals("its certificate is not of this lab", refusedAt(each, CertificateBuilder.client("CN=alpha")
                    .key("EC", 256).issuedBy(foreign)));
            assertEquals("its certificate has expired; start the host with a new token", refusedAt(each, expired));
            assertEquals("it does not speak TLS", refusedAt(each, () -> {
                try (Socket plain = new Socket(InetAddress.getLoopbackAddress(), each)) {
                    plain.getOutputStream().write("GET /join HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                    plain.getInputStream().readAllBytes();
                }
            }));
        }
        assertEquals("it has no certificate", refusedAt(port + 1, (Identity) null));
        LabAuthority other = LabAuthority.in(folder.resolve("other"));
        assertEquals("it does not accept this lab as its own", refusedAt(port, () -> admission(identity("alpha", "1.0",
                other.newToken("alpha")))));
    }

    @Test
    void theLabLogsWhyATokenIsInvalid() throws Exception {
        Token token = authority.newToken("alpha");
        join("alpha", token).close();
        for (Token bad : List.of(token, new Token(token.lab(), "guessed"))) {
            assertEquals("the token is not known, or was used before; make another with `eejs host --new-token FILE "
                    + "--name NAME` at the lab", refusedAt(port, () -> admission(new HostIdentity(
                    folder.resolve("other"), "alpha", "1.0", bad))));
        }
        Token old = authority.newToken("beta");
        Instant end = now.plus(Duration.ofDays(1));
        now = end.plusMillis(1);
        assertEquals("the token expired at " + end + "; make another with `eejs host --new-token FILE --name "
                + "NAME` at the lab", refusedAt(port, () -> admission(identity("beta", "1.0", old))));
    }

    /** An attempt that the lab refuses; its failure does not matter. */
    private interface Attempt {
        void run() throws Exception;
    }

    private String refusedAt(int where, Identity who) throws Exception {
        SSLContext tls = Tls.context(who, authority.newToken("beta").lab());
        return refusedAt(where, () -> {
            try (Socket socket = tls.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), where)) {
                socket.getOutputStream().write(0);
                socket.getInputStream().readAllBytes();
            }
        });
    }

    /** Returns the reason of a refusal. Repeats the attempt until the log is due for another line. */
    private String refusedAt(int where, Attempt attempt) throws Exception {
        String line = null;
        for (int i = 0; i < 100 && line == null; i++) {
            try {
                attempt.run();
            } catch (IOException e) {
                // Refused.
            }
            line = log.poll(100, TimeUnit.MILLISECONDS);
        }
        String begin = "refused a host at 127.0.0.1: ";
        assertTrue(line != null && line.startsWith(begin), where + ": " + line);
        return line.substring(begin.length());
    }

    @Test
    void whatStrangersSendGetsIntoNoLineAndTheyLearnNothing() throws Exception {
        Token guessed = new Token(authority.newToken("beta").lab(), "guessed");
        assertTrue(refused(identity("beta", "2.0", guessed)).startsWith("the token is not known"));
        try (HostNode alpha = join("alpha", authority.newToken("alpha"))) {
            assertEquals("joined alpha", next());
            assertTrue(refused(new HostIdentity(folder.resolve("posing"), "alpha", "1.0", guessed))
                    .startsWith("the token is not known"));
            assertFalse(alpha.awaitEnd(0, TimeUnit.SECONDS));
        }
        for (String name : List.of("one", "two")) {
            try (Socket socket = Tls.context(null, guessed.lab()).getSocketFactory().createSocket(
                    InetAddress.getLoopbackAddress(), port)) {
                JoinServer.write(socket, new ObjectMapper().writeValueAsBytes(
                        new JoinRequest(name, "2.0", null, null)));
                assertTrue(new ObjectMapper().readValue(JoinServer.read(socket), JoinAnswer.class).refused()
                        .startsWith("the host has neither token nor certificate"));
            }
        }
        for (String version : List.of("2.0\u001b[2J", "", "2".repeat(41))) {
            assertEquals("the host sent an unexpected request; use the lab's version of EEJS there",
                    refused(identity("beta", version, authority.newToken("beta"))));
        }
        log.forEach(line -> assertFalse(line.contains("\u001b") || line.contains("2.0") || line.contains("one"), line));
        // A host's token remains valid after a refusal for another reason.
        Token token = authority.newToken("beta");
        assertTrue(refused(identity("beta", "2.0", token)).startsWith("versions differ"));
        join("beta", token).close();
    }

    @Test
    void aLineIsLoggedOnceASecond() {
        RareLog rare = new RareLog(log::add);
        rare.say("one");
        rare.say("one");
        rare.say("another");
        assertEquals(List.of("one", "another"), List.copyOf(log));
    }
}
