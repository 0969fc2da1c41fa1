package org.eejs.lab.serving;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.ProtocolException;
import java.net.SocketException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.TrustManagerFactory;
import org.eejs.banking.service.Connections;
import org.eejs.banking.service.ServiceScript.Origin;
import org.eejs.lab.processes.RunFailedException;
import org.eejs.pki.Identity;

/** Checks whether a service is ready, as its users would: over TLS, with its certificate verified. For one thread. */
final class Readiness {
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    /** The lowest status that is a fault. */
    private static final int FIRST_FAULT = 400;
    /** The lowest status of a fault of the service, not of the request. */
    private static final int FIRST_OWN_FAULT = 500;

    /** Messages of JSSE that contain no text from the other side. */
    private static final Pattern TLS = Pattern.compile("Received fatal alert: \\w+|Remote host terminated the handshake"
            + "|Unsupported or unrecognized SSL message");

    private final URI url;
    private final Origin origin;
    private final HttpClient client;

    /**
     * Creates a check.
     *
     * @param url a URL that a ready service answers
     * @param origin its host and port. A service at another than the first address is ready when it accepts connections
     *     there, since the JDK's client connects to the first only
     * @throws RunFailedException if the users' certificates are not readable
     */
    Readiness(URI url, Origin origin, Connections connections) throws RunFailedException {
        this.url = url;
        this.origin = origin;
        try {
            client = HttpClient.newBuilder().connectTimeout(PATIENCE).sslContext(context(connections)).build();
        } catch (GeneralSecurityException | IOException | IllegalArgumentException e) {
            throw new RunFailedException("cannot use the certificates of the service's file: " + e.getMessage(), e);
        }
    }

    private static SSLContext context(Connections connections) throws GeneralSecurityException, IOException {
        if (connections.trust() == null && connections.certificate() == null) {
            return SSLContext.getDefault();
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(connections.trust() == null ? null : trusted(certificates(connections.trust())));
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(connections.certificate() == null ? Identity.emptyStore("PKCS12") : identity(connections),
                new char[0]);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
        return context;
    }

    private static KeyStore trusted(List<Certificate> certificates) throws GeneralSecurityException, IOException {
        KeyStore store = Identity.emptyStore("PKCS12");
        for (Certificate each : certificates) {
            store.setCertificateEntry("ca-" + store.size(), each);
        }
        return store;
    }

    private static KeyStore identity(Connections connections) throws GeneralSecurityException, IOException {
        List<Certificate> chain = certificates(connections.certificate());
        byte[] key = Base64.getMimeDecoder().decode(connections.key().replaceAll("-----[^-]*-----", ""));
        KeyStore store = Identity.emptyStore("PKCS12");
        store.setKeyEntry("user", KeyFactory.getInstance(chain.get(0).getPublicKey().getAlgorithm())
                .generatePrivate(new PKCS8EncodedKeySpec(key)), new char[0], chain.toArray(Certificate[]::new));
        return store;
    }

    private static List<Certificate> certificates(String pem) throws GeneralSecurityException {
        return List.copyOf(CertificateFactory.getInstance("X.509")
                .generateCertificates(new ByteArrayInputStream(pem.getBytes(StandardCharsets.UTF_8))));
    }

    /**
     * Sends one request.
     *
     * @return the reason why it is not ready yet; empty if it is
     * @throws RunFailedException if it will never be ready: its certificate is not the one that users expect
     */
    Optional<String> missing() throws RunFailedException, InterruptedException {
        try {
            HttpResponse<InputStream> answer = client.send(HttpRequest.newBuilder(url).timeout(PATIENCE).build(),
                    HttpResponse.BodyHandlers.ofInputStream());
            // The answer may never end.
            answer.body().close();
            int status = answer.statusCode();
            // The service may recover from its own fault.
            return status < FIRST_FAULT ? Optional.empty() : Optional.of("it answers " + status
                    + (status < FIRST_OWN_FAULT ? " at " + url.getRawPath() + "; name a path with a status below "
                            + "400 with start: {ready: /PATH}" : ""));
        } catch (IOException e) {
            if (e instanceof ConnectException && !origin.reached().equals(origin)) {
                return Optional.empty();
            }
            refuseCertificate(e);
            return Optional.of(problem(e));
        }
    }

    /** Describes a failure without text of an answer, which the JDK's messages may quote. */
    private static String problem(IOException failure) {
        for (Throwable each = failure; each != null; each = each.getCause()) {
            if (each instanceof SSLException) {
                Matcher known = TLS.matcher(String.valueOf(each.getMessage()));
                return known.find() ? known.group() : "TLS has no common parameters";
            } else if (each instanceof HttpTimeoutException || each instanceof SocketException
                    && each.getMessage() != null) {
                return each.getMessage();
            } else if (each instanceof ProtocolException) {
                return "its answer is not HTTP";
            }
        }
        return failure instanceof ConnectException ? "nothing listens there" : "it ends connections without an answer";
    }

    private void refuseCertificate(IOException failure) throws RunFailedException {
        Throwable fault = null;
        boolean isOfCertificate = false;
        for (Throwable each = failure; each != null; each = each.getCause()) {
            isOfCertificate |= each instanceof CertificateException;
            fault = each instanceof GeneralSecurityException || each instanceof SSLHandshakeException ? each : fault;
        }
        if (isOfCertificate) {
            String said = String.valueOf(fault.getMessage());
            // The beginnings of messages of sun.security.util.HostnameChecker.
            throw new RunFailedException(said.startsWith("No name") || said.startsWith("No subject alternative")
                    ? "the certificate of " + url + " is for another name: " + said
                    : "the certificate of " + url + " is not trusted: " + said + "; name the file of its authority "
                            + "with connect: {trust: ca.pem}");
        }
    }
}
