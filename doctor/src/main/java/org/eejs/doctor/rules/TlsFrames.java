package org.eejs.doctor.rules;

import org.eejs.doctor.evidence.Events.Handshake;
import org.eejs.doctor.evidence.JvmEvidence;
import org.eejs.doctor.evidence.FramePattern;
import org.eejs.doctor.evidence.Stack;

/** What frames of the JDK's TLS say. */
public final class TlsFrames {
    /** A handshake. */
    public static final FramePattern HANDSHAKE = new FramePattern("sun.security.ssl.HandshakeContext.",
            "sun.security.ssl.SSLEngineImpl$DelegatedTask", "sun.security.ssl.SSLSocketImpl.startHandshake",
            "sun.security.ssl.SSLHandshake.", "sun.security.ssl.TransportContext.kickstart",
            "sun.security.ssl.ClientHandshakeContext.", "sun.security.ssl.ServerHandshakeContext.",
            "sun.security.ssl.PostHandshakeContext.");
    /** Any of it. */
    public static final FramePattern ANY = new FramePattern("sun.security.ssl.");
    /** A client's part of a handshake, after which its session can be resumed. */
    public static final FramePattern TICKET_TAKEN = new FramePattern("sun.security.ssl.NewSessionTicket$*Consumer.");

    /** What only clients do, of the JDK and of HTTP clients: sockets are those of servers, too. */
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
    /** What only servers do. */
    private static final FramePattern SERVER = new FramePattern("sun.security.ssl.ServerHandshakeContext.",
            "sun.security.ssl.ClientHello$*Consumer.", "sun.security.ssl.ServerHello$*Producer.",
            "sun.security.ssl.EncryptedExtensions$EncryptedExtensionsProducer.",
            "sun.security.ssl.NewSessionTicket$*Producer.", "sun.security.ssl.*ClientKeyExchangeConsumer.",
            "sun.security.ssl.*ServerKeyExchangeProducer.", "sun.security.ssl.CertificateMessage$*.checkClientCerts",
            "sun.security.ssl.CertificateRequest$*Producer.", "sun.security.ssl.CertificateStatus$*Producer.",
            "sun.security.ssl.X509TrustManagerImpl.checkClientTrusted",
            "sun.security.ssl.AbstractTrustManagerWrapper.checkClientTrusted");
    /** What clients do, and servers only where clients have certificates. */
    private static final FramePattern MOSTLY_CLIENT = new FramePattern("sun.security.ssl.CertificateVerify$*Consumer.",
            "sun.security.ssl.CertificateMessage$*Consumer.");
    private static final FramePattern SERVING = new FramePattern("*.tomcat.", "*.coyote.", "*.jetty.server.",
            "*.undertow.", "*.xnio.", "*.grizzly.", "*.helidon.webserver.", "*.helidon.common.socket.");
    /** Where the JDK records a handshake: in TLS 1.3 the client sends the last message. */
    private static final FramePattern CLIENT_FINISHES = new FramePattern(
            "sun.security.ssl.Finished$*FinishedProducer.");
    private static final FramePattern CHECKS_SERVER = new FramePattern("*.checkServerTrusted");
    private static final FramePattern BEFORE_NEWEST = new FramePattern("sun.security.ssl.CertificateMessage$T12");
    private static final String NEWEST = "TLSv1.3";

    private TlsFrames() {}

    /** Returns whether it is in a handshake as a client. */
    public static boolean isClient(Stack stack) {
        int client = innermost(stack, CLIENT);
        int server = innermost(stack, SERVER);
        return stack.has(HANDSHAKE) && (client < server || client == server && stack.has(MOSTLY_CLIENT)
                && stack.callerOf(0).filter(caller -> SERVING.matches(caller.method())).isEmpty());
    }

    /** Returns whether it is in a handshake as a server. */
    public static boolean isServer(Stack stack) {
        return stack.has(HANDSHAKE) && innermost(stack, SERVER) < innermost(stack, CLIENT);
    }

    /**
     * Returns a server may call another as a client: the innermost frame that tells is of the handshake that goes on.
     */
    private static int innermost(Stack stack, FramePattern pattern) {
        for (int i = 0; i < stack.frames().size(); i++) {
            if (pattern.matches(stack.frames().get(i).method())) {
                return i;
            }
        }
        return Integer.MAX_VALUE;
    }

    /** Returns whether it is a client's of TLS 1.3: of older ones a recording does not tell. */
    public static boolean isClient(Handshake handshake) {
        return isNewest(handshake) && handshake.stack().has(CLIENT_FINISHES);
    }

    /** Returns whether it is a server's of TLS 1.3: of older ones a recording does not tell. */
    public static boolean isServer(Handshake handshake) {
        return isNewest(handshake) && !handshake.stack().has(CLIENT_FINISHES);
    }

    private static boolean isNewest(Handshake handshake) {
        return handshake.protocol().equals(NEWEST);
    }

    /** Returns how many chains of servers were checked by clients that resumed no session of TLS 1.3. */
    public static long chains(JvmEvidence evidence) {
        return evidence.events().validations().chains(stack -> stack.has(CHECKS_SERVER) && !stack.has(BEFORE_NEWEST));
    }

    /**
     * Returns whether clients shake hands before TLS 1.3 again and again: whether they resume, too, is not recorded.
     */
    public static boolean hasOlderClients(JvmEvidence evidence) {
        return RecordedHandshakes.of(evidence, handshake -> !isNewest(handshake)).isRepeated()
                && evidence.events().validations().chains(stack -> stack.has(CHECKS_SERVER)
                && stack.has(BEFORE_NEWEST)) >= evidence.seconds();
    }
}
