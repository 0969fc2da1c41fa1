package org.eejs.doctor.looking;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.security.cert.CertificateEncodingException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECKey;
import java.security.interfaces.RSAKey;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import org.eejs.doctor.evidence.Port;
import org.eejs.lab.hello.HelloCheck;
import org.eejs.lab.hello.ServerAnswer;
import org.eejs.result.Hellos;
import org.eejs.result.Hellos.Outcome;

/**
 * Handshakes with a TLS port of the examined JVM. A {@link HelloCheck} comes first. The first handshake notes the
 * server's certificates and refuses them. The next two trust only this certificate; the second of them can resume the
 * session of the first. No application data is sent. For one thread.
 */
final class PortProbe {
    private static final Duration LONGEST = Duration.ofSeconds(2);
    /** Tickets follow the handshake of TLS 1.3. */
    private static final int FOR_TICKETS_MILLIS = 300;
    private static final int MOST_RECORD = 18_000;

    private final InetSocketAddress address;
    private final Noting trust = new Noting();
    private String group = "";
    private String protocol = "";
    private String suite = "";

    private PortProbe(InetSocketAddress bound) {
        InetAddress host = bound.getAddress();
        this.address = host.isAnyLocalAddress() ? new InetSocketAddress(InetAddress.getLoopbackAddress(),
                bound.getPort()) : bound;
    }

    /** Returns what a port offers; empty if it does not speak TLS. */
    static Optional<Port> of(InetSocketAddress bound) throws InterruptedException {
        PortProbe probe = new PortProbe(bound);
        Hellos hellos = new HelloCheck(probe.address, probe.address.getHostString(), LONGEST)
                .of("port " + bound.getPort());
        Hellos.Answer control = hellos.answers().get(0);
        if (control.outcome() == Outcome.STALLED || HelloCheck.NOT_TLS.equals(control.reason())
                || HelloCheck.UNREACHABLE.equals(control.reason())) {
            // It does not speak TLS, or is too busy to be asked.
            return Optional.empty();
        }
        try {
            probe.refuse();
            Boolean resumes = probe.trust.leaf == null ? null : probe.resumes();
            if (probe.protocol.isEmpty() && hellos.isAnswered()) {
                // It refuses the hello of this JDK.
                probe.protocol = control.protocol();
                probe.group = control.group() == null ? "" : control.group();
            }
            return probe.protocol.isEmpty() ? Optional.empty() : Optional.of(probe.port(resumes, hellos));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK has no TLS", e);
        }
    }

    private Port port(Boolean resumes, Hellos hellos) throws CertificateEncodingException {
        PublicKey key = trust.leaf == null ? null : trust.leaf.getPublicKey();
        int bits = key instanceof RSAKey rsa ? rsa.getModulus().bitLength()
                : key instanceof ECKey ec ? ec.getParams().getOrder().bitLength() : 0;
        return new Port(address.getPort(), protocol, suite, group, key == null ? "" : key.getAlgorithm(), bits,
                trust.certificates, trust.bytes, resumes, hellos);
    }

    /** A trust manager that notes the certificates. It trusts none at first, and later the noted one. */
    private static final class Noting implements X509TrustManager {
        private X509Certificate leaf;
        private int certificates;
        private int bytes;
        private int checks;

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
            checks++;
            if (leaf == null) {
                leaf = chain[0];
                certificates = chain.length;
                for (X509Certificate each : chain) {
                    bytes += each.getEncoded().length;
                }
                throw new CertificateException("the first certificate is only noted");
            }
            if (!leaf.equals(chain[0])) {
                throw new CertificateException("this is not the noted certificate");
            }
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
            throw new CertificateException("this is a client");
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }

    private SSLContext context() throws GeneralSecurityException {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, new TrustManager[] {trust}, null);
        return context;
    }

    /** Begins a handshake, notes the answer, and refuses the certificate. */
    private void refuse() throws GeneralSecurityException {
        SSLEngine engine = context().createSSLEngine(address.getHostString(), address.getPort());
        engine.setUseClientMode(true);
        ByteBuffer out = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
        try (Socket socket = connected()) {
            engine.beginHandshake();
            engine.wrap(ByteBuffer.allocate(0), out);
            socket.getOutputStream().write(out.array(), 0, out.position());
            ServerAnswer answer = new ServerAnswer();
            DataInputStream in = new DataInputStream(socket.getInputStream());
            while (engine.getHandshakeStatus() != HandshakeStatus.NOT_HANDSHAKING && trust.leaf == null) {
                byte[] record = next(answer, in);
                try {
                    advance(engine, ByteBuffer.wrap(record), socket.getOutputStream());
                } catch (SSLException e) {
                    if (trust.leaf == null) {
                        throw e;
                    }
                }
                suite = engine.getHandshakeSession() == null ? suite : engine.getHandshakeSession().getCipherSuite();
            }
            // In TLS 1.2 the group follows the certificate.
            while (!answer.isComplete()) {
                next(answer, in);
            }
        } catch (IOException e) {
            // It refuses to talk, or the certificate was refused.
        }
    }

    private byte[] next(ServerAnswer answer, DataInputStream in) throws IOException {
        byte[] record = answer.next(in);
        protocol = answer.protocol();
        group = answer.group();
        return record;
    }

    private Socket connected() throws IOException {
        Socket socket = new Socket();
        socket.setTcpNoDelay(true);
        socket.setSoTimeout((int) LONGEST.toMillis());
        socket.connect(address, (int) LONGEST.toMillis());
        return socket;
    }

    private static void advance(SSLEngine engine, ByteBuffer record, OutputStream to) throws IOException {
        ByteBuffer plain = ByteBuffer.allocate(MOST_RECORD);
        engine.unwrap(record, plain);
        while (engine.getHandshakeStatus() == HandshakeStatus.NEED_TASK
                || engine.getHandshakeStatus() == HandshakeStatus.NEED_WRAP) {
            for (Runnable task = engine.getDelegatedTask(); task != null; task = engine.getDelegatedTask()) {
                task.run();
            }
            if (engine.getHandshakeStatus() == HandshakeStatus.NEED_WRAP) {
                ByteBuffer out = ByteBuffer.allocate(MOST_RECORD);
                try {
                    engine.wrap(ByteBuffer.allocate(0), out);
                } finally {
                    to.write(out.array(), 0, out.position());
                }
            }
        }
    }

    /** Returns whether a second connection resumes the session of the first; null if neither is accepted. */
    private Boolean resumes() throws GeneralSecurityException {
        SSLContext context = context();
        try {
            connect(context, FOR_TICKETS_MILLIS);
            int before = trust.checks;
            connect(context, 1);
            return trust.checks == before;
        } catch (IOException e) {
            // It may demand a client's certificate.
            return null;
        }
    }

    /** Shakes hands, and waits for tickets. */
    private void connect(SSLContext context, int waitMillis) throws IOException {
        try (SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket(connected(),
                address.getHostString(), address.getPort(), true)) {
            socket.startHandshake();
            SSLSession session = socket.getSession();
            protocol = session.getProtocol();
            suite = session.getCipherSuite();
            socket.setSoTimeout(waitMillis);
            try {
                socket.getInputStream().read();
            } catch (SocketTimeoutException e) {
                // Servers wait for a request.
            }
        }
    }
}
