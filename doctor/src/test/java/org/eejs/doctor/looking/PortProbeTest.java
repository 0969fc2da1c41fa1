package org.eejs.doctor.looking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
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
import org.eejs.result.Hellos.Form;
import org.junit.jupiter.api.Tag;
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
            assertEquals(Form.values().length, port.hellos().answers().size(), port.toString());
            assertEquals(Optional.empty(), port.hellos().trouble(), port.toString());
            assertTrue(port.words().contains(", in two segments, in two records: answered"), port.words());
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

    /** It answers a whole hello of less than 1,448 bytes in one record, and nothing else. */
    @Test
    @Tag("long")
    void aPortThatExpectsShortHellosShowsIt() throws Exception {
        Thread serving;
        try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            serving = new Thread(() -> {
                while (!server.isClosed()) {
                    try (Socket socket = server.accept()) {
                        byte[] hello = new byte[1_448];
                        int read = socket.getInputStream().read(hello);
                        int record = ((hello[3] & 0xff) << 8 | hello[4] & 0xff) + 5;
                        int message = ((hello[7] & 0xff) << 8 | hello[8] & 0xff) + 9;
                        if (read == record && read == message) {
                            socket.getOutputStream().write(ByteBuffer.allocate(55).put(new byte[] {22, 3, 3, 0, 50, 2,
                                0, 0, 46, 3, 3}).put(new byte[32]).put(new byte[] {0, 0x13, 1, 0, 0, 6, 0, 43, 0, 2, 3,
                                4}).array());
                        }
                        socket.getInputStream().transferTo(OutputStream.nullOutputStream());
                    } catch (IOException e) {
                        // The client went away.
                    }
                }
            });
            serving.start();
            Port port = PortProbe.of(new InetSocketAddress(server.getInetAddress(), server.getLocalPort()))
                    .orElseThrow();
            assertEquals("TLSv1.3", port.protocol());
            assertTrue(port.words().contains("hello of 1,5") && port.words().contains(" bytes, in two segments, in two "
                    + "records: no answer in 2 s"), port.words());
            assertTrue(port.hellos().trouble().isPresent(), port.toString());
        }
        serving.join();
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
