package org.eejs.jsse.keys;

import java.net.Socket;
import java.security.AlgorithmConstraints;
import java.security.Principal;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SNIServerName;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;

/**
 * All that the JDK's key manager considers, beside the keys and the time, when it chooses one of them. Equal questions
 * have equal answers. Immutable, thread-safe.
 */
final class Question {
    /** The JDK's own constraints, which it sets where an application sets none, and which never change. */
    private static final String JDK_CONSTRAINTS = "sun.security.ssl.SSLAlgorithmConstraints";
    /** More issuers than a server may sensibly ask for are not worth being remembered. */
    private static final int MOST_ISSUERS = 256;

    private final boolean client;
    private final String[] keyTypes;
    private final Principal[] issuers;
    private final String protocol;
    private final String[] signatureAlgorithms;
    private final List<SNIServerName> serverNames;
    private final int hash;

    private Question(boolean client, String[] keyTypes, Principal[] issuers, SSLSession session) {
        this.client = client;
        this.keyTypes = keyTypes;
        this.issuers = issuers;
        this.protocol = session == null ? null : session.getProtocol();
        ExtendedSSLSession extended = session instanceof ExtendedSSLSession ? (ExtendedSSLSession) session : null;
        this.signatureAlgorithms = extended == null ? null : extended.getPeerSupportedSignatureAlgorithms();
        // What a client asks for says nothing about its own certificate.
        this.serverNames = extended == null || client ? Collections.emptyList() : extended.getRequestedServerNames();
        this.hash = Arrays.deepHashCode(new Object[] {
            client, keyTypes, issuers, protocol, signatureAlgorithms, serverNames});
    }

    /** What is asked for an engine, or {@code null} where the answer may depend on more than the question says. */
    static Question of(boolean client, String[] keyTypes, Principal[] issuers, SSLEngine engine) {
        if (cannotBeRemembered(keyTypes, issuers)) {
            return null;
        }
        if (engine == null) {
            return new Question(client, keyTypes.clone(), copy(issuers), null);
        }
        SSLSession session = engine.getHandshakeSession();
        return isCustom(engine.getSSLParameters().getAlgorithmConstraints()) ? null
                : new Question(client, keyTypes.clone(), copy(issuers), session);
    }

    /** What is asked for a socket, or {@code null} where the answer may depend on more than the question says. */
    static Question of(boolean client, String[] keyTypes, Principal[] issuers, Socket socket) {
        if (cannotBeRemembered(keyTypes, issuers)) {
            return null;
        }
        if (!(socket instanceof SSLSocket) || !socket.isConnected()) {
            return new Question(client, keyTypes.clone(), copy(issuers), null);
        }
        SSLSocket tls = (SSLSocket) socket;
        SSLSession session = tls.getHandshakeSession();
        return isCustom(tls.getSSLParameters().getAlgorithmConstraints()) ? null
                : new Question(client, keyTypes.clone(), copy(issuers), session);
    }

    private static boolean cannotBeRemembered(String[] keyTypes, Principal[] issuers) {
        return keyTypes == null || issuers != null && issuers.length > MOST_ISSUERS;
    }

    private static Principal[] copy(Principal[] issuers) {
        return issuers == null || issuers.length == 0 ? null : issuers.clone();
    }

    private static boolean isCustom(AlgorithmConstraints constraints) {
        return constraints != null && !constraints.getClass().getName().equals(JDK_CONSTRAINTS);
    }

    @Override
    public boolean equals(Object other) {
        if (!(other instanceof Question)) {
            return false;
        }
        Question that = (Question) other;
        return hash == that.hash && client == that.client && Arrays.equals(keyTypes, that.keyTypes)
                && Arrays.equals(issuers, that.issuers) && Objects.equals(protocol, that.protocol)
                && Arrays.equals(signatureAlgorithms, that.signatureAlgorithms)
                && serverNames.equals(that.serverNames);
    }

    @Override
    public int hashCode() {
        return hash;
    }
}
