package org.eejs.besim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import org.eejs.banking.BackEndReply;
import org.eejs.banking.TlsProfile;
import org.junit.jupiter.api.Test;

class BesimServerTest {
    @Test
    void servesOverTlsOnPooledConnections() throws Exception {
        try (TestBackEnd besim = TestBackEnd.start(TlsProfile.MODERN, false)) {
            for (int i = 0; i < 5; i++) {
                assertEquals(BackEndReply.OK, besim.ask("1&4&58&" + i).status());
            }
            assertEquals(5, besim.stats().calls());
            assertEquals(1, besim.stats().fullHandshakes());
            assertEquals(0, besim.stats().failedHandshakes());
        }
    }

    @Test
    void servesHttpWithoutTlsWhenAsked() throws Exception {
        try (TestBackEnd besim = TestBackEnd.startPlain()) {
            HttpResponse<String> response = besim.get("/besim?1&4&58&3");
            assertEquals("text/html;charset=UTF-8", response.headers().firstValue("Content-Type").orElseThrow());
            assertEquals(response.body().length(),
                    response.headers().firstValueAsLong("Content-Length").orElseThrow());
            assertTrue(besim.ask("1&99").rows().get(0).get(0).startsWith("command 99 does not exist"));
            assertEquals(2, besim.stats().calls());
            assertEquals(0, besim.stats().fullHandshakes());
        }
    }

    @Test
    void closesTheConnectionWhenAskedTo() throws Exception {
        try (TestBackEnd besim = TestBackEnd.startPlain();
                Socket socket = new Socket("localhost", besim.port())) {
            socket.setSoTimeout(5_000);
            socket.getOutputStream().write("GET /besim?1&1&5 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
                    .getBytes(StandardCharsets.US_ASCII));
            InputStream in = socket.getInputStream();
            assertTrue(new String(in.readAllBytes(), StandardCharsets.US_ASCII).contains("connection: close"));
        }
    }

    @Test
    void refusesWhatIsNoCall() throws Exception {
        try (TestBackEnd besim = TestBackEnd.startPlain()) {
            assertEquals(404, besim.get("/").statusCode());
            assertEquals(404, besim.get("/besimx?1&1&5").statusCode());
            URI uri = URI.create("http://" + besim.address + "/besim?1&1&5");
            HttpResponse<String> post = besim.client.send(
                    HttpRequest.newBuilder(uri).POST(BodyPublishers.ofString("x")).build(), BodyHandlers.ofString());
            assertEquals(405, post.statusCode());
            assertEquals("GET", post.headers().firstValue("Allow").orElseThrow());
            assertEquals(0, besim.stats().calls());
        }
    }

    @Test
    void reportsInOneLineThatItsPortIsInUse() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("localhost"))) {
            int port = taken.getLocalPort();
            BesimServer besim = new BesimServer(TestBackEnd.settings(port, TlsProfile.MODERN, true, false));
            IOException e = assertThrows(IOException.class, besim::start);
            assertEquals("port " + port + " is in use; choose another with --port, or 0 for any free one",
                    e.getMessage());
        }
    }
}
