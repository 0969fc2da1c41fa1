import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.security.KeyStore;
import java.security.Provider;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.eejs.jsse.EejsProvider;

/**
 * TLS connections to itself, with key manager and SSLContext of the library. Arguments: a PKCS12 file, and for how many
 * seconds to connect; 0 for a single connection.
 */
public final class UseLibrary {
    private static final int SENT = 42;

    private UseLibrary() {}

    public static void main(String[] args) throws Exception {
        Path file = Paths.get(args[0]);
        char[] password = System.getenv("KEYS_PASSWORD").toCharArray();
        Provider eejs = new EejsProvider();
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            store.load(in, password);
        }
        KeyManagerFactory keys = KeyManagerFactory.getInstance("PKIX", eejs);
        keys.init(store, password);
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("trial", store.getCertificate("trial"));
        TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS", eejs);
        context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);

        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(Long.parseLong(args[1]));
        InetAddress here = InetAddress.getByName("127.0.0.1");
        try (SSLServerSocket server = (SSLServerSocket) context.getServerSocketFactory()
                .createServerSocket(0, 1, here)) {
            do {
                connect(context, here, server);
            } while (System.nanoTime() < end);
        }
        System.out.println("eejs-jsse: TLS by " + context.getProvider().getName() + " on Java "
                + System.getProperty("java.version"));
    }

    private static void connect(SSLContext context, InetAddress here, SSLServerSocket server) throws Exception {
        Thread answers = new Thread(() -> answer(server));
        answers.start();
        try (SSLSocket client = (SSLSocket) context.getSocketFactory().createSocket(here, server.getLocalPort())) {
            SSLParameters checked = client.getSSLParameters();
            checked.setEndpointIdentificationAlgorithm("HTTPS");
            client.setSSLParameters(checked);
            if (client.getInputStream().read() != SENT) {
                throw new IllegalStateException("the server sent something else");
            }
        }
        answers.join();
    }

    private static void answer(SSLServerSocket server) {
        try (SSLSocket socket = (SSLSocket) server.accept()) {
            socket.getOutputStream().write(SENT);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
