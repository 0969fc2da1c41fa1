import java.io.InputStream;
import java.net.CookieManager;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.security.cert.CertificateFactory;
import java.util.Base64;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Users who log into Keycloak, each in a separate browser: {@code Logins PORT CA PASSWORD-FILE}. */
public final class Logins {
    private static final int USERS = 4;
    private static final Pattern ACTION = Pattern.compile("action=\"([^\"]+)\"");
    private static final Pattern CODE = Pattern.compile("[?&]code=([^&]+)");

    private final String base;
    private final String password;
    private final SSLContext trust;

    private Logins(String port, Path authority, Path password) throws Exception {
        this.base = "https://localhost:" + port + "/realms/master/";
        this.password = Files.readString(password).strip();
        KeyStore roots = KeyStore.getInstance(KeyStore.getDefaultType());
        roots.load(null, null);
        try (InputStream pem = Files.newInputStream(authority)) {
            roots.setCertificateEntry("ca", CertificateFactory.getInstance("X.509").generateCertificate(pem));
        }
        TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        managers.init(roots);
        trust = SSLContext.getInstance("TLS");
        trust.init(null, managers.getTrustManagers(), null);
    }

    public static void main(String... words) throws Exception {
        Logins logins = new Logins(words[0], Path.of(words[1]), Path.of(words[2]));
        AtomicLong done = new AtomicLong();
        logins.login();
        System.out.println("logged in");
        for (int i = 0; i < USERS; i++) {
            new Thread(() -> {
                while (true) {
                    try {
                        logins.login();
                        done.incrementAndGet();
                    } catch (Exception e) {
                        System.err.println(e);
                    }
                }
            }).start();
        }
        while (true) {
            Thread.sleep(10_000);
            System.out.println(done.getAndSet(0) / 10.0 + " logins a second");
        }
    }

    private void login() throws Exception {
        HttpClient browser = HttpClient.newBuilder().sslContext(trust).cookieHandler(new CookieManager()).build();
        String verifier = UUID.randomUUID() + "-" + UUID.randomUUID();
        String challenge = Base64.getUrlEncoder().withoutPadding().encodeToString(MessageDigest.getInstance("SHA-256")
                .digest(verifier.getBytes(StandardCharsets.US_ASCII)));
        String back = base + "account/";
        String page = send(browser, HttpRequest.newBuilder(URI.create(base + "protocol/openid-connect/auth"
                + "?client_id=account-console&response_type=code&scope=openid&redirect_uri=" + encoded(back)
                + "&code_challenge_method=S256&code_challenge=" + challenge)).build(), 200).body();
        HttpResponse<String> logged = send(browser, form(first(ACTION, page).replace("&amp;", "&"),
                "username=admin&password=" + encoded(password)), 302);
        String code = first(CODE, logged.headers().firstValue("Location").orElse(""));
        send(browser, form(base + "protocol/openid-connect/token", "grant_type=authorization_code"
                + "&client_id=account-console&code=" + code + "&redirect_uri=" + encoded(back) + "&code_verifier="
                + verifier), 200);
    }

    private static HttpRequest form(String where, String fields) {
        return HttpRequest.newBuilder(URI.create(where)).header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(fields)).build();
    }

    private static HttpResponse<String> send(HttpClient browser, HttpRequest request, int status) throws Exception {
        HttpResponse<String> answer = browser.send(request, HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() != status) {
            throw new IllegalStateException(request.uri().getPath() + " answered " + answer.statusCode() + ": "
                    + answer.body().lines().limit(3).toList());
        }
        return answer;
    }

    private static String first(Pattern pattern, String text) {
        Matcher found = pattern.matcher(text);
        if (!found.find()) {
            throw new IllegalStateException("no " + pattern + " in " + text);
        }
        return found.group(1);
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
