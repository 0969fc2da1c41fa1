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
 * Where hosts dial in over TLS: a host shows a token and gets a certificate, and shows the certificate that it has
 * and learns where messages go. Strangers get no further. Each connection has one request and its answer.
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
     * Starts it.
     *
     * @param version of the lab's EEJS, which hosts must have, too
     * @param differs gets the name of a host that has another, and the line with which it is refused
     * @param connected whether a host of this name is connected
     * @param admit takes the name of a host that is let in, and says what to answer
     * @param log gets a line for each host that is refused
     * @throws IOException when the address cannot be listened on
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
        // Who has no certificate yet needs a token.
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
                answer = JoinAnswer.refused("what the host sent is not understood; use the EEJS of the lab there");
            }
            if (answer.refused() != null) {
                log.say("refused a host at " + host.getInetAddress().getHostAddress() + ": " + answer.refused());
            }
            write(host, JSON.writeValueAsBytes(answer));
        }
    }

    /** Writes a request or an answer: how long it is, and the text. */
    static void write(Socket socket, byte[] text) throws IOException {
        socket.getOutputStream().write(ByteBuffer.allocate(Integer.BYTES + text.length).putInt(text.length).put(text)
                .array());
    }

    /** Reads what the other has written; the beginning of what is too long. */
    static byte[] read(Socket socket) throws IOException {
        DataInputStream in = new DataInputStream(socket.getInputStream());
        return in.readNBytes(Math.max(0, Math.min(in.readInt(), MOST_BYTES)));
    }

    /**
     * Returns what is not understood, or not from one who may know, is answered before all else, in words that are
     * always the same: strangers neither learn anything nor fill the lab's terminal.
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
            throw new IllegalArgumentException("a version is one");
        }
        String certified = certified(session);
        if (certified != null && !certified.equals(request.host())) {
            throw new RefusedException("the certificate is that of the host " + certified + ", not of "
                    + request.host() + "; a host of another name needs a token of its own");
        }
        boolean asksForCertificate = request.token() != null && request.key() != null;
        if (asksForCertificate) {
            authority.check(request.token(), request.host(), LabAuthority.key(request.key()));
        } else if (certified == null) {
            throw new RefusedException("the host has neither token nor certificate; make a token with "
                    + OneTimeTokens.NEW_TOKEN + " where the lab is, and give it with --token-file");
        }
        if (!version.equals(request.version())) {
            String why = "versions differ: the lab has EEJS " + version + ", the host " + request.host() + " has "
                    + request.version() + "; use the same sources on both, such as one commit, and start the host "
                    + "again";
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
     * Returns the name in the certificate that was shown, or null.
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
            // Nobody is let in any more in any case.
        }
        acceptor.close();
    }
}
