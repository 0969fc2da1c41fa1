package org.eejs.cluster;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Predicate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;

/**
 * The server to which hosts connect over TLS. A host with a token gets a certificate. A host with a certificate gets
 * the address for messages. Strangers get no further. Each connection has one request and its answer.
 */
final class JoinServer implements AutoCloseable {
    private static final int MOST_BYTES = 10_000;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final ServerSocket socket = new ServerSocket();
    private final TlsAcceptor acceptor;
    private final LabAuthority authority;
    private final String version;
    private final BiConsumer<String, String> differs;
    private final Predicate<String> connected;
    private final Function<String, JoinAnswer> admit;
    private final RareLog log;

    /**
     * Starts the server.
     *
     * @param version the version of the lab's EEJS, which hosts must have, too
     * @param differs gets the name of a host with another version, and the line with which it is refused
     * @param connected whether a host of this name is connected
     * @param admit returns the answer to an admitted host of this name
     * @param log gets a line for each host that is refused
     * @throws IOException when listening on the address fails
     */
    JoinServer(InetSocketAddress address, LabAuthority authority, SSLContext tls, String version,
            BiConsumer<String, String> differs, Predicate<String> connected, Function<String, JoinAnswer> admit,
            RareLog log) throws IOException {
        this.authority = authority;
        this.version = version;
        this.differs = differs;
        this.connected = connected;
        this.admit = admit;
        this.log = log;
        // A host without a certificate needs a token.
        acceptor = new TlsAcceptor(tls, false, (host, plain) -> answer(host), log);
        try {
            socket.bind(address);
        } catch (IOException e) {
            close();
            throw e;
        }
        acceptor.start(socket, socket::accept);
    }

    private void answer(SSLSocket host) throws IOException {
        try (host) {
            JoinAnswer answer;
            try {
                answer = answer(JSON.readValue(read(host), JoinRequest.class), host.getSession());
            } catch (RefusedException e) {
                answer = JoinAnswer.refused(e.getMessage());
            } catch (JsonProcessingException | GeneralSecurityException | IllegalArgumentException e) {
                answer = JoinAnswer.refused("the host sent an unexpected request; use the lab's version of EEJS there");
            }
            if (answer.refused() != null) {
                log.say("refused a host at " + host.getInetAddress().getHostAddress() + ": " + answer.refused());
            }
            write(host, JSON.writeValueAsBytes(answer));
        }
    }

    /** Writes a request or an answer: its length and its text. */
    static void write(Socket socket, byte[] text) throws IOException {
        socket.getOutputStream().write(ByteBuffer.allocate(Integer.BYTES + text.length).putInt(text.length).put(text)
                .array());
    }

    /** Reads the text of the other end, cut off at the limit. */
    static byte[] read(Socket socket) throws IOException {
        DataInputStream in = new DataInputStream(socket.getInputStream());
        return in.readNBytes(Math.max(0, Math.min(in.readInt(), MOST_BYTES)));
    }

    /**
     * Answers a request. Malformed and unauthorized requests come first and get constant texts, so strangers neither
     * learn anything nor fill the lab's terminal.
     */
    private JoinAnswer answer(JoinRequest request, SSLSession session) throws IOException, GeneralSecurityException {
        if (request == null) {
            throw new IllegalArgumentException("an empty request");
        }
        try {
            HostNames.check(request.host());
        } catch (RefusedException e) {
            throw new RefusedException("the name that the host gave " + e.getMessage() + " with --name");
        }
        if (request.version() == null || !request.version().matches("[\\w.+-]{1,40}")) {
            throw new IllegalArgumentException("no version");
        }
        String certified = certified(session);
        if (certified != null && !certified.equals(request.host())) {
            throw new RefusedException("the certificate belongs to the host " + certified + ", not to "
                    + request.host() + "; a host of another name needs its own token");
        }
        boolean asksForCertificate = request.token() != null && request.key() != null;
        if (asksForCertificate) {
            authority.check(request.token(), request.host(), LabAuthority.key(request.key()));
        } else if (certified == null) {
            throw new RefusedException("the host has neither token nor certificate; run "
                    + OneTimeTokens.NEW_TOKEN + " at the lab, and pass FILE with --token-file");
        }
        if (!version.equals(request.version())) {
            String why = "versions differ: the lab has EEJS " + version + ", the host " + request.host() + " has "
                    + request.version() + "; build both from the same sources, and restart the host";
            differs.accept(request.host(), why);
            throw new RefusedException(why);
        }
        if (connected.test(request.host())) {
            return JoinAnswer.askLater("a host " + request.host() + " is connected already");
        }
        return asksForCertificate ? JoinAnswer.certified(authority.certify(request.token(), request.host(),
                LabAuthority.key(request.key()))) : admit.apply(request.host());
    }

    /**
     * Returns the name in the host's certificate; null if it has none.
     *
     * @throws RefusedException when it was revoked
     */
    private String certified(SSLSession session) throws IOException {
        try {
            return authority.admit((X509Certificate) session.getPeerCertificates()[0]);
        } catch (SSLPeerUnverifiedException e) {
            return null;
        }
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            // The server admits no more hosts in any case.
        }
        acceptor.close();
    }
}
