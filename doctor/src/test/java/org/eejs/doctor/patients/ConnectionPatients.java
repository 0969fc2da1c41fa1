package org.eejs.doctor.patients;

import java.io.InputStream;
import java.net.URI;
import java.net.URL;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManagerFactory;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.eejs.pki.CertificateBuilder;
import org.eejs.pki.Identity;

/** Those that connect in a bad way. */
final class ConnectionPatients {
    static final Map<String, Patient> ALL = new LinkedHashMap<>();

    static {
        ALL.put("context-per-call", new ContextPerCall());
        ALL.put("http-client-per-call", new ClientPerCall());
        ALL.put("urlconnection-factory", new FactoryPerCall());
        ALL.put("mtls-pool-state", new StateOfPool());
        ALL.put("no-keepalive", new ShortConnections());
        ALL.put("client-never-resumes", new NamelessEngines());
        ALL.put("tls13-ticket-starved", new ConnectionsAtOnce());
    }

    private ConnectionPatients() {}

    private static final class ContextPerCall implements Patient {
        private final byte[] data = TlsLab.random(8_000);
        private boolean sick;
        private TlsLab.Connection connection;
        private SSLContext context;

        @Override
        public void prepare(boolean isSick) throws Exception {
            sick = isSick;
            TlsLab lab = new TlsLab("EC", 256);
            connection = lab.connect(lab.clientContext, parameters -> { });
            context = newContext();
        }

        private static SSLContext newContext() throws Exception {
            TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
            trust.init((KeyStore) null);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, trust.getTrustManagers(), null);
            return context;
        }

        @Override
        public void work() throws Exception {
            SSLContext own = sick ? newContext() : context;
            own.createSSLEngine("localhost", 443);
            for (int i = 0; i < 50; i++) {
                connection.transfer(data);
            }
        }
    }

    private static final class ClientPerCall implements Patient {
        private HttpsLab lab;
        private HttpClient client;

        @Override
        public void prepare(boolean sick) throws Exception {
            lab = new HttpsLab(false);
            client = sick ? null : newClient();
        }

        private HttpClient newClient() {
            return HttpClient.newBuilder().sslContext(lab.tls.clientContext).version(HttpClient.Version.HTTP_1_1)
                    .build();
        }

        @Override
        public void work() throws Exception {
            HttpClient own = client == null ? newClient() : client;
            own.send(HttpRequest.newBuilder(URI.create(lab.url())).build(), HttpResponse.BodyHandlers.ofByteArray());
        }
    }

    private static final class FactoryPerCall implements Patient {
        private HttpsLab lab;
        private SSLSocketFactory factory;

        @Override
        public void prepare(boolean sick) throws Exception {
            lab = new HttpsLab(false);
            factory = sick ? null : lab.tls.clientContext.getSocketFactory();
        }

        @Override
        public void work() throws Exception {
            HttpsURLConnection connection = (HttpsURLConnection) new URL(lab.url()).openConnection();
            connection.setSSLSocketFactory(factory == null ? lab.tls.clientContext.getSocketFactory() : factory);
            try (InputStream in = connection.getInputStream()) {
                in.readAllBytes();
            }
        }
    }

    private static final class StateOfPool implements Patient {
        private HttpsLab lab;
        private CloseableHttpClient client;

        @Override
        public void prepare(boolean sick) throws Exception {
            lab = new HttpsLab(true);
            Identity identity = CertificateBuilder.client("CN=client").key("RSA", 2048).keyIdentifiers()
                    .issuedBy(lab.tls.authority);
            KeyStore store = Identity.emptyStore("PKCS12");
            identity.addTo(store, "client", TlsLab.PASSWORD);
            KeyManagerFactory keys = KeyManagerFactory.getInstance("SunX509");
            keys.init(store, TlsLab.PASSWORD);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys.getKeyManagers(), lab.tls.trust().getTrustManagers(), null);
            HttpClientBuilder builder = HttpClientBuilder.create().setConnectionManager(
                    PoolingHttpClientConnectionManagerBuilder.create()
                            .setTlsSocketStrategy(new DefaultClientTlsStrategy(context)).build());
            client = (sick ? builder : builder.disableConnectionState()).build();
        }

        @Override
        public void work() throws Exception {
            client.execute(new HttpGet(lab.url()), answer -> EntityUtils.toByteArray(answer.getEntity()));
        }
    }

    private static final class ShortConnections implements Patient {
        private final byte[] data = TlsLab.random(4_000);
        private TlsLab lab;
        private TlsLab.Connection kept;
        private long number;

        @Override
        public void prepare(boolean sick) throws Exception {
            lab = new TlsLab("RSA", 2048);
            kept = sick ? null : lab.connect(lab.clientContext, parameters -> { });
        }

        @Override
        public void work() throws Exception {
            // A user comes back, and is a stranger again.
            (kept == null ? new TlsLab.Connection(lab.stranger(lab.clientContext), lab.serverContext.createSSLEngine(
                    "user-" + number++ % 10, 40_000), parameters -> { }) : kept).transfer(data);
        }
    }

    private static final class NamelessEngines implements Patient {
        private final byte[] data = TlsLab.random(4_000);
        private TlsLab lab;
        private boolean sick;

        @Override
        public void prepare(boolean isSick) throws Exception {
            sick = isSick;
            lab = new TlsLab("EC", 384);
        }

        @Override
        public void work() throws Exception {
            TlsLab.Connection connection = new TlsLab.Connection(sick ? lab.clientContext.createSSLEngine()
                    : lab.clientContext.createSSLEngine("localhost", 443), lab.serverContext.createSSLEngine(),
                    parameters -> { });
            for (int i = 0; i < (sick ? 1 : 2_000); i++) {
                connection.transfer(data);
            }
        }
    }

    private static final class ConnectionsAtOnce implements Patient {
        private static final int MANY = 3;

        private final byte[] data = TlsLab.random(4_000);
        private TlsLab lab;
        private boolean sick;

        @Override
        public void prepare(boolean isSick) throws Exception {
            sick = isSick;
            lab = new TlsLab("EC", 384);
        }

        @Override
        public void work() throws Exception {
            List<TlsLab.Connection> begun = new ArrayList<>();
            for (int i = 0; i < (sick ? MANY : 1); i++) {
                begun.add(TlsLab.Connection.begin(lab.clientContext.createSSLEngine("localhost", 443),
                        lab.serverContext.createSSLEngine()));
            }
            for (TlsLab.Connection connection : begun) {
                connection.finish();
            }
            for (int i = 0; i < (sick ? 1 : 2_000); i++) {
                begun.get(0).transfer(data);
            }
        }
    }
}
