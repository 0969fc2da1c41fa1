package org.eejs.doctor.patients;

import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.security.KeyPair;
import java.security.KeyStore;
import java.security.cert.CertPath;
import java.security.cert.CertPathValidator;
import java.security.cert.CertificateFactory;
import java.security.cert.PKIXParameters;
import java.security.cert.PKIXRevocationChecker;
import java.security.cert.TrustAnchor;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.eejs.doctor.patients.Patient.Step;
import org.eejs.pki.CertificateBuilder;
import org.eejs.pki.Identity;

/** Patients with too many checks. */
final class TrustPatients {
    /** More clients than the JDK's cache of checked signatures can hold. */
    private static final int CLIENTS = 800;

    private TrustPatients() {}

    static void addTo(Map<String, Patient> all) {
        all.put("truststore-reload", Patient.of(TrustPatients::trustPerCall));
        all.put("trust-check-hot", Patient.of(TrustPatients::chainPerConnection));
        all.put("revocation-in-handshake", Patient.of(TrustPatients::slowResponder));
        all.put("reverse-dns", Patient.of(sick -> () -> lookedUpName(sick)));
    }

    /** Returns trust managers with a separate store, because the JDK caches the default one. */
    private static Step trustPerCall(boolean sick) throws Exception {
        TrustManagerFactory usual = TrustManagerFactory.getInstance("PKIX");
        usual.init((KeyStore) null);
        KeyStore trusted = KeyStore.getInstance("JKS");
        trusted.load(null, TlsLab.PASSWORD);
        for (X509Certificate each : ((X509TrustManager) usual.getTrustManagers()[0]).getAcceptedIssuers()) {
            trusted.setCertificateEntry("ca" + trusted.size(), each);
        }
        byte[] store = Identity.bytes(trusted, TlsLab.PASSWORD);
        TrustManagerFactory kept = trust(store);
        return () -> {
            ((X509TrustManager) (sick ? trust(store) : kept).getTrustManagers()[0]).getAcceptedIssuers();
            Work.something();
        };
    }

    private static TrustManagerFactory trust(byte[] store) throws Exception {
        KeyStore trusted = KeyStore.getInstance("JKS");
        trusted.load(new ByteArrayInputStream(store), TlsLab.PASSWORD);
        TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
        trust.init(trusted);
        return trust;
    }

    /** Returns clients with their own certificates, which resume no session. */
    private static Step chainPerConnection(boolean sick) throws Exception {
        byte[] data = TlsLab.random(4_000);
        TlsLab lab = new TlsLab("EC", 256);
        Identity middle = CertificateBuilder.authority("CN=middle").key("EC", 384).keyIdentifiers()
                .validFor(Duration.ofHours(20)).issuedBy(lab.authority);
        KeyPair pair = CertificateBuilder.newKey("EC", 256);
        List<SSLContext> clients = new ArrayList<>();
        AtomicInteger next = new AtomicInteger();
        Step step = () -> {
            SSLContext client = clients.get(next.getAndIncrement() % clients.size());
            new TlsLab.Connection(sick ? lab.stranger(client) : client.createSSLEngine("localhost", 443),
                    lab.serverContext.createSSLEngine(), parameters -> parameters.setNeedClientAuth(true))
                    .transfer(data);
        };
        for (int i = 0; i < CLIENTS; i++) {
            clients.add(lab.clientContext(CertificateBuilder.client("CN=client " + i).key(pair).keyIdentifiers()
                    .issuedBy(middle)));
            if (!sick) {
                step.run();
            }
        }
        return step;
    }

    private static Step slowResponder(boolean sick) throws Exception {
        TlsLab lab = new TlsLab("EC", 256);
        CertPathValidator validator = CertPathValidator.getInstance("PKIX");
        CertPath path = CertificateFactory.getInstance("X.509").generateCertPath(List.of(lab.server.certificate()));
        PKIXParameters parameters = new PKIXParameters(Set.of(new TrustAnchor(lab.authority.certificate(), null)));
        parameters.setRevocationEnabled(false);
        PKIXRevocationChecker checker = (PKIXRevocationChecker) validator.getRevocationChecker();
        checker.setOcspResponder(URI.create("http://127.0.0.1:" + responder() + "/"));
        checker.setOptions(EnumSet.of(PKIXRevocationChecker.Option.SOFT_FAIL,
                PKIXRevocationChecker.Option.NO_FALLBACK));
        parameters.setCertPathCheckers(new ArrayList<>(List.of(checker)));
        return () -> {
            if (sick) {
                validator.validate(path, parameters);
            }
            for (int i = 0; i < 20; i++) {
                Work.something();
            }
        };
    }

    /** Starts a responder with late refusals. Returns its port. */
    private static int responder() throws IOException {
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
        return responder.getAddress().getPort();
    }

    private static void lookedUpName(boolean sick) throws IOException {
        byte[] address = {127, 0, 0, 1};
        for (int i = 0; i < 5; i++) {
            InetAddress local = InetAddress.getByAddress(address);
            if (sick) {
                local.getHostName();
            } else {
                local.getHostAddress();
            }
        }
        Work.something();
    }
}
