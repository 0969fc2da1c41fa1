package org.eejs.bench.crypto;

import java.security.Provider;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.eejs.bench.measuring.CryptoProvider;
import org.eejs.bench.measuring.Extent;
import org.eejs.bench.measuring.ProviderGroup;

/**
 * Ciphers that protect records of TLS, a group for each mode.
 *
 * <p>{@code openssl speed} leaves some of an operation out, and puts other things in. Of GCM, newer versions (3.0.22
 * among them) set up key and IV for each record, which objects of the JCA that keep their key need not: of 16 bytes
 * that takes most of the time, and providers may be faster than this limit. Older ones set up the IV alone. With
 * {@code -aead} 13 bytes of additional data are authenticated, here 5; each record gets its tag, or has it verified. Of
 * ChaCha20-Poly1305 the newer ones time updates alone, without IV, additional data and tag; of CBC all do. CBC encrypts
 * in a chain, so no more than one block at a time; decrypting it is several times as fast.
 */
public final class CipherGroup implements ProviderGroup {
    /** AES in Galois/counter mode. */
    public static final ProviderGroup GCM = new CipherGroup("gcm", "AES/GCM", "One record with a 16-byte tag, an IV of its own and "
            + "5 bytes of additional data, as TLS 1.3 has them; the key is kept.",
            CipherKind.AES_128_GCM, CipherKind.AES_256_GCM);
    /** AES in cipher block chaining mode. */
    public static final ProviderGroup CBC = new CipherGroup("cbc", "AES/CBC", "One record of whole blocks with an IV of its "
            + "own, without padding and without the MAC that TLS adds; the key is kept, and drawing the IV is not counted.",
            CipherKind.AES_128_CBC, CipherKind.AES_256_CBC);
    /** The other AEAD of TLS 1.3. */
    public static final ProviderGroup CHACHA20 = new CipherGroup("chacha20", "ChaCha20-Poly1305", "One record with a 16-byte "
            + "tag, a nonce of its own and 5 bytes of additional data, as TLS 1.3 has them; the key is kept.",
            CipherKind.CHACHA20_POLY1305);

    private static final String ENCRYPT = "encrypt";
    private static final String DECRYPT = "decrypt";
    private static final String SEAL_AND_OPEN = "sealAndOpen";

    private final String name;
    private final String title;
    private final String about;
    private final List<CipherKind> kinds;

    private CipherGroup(String name, String title, String about, CipherKind... kinds) {
        this.name = name;
        this.title = title;
        this.about = about;
        this.kinds = List.of(kinds);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String title() {
        return title;
    }

    @Override
    public String about() {
        return about;
    }

    @Override
    public Class<?> benchmark() {
        return CipherRecords.class;
    }

    @Override
    public List<String> operations(Extent extent) {
        if (extent == Extent.QUICK) {
            return List.of(ENCRYPT);
        }
        return kinds.get(0).isAead() ? List.of(ENCRYPT, DECRYPT, SEAL_AND_OPEN) : List.of(ENCRYPT, DECRYPT);
    }

    @Override
    public List<String> algorithms(Extent extent) {
        return kinds.stream().limit(extent == Extent.QUICK ? 1 : kinds.size()).map(CipherKind::algorithm).toList();
    }

    @Override
    public List<Integer> sizes(Extent extent) {
        if (extent == Extent.QUICK) {
            return this == GCM ? List.of(16, 1024, 16384) : List.of(1024, 16384);
        }
        return List.of(16, 64, 256, 1024, 4096, 16384, 65536);
    }

    @Override
    public Map<String, List<String>> variations(Extent extent) {
        return Map.of("buffer", Stream.of(RecordBuffer.values()).limit(extent == Extent.QUICK ? 1 : Long.MAX_VALUE)
                .map(Enum::name).toList());
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
        return new CipherCheck(CipherKind.of(algorithm), provider).run(sizes(Extent.THOROUGH));
    }

    @Override
    public List<String> openSsl(String operation, String algorithm) {
        if (operation.equals(SEAL_AND_OPEN)) {
            return List.of();
        }
        List<String> words = new ArrayList<>(List.of("-evp", algorithm.toLowerCase(Locale.ROOT)));
        if (CipherKind.of(algorithm).isAead()) {
            words.add("-aead");
        }
        if (operation.equals(DECRYPT)) {
            words.add("-decrypt");
        }
        return List.copyOf(words);
    }
}
