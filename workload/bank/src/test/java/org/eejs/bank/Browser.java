package org.eejs.bank;

import java.io.IOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.eejs.banking.Customer;
import org.eejs.banking.Page;
import org.eejs.banking.PageRequest;

/** A user's browser: keeps cookies, follows no redirects, trusts the test's certificates. */
final class Browser {
    private final String base;
    private final HttpClient client;
    final CookieManager cookies = new CookieManager();

    Browser(String address) throws IOException, GeneralSecurityException {
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(TestFolder.PKI.trustStore());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        base = "https://" + address;
        client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).sslContext(context)
                .cookieHandler(cookies).build();
    }

    /** Returns a browser whose user has logged in. */
    static Browser loggedIn(String address, Customer customer)
            throws IOException, InterruptedException, GeneralSecurityException {
        Browser browser = new Browser(address);
        HttpResponse<String> welcome = browser.logIn(customer.id(), customer.password());
        if (welcome.statusCode() != 200) {
            throw new IOException("the login was answered " + welcome.statusCode() + ": " + welcome.body());
        }
        return browser;
    }

    HttpResponse<String> logIn(int user, String password) throws IOException, InterruptedException {
        return post(Page.LOGIN.path(), "user=" + user + "&password=" + password);
    }

    HttpResponse<String> ask(PageRequest request) throws IOException, InterruptedException {
        return request.page().sendsForm()
                ? post(request.target(), request.encodedParameters())
                : get(request.target());
    }

    HttpResponse<String> get(String target, String... headers) throws IOException, InterruptedException {
        return client.send(request(target, headers).build(), BodyHandlers.ofString(StandardCharsets.UTF_8));
    }

    HttpResponse<byte[]> getBytes(String target, String... headers) throws IOException, InterruptedException {
        return client.send(request(target, headers).build(), BodyHandlers.ofByteArray());
    }

    HttpResponse<String> post(String target, String form) throws IOException, InterruptedException {
        return send("POST", target, form);
    }

    HttpResponse<String> send(String method, String target, String form) throws IOException, InterruptedException {
        return client.send(request(target, "Content-Type", "application/x-www-form-urlencoded")
                .method(method, BodyPublishers.ofString(form)).build(), BodyHandlers.ofString(StandardCharsets.UTF_8));
    }

    private HttpRequest.Builder request(String target, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(base + target))
                .timeout(Duration.ofSeconds(60));
        return headers.length == 0 ? request : request.headers(headers);
    }
}
