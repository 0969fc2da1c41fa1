package org.eejs.bench.crypto;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.Provider;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.eejs.bench.measuring.CryptoProvider;
import org.eejs.bench.measuring.Group;
import org.eejs.bench.measuring.RateBenchmark;
import org.eejs.bench.measuring.ReferenceImplementation;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/**
 * Messages a second that are authenticated, each in one piece. The object is reused with its key, as for the records of
 * a connection; it resets itself after each message. The key is as long as the MAC, as in TLS.
 *
 * <p>{@code openssl speed -hmac} does the same: beginning with a kept key, message and end.
 */
public class MacBytes extends RateBenchmark {
    /** Message authentication codes. */
    public static final Group GROUP = Group.named("mac", MacBytes.class).title("Message authentication codes")
            .about("One message, authenticated in one piece by a reused object that has its key.")
            .operations("mac")
            .algorithms(List.of("HmacSHA256"), List.of("HmacSHA1", "HmacSHA256", "HmacSHA384"))
            .sizes(MessageCheck.QUICK_SIZES, MessageCheck.SIZES)
            .quickProviders(CryptoProvider.WITHOUT_PKCS11)
            .intrinsics()
            .openSsl((operation, algorithm) -> List.of("-hmac", algorithm.substring("Hmac".length())
                    .toLowerCase(Locale.ROOT)))
            .checkedBy(MacBytes::check);

    /**
     * The message of case 6 in both documents. Its key is longer than a block, so modules with a minimum length accept
     * it.
     */
    private static final String CASE_6 = "Test Using Larger Than Block-Size Key - Hash Key First";

    /** The provider of the MAC. */
    @Param("SunJCE")
    String provider;

    /** The JCA's name of the MAC. */
    @Param("HmacSHA256")
    String algorithm;

    /** The length of a message. */
    @Param("16384")
    int bytes;

    private Mac authenticator;
    private byte[] message;
    private byte[] mac;

    /** Generates key and message, and makes sure that the MAC is stable and differs from that of another message. */
    @Setup
    public void prepare() throws GeneralSecurityException {
        authenticator = Mac.getInstance(algorithm, CryptoProvider.open(provider));
        SecureRandom random = new SecureRandom();
        mac = new byte[authenticator.getMacLength()];
        random.nextBytes(mac);
        authenticator.init(new SecretKeySpec(mac, algorithm));
        message = new byte[bytes];
        random.nextBytes(message);
        byte[] first = mac().clone();
        byte[] second = mac().clone();
        message[bytes - 1] ^= 1;
        if (!Arrays.equals(first, second) || Arrays.equals(second, mac())) {
            throw new IllegalStateException(algorithm + " of " + provider + " is no MAC of its message");
        }
    }

    /** Authenticates the message. */
    @Benchmark
    public byte[] mac() throws GeneralSecurityException {
        authenticator.update(message, 0, message.length);
        authenticator.doFinal(mac, 0);
        return mac;
    }

    private static String check(Provider provider, String algorithm) throws Exception {
        Mac tested = Mac.getInstance(algorithm, provider);
        String what = provider.getName() + ", " + algorithm;
        byte[] known = new byte[algorithm.equals("HmacSHA1") ? 80 : 131];
        Arrays.fill(known, (byte) 0xaa);
        tested.init(new SecretKeySpec(known, algorithm));
        ReferenceImplementation.same(what + " of case 6", KnownAnswers.bytes("mac." + algorithm),
                tested.doFinal(CASE_6.getBytes(StandardCharsets.US_ASCII)));
        Provider counterpart = ReferenceImplementation.of(provider, "SunJCE");
        Mac reference = Mac.getInstance(algorithm, counterpart);
        SecretKeySpec key = new SecretKeySpec(known, 0, reference.getMacLength(), algorithm);
        reference.init(key);
        tested.init(key);
        MessageCheck.compare(what, function(reference), function(tested));
        return (algorithm.equals("HmacSHA1") ? "RFC 2202" : "RFC 4231") + ", case 6; " + counterpart.getName();
    }

    private static MessageCheck.Function function(Mac mac) {
        return new MessageCheck.Function(mac::update, () -> {
            byte[] result = new byte[mac.getMacLength()];
            mac.doFinal(result, 0);
            return result;
        });
    }
}
