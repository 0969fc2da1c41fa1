package org.eejs.bench.tls;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.Provider;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import javax.net.ssl.SSLSession;
import org.eejs.bench.measuring.Extent;
import org.eejs.bench.measuring.FirstProvider;
import org.eejs.bench.measuring.ProviderGroup;
import org.eejs.bench.tls.EnginePair.Side;

/**
 * Handshakes of TLS, full and resumed, by JSSE on a provider's cryptography. An algorithm is, for example,
 * {@code TLSv1.3 EC X25519 full}: protocol, certificate, group of the key exchange, and whether a session is resumed.
 *
 * <p>In TLS 1.2 a certificate of EC goes with P-256 only: there, the groups that a client offers are also the curves
 * that a certificate may have (RFC 8422, 5.1). A resumed handshake of TLS 1.2 exchanges no keys.
 */
public final class HandshakeGroup implements ProviderGroup {
    private static final String RESUMED = "resumed";
    /** The JDK's default. */
    private static final String ITERATIONS = "10000";
    /** What makes a full handshake dear. */
    private static final Pattern AGREEING = Pattern.compile("(Signature|KeyAgreement|KEM)\\..*");
    private static final Pattern RESUMING = Pattern.compile("(Cipher|Mac|MessageDigest|KeyAgreement|KEM)\\..*");
    /** What JSSE of 17 to 25 agrees on with itself, by the server's key. */
    private static final Map<String, String> SUITES = Map.of("TLSv1.3", "TLS_AES_256_GCM_SHA384",
            "TLSv1.2 RSA", "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384",
            "TLSv1.2 EC", "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384");

    @Override
    public String name() {
        return "handshake";
    }

    @Override
    public String title() {
        return "TLS handshakes";
    }

    @Override
    public String about() {
        return "One handshake between two engines of JSSE in one thread, both sides of it and the session tickets, on "
                + "the provider's cryptography and, for what it lacks, the JDK's; no sockets, no making of contexts.";
    }

    @Override
    public Class<?> benchmark() {
        return SslHandshake.class;
    }

    @Override
    public List<String> operations(Extent extent) {
        return List.of("handshake");
    }

    @Override
    public List<String> algorithms(Extent extent) {
        return extent == Extent.QUICK
                ? List.of("TLSv1.3 EC X25519 full", "TLSv1.3 EC X25519 resumed", "TLSv1.3 RSA P-256 full",
                        "TLSv1.2 EC P-256 full", "TLSv1.3 EC X25519MLKEM768 full")
                : List.of("TLSv1.3 EC X25519 full", "TLSv1.3 EC X25519 resumed", "TLSv1.3 RSA X25519 full",
                        "TLSv1.3 RSA X25519 resumed", "TLSv1.3 EC P-256 full", "TLSv1.3 EC P-256 resumed",
                        "TLSv1.3 RSA P-256 full", "TLSv1.3 EC X25519MLKEM768 full",
                        "TLSv1.3 EC X25519MLKEM768 resumed", "TLSv1.2 EC P-256 full", "TLSv1.2 EC P-256 resumed",
                        "TLSv1.2 RSA X25519 full", "TLSv1.2 RSA P-256 full", "TLSv1.2 RSA P-256 resumed");
    }

    @Override
    public Map<String, String> parametersOf(String algorithm) {
        String[] words = algorithm.split(" ");
        if (words.length != 4) {
            throw new IllegalArgumentException("'" + algorithm + "' is not a kind of handshake");
        }
        return Map.of("protocol", words[0], "certificate", words[1], "namedGroup", words[2],
                "resume", String.valueOf(words[3].equals(RESUMED)), "iterations", ITERATIONS);
    }

    @Override
    public Map<String, List<String>> variations(Extent extent) {
        return Map.of("keyManager", extent == Extent.QUICK ? List.of("SunX509") : List.of("SunX509", "PKIX", "EEJS"));
    }

    @Override
    public List<String> quickProviders() {
        return List.of("SunJCE", "ACCP", "BC");
    }

    @Override
    public int warmupFactor() {
        return 2;
    }

    @Override
    public boolean hasIntrinsics() {
        return true;
    }

    @Override
    public String check(Provider provider, String algorithm) throws Exception {
        Map<String, String> parameters = parametersOf(algorithm);
        KeyExchangeGroup.of(parameters.get("namedGroup")).checkOffered();
        SslPeers peers = SslPeers.create(KeyKind.valueOf(parameters.get("certificate")), Integer.parseInt(ITERATIONS));
        boolean resume = Boolean.parseBoolean(parameters.get("resume"));
        String means = new SslCheck(provider, resume ? RESUMING : AGREEING)
                .pass(pair -> converse(pair, peers, parameters, "SunX509"));
        if (provider.getName().equals(FirstProvider.OF_THE_JDK)) {
            converse(new EnginePair(), peers, parameters, "PKIX");
            converse(new EnginePair(), peers, parameters, "EEJS");
        }
        return means;
    }

    private static void converse(EnginePair pair, SslPeers peers, Map<String, String> parameters, String keyManager)
            throws Exception {
        SslHandshake benchmark = new SslHandshake(pair);
        benchmark.keyManager = keyManager;
        benchmark.protocol = parameters.get("protocol");
        benchmark.resume = Boolean.parseBoolean(parameters.get("resume"));
        benchmark.prepare(peers, KeyExchangeGroup.of(parameters.get("namedGroup")));
        // More than once, as it is measured: resumed sessions are those of resumed sessions.
        talk(pair, benchmark.handshake(), parameters);
        talk(pair, benchmark.handshake(), parameters);
    }

    private static void talk(EnginePair pair, EnginePair.Engines engines, Map<String, String> parameters)
            throws Exception {
        SSLSession session = engines.client().getSession();
        String protocol = parameters.get("protocol");
        String suite = SUITES.getOrDefault(protocol, SUITES.get(protocol + " " + parameters.get("certificate")));
        if (!session.getProtocol().equals(protocol) || !session.getCipherSuite().equals(suite)) {
            throw new IllegalStateException(protocol + " with " + suite + " was asked for, but "
                    + session.getProtocol() + " with " + session.getCipherSuite() + " was agreed on");
        }
        for (Side side : Side.values()) {
            byte[] said = ("from the " + side).getBytes(StandardCharsets.US_ASCII);
            ByteBuffer heard = ByteBuffer.allocate(session.getApplicationBufferSize());
            new SslRecords(pair, engines, side).carry(ByteBuffer.wrap(said), heard);
            if (!Arrays.equals(said, Arrays.copyOf(heard.array(), heard.position()))) {
                throw new IllegalStateException("what the " + side + " said did not arrive as it was sent");
            }
        }
    }
}
