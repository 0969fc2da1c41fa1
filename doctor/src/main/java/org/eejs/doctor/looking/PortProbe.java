package org.eejs.doctor.looking;

import java.io.ByteArrayOutputStream;
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
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import org.eejs.doctor.evidence.Port;

/**
 * Handshakes with a TLS port of the examined JVM. The first one sends its hello in two TCP segments, notes the server's
 * certificates and refuses them. The next two trust only this certificate; the second of them can resume the session of
 * the first. No application data is sent. For one thread.
 */
final class PortProbe {
    private static final Duration LONGEST = Duration.ofSeconds(3);
    /** The kernel sends the first half of the hello before the second half comes. */
    private static final long BETWEEN_HALVES_MILLIS = 20;
    /** Tickets follow the handshake of TLS 1.3. */
    private static final int FOR_TICKETS_MILLIS = 300;
    private static final int HANDSHAKE = 22;
    private static final int MOST_RECORD = 18_000;
    private static final int SERVER_HELLO = 2;
    private static final int SERVER_KEY_EXCHANGE = 12;
    private static final int SERVER_HELLO_DONE = 14;
    private static final int HEADER = 4;
    private static final int KEY_SHARE = 51;
    private static final int NAMED_CURVE = 3;
    private static final int RANDOM = 32;
    private static final int SHORT = 2;
    /** RFC 8446, section 4.2.7, RFC 8422 and draft-ietf-tls-ecdhe-mlkem. */
    private static final Map<Integer, String> GROUPS = Map.ofEntries(Map.entry(0x17, "secp256r1"),
            Map.entry(0x18, "secp384r1"), Map.entry(0x19, "secp521r1"), Map.entry(0x1d, "x25519"),
            Map.entry(0x1e, "x448"), Map.entry(0x100, "ffdhe2048"), Map.entry(0x101, "ffdhe3072"),
            Map.entry(0x102, "ffdhe4096"), Map.entry(0x11eb, "SecP256r1MLKEM768"),
            Map.entry(0x11ec, "X25519MLKEM768"), Map.entry(0x11ed, "SecP384r1MLKEM1024"));

    private final InetSocketAddress address;
    private final Noting trust = new Noting();
    private String group = "";
    private String protocol = "";
    private String suite = "";
    private boolean splitAnswered;

    private PortProbe(InetSocketAddress bound) {
        InetAddress host = bound.getAddress();
        this.address = host.isAnyLocalAddress() ? new InetSocketAddress(InetAddress.getLoopbackAddress(),
                bound.getPort()) : bound;
    }

    /** Returns what a port offers; empty if it does not speak TLS. */
    static Optional<Port> of(InetSocketAddress bound) {
        PortProbe probe = new PortProbe(bound);
        try {
            probe.refuse();
            Boolean resumes = probe.trust.leaf == null ? null : probe.resumes();
            return probe.protocol.isEmpty() ? Optional.empty() : Optional.of(probe.port(resumes));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK has no TLS", e);
        }
    }

