package org.eejs.doctor.patients;

import java.io.InputStream;
import java.net.URI;
import java.net.URL;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManagerFactory;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.eejs.doctor.patients.Patient.Step;
import org.eejs.pki.CertificateBuilder;

/** Patients with bad connections. */
final class ConnectionPatients {
    private ConnectionPatients() {}

    static void addTo(Map<String, Patient> all) {
        all.put("context-per-call", Patient.of(ConnectionPatients::contextPerCall));
        all.put("http-client-per-call", Patient.of(ConnectionPatients::clientPerCall));
        all.put("urlconnection-factory", Patient.of(ConnectionPatients::factoryPerCall));
        all.put("mtls-pool-state", Patient.of(ConnectionPatients::stateOfPool));
        all.put("no-keepalive", Patient.of(ConnectionPatients::shortConnections));
        all.put("client-never-resumes", Patient.of(ConnectionPatients::namelessEngines));
        all.put("tls13-ticket-starved", Patient.of(ConnectionPatients::connectionsAtOnce));
    }

    private static Step contextPerCall(boolean sick) throws Exception {
        byte[] data = TlsLab.random(8_000);
        TlsLab.Connection connection = new TlsLab("EC", 256).connect();
        SSLContext context = newContext();
        return () -> {
            (sick ? newContext() : context).createSSLEngine("localhost", 443);
            for (int i = 0; i < 50; i++) {
                connection.transfer(data);
            }
        };
    }

    private static SSLContext newContext() throws Exception {
        TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
        trust.init((KeyStore) null);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }

    private static Step clientPerCall(boolean sick) throws Exception {
        HttpsLab lab = new HttpsLab(false);
        HttpClient kept = newClient(lab);
        return () -> (sick ? newClient(lab) : kept).send(HttpRequest.newBuilder(URI.create(lab.url())).build(),
                HttpResponse.BodyHandlers.ofByteArray());
    }

    private static HttpClient newClient(HttpsLab lab) {
        return HttpClient.newBuilder().sslContext(lab.tls.clientContext).version(HttpClient.Version.HTTP_1_1).build();
    }

    private static Step factoryPerCall(boolean sick) throws Exception {
        HttpsLab lab = new HttpsLab(false);
        SSLSocketFactory factory = lab.tls.clientContext.getSocketFactory();
        return () -> {
            HttpsURLConnection connection = (HttpsURLConnection) new URL(lab.url()).openConnection();
            connection.setSSLSocketFactory(sick ? lab.tls.clientContext.getSocketFactory() : factory);
            try (InputStream in = connection.getInputStream()) {
                in.readAllBytes();
            }
        };
    }

    private static Step stateOfPool(boolean sick) throws Exception {
        HttpsLab lab = new HttpsLab(true);
        SSLContext context = lab.tls.clientContext(CertificateBuilder.client("CN=client").key("RSA", 2048)
                .keyIdentifiers().issuedBy(lab.tls.authority));
        HttpClientBuilder builder = HttpClientBuilder.create().setConnectionManager(
                PoolingHttpClientConnectionManagerBuilder.create()
                        .setTlsSocketStrategy(new DefaultClientTlsStrategy(context)).build());
        CloseableHttpClient client = (sick ? builder : builder.disableConnectionState()).build();
        return () -> client.execute(new HttpGet(lab.url()), answer -> EntityUtils.toByteArray(answer.getEntity()));
    }

    private static Step shortConnections(boolean sick) throws Exception {
        byte[] data = TlsLab.random(4_000);
        TlsLab lab = new TlsLab("RSA", 2048);
        TlsLab.Connection kept = lab.connect();
        AtomicLong number = new AtomicLong();
                // The user comes back as a stranger.
        return () -> (sick ? new TlsLab.Connection(lab.stranger(), lab.serverContext.createSSLEngine("user-"
                + number.getAndIncrement() % 10, 40_000)) : kept).transfer(data);
    }

    private static Step namelessEngines(boolean sick) throws Exception {
        TlsLab lab = new TlsLab("EC", 384);
        return lab.connecting(sick, lab.serverContext, () -> sick ? lab.clientContext.createSSLEngine() : lab.known());
    }

    private static Step connectionsAtOnce(boolean sick) throws Exception {
        byte[] data = TlsLab.random(4_000);
        TlsLab lab = new TlsLab("EC", 384);
        return () -> {
            List<TlsLab.Connection> begun = new ArrayList<>();
            for (int i = 0; i < (sick ? 3 : 1); i++) {
                begun.add(TlsLab.Connection.begin(lab.known(), lab.serverContext.createSSLEngine()));
            }
            for (TlsLab.Connection connection : begun) {
                connection.finish();
            }
            for (int i = 0; i < (sick ? 1 : 2_000); i++) {
                begun.get(0).transfer(data);
            }
        };
    }
}
