package org.eejs.jsse.keys;

import java.net.Socket;
import java.security.AlgorithmConstraints;
import java.security.Principal;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;

/**
 * All that the JDK's key manager considers when it chooses a key, except the keys and the time. For equal requests it
 * chooses the same key. Immutable, thread-safe.
 */
final class KeyRequest {
    /** The JDK's own constraints, which it sets if an application sets none, and which never change. */
    private static final String JDK_CONSTRAINTS = "sun.security.ssl.SSLAlgorithmConstraints";
    /** Limit of issuers in a remembered request; more than a server may sensibly ask for. */
    private static final int MOST_ISSUERS = 256;

    private final List<Object> considered;
    private final int hash;

    private KeyRequest(Object... considered) {
        this.considered = Arrays.asList(considered);
        this.hash = this.considered.hashCode();
    }

    /**
     * Returns the request of an engine's handshake, or {@code null} if the choice may depend on more than is known
     * here.
     */
    static KeyRequest of(boolean client, String[] keyTypes, Principal[] issuers, SSLEngine engine) {
        return engine == null ? of(client, keyTypes, issuers, null, null)
                : of(client, keyTypes, issuers, engine.getHandshakeSession(), engine.getSSLParameters());
    }

    /**
     * Returns the request of a socket's handshake, or {@code null} if the choice may depend on more than is known here.
     */
    static KeyRequest of(boolean client, String[] keyTypes, Principal[] issuers, Socket socket) {
        if (!(socket instanceof SSLSocket) || !socket.isConnected()) {
            return of(client, keyTypes, issuers, null, null);
        }
        SSLSocket tls = (SSLSocket) socket;
        return of(client, keyTypes, issuers, tls.getHandshakeSession(), tls.getSSLParameters());
    }

    private static KeyRequest of(boolean client, String[] keyTypes, Principal[] issuers, SSLSession session,
            SSLParameters parameters) {
        if (keyTypes == null || issuers != null && issuers.length > MOST_ISSUERS
                || parameters != null && isCustom(parameters.getAlgorithmConstraints())) {
            return null;
        }
        ExtendedSSLSession extended = session instanceof ExtendedSSLSession ? (ExtendedSSLSession) session : null;
        return new KeyRequest(client, list((Object[]) keyTypes), list((Object[]) issuers),
                session == null ? null : session.getProtocol(),
                extended == null ? null : list((Object[]) extended.getPeerSupportedSignatureAlgorithms()),
                // The server name that a client asks for does not affect the choice of the client's certificate.
                extended == null || client ? Collections.emptyList() : extended.getRequestedServerNames());
    }

    private static List<Object> list(Object... values) {
        return values == null ? Collections.emptyList() : Arrays.asList(values.clone());
    }

    private static boolean isCustom(AlgorithmConstraints constraints) {
        return constraints != null && !constraints.getClass().getName().equals(JDK_CONSTRAINTS);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof KeyRequest && hash == ((KeyRequest) other).hash
                && considered.equals(((KeyRequest) other).considered);
    }

    @Override
    public int hashCode() {
        return hash;
    }
}
