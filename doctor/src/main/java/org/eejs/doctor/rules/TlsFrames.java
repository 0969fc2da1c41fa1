package org.eejs.doctor.rules;

import org.eejs.doctor.evidence.FramePattern;
import org.eejs.doctor.evidence.Stack;

/** What frames of the JDK's TLS say. */
public final class TlsFrames {
    /** A handshake. */
    public static final FramePattern HANDSHAKE = new FramePattern("sun.security.ssl.HandshakeContext.",
            "sun.security.ssl.SSLEngineImpl$DelegatedTask", "sun.security.ssl.SSLSocketImpl.startHandshake",
            "sun.security.ssl.SSLHandshake.", "sun.security.ssl.TransportContext.kickstart",
            "sun.security.ssl.ClientHandshakeContext.", "sun.security.ssl.ServerHandshakeContext.");
    /** The making of a client of java.net.http. */
    public static final FramePattern MAKING = new FramePattern("jdk.internal.net.http.HttpClientImpl.<init>",
            "jdk.internal.net.http.HttpClientImpl.create", "jdk.internal.net.http.HttpClientBuilderImpl.");
    /** Any of it. */
    public static final FramePattern ANY = new FramePattern("sun.security.ssl.");
    /** A client's part of a handshake. */
    public static final FramePattern CLIENT = new FramePattern("sun.security.ssl.ClientHello$ClientHelloKickstart",
            "sun.security.ssl.ServerHello$ServerHelloConsumer", "sun.security.ssl.ServerHello$T1*Consumer",
            "sun.security.ssl.ClientHandshakeContext.", "sun.security.ssl.X509TrustManagerImpl.checkServerTrusted",
            "sun.security.ssl.CertificateMessage$*onConsumeCertificate",
            "sun.security.ssl.SSLSocketImpl.startHandshake");
    /** A server's part of a handshake. */
    public static final FramePattern SERVER = new FramePattern("sun.security.ssl.ClientHello$ClientHelloConsumer",
            "sun.security.ssl.ClientHello$T1*Consumer", "sun.security.ssl.ServerHello$*Producer",
            "sun.security.ssl.ServerHandshakeContext.");

    private TlsFrames() {}

    /** Whether it is in a handshake as a client. */
    public static boolean isClient(Stack stack) {
        return stack.has(HANDSHAKE) && stack.has(CLIENT) && !stack.has(SERVER);
    }

    /** Whether it is in a handshake as a server. */
    public static boolean isServer(Stack stack) {
        return stack.has(HANDSHAKE) && stack.has(SERVER);
    }

    /** The place of the outermost frame of TLS; -1 for none. */
    public static int outermost(Stack stack) {
        return stack.outermost(ANY);
    }
}