    private Port port(Boolean resumes) throws CertificateEncodingException {
        PublicKey key = trust.leaf == null ? null : trust.leaf.getPublicKey();
        int bits = key instanceof RSAKey rsa ? rsa.getModulus().bitLength()
                : key instanceof ECKey ec ? ec.getParams().getOrder().bitLength() : 0;
        return new Port(address.getPort(), protocol, suite, group, key == null ? "" : key.getAlgorithm(), bits,
                trust.certificates, trust.bytes, resumes, splitAnswered);
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
            sendInHalves(socket, out);
            Answer answer = new Answer();
            DataInputStream in = new DataInputStream(socket.getInputStream());
            while (engine.getHandshakeStatus() != HandshakeStatus.NOT_HANDSHAKING && trust.leaf == null) {
                byte[] record = answer.next(in);
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
                answer.next(in);
            }
        } catch (IOException e) {
            // It refuses to talk, or the certificate was refused.
        }
    }

    private Socket connected() throws IOException {
        Socket socket = new Socket();
        socket.setTcpNoDelay(true);
        socket.setSoTimeout((int) LONGEST.toMillis());
        socket.connect(address, (int) LONGEST.toMillis());
        return socket;
    }

    private static void sendInHalves(Socket socket, ByteBuffer hello) throws IOException {
        int half = hello.position() / 2;
        OutputStream out = socket.getOutputStream();
        out.write(hello.array(), 0, half);
        out.flush();
        try {
            TimeUnit.MILLISECONDS.sleep(BETWEEN_HALVES_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        out.write(hello.array(), half, hello.position() - half);
        out.flush();
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

    /** The server's records. Their first messages are not encrypted. */
    private final class Answer {
        private final ByteArrayOutputStream messages = new ByteArrayOutputStream();
        private boolean encrypted;
        private boolean done;

        boolean isComplete() {
            return encrypted || done || !group.isEmpty();
        }

        byte[] next(DataInputStream in) throws IOException {
            int type = in.readUnsignedByte();
            int version = in.readUnsignedShort();
            int length = in.readUnsignedShort();
            if (version >> Byte.SIZE != 3 || length > MOST_RECORD) {
                throw new SSLException("this is not TLS");
            }
            byte[] body = in.readNBytes(length);
            if (type == HANDSHAKE && !encrypted) {
                splitAnswered = true;
                messages.writeBytes(body);
                read(ByteBuffer.wrap(messages.toByteArray()));
            } else if (type != HANDSHAKE) {
                encrypted = true;
            }
            return ByteBuffer.allocate(length + 5).put((byte) type).putShort((short) version).putShort((short) length)
                    .put(body).array();
        }

        private void read(ByteBuffer all) {
            while (all.remaining() >= HEADER) {
                int type = all.get();
                int length = (all.get() & 0xff) << 16 | all.getShort() & 0xffff;
                if (length > all.remaining()) {
                    return;
                }
                ByteBuffer message = all.slice(all.position(), length);
                all.position(all.position() + length);
                done = type == SERVER_HELLO_DONE;
                if (type == SERVER_HELLO) {
                    hello(message);
                } else if (type == SERVER_KEY_EXCHANGE && length > 3 && message.get() == NAMED_CURVE) {
                    group = GROUPS.getOrDefault(message.getShort() & 0xffff, "");
                }
            }
        }

        private void hello(ByteBuffer message) {
            protocol = "TLSv1.2";
            message.position(message.position() + SHORT + RANDOM);
            message.position(message.position() + 1 + message.get(message.position()));
            message.position(message.position() + SHORT + 1);
            int end = message.remaining() < SHORT ? 0 : message.getShort() & 0xffff;
            while (end >= 2 * SHORT && message.remaining() >= 2 * SHORT) {
                int type = message.getShort() & 0xffff;
                int length = message.getShort() & 0xffff;
                if (type == KEY_SHARE) {
                    protocol = "TLSv1.3";
                    group = GROUPS.getOrDefault(message.getShort(message.position()) & 0xffff, "");
                }
                message.position(message.position() + length);
                end -= 2 * SHORT + length;
            }
        }
    }

    /** Returns whether a second connection resumes the session of the first; null if neither is accepted. */
    private Boolean resumes() throws GeneralSecurityException {
        SSLContext context = context();
        try {
            connect(context);
            int before = trust.checks;
            connect(context);
            return trust.checks == before;
        } catch (IOException e) {
            // It may demand a client's certificate.
            return null;
        }
    }

    private void connect(SSLContext context) throws IOException {
        try (SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket(connected(),
                address.getHostString(), address.getPort(), true)) {
            socket.startHandshake();
            SSLSession session = socket.getSession();
            protocol = session.getProtocol();
            suite = session.getCipherSuite();
            socket.setSoTimeout(FOR_TICKETS_MILLIS);
            try {
                socket.getInputStream().read();
            } catch (SocketTimeoutException e) {
                // Servers wait for a request.
            }
        }
    }
}
