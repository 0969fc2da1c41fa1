package org.eejs.cluster;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsExchange;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Predicate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLPeerUnverifiedException;

/**
 * Where hosts dial in: an address for HTTPS, at which a host shows a token and gets a certificate, or shows the
 * certificate that it has, and learns where messages go. Strangers get no further.
 */
final class JoinServer implements AutoCloseable {
    static final String PATH = "/join";
    private static final int MOST_BYTES = 10_000;
    private static final int THREADS = 4;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final HttpsServer server;
    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS, work -> {
        Thread thread = new Thread(work, "join");
        thread.setDaemon(true);
        return thread;
    });
    private final LabAuthority authority;
    private final String version;
    private final Predicate<String> connected;
    private final BiFunction<String, String, JoinAnswer> admit;
    private final Consumer<String> log;

    /**
     * Starts it.
     *
     * @param version of the lab's EEJS, which hosts must have, too
     * @param connected whether a host of this name is connected
     * @param admit takes the name of a host that is let in and its chain, if it got one, and says what to answer
     * @param log gets a line for each host that is refused
     * @throws IOException when the address cannot be listened on
     */
    JoinServer(InetSocketAddress address, LabAuthority authority, SSLContext tls, String version,
            Predicate<String> connected, BiFunction<String, String, JoinAnswer> admit, Consumer<String> log) throws IOException {
        this.authority = authority;
        this.version = version;
        this.connected = connected;
        this.admit = admit;
        this.log = log;
        server = HttpsServer.create(address, 0);
        server.setHttpsConfigurator(new HttpsConfigurator(tls) {
            @Override
            public void configure(HttpsParameters parameters) {
                SSLParameters wanted = getSSLContext().getDefaultSSLParameters();
                // Who has no certificate yet needs a token.
                wanted.setWantClientAuth(true);
                parameters.setSSLParameters(wanted);
            }
        });
        server.createContext(PATH, this::answer);
        server.setExecutor(threads);
        server.start();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            JoinAnswer answer;
            try {
                JoinRequest request = JSON.readValue(exchange.getRequestBody().readNBytes(MOST_BYTES),
                        JoinRequest.class);
                answer = answer(request, certified((HttpsExchange) exchange));
            } catch (RefusedException e) {
                answer = JoinAnswer.refused(e.getMessage());
            } catch (JsonProcessingException | GeneralSecurityException | IllegalArgumentException e) {
                answer = JoinAnswer.refused("what the host sent is not understood; it must be EEJS " + version);
            }
            if (answer.refused() != null) {
                log.accept("refused a host at " + exchange.getRemoteAddress().getAddress().getHostAddress() + ": "
                        + answer.refused());
            }
            byte[] body = JSON.writeValueAsBytes(answer);
            exchange.sendResponseHeaders(answer.refused() == null ? 200 : 403, body.length);
            exchange.getResponseBody().write(body);
        }
    }

    private JoinAnswer answer(JoinRequest request, String certified) throws IOException, GeneralSecurityException {
        if (request.host() == null || !request.host().matches("[A-Za-z0-9][A-Za-z0-9._-]{0,62}")) {
            throw new RefusedException("the host's name is none; give one of letters, digits, dots and dashes with "
                    + "--name");
        }
        if (!version.equals(request.version())) {
            throw new RefusedException("versions differ: the lab has EEJS " + version + ", the host "
                    + request.host() + " has " + request.version() + "; use the same on both");
        }
        if (connected.test(request.host())) {
            return JoinAnswer.askLater("a host " + request.host() + " is connected already");
        }
        if (certified != null) {
            if (!certified.equals(request.host())) {
                throw new RefusedException("the certificate is that of the host " + certified + ", not of "
                        + request.host() + "; a host of another name needs a token of its own");
            }
            return admit.apply(request.host(), null);
        }
        if (request.token() == null || request.key() == null) {
            throw new RefusedException("the host " + request.host() + " has neither token nor certificate; make a "
                    + "token with `eejs host --new-token FILE` where the lab is, and give it with --token-file");
        }
        return admit.apply(request.host(), authority.admit(request.token(), request.host(), request.key()));
    }

    /** The name in the certificate that was shown, or null; one that the authority has not made fails the handshake. */
    private static String certified(HttpsExchange exchange) {
        try {
            return LabAuthority.host((X509Certificate) exchange.getSSLSession().getPeerCertificates()[0]);
        } catch (SSLPeerUnverifiedException e) {
            return null;
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
