package org.eejs.bench.crypto;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.Provider;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.eejs.bench.measuring.CryptoProvider;
import org.eejs.bench.measuring.Group;
import org.eejs.bench.measuring.RateBenchmark;
import org.eejs.bench.measuring.ReferenceImplementation;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/**
 * Messages a second that a message digest processes, each in one piece. The object is reused; it resets itself after
 * each digest. The memory for the digest is reused, too, so only the provider itself allocates.
 *
 * <p>{@code openssl speed -evp} does the same: beginning, message and end, with one reused context.
 */
public class DigestBytes extends RateBenchmark {
    /** Message digests. */
    public static final Group GROUP = Group.named("digest", DigestBytes.class).title("Message digests")
            .about("One message, digested in one piece by a reused object.")
            .operations("digest")
            .algorithms(List.of("SHA-256", "SHA3-256"), List.of("SHA-1", "SHA-256", "SHA-384", "SHA-512", "SHA3-256"))
            .sizes(MessageCheck.QUICK_SIZES, MessageCheck.SIZES)
            .quickProviders(CryptoProvider.WITHOUT_PKCS11)
            .intrinsics()
            .openSsl((operation, algorithm) -> List.of("-evp", algorithm.startsWith("SHA3")
                    ? algorithm.toLowerCase(Locale.ROOT) : algorithm.toLowerCase(Locale.ROOT).replace("-", "")))
            .checkedBy(DigestBytes::check);

    private static final String ABC = "abc";

    /** The provider of the digest. */
    @Param("SUN")
    String provider;

    /** The JCA's name of the digest. */
    @Param("SHA-256")
    String algorithm;

    /** The length of a message. */
    @Param("16384")
    int bytes;

    private MessageDigest digester;
    private byte[] message;
    private byte[] digest;

    /** Generates the message, and makes sure that its digest is stable and differs from that of another message. */
    @Setup
    public void prepare() throws GeneralSecurityException {
        digester = MessageDigest.getInstance(algorithm, CryptoProvider.open(provider));
        message = new byte[bytes];
        new SecureRandom().nextBytes(message);
        digest = new byte[digester.getDigestLength()];
        byte[] first = digest().clone();
        byte[] second = digest().clone();
        message[bytes - 1] ^= 1;
        if (!Arrays.equals(first, second) || Arrays.equals(second, digest())) {
            throw new IllegalStateException(algorithm + " of " + provider + " is no digest of its message");
        }
    }

    /** Digests the message. */
    @Benchmark
    public byte[] digest() throws GeneralSecurityException {
        digester.update(message, 0, message.length);
        digester.digest(digest, 0, digest.length);
        return digest;
    }

    private static String check(Provider provider, String algorithm) throws Exception {
        MessageDigest tested = MessageDigest.getInstance(algorithm, provider);
        String what = provider.getName() + ", " + algorithm;
        ReferenceImplementation.same(what + " of abc", KnownAnswers.bytes("digest." + algorithm),
                tested.digest(ABC.getBytes(StandardCharsets.US_ASCII)));
        Provider counterpart = ReferenceImplementation.of(provider, "SUN");
        MessageCheck.compare(what, function(MessageDigest.getInstance(algorithm, counterpart)), function(tested));
        return (algorithm.startsWith("SHA3") ? "NIST's example for FIPS 202" : "NIST's example for FIPS 180-4") + "; "
                + counterpart.getName();
    }

    private static MessageCheck.Function function(MessageDigest digest) {
        return new MessageCheck.Function(digest::update, () -> {
            byte[] result = new byte[digest.getDigestLength()];
            digest.digest(result, 0, result.length);
            return result;
        });
    }
}
