package org.eejs.besim;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManagerFactory;
import org.eejs.banking.BackEndReply;
import org.eejs.banking.BesimStats;
import org.eejs.banking.TlsProfile;
import org.eejs.role.PkiDirectory;
import org.eejs.role.SharedJsse;
import org.eejs.role.TestPki;

/** A started simulator with a client that trusts the test's certificates. */
final class TestBackEnd implements AutoCloseable {
    private static final Logger NETTY = Logger.getLogger("io.netty");

    static {
        NETTY.setLevel(Level.WARNING);
        SharedJsse.prepare();
    }

    private static final PkiDirectory PKI = TestPki.SHARED;

    private final Supplier<BesimStats> stats;
    private final Runnable stop;
    private final String base;
    final String address;
    final HttpClient client;

    private TestBackEnd(BesimSettings settings) throws IOException, GeneralSecurityException {
        BesimServer server = new BesimServer(settings);
        address = server.start();
        base = (settings.plain() ? "http://" : "https://") + address;
        client = client(settings.tls());
        stats = server::stats;
        stop = server::stop;
    }

    private TestBackEnd(TlsProfile profile, BesimProcess process) throws IOException, GeneralSecurityException {
        address = process.address();
        base = "https://" + address;
        client = client(profile);
        stats = process::stats;
        stop = process::close;
    }

    static TestBackEnd start(TlsProfile profile, boolean resumption) throws IOException, GeneralSecurityException {
        return new TestBackEnd(settings(0, profile, false, resumption));
    }

    /** Starts the simulator as a separate process, as the lab does. */
    static TestBackEnd startProcess(TlsProfile profile) throws IOException, GeneralSecurityException {
        return new TestBackEnd(profile, BesimProcess.start(profile, PKI));
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
        return stats.get();
    }

    HttpResponse<String> get(String target) throws IOException, InterruptedException {
        return client.send(HttpRequest.newBuilder(URI.create(base + target)).timeout(Duration.ofSeconds(60)).build(),
                BodyHandlers.ofString());
    }

    BackEndReply ask(String query) throws IOException, InterruptedException {
        return BackEndReply.parse(get("/besim?" + query).body());
    }

    @Override
    public void close() {
        stop.run();
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
