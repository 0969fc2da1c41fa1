package org.eejs.doctor.patients;

import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.security.KeyPair;
import java.security.KeyStore;
import java.security.cert.CertPathValidator;
import java.security.cert.CertificateFactory;
import java.security.cert.PKIXParameters;
import java.security.cert.PKIXRevocationChecker;
import java.security.cert.TrustAnchor;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.eejs.pki.CertificateBuilder;
import org.eejs.pki.Identity;

/** Those that check too much. */
final class TrustPatients {
    static final Map<String, Patient> ALL = new LinkedHashMap<>();

    static {
        ALL.put("truststore-reload", new TrustPerCall());
        ALL.put("trust-check-hot", new ChainPerConnection());
        ALL.put("revocation-in-handshake", new SlowResponder());
        ALL.put("reverse-dns", new LookedUpName());
    }

    private TrustPatients() {}

    /** With a store of its own: the JDK keeps what is in the default one. */
    private static final class TrustPerCall implements Patient {
        private static final char[] PASSWORD = "changeit".toCharArray();

        private byte[] store;
        private TrustManagerFactory kept;

        @Override
        public void prepare(boolean sick) throws Exception {
            TrustManagerFactory usual = TrustManagerFactory.getInstance("PKIX");
            usual.init((KeyStore) null);
            KeyStore trusted = KeyStore.getInstance("JKS");
            trusted.load(null, PASSWORD);
            for (X509Certificate each : ((X509TrustManager) usual.getTrustManagers()[0]).getAcceptedIssuers()) {
                trusted.setCertificateEntry("ca" + trusted.size(), each);
            }
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            trusted.store(bytes, PASSWORD);
            store = bytes.toByteArray();
            kept = sick ? null : trust();
        }

        private TrustManagerFactory trust() throws Exception {
            KeyStore trusted = KeyStore.getInstance("JKS");
            trusted.load(new ByteArrayInputStream(store), PASSWORD);
            TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
            trust.init(trusted);
            return trust;
        }

        @Override
        public void work() throws Exception {
            ((X509TrustManager) (kept == null ? trust() : kept).getTrustManagers()[0]).getAcceptedIssuers();
            Work.something();
        }
    }

    /** Clients with certificates of their own, more than the JDK keeps the checked signatures of, resume no session. */
    private static final class ChainPerConnection implements Patient {
        private static final int CLIENTS = 800;

        private final byte[] data = TlsLab.random(4_000);
        private final List<SSLContext> clients = new ArrayList<>();
        private TlsLab lab;
        private boolean sick;
        private int next;

        @Override
        public void prepare(boolean isSick) throws Exception {
            sick = isSick;
            lab = new TlsLab("EC", 256);
            Identity middle = CertificateBuilder.authority("CN=middle").key("EC", 384).keyIdentifiers()
                    .validFor(Duration.ofHours(20)).issuedBy(lab.authority);
            KeyPair pair = CertificateBuilder.newKey("EC", 256);
            for (int i = 0; i < CLIENTS; i++) {
                KeyStore store = Identity.emptyStore("JKS");
                CertificateBuilder.client("CN=client " + i).key(pair).keyIdentifiers().issuedBy(middle).addTo(store,
                        "client", TlsLab.PASSWORD);
                KeyManagerFactory keys = KeyManagerFactory.getInstance("SunX509");
                keys.init(store, TlsLab.PASSWORD);
                SSLContext client = SSLContext.getInstance("TLS");
                client.init(keys.getKeyManagers(), lab.trust().getTrustManagers(), null);
                clients.add(client);
                if (!sick) {
                    work();
                }
            }
        }

        @Override
        public void work() throws Exception {
            SSLContext client = clients.get(next++ % clients.size());
            new TlsLab.Connection(sick ? lab.stranger(client) : client.createSSLEngine("localhost", 443),
                    lab.serverContext.createSSLEngine(), parameters -> parameters.setNeedClientAuth(true))
                    .transfer(data);
        }
    }

    private static final class SlowResponder implements Patient {
        private CertPathValidator validator;
        private java.security.cert.CertPath path;
        private PKIXParameters parameters;

        @Override
        public void prepare(boolean sick) throws Exception {
            HttpServer responder = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
            responder.createContext("/", exchange -> {
                try {
                    TimeUnit.MILLISECONDS.sleep(20);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                exchange.sendResponseHeaders(503, -1);
                exchange.close();
            });
            responder.setExecutor(Executors.newCachedThreadPool(work -> {
                Thread thread = new Thread(work);
                thread.setDaemon(true);
                return thread;
            }));
            responder.start();
            TlsLab lab = new TlsLab("EC", 256);
            validator = CertPathValidator.getInstance("PKIX");
            path = CertificateFactory.getInstance("X.509").generateCertPath(List.of(lab.server.certificate()));
            parameters = new PKIXParameters(Set.of(new TrustAnchor(lab.authority.certificate(), null)));
            parameters.setRevocationEnabled(false);
            if (sick) {
                PKIXRevocationChecker checker = (PKIXRevocationChecker) validator.getRevocationChecker();
                checker.setOcspResponder(URI.create("http://127.0.0.1:" + responder.getAddress().getPort() + "/"));
                checker.setOptions(EnumSet.of(PKIXRevocationChecker.Option.SOFT_FAIL,
                        PKIXRevocationChecker.Option.NO_FALLBACK));
                parameters.setCertPathCheckers(new ArrayList<>(List.of(checker)));
            }
        }

        @Override
        public void work() throws Exception {
            if (!parameters.getCertPathCheckers().isEmpty()) {
                validator.validate(path, parameters);
            }
            for (int i = 0; i < 20; i++) {
                Work.something();
            }
        }
    }

    private static final class LookedUpName implements Patient {
        private boolean sick;

        @Override
        public void prepare(boolean isSick) {
            sick = isSick;
        }

        @Override
        public void work() throws Exception {
            InetAddress address = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
            for (int i = 0; i < 5; i++) {
                if (sick) {
                    InetAddress.getByAddress(address.getAddress()).getHostName();
                } else {
                    address.getHostAddress();
                }
            }
            Work.something();
        }
    }
}
