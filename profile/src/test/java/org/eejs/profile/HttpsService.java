package org.eejs.profile;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * A JVM to profile: a service that serves pages over HTTPS, and callers of it. For each page it requests an account
 * from itself. Every JDK from 11 on has its server and clients: {@code HttpsServer}, {@code HttpClient} and
 * {@code HttpsURLConnection}. The file needs no other file and, without virtual threads, only Java 11, so any JDK runs
 * it as source:
 *
 * <pre>java HttpsService.java [virtual]</pre>
 *
 * <p>It prints a line when it is ready, and ends with its input.
 */
final class HttpsService {
    private static final String PASSWORD = "changeit";
    private static final int CALLERS = 4;
    private static final int LINES = 100;
    /** The number of calls that share an SSLContext or a client. */
    private static final int CALLS = 20;

    private final ExecutorService threads;
    private final KeyStore keys;
    private final HttpsServer server;
    private final String address;

    private HttpsService(ExecutorService threads, KeyStore keys) throws IOException, GeneralSecurityException {
        this.threads = threads;
        this.keys = keys;
        server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        address = "https://localhost:" + server.getAddress().getPort();
        server.setHttpsConfigurator(new HttpsConfigurator(context(keys)));
        server.setExecutor(threads);
        server.createContext("/account", exchange -> answer(exchange, account()));
        Caller backEnd = new Caller();
        server.createContext("/page", exchange -> answer(exchange, page(backEnd)));
    }

    public static void main(String[] args) throws Exception {
        ExecutorService threads = args.length == 0 ? Executors.newCachedThreadPool()
                : (ExecutorService) Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
        HttpsService service = new HttpsService(threads, newKeys());
        service.server.start();
        for (int i = 0; i < CALLERS; i++) {
            threads.execute(service::call);
        }
        System.out.println("ready");
        while (System.in.read() >= 0) {
            Thread.yield();
        }
        System.exit(0);
    }

    /** Returns new keys from keytool, since the JDK has no API for certificates. */
    private static KeyStore newKeys() throws Exception {
        Path folder = Files.createTempDirectory("https-service");
        Path file = folder.resolve("keys.p12");
        Process keytool = new ProcessBuilder(System.getProperty("java.home") + "/bin/keytool", "-genkeypair", "-dname",
                "CN=localhost", "-ext", "SAN=dns:localhost", "-keyalg", "RSA", "-keysize", "2048", "-storetype",
                "PKCS12", "-keystore", file.toString(), "-storepass", PASSWORD).inheritIO().start();
        if (keytool.waitFor() != 0) {
            throw new IllegalStateException("keytool failed to make a certificate");
        }
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            keys.load(in, PASSWORD.toCharArray());
        }
        Files.delete(file);
        Files.delete(folder);
        return keys;
    }

    private static SSLContext context(KeyStore keys) throws GeneralSecurityException {
        KeyManagerFactory key = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        key.init(keys, PASSWORD.toCharArray());
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(keys);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(key.getKeyManagers(), trust.getTrustManagers(), null);
        return context;
    }

    private static void answer(HttpExchange exchange, String text) throws IOException {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(200, body.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(body);
        }
    }

    private static String account() {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < LINES; i++) {
            lines.append(i).append(';').append(Math.cbrt(i)).append('\n');
        }
        return lines.toString();
    }

    private static String page(Caller backEnd) {
        StringBuilder page = new StringBuilder("<table>");
        backEnd.get("/account").lines().forEach(line -> page.append("<tr><td>")
                .append(String.join("</td><td>", line.split(";"))).append("</td></tr>"));
        return page.append("</table>").toString();
    }

    private void call() {
        Caller caller = new Caller();
        while (true) {
            if (!caller.get("/page").endsWith("</table>")) {
                throw new IllegalStateException("no page");
            }
        }
    }

    /** A caller that uses both clients in turn. */
    private final class Caller {
        private int calls;
        private SSLContext context;
        private HttpClient client;

        String get(String path) {
            try {
                int call = next();
                return call % 2 == 0 ? byHttpClient(path) : byUrlConnection(path, call % 3 == 0);
            } catch (IOException | GeneralSecurityException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        private synchronized int next() throws GeneralSecurityException {
            if (calls % CALLS == 0) {
                context = context(keys);
                client = HttpClient.newBuilder().sslContext(context).executor(threads).build();
            }
            return calls++;
        }

        private String byHttpClient(String path) throws IOException, InterruptedException {
            return client.send(HttpRequest.newBuilder(URI.create(address + path)).build(),
                    HttpResponse.BodyHandlers.ofString()).body();
        }

        private String byUrlConnection(String path, boolean last) throws IOException {
            HttpsURLConnection connection = (HttpsURLConnection) URI.create(address + path).toURL().openConnection();
            connection.setSSLSocketFactory(context.getSocketFactory());
            try (InputStream in = connection.getInputStream()) {
                return new String(in.readAllBytes(), StandardCharsets.UTF_8);
            } finally {
                if (last) {
                    connection.disconnect();
                }
            }
        }
    }
}
