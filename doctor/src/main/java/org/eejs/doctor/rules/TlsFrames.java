package org.eejs.doctor.rules;

import org.eejs.doctor.evidence.Events.Handshake;
import org.eejs.doctor.evidence.JvmEvidence;
import org.eejs.doctor.evidence.FramePattern;
import org.eejs.doctor.evidence.Stack;

/** Frames of the JDK's TLS. */
public final class TlsFrames {
    /** Frames of a handshake. */
    public static final FramePattern HANDSHAKE = new FramePattern("sun.security.ssl.HandshakeContext.",
            "sun.security.ssl.SSLEngineImpl$DelegatedTask", "sun.security.ssl.SSLSocketImpl.startHandshake",
            "sun.security.ssl.SSLHandshake.", "sun.security.ssl.TransportContext.kickstart",
            "sun.security.ssl.ClientHandshakeContext.", "sun.security.ssl.ServerHandshakeContext.",
            "sun.security.ssl.PostHandshakeContext.");
    /** All frames of the JDK's TLS. */
    public static final FramePattern ANY = new FramePattern("sun.security.ssl.");
    /** Frames of a client that receives a ticket. It can resume the session afterwards. */
    public static final FramePattern TICKET_TAKEN = new FramePattern("sun.security.ssl.NewSessionTicket$*Consumer.");

    /** Frames of TLS clients and HTTP clients only. Sockets are not among them because servers have them, too. */
    /** Frames of sockets. */
    public static final FramePattern SOCKETS = new FramePattern("sun.nio.ch.Net.", "sun.nio.ch.SocketDispatcher.",
            "sun.nio.ch.NioSocketImpl.", "sun.nio.ch.SocketChannelImpl.", "sun.nio.ch.EPoll", "java.net.Socket",
            "*.netty.channel.epoll.Native.");
    private static final FramePattern CLIENT = new FramePattern("sun.security.ssl.ClientHandshakeContext.",
            "sun.security.ssl.ClientHello$ClientHelloKickstart", "sun.security.ssl.ServerHello*Consumer.",
            "sun.security.ssl.EncryptedExtensions$EncryptedExtensionsConsumer.",
            "sun.security.ssl.NewSessionTicket$*Consumer.", "sun.security.ssl.*ClientKeyExchangeProducer.",
            "sun.security.ssl.*ServerKeyExchangeConsumer.", "sun.security.ssl.CertificateMessage$*.checkServerCerts",
            "sun.security.ssl.CertificateRequest$*Consumer.", "sun.security.ssl.CertificateStatus$*Consumer.",
            "sun.security.ssl.X509TrustManagerImpl.checkServerTrusted",
            "sun.security.ssl.AbstractTrustManagerWrapper.checkServerTrusted",
            "sun.security.ssl.SSLSocketFactoryImpl.", "*.apache.hc.client", "*.apache.http.impl.",
            "jdk.internal.net.http.", "sun.net.www.protocol.https.", "*okhttp3.");
    /** Frames of servers only. */
    private static final FramePattern SERVER = new FramePattern("sun.security.ssl.ServerHandshakeContext.",
            "sun.security.ssl.ClientHello$*Consumer.", "sun.security.ssl.ServerHello$*Producer.",
            "sun.security.ssl.EncryptedExtensions$EncryptedExtensionsProducer.",
            "sun.security.ssl.NewSessionTicket$*Producer.", "sun.security.ssl.*ClientKeyExchangeConsumer.",
            "sun.security.ssl.*ServerKeyExchangeProducer.", "sun.security.ssl.CertificateMessage$*.checkClientCerts",
            "sun.security.ssl.CertificateRequest$*Producer.", "sun.security.ssl.CertificateStatus$*Producer.",
            "sun.security.ssl.X509TrustManagerImpl.checkClientTrusted",
            "sun.security.ssl.AbstractTrustManagerWrapper.checkClientTrusted");
    /** Frames of clients, and of servers that check client certificates. */
    private static final FramePattern MOSTLY_CLIENT = new FramePattern("sun.security.ssl.CertificateVerify$*Consumer.",
            "sun.security.ssl.CertificateMessage$*Consumer.");
    private static final FramePattern SERVING = new FramePattern("*.tomcat.", "*.coyote.", "*.jetty.server.",
            "*.undertow.", "*.xnio.", "*.grizzly.", "*.helidon.webserver.", "*.helidon.common.socket.");
    /** Frames in which the JDK records a client's handshake: in TLS 1.3 the client sends the last message. */
    private static final FramePattern CLIENT_FINISHES = new FramePattern(
            "sun.security.ssl.Finished$*FinishedProducer.");
    private static final FramePattern CHECKS_SERVER = new FramePattern("*.checkServerTrusted");
    private static final FramePattern BEFORE_NEWEST = new FramePattern("sun.security.ssl.CertificateMessage$T12");
    private static final String NEWEST = "TLSv1.3";

    private TlsFrames() {}

    /** Returns whether the stack is in a client's handshake. */
    public static boolean isClient(Stack stack) {
        int client = innermost(stack, CLIENT);
        int server = innermost(stack, SERVER);
        return stack.has(HANDSHAKE) && (client < server || client == server && stack.has(MOSTLY_CLIENT)
                && stack.callerOf(0).filter(caller -> SERVING.matches(caller.method())).isEmpty());
    }

    /** Returns whether the stack is in a server's handshake. */
    public static boolean isServer(Stack stack) {
        return stack.has(HANDSHAKE) && innermost(stack, SERVER) < innermost(stack, CLIENT);
    }

    /**
     * Returns the index of the innermost matching frame. It decides, because a server may call another server as a
     * client.
     */
    private static int innermost(Stack stack, FramePattern pattern) {
        for (int i = 0; i < stack.frames().size(); i++) {
            if (pattern.matches(stack.frames().get(i).method())) {
                return i;
            }
        }
        return Integer.MAX_VALUE;
    }

    /** Returns whether it is a client's TLS 1.3 handshake. Recordings do not tell for older versions. */
    public static boolean isClient(Handshake handshake) {
        return isNewest(handshake) && handshake.stack().has(CLIENT_FINISHES);
    }

    /** Returns whether it is a server's TLS 1.3 handshake. Recordings do not tell for older versions. */
    public static boolean isServer(Handshake handshake) {
        return isNewest(handshake) && !handshake.stack().has(CLIENT_FINISHES);
    }

    private static boolean isNewest(Handshake handshake) {
        return handshake.protocol().equals(NEWEST);
    }

    /** Returns the number of server chains that clients checked in TLS 1.3, which is the number of full handshakes. */
    public static long chains(JvmEvidence evidence) {
        return evidence.events().validations().chains(stack -> stack.has(CHECKS_SERVER) && !stack.has(BEFORE_NEWEST));
    }

    /**
     * Returns whether clients do frequent handshakes before TLS 1.3. Recordings do not tell whether they resume.
     */
    public static boolean hasOlderClients(JvmEvidence evidence) {
        return RecordedHandshakes.of(evidence, handshake -> !isNewest(handshake)).isRepeated()
                && evidence.events().validations().chains(stack -> stack.has(CHECKS_SERVER)
                && stack.has(BEFORE_NEWEST)) >= evidence.seconds();
    }
}
