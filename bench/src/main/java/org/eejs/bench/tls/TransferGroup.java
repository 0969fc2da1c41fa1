package org.eejs.bench.tls;

import java.security.Provider;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.eejs.bench.measuring.Extent;
import org.eejs.bench.measuring.ProviderGroup;

/**
 * Application data by JSSE on a provider's cryptography, by the size of a record. An algorithm is a protocol and a
 * suite.
 */
public final class TransferGroup implements ProviderGroup {
    private static final String GCM = "TLSv1.3 TLS_AES_128_GCM_SHA256";

    @Override
    public String name() {
        return "transfer";
    }

    @Override
    public String title() {
        return "TLS bulk transfer";
    }

    @Override
    public String about() {
        return "So many bytes of application data, wrapped by the client's engine of JSSE and unwrapped by the "
                + "server's in one thread, in buffers on the heap: one record, or two for 16,384 bytes in TLS 1.3; no "
                + "handshake, no sockets, new keys only when JSSE's limit is reached (each 2^37 bytes in TLS 1.3).";
    }

    @Override
    public Class<?> benchmark() {
        return SslTransfer.class;
    }

    @Override
    public List<String> operations(Extent extent) {
        return List.of("transfer");
    }

    @Override
    public List<String> algorithms(Extent extent) {
        return extent == Extent.QUICK ? List.of(GCM, "TLSv1.2 TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256")
                : List.of(GCM, "TLSv1.3 TLS_AES_256_GCM_SHA384", "TLSv1.3 TLS_CHACHA20_POLY1305_SHA256",
                        "TLSv1.2 TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
                        "TLSv1.2 TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256");
    }

    @Override
    public List<Integer> sizes(Extent extent) {
        return extent == Extent.QUICK ? List.of(1024, 16384) : List.of(64, 256, 1024, 4096, 16384);
    }

    @Override
    public Map<String, String> parametersOf(String algorithm) {
        String[] words = algorithm.split(" ");
        if (words.length != 2) {
            throw new IllegalArgumentException("'" + algorithm + "' is not a protocol and a suite");
        }
        return Map.of("protocol", words[0], "cipherSuite", words[1]);
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
        SslPeers peers = SslTransfer.newPeers();
        return new SslCheck(provider, cipherOf(parameters.get("cipherSuite"))).pass(pair -> {
            for (int size : sizes(Extent.THOROUGH)) {
                SslTransfer benchmark = new SslTransfer(pair);
                benchmark.protocol = parameters.get("protocol");
                benchmark.cipherSuite = parameters.get("cipherSuite");
                benchmark.bytes = size;
                benchmark.prepare(peers);
            }
        });
    }

    /** The names by which a provider may have a suite's cipher; tickets of sessions are encrypted by another one. */
    private static Pattern cipherOf(String suite) {
        return Pattern.compile(suite.contains("CHACHA20") ? "Cipher\\.ChaCha20.*"
                : "Cipher\\.AES(_\\d+)?(/" + (suite.contains("GCM") ? "GCM" : "CBC") + ".*)?");
    }
}
