package org.eejs.doctor.patients;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.KeyStore;
import java.util.Base64;
import java.util.concurrent.Executors;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManagerFactory;
import org.eejs.pki.Identity;

/** A small HTTPS server in a separate process, so its CPU does not count for the profiled client. */
final class HttpsLab {
    final TlsLab tls;
    private final int port;

    HttpsLab(boolean clientCertificates) throws Exception {
        tls = new TlsLab("EC", 256);
        Process process = new ProcessBuilder(System.getProperty("java.home") + "/bin/java", "-Xmx128m",
                "-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path"), HttpsLab.class.getName(),
                String.valueOf(clientCertificates)).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        KeyStore trust = Identity.emptyStore("PKCS12");
        trust.setCertificateEntry("authority", tls.authority.certificate());
        PrintStream in = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
        for (KeyStore store : new KeyStore[] {tls.serverStore, trust}) {
            in.println(Base64.getEncoder().encodeToString(Identity.bytes(store, TlsLab.PASSWORD)));
        }
        port = Integer.parseInt(process.inputReader().readLine());
    }

    String url() {
        return "https://127.0.0.1:" + port + "/";
    }

    /** Runs the server until its input ends. The argument tells whether clients need certificates. */
    public static void main(String... words) throws Exception {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        KeyManagerFactory keys = KeyManagerFactory.getInstance("SunX509");
        keys.init(store(in.readLine()), TlsLab.PASSWORD);
        TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
        trust.init(store(in.readLine()));
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
        System.out.println(serve(context, Boolean.parseBoolean(words[0])).getAddress().getPort());
        while (in.read() >= 0) {
        // Runs until its starter is gone.
        }
        Runtime.getRuntime().halt(0);
    }

    private static KeyStore store(String base64) throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(new ByteArrayInputStream(Base64.getDecoder().decode(base64)), TlsLab.PASSWORD);
        return store;
    }

    private static HttpsServer serve(SSLContext context, boolean clientCertificates) throws Exception {
        HttpsServer server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
        server.setHttpsConfigurator(new HttpsConfigurator(context) {
            @Override
            public void configure(HttpsParameters parameters) {
                SSLParameters own = context.getDefaultSSLParameters();
                own.setNeedClientAuth(clientCertificates);
                parameters.setSSLParameters(own);
            }
        });
        server.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            byte[] answer = new byte[1_000];
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        server.setExecutor(Executors.newFixedThreadPool(2));
        server.start();
        return server;
    }
}
