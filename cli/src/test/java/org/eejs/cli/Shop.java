package org.eejs.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.eejs.banking.TlsProfile;
import org.eejs.role.PkiDirectory;

/**
 * A small HTTPS service that does not know EEJS. It has a form with a hidden field, a log-in that hashes a password and
 * redirects, an account by cookie, and some harmful paths. As a program, its arguments are a port, a folder of
 * certificates and, unless it uses the loopback interface, an address.
 */
final class Shop implements AutoCloseable {
    private final HttpsServer server;
    private final Map<String, String> forms = new ConcurrentHashMap<>();
    private final Map<String, String> users = new ConcurrentHashMap<>();

    Shop(int port, PkiDirectory pki) throws IOException, GeneralSecurityException {
        this(InetAddress.getLoopbackAddress(), port, pki);
    }

    private Shop(InetAddress address, int port, PkiDirectory pki) throws IOException, GeneralSecurityException {
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(pki.serverKeyStore(TlsProfile.MODERN.certificate()), pki.password());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), null, null);
        server = HttpsServer.create(new InetSocketAddress(address, port), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(context));
        server.setExecutor(Executors.newCachedThreadPool());
        server.createContext("/", this::answer);
        server.start();
    }

    public static void main(String... args) throws Exception {
        new Shop(args.length > 2 ? InetAddress.getByName(args[2]) : InetAddress.getLoopbackAddress(),
                Integer.parseInt(args[0]), new PkiDirectory(Path.of(args[1])));
        System.out.println("the shop is open");
    }

    int port() {
        return server.getAddress().getPort();
    }

    private void answer(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        try {
            switch (exchange.getRequestURI().getPath()) {
                case "/login" -> logIn(exchange, parameters(body));
                case "/account" -> account(exchange);
                case "/away" -> redirect(exchange, "https://elsewhere.invalid/");
                case "/health", "/picture" -> send(exchange, 200, "x".repeat(512));
                case "/die" -> Runtime.getRuntime().halt(3);
                default -> send(exchange, 500, "no such path");
            }
        } catch (GeneralSecurityException e) {
            send(exchange, 500, e.toString());
        }
    }

    private void logIn(HttpExchange exchange, Map<String, String> form) throws IOException, GeneralSecurityException {
        if (form.isEmpty()) {
            String csrf = UUID.randomUUID().toString();
            forms.put(csrf, csrf);
            send(exchange, 200, "<form method='post'><input type=\"hidden\" name=\"csrf\" value=\"" + csrf + "\"></form>");
            return;
        }
        hash(form.get("password"));
        if (forms.remove(form.getOrDefault("csrf", "")) == null || !"open&sesame".equals(form.get("password"))) {
            send(exchange, 403, "not you");
            return;
        }
        String session = UUID.randomUUID().toString();
        users.put(session, form.get("name"));
        exchange.getResponseHeaders().add("Set-Cookie", "session=" + session + "; Path=/; Secure; HttpOnly");
        redirect(exchange, "/account");
    }

    private static void hash(String password) throws GeneralSecurityException {
        SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256").generateSecret(
                new PBEKeySpec(password.toCharArray(), "salt of the shop".getBytes(StandardCharsets.UTF_8), 2_000, 256));
    }

    private void account(HttpExchange exchange) throws IOException {
        String cookie = exchange.getRequestHeaders().getFirst("Cookie");
        String user = cookie == null ? null : users.get(cookie.replaceFirst("session=", ""));
        send(exchange, user == null ? 401 : 200, "{\"user\": \"" + user + "\", \"cart\": [{\"id\": 7}]}");
    }

    private static void redirect(HttpExchange exchange, String where) throws IOException {
        exchange.getResponseHeaders().add("Location", where);
        send(exchange, 302, "");
    }

    private static void send(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private static Map<String, String> parameters(String form) {
        return form.isEmpty() ? Map.of() : Arrays.stream(form.split("&")).map(each -> each.split("=", 2))
                .collect(Collectors.toMap(each -> each[0],
                        each -> URLDecoder.decode(each[1], StandardCharsets.UTF_8)));
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
