package org.eejs.besim;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManagerFactory;
import org.eejs.banking.BackEndReply;
import org.eejs.banking.BesimStats;
import org.eejs.banking.TlsProfile;
import org.eejs.role.JsseProfile;
import org.eejs.role.PkiDirectory;
import org.eejs.role.TestPki;

/** A started simulator with a client that trusts the test's certificates. */
final class TestBackEnd implements AutoCloseable {
    private static final Logger NETTY = Logger.getLogger("io.netty");

    static {
        NETTY.setLevel(Level.WARNING);
        // Tests of all profiles share a process, and newer JDKs must know of this one before their first TLS.
        JsseProfile.pin(TlsProfile.EEJS_2016);
    }

    private static final PkiDirectory PKI = TestPki.SHARED;

    private final BesimServer server;
    private final String base;
    final String address;
    final HttpClient client;

    private TestBackEnd(BesimSettings settings) throws IOException, GeneralSecurityException {
        server = new BesimServer(settings);
        address = server.start();
        base = (settings.plain() ? "http://" : "https://") + address;
        client = client(settings.tls());
    }

    static TestBackEnd start(TlsProfile profile, boolean resumption) throws IOException, GeneralSecurityException {
        return new TestBackEnd(settings(0, profile, false, resumption));
    }

    static TestBackEnd startPlain() throws IOException, GeneralSecurityException {
        return new TestBackEnd(settings(0, TlsProfile.MODERN, true, false));
    }

    static BesimSettings settings(int port, TlsProfile profile, boolean plain, boolean resumption) {
        return new BesimSettings("localhost", port, 1, plain, resumption, profile, PKI.folder());
    }

    static PkiDirectory pki() {
        return PKI;
    }

    int port() {
        return URI.create(base).getPort();
    }

    BesimStats stats() {
        return server.stats();
    }

    HttpResponse<String> get(String target) throws IOException, InterruptedException {
        return client.send(HttpRequest.newBuilder(URI.create(base + target)).timeout(Duration.ofSeconds(10)).build(),
                BodyHandlers.ofString());
    }

    BackEndReply ask(String query) throws IOException, InterruptedException {
        return BackEndReply.parse(get("/besim?" + query).body());
    }

    @Override
    public void close() {
        server.stop();
    }

    private static HttpClient client(TlsProfile profile) throws IOException, GeneralSecurityException {
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(PKI.trustStore());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .sslContext(context)
                .sslParameters(new SSLParameters(new String[] {profile.cipherSuite()},
                        new String[] {profile.protocol()}))
                .build();
    }
}
