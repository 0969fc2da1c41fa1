package org.eejs.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.eejs.banking.TlsProfile;
import org.eejs.role.PkiDirectory;
import org.eejs.role.RunCertificates;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The driver by hand against a program other than the bank: one line has the reason, and the exit code shows failure.
 */
class AgentIT {
    @TempDir
    private Path folder;

    private void assertFails(int port, List<String> why, String... more) throws Exception {
        String[] words = new String[7 + more.length];
        System.arraycopy(new String[] {"agent", "--bank", "localhost:" + port, "--sessions", "2", "--phases",
            "0s,0s,1s,0s"}, 0, words, 0, 7);
        System.arraycopy(more, 0, words, 7, more.length);
        try (EejsProcess agent = new EejsProcess(folder, words)) {
            assertEquals(1, agent.awaitExit(), agent.out() + agent.err());
            assertEquals(1, agent.err().lines().count(), agent.err());
            String said = agent.err();
            assertTrue(said.startsWith("agent: no ") && why.stream().allMatch(said::contains), said);
        }
    }

    @Test
    void aClosedPort() throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        assertFails(port, List.of("page of localhost:" + port + " was right, ", "nothing takes connections there"));
        assertFails(port, List.of("request for / of localhost:" + port + " was right, "), "--fetch", "/");
    }

    /** The driver waits ten seconds for the end of its requests. */
    @Test
    @Tag("long")
    void aServiceWithoutTls() throws Exception {
        HttpServer plain = HttpServer.create(loopback(), 0);
        assertForeign(plain, "was completed: the process that listens there does not answer TLS");
    }

    @Test
    @Tag("long")
    void aServiceWithACertificateOfAnotherAuthority() throws Exception {
        assertForeign(https(RunCertificates.ensure(folder.resolve("other"))), "has a certificate of another folder");
    }

    @Test
    void aServiceWithOtherPages() throws Exception {
        assertForeign(https(EejsProcess.certify(folder.resolve("state/pki"))), "not like the bank");
    }

    private void assertForeign(HttpServer service, String why) throws Exception {
        service.createContext("/", exchange -> {
            byte[] page = "<title>another</title>".getBytes();
            exchange.sendResponseHeaders(200, page.length);
            exchange.getResponseBody().write(page);
            exchange.close();
        });
        service.start();
        try {
            assertFails(service.getAddress().getPort(), List.of(why));
        } finally {
            service.stop(0);
        }
    }

    private static InetSocketAddress loopback() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    }

    private static HttpsServer https(PkiDirectory certificates) throws Exception {
        KeyManagerFactory keys = KeyManagerFactory.getInstance("PKIX");
        keys.init(certificates.serverKeyStore(TlsProfile.Certificate.RSA_2048), certificates.password());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), null, null);
        HttpsServer server = HttpsServer.create(loopback(), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(context));
        return server;
    }
}
