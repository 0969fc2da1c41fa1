package org.eejs.bench.crypto;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.Provider;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.eejs.bench.measuring.CryptoProvider;
import org.eejs.bench.measuring.Extent;
import org.eejs.bench.measuring.ProviderGroup;
import org.eejs.bench.measuring.ReferenceImplementation;

/**
 * Message authentication codes. {@code openssl speed -hmac} does the same: beginning with a key that is kept, message
 * and end.
 */
public final class MacGroup implements ProviderGroup {
    /** The message of case 6 in both documents. Its key is longer than a block: modules with a least length take it. */
    private static final String MESSAGE = "Test Using Larger Than Block-Size Key - Hash Key First";

    @Override
    public String name() {
        return "mac";
    }

    @Override
    public String title() {
        return "Message authentication codes";
    }

    @Override
    public String about() {
        return "One message, authenticated in one piece by an object that is kept with its key.";
    }

    @Override
    public Class<?> benchmark() {
        return MacBytes.class;
    }

    @Override
    public List<String> operations(Extent extent) {
        return List.of("mac");
    }

    @Override
    public List<String> algorithms(Extent extent) {
        return extent == Extent.QUICK ? List.of("HmacSHA256") : List.of("HmacSHA1", "HmacSHA256", "HmacSHA384");
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
        Mac tested = Mac.getInstance(algorithm, provider);
        String what = provider.getName() + ", " + algorithm;
        byte[] known = new byte[algorithm.equals("HmacSHA1") ? 80 : 131];
        Arrays.fill(known, (byte) 0xaa);
        tested.init(new SecretKeySpec(known, algorithm));
        ReferenceImplementation.same(what + " of case 6", HexFormat.of().parseHex(ofCase6(algorithm)),
                tested.doFinal(MESSAGE.getBytes(StandardCharsets.US_ASCII)));
        Provider counterpart = ReferenceImplementation.of(provider, "SunJCE");
        Mac reference = Mac.getInstance(algorithm, counterpart);
        SecretKeySpec key = new SecretKeySpec(known, 0, reference.getMacLength(), algorithm);
        reference.init(key);
        tested.init(key);
        MessageCheck.compare(what, function(reference), function(tested), sizes(Extent.THOROUGH));
        return (algorithm.equals("HmacSHA1") ? "RFC 2202" : "RFC 4231") + ", case 6; " + counterpart.getName();
    }

    private static String ofCase6(String algorithm) {
        return switch (algorithm) {
            case "HmacSHA1" -> "aa4ae5e15272d00e95705637ce8a3b55ed402112";
            case "HmacSHA256" -> "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54";
            case "HmacSHA384" -> "4ece084485813e9088d2c63a041bc5b44f9ef1012a2b588f"
                    + "3cd11f05033ac4c60c2ef6ab4030fe8296248df163f44952";
            default -> throw new IllegalArgumentException("there is no benchmark of the MAC " + algorithm);
        };
    }

    private static MessageCheck.Function function(Mac mac) {
        return new MessageCheck.Function() {
            @Override
            public void update(byte[] message, int from, int length) {
                mac.update(message, from, length);
            }

            @Override
            public byte[] result() throws GeneralSecurityException {
                byte[] result = new byte[mac.getMacLength()];
                mac.doFinal(result, 0);
                return result;
            }
        };
    }

    @Override
    public List<String> openSsl(String operation, String algorithm) {
        return List.of("-hmac", algorithm.substring("Hmac".length()).toLowerCase(Locale.ROOT));
    }
}
