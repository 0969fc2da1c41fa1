package org.eejs.doctor.looking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.security.KeyStore;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import org.eejs.doctor.evidence.Port;
import org.eejs.pki.CertificateBuilder;
import org.eejs.pki.Identity;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PortProbeTest {
    private static final char[] PASSWORD = "for-tests".toCharArray();

    @ParameterizedTest
    @CsvSource({"RSA, 2048, TLSv1.3", "RSA, 2048, TLSv1.2", "EC, 384, TLSv1.3", "RSA, 4096, TLSv1.2"})
    void aPortShowsItsKeyAndItsSettings(String key, int bits, String protocol) throws Exception {
        SSLContext context = context(key, bits);
        Thread serving;
        try (SSLServerSocket server = (SSLServerSocket) context.getServerSocketFactory().createServerSocket(0, 5,
                InetAddress.getLoopbackAddress())) {
            server.setEnabledProtocols(new String[] {protocol});
            serving = serve(server);
            Port port = PortProbe.of(new InetSocketAddress(InetAddress.getByName("0.0.0.0"), server.getLocalPort()))
                    .orElseThrow();
            assertEquals(protocol, port.protocol(), port.toString());
            assertEquals(key + "-" + bits, port.key(), port.toString());
            assertTrue(port.chain() > 0 && port.chainBytes() > 0 && !port.suite().isEmpty(), port.toString());
            assertEquals("x25519", port.group());
            assertEquals(true, port.resumes(), port.toString());
            assertTrue(port.splitHello(), port.toString());
        }
        serving.join();
    }

    private static SSLContext context(String key, int bits) throws Exception {
        Identity server = CertificateBuilder.server("CN=localhost", "localhost").key(key, bits)
                .validFor(Duration.ofDays(1)).selfSigned();
        KeyStore store = Identity.emptyStore("PKCS12");
        server.addTo(store, "server", PASSWORD);
        KeyManagerFactory keys = KeyManagerFactory.getInstance("SunX509");
        keys.init(store, PASSWORD);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), null, null);
        return context;
    }

    private static Thread serve(SSLServerSocket server) {
        Thread thread = new Thread(() -> {
            while (!server.isClosed()) {
                try (SSLSocket socket = (SSLSocket) server.accept()) {
                    socket.startHandshake();
                    socket.getInputStream().read();
                } catch (IOException e) {
                    // The first client refuses the certificate.
                }
            }
        });
        thread.start();
        return thread;
    }

    @Test
    void aPortWithoutTlsIsNone() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            Thread thread = new Thread(() -> {
                try {
                    server.accept().getOutputStream().write("220 mail.example ESMTP\r\n".getBytes());
                } catch (IOException e) {
                    // The client went away.
                }
            });
            thread.start();
            assertEquals(Optional.empty(), PortProbe.of(new InetSocketAddress(InetAddress.getLoopbackAddress(),
                    server.getLocalPort())));
            thread.join();
        }
    }
}
