package org.eejs.jsse.context;

import static org.eejs.jsse.TrustFixtures.PASSWORD;
import static org.eejs.jsse.TrustFixtures.holding;
import static org.eejs.jsse.TrustFixtures.shared;

import java.io.IOException;
import java.net.InetAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import org.eejs.pki.Identity;

/** A server with the JDK's TLS that answers each connection with the first byte that came. */
final class EchoServer implements AutoCloseable {
    private final SSLServerSocket listener;
    private final ExecutorService pool = Executors.newCachedThreadPool();

    EchoServer(Identity server) throws Exception {
        SSLContext context = SSLContext.getInstance("TLS", "SunJSSE");
        context.init(keys(server), null, null);
        listener = (SSLServerSocket) context.getServerSocketFactory()
                .createServerSocket(0, 50, InetAddress.getLoopbackAddress());
        pool.submit(() -> {
            while (true) {
                SSLSocket socket = (SSLSocket) listener.accept();
                pool.submit(() -> {
                    try (socket) {
                        socket.getOutputStream().write(socket.getInputStream().read());
                    }
                    return null;
                });
            }
        });
    }

    static KeyManager[] keys(Identity identity) throws Exception {
        KeyManagerFactory factory = KeyManagerFactory.getInstance("SunX509", "SunJSSE");
        factory.init(shared("PKCS12", holding("PKCS12", identity), PASSWORD), PASSWORD);
        return factory.getKeyManagers();
    }

    int port() {
        return listener.getLocalPort();
    }

    @Override
    public void close() throws IOException {
        listener.close();
        pool.shutdownNow();
    }
}
