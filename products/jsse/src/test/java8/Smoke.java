import java.io.FileInputStream;
import java.io.InputStream;
import java.net.InetAddress;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.Security;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;

/**
 * A program for any JDK from 8 on with the provider turned on only by a property: handshakes over sockets, random
 * numbers.
 */
public final class Smoke {
    public static void main(String[] arguments) throws Exception {
        char[] password = arguments[1].toCharArray();
        String first = Security.getProviders()[0].getName();
        StringBuilder served = new StringBuilder(first);
        for (int i = 0; i < 2; i++) {
            KeyStore store = KeyStore.getInstance("PKCS12");
            try (InputStream stream = new FileInputStream(arguments[0])) {
                store.load(stream, password);
            }
            KeyManagerFactory keys = KeyManagerFactory.getInstance("PKIX");
            keys.init(store, password);
            TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
            trust.init(store);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
            handshake(context);
            if (i == 0) {
                served.append(' ').append(store.getProvider().getName())
                        .append(' ').append(keys.getProvider().getName())
                        .append(' ').append(trust.getProvider().getName())
                        .append(' ').append(context.getProvider().getName());
            }
        }
        SSLContext.getDefault().createSSLEngine();
        SecureRandom random = new SecureRandom();
        byte[] some = new byte[64];
        random.nextBytes(some);
        int zeros = 0;
        for (byte each : some) {
            zeros += each == 0 ? 1 : 0;
        }
        System.out.println("smoke " + served + " " + random.getProvider().getName() + " "
                + (zeros < 10 ? "random" : "not random"));
    }

    private static void handshake(SSLContext context) throws Exception {
        final SSLServerSocket listener = (SSLServerSocket) context.getServerSocketFactory()
                .createServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Thread server = new Thread(new Runnable() {
            @Override
            public void run() {
                try (SSLSocket socket = (SSLSocket) listener.accept()) {
                    socket.getOutputStream().write(socket.getInputStream().read() + 1);
                } catch (Exception e) {
                    e.printStackTrace();
                }
            }
        });
        server.start();
        try (SSLSocket socket = (SSLSocket) context.getSocketFactory()
                .createSocket(InetAddress.getLoopbackAddress(), listener.getLocalPort())) {
            socket.getOutputStream().write(41);
            if (socket.getInputStream().read() != 42) {
                throw new IllegalStateException("the server did not answer");
            }
        }
        server.join();
        listener.close();
    }
}
