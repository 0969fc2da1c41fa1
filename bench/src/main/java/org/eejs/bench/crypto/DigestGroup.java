package org.eejs.bench.crypto;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.Provider;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import org.eejs.bench.measuring.CryptoProvider;
import org.eejs.bench.measuring.Extent;
import org.eejs.bench.measuring.ProviderGroup;
import org.eejs.bench.measuring.ReferenceImplementation;

/**
 * Message digests. {@code openssl speed -evp} does the same: beginning, message and end, of one context that is kept.
 */
public final class DigestGroup implements ProviderGroup {
    private static final String ABC = "abc";

    @Override
    public String name() {
        return "digest";
    }

    @Override
    public String title() {
        return "Message digests";
    }

    @Override
    public String about() {
        return "One message, digested in one piece by an object that is kept.";
    }

    @Override
    public Class<?> benchmark() {
        return DigestBytes.class;
    }

    @Override
    public List<String> operations(Extent extent) {
        return List.of("digest");
    }

    @Override
    public List<String> algorithms(Extent extent) {
        return extent == Extent.QUICK ? List.of("SHA-256", "SHA3-256")
                : List.of("SHA-1", "SHA-256", "SHA-384", "SHA-512", "SHA3-256");
    }

    @Override
    public List<Integer> sizes(Extent extent) {
        return extent == Extent.QUICK ? List.of(64, 16384) : List.of(16, 64, 256, 1024, 4096, 16384, 65536);
    }

    @Override
    public List<String> quickProviders() {
        return CryptoProvider.WITHOUT_PKCS11;
    }

    @Override
    public boolean hasIntrinsics() {
        return true;
    }

    @Override
    public String check(Provider provider, String algorithm) throws Exception {
        MessageDigest tested = MessageDigest.getInstance(algorithm, provider);
        String what = provider.getName() + ", " + algorithm;
        byte[] known = HexFormat.of().parseHex(ofAbc(algorithm));
        ReferenceImplementation.same(what + " of abc", known, tested.digest(ABC.getBytes(StandardCharsets.US_ASCII)));
        Provider counterpart = ReferenceImplementation.of(provider, "SUN");
        MessageCheck.compare(what, function(MessageDigest.getInstance(algorithm, counterpart)), function(tested),
                sizes(Extent.THOROUGH));
        return (algorithm.startsWith("SHA3") ? "NIST's example for FIPS 202" : "NIST's example for FIPS 180-4") + "; "
                + counterpart.getName();
    }

    /** The digests of "abc" as NIST publishes them with the standards. */
    private static String ofAbc(String algorithm) {
        return switch (algorithm) {
            case "SHA-1" -> "a9993e364706816aba3e25717850c26c9cd0d89d";
            case "SHA-256" -> "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
            case "SHA-384" -> "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded163"
                    + "1a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7";
            case "SHA-512" -> "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
                    + "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f";
            case "SHA3-256" -> "3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532";
            default -> throw new IllegalArgumentException("there is no benchmark of the digest " + algorithm);
        };
    }

    private static MessageCheck.Function function(MessageDigest digest) {
        return new MessageCheck.Function() {
            @Override
            public void update(byte[] message, int from, int length) {
                digest.update(message, from, length);
            }

            @Override
            public byte[] result() throws GeneralSecurityException {
                byte[] result = new byte[digest.getDigestLength()];
                digest.digest(result, 0, result.length);
                return result;
            }
        };
    }

    @Override
    public List<String> openSsl(String operation, String algorithm) {
        return List.of("-evp", algorithm.startsWith("SHA3") ? algorithm.toLowerCase(Locale.ROOT)
                : algorithm.toLowerCase(Locale.ROOT).replace("-", ""));
    }
}
