package org.eejs.driver;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;

/** A service that answers with nothing on one connection, and leaves others waiting for their handshakes. */
final class OneConnection implements AutoCloseable {
    private final SSLServerSocket listening;

    OneConnection(boolean needsCertificate) throws IOException, GeneralSecurityException {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(TestService.keys().getKeyManagers(), null, null);
        listening = (SSLServerSocket) context.getServerSocketFactory()
                .createServerSocket(0, 50, InetAddress.getLoopbackAddress());
        listening.setNeedClientAuth(needsCertificate);
        Thread server = new Thread(this::serve);
        server.setDaemon(true);
        server.start();
    }

    private void serve() {
        try (Socket client = listening.accept(); BufferedReader in = new BufferedReader(
                new InputStreamReader(client.getInputStream(), StandardCharsets.US_ASCII))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                if (line.isEmpty()) {
                    client.getOutputStream().write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));
                }
            }
        } catch (IOException e) {
            // The client was refused, or has gone.
        }
    }

    int port() {
        return listening.getLocalPort();
    }

    @Override
    public void close() throws IOException {
        listening.close();
    }
}
