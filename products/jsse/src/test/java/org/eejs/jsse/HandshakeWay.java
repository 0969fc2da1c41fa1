package org.eejs.jsse;

import java.security.AlgorithmConstraints;
import java.security.AlgorithmParameters;
import java.security.CryptoPrimitive;
import java.security.Key;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;

/** A kind of handshake. */
record HandshakeWay(String name, Consumer<SSLParameters> ofClient, Consumer<SSLParameters> ofServer) {
    HandshakeWay(String name, Consumer<SSLParameters> ofClient) {
        this(name, ofClient, parameters -> {});
    }

    /** Returns ways that differ by protocols, names and algorithms. */
    static List<HandshakeWay> ways() {
        List<HandshakeWay> ways = new ArrayList<>();
        for (String protocol : List.of("TLSv1.2", "TLSv1.3")) {
            Consumer<SSLParameters> version = parameters -> parameters.setProtocols(new String[] {protocol});
            ways.add(new HandshakeWay(protocol, version));
            for (String host : List.of("exact.example", "a.wild.example", "b.a.wild.example", "nobody.example")) {
                ways.add(new HandshakeWay(protocol + " to " + host,
                        version.andThen(parameters -> parameters.setServerNames(List.of(new SNIHostName(host))))));
            }
            for (String refused : List.of("RSA", "ECDSA", "SHA256", "RSASSA-PSS")) {
                ways.add(new HandshakeWay(protocol + ", client refuses " + refused,
                        version.andThen(parameters -> parameters.setAlgorithmConstraints(new Refuses(refused)))));
                ways.add(new HandshakeWay(protocol + ", server refuses " + refused, version,
                        parameters -> parameters.setAlgorithmConstraints(new Refuses(refused))));
            }
        }
        ways.add(new HandshakeWay("suites of RSA", parameters -> {
            parameters.setProtocols(new String[] {"TLSv1.2"});
            parameters.setCipherSuites(new String[] {"TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256"});
        }));
        ways.add(new HandshakeWay("suites of EC", parameters -> {
            parameters.setProtocols(new String[] {"TLSv1.2"});
            parameters.setCipherSuites(new String[] {"TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256"});
        }));
        return ways;
    }

    /** Returns what the server showed, or the reason why there was no handshake. */
    String served(SSLContext client, SSLContext server) {
        try {
            return "" + Handshake.full(client, server, ofClient, ofServer).ofServer();
        } catch (SSLException e) {
            return e.getMessage();
        }
    }

    /** Returns what the client showed, or the reason why there was no handshake. */
    String shown(SSLContext client, SSLContext server) {
        try {
            return "" + Handshake.full(client, server, ofClient, ofServer).ofClient();
        } catch (SSLException e) {
            return e.getMessage();
        }
    }

    /** Constraints of an application. */
    private record Refuses(String algorithm) implements AlgorithmConstraints {
        @Override
        public boolean permits(Set<CryptoPrimitive> primitives, String name, AlgorithmParameters parameters) {
            return !name.toUpperCase(Locale.ROOT).contains(algorithm);
        }

        @Override
        public boolean permits(Set<CryptoPrimitive> primitives, Key key) {
            return !key.getAlgorithm().equals(algorithm);
        }

        @Override
        public boolean permits(Set<CryptoPrimitive> primitives, String name, Key key, AlgorithmParameters parameters) {
            return permits(primitives, name, parameters) && permits(primitives, key);
        }
    }
}
