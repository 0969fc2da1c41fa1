package org.eejs.driver;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.zip.GZIPOutputStream;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.eejs.banking.TlsProfile;
import org.eejs.role.TestPki;

/** A service with a login: the JDK's server over JSSE. */
final class TestService implements AutoCloseable {
    private final HttpsServer server =
            HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    private final ExecutorService threads = Executors.newCachedThreadPool();

    /** Starts it on a free port of loopback. */
    TestService() throws IOException, GeneralSecurityException {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys().getKeyManagers(), null, null);
        server.setHttpsConfigurator(new HttpsConfigurator(context));
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
    }

    static KeyManagerFactory keys() throws IOException, GeneralSecurityException {
        KeyManagerFactory keys = KeyManagerFactory.getInstance("PKIX");
        keys.init(TestPki.SHARED.serverKeyStore(TlsProfile.Certificate.ECDSA_P256), TestPki.SHARED.password());
        return keys;
    }

    int port() {
        return server.getAddress().getPort();
    }

    private void answer(HttpExchange exchange) throws IOException {
        String request = exchange.getRequestMethod() + " " + exchange.getRequestURI();
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        String cookies = String.join("; ", Objects.requireNonNullElse(exchange.getRequestHeaders().get("Cookie"),
                List.of()));
        switch (request) {
            case "GET /app/login" -> {
                exchange.getResponseHeaders().add("Set-Cookie", "before=1; Path=/app/login");
                send(exchange, 200, "<input name=\"csrf\" value=\"a&amp;b+c\">");
            }
            case "POST /app/login" -> {
                if (body.equals("user=alice&password=hunter2&csrf=a%26b%2Bc") && cookies.equals("before=1")) {
                    exchange.getResponseHeaders().add("Set-Cookie", "session=\"s 1\"; HttpOnly; Secure");
                    exchange.getResponseHeaders().add("Set-Cookie", "XSRF-TOKEN=x%2Fy; Path=/xsrf");
                    exchange.getResponseHeaders().add("Location", "home?from=login");
                    send(exchange, 302, "");
                } else {
                    send(exchange, 403, body + cookies);
                }
            }
            case "GET /app/home?from=login" -> {
                exchange.getResponseHeaders().add("Content-Encoding", "gzip");
                send(exchange, cookies.equals("session=\"s 1\"") ? 200 : 401,
                        "{\"user\":\"alice\",\"accounts\":[{\"id\":17,\"balance\":1.50}]}");
            }
            case "GET /app/accounts/17" -> send(exchange, cookies.isEmpty() ? 401 : 200, "Konto 17: äöü");
            case "GET /away" -> {
                exchange.getResponseHeaders().add("Location", "https://elsewhere.example/x");
                send(exchange, 302, "");
            }
            case "GET /mirror" -> {
                exchange.getResponseHeaders().add("X-Mirror", exchange.getRequestHeaders().getFirst("X-Mirror"));
                send(exchange, 200, "");
            }
            case "GET /json" -> send(exchange, 200, "{\"nothing\":null,\"items\":[{\"price\":\"a\"}]}");
            case "GET /long" -> send(exchange, 200, "a" + "x".repeat(60_000));
            case "GET /cookie" -> {
                exchange.getResponseHeaders().add("Set-Cookie", "a=1; Path=/stra\u00c3\u009fe");
                send(exchange, 200, "");
            }
            case "GET /raw" -> {
                exchange.getResponseHeaders().add("Location", "/stra\u00c3\u009fe");
                send(exchange, 302, "");
            }
            case "GET /stra%C3%9Fe", "GET /next%23top" -> send(exchange, 200, "");
            case "GET /silent" -> { }
            default -> {
                boolean toPort = request.startsWith("GET /to/");
                if (toPort) {
                    exchange.getResponseHeaders().add("Location",
                            "https://localhost:" + request.substring("GET /to/".length()) + "/app/login");
                }
                send(exchange, toPort ? 303 : 404, request);
            }
        }
    }

    private static void send(HttpExchange exchange, int status, String text) throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        if (exchange.getResponseHeaders().containsKey("Content-Encoding")) {
            try (GZIPOutputStream packed = new GZIPOutputStream(body)) {
                packed.write(text.getBytes(StandardCharsets.UTF_8));
            }
        } else {
            body.writeBytes(text.getBytes(StandardCharsets.UTF_8));
        }
        exchange.sendResponseHeaders(status, body.size() == 0 ? -1 : body.size());
        exchange.getResponseBody().write(body.toByteArray());
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
