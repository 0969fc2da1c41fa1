package org.eejs.bench.crypto;

import java.security.GeneralSecurityException;
import java.security.Provider;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import org.eejs.banking.Named;
import org.eejs.bench.measuring.CryptoProvider;
import org.eejs.bench.measuring.Group;
import org.eejs.bench.measuring.RateBenchmark;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/**
 * Records a second that a cipher encrypts or decrypts, used as JSSE uses it ({@link RecordCipher}). The object is
 * reused, each record begins with an initialisation with a new IV, and the text is encrypted in place. Each thread has
 * a key and ciphers, as connections have.
 *
 * <p>Wrong use would measure something else without an error. Decrypting in place would destroy the input of the next
 * operation, so {@link #decrypt} reads one memory and writes to another; JSSE opens records in place, which
 * {@link #sealAndOpen} does. Ciphers may refuse the IV that they had just before, so two records take turns.
 *
 * <p>{@code openssl speed} measures some other work. For GCM, newer versions (3.0.22 among them) set up key and IV for
 * each record. Objects of the JCA that keep their key need not. With 16 bytes that takes most of the time, so providers
 * may be faster than this limit. Older versions set up only the IV. With {@code -aead}, 13 bytes of additional data are
 * authenticated, compared with 5 here; each record gets its tag, or has it verified. For ChaCha20-Poly1305 the newer
 * versions time only updates, without IV, additional data and tag; for CBC all versions do. CBC encrypts in a chain, so
 * no more than one block at a time; decrypting it is several times as fast.
 */
public class CipherRecords extends RateBenchmark {
    private static final String ENCRYPT = "encrypt";
    private static final String DECRYPT = "decrypt";
    private static final String SEAL_AND_OPEN = "sealAndOpen";
    private static final List<Integer> SIZES = List.of(16, 64, 256, 1024, 4096, 16384, 65536);

    /** AES in Galois/counter mode. */
    public static final Group GCM = group("gcm", "AES/GCM", "One record with a 16-byte tag, a new IV and "
            + "5 bytes of additional data, as in TLS 1.3; the key is reused.", List.of(16, 1024, 16384),
            CipherKind.AES_128_GCM, CipherKind.AES_256_GCM);
    /** AES in cipher block chaining mode. */
    public static final Group CBC = group("cbc", "AES/CBC", "One record of whole blocks with a new IV, without "
            + "padding and without the MAC of TLS. The key is reused; the time of drawing the IV is not included.",
            List.of(1024, 16384), CipherKind.AES_128_CBC, CipherKind.AES_256_CBC);
    /** The other AEAD of TLS 1.3. */
    public static final Group CHACHA20 = group("chacha20", "ChaCha20-Poly1305", "One record with a 16-byte tag, a "
            + "new nonce and 5 bytes of additional data, as in TLS 1.3; the key is reused.",
            List.of(1024, 16384), CipherKind.CHACHA20_POLY1305);

    private static final int RECORDS = 2;

    /** The provider of the cipher. */
    @Param("SunJCE")
    String provider;

    /** A name of {@link CipherKind}. */
    @Param("AES-128-GCM")
    String algorithm;

    /** The length of a record's text; whole blocks for CBC. */
    @Param("16384")
    int bytes;

    /** A name of {@link RecordMemory.Buffer}. */
    @Param("heapBuffer")
    String buffer;

    private final RecordMemory[] sealed = new RecordMemory[RECORDS];
    private RecordMemory record;
    private RecordMemory opened;
    private RecordCipher sealer;
    private RecordCipher peer;
    private RecordCipher opener;
    private int turn;

    /** Makes a key, the ciphers and the records, and makes sure that decryption restores the text. */
    @Setup
    public void prepare() throws GeneralSecurityException {
        CipherKind kind = kind(algorithm);
        Provider chosen = CryptoProvider.open(provider);
        SecureRandom random = new SecureRandom();
        SecretKey key = new SecretKeySpec(bytes(random, kind.keyBytes), kind.keyAlgorithm);
        byte[] iv = bytes(random, kind.ivBytes);
        byte[] text = bytes(random, bytes);
        sealer = new RecordCipher(kind, chosen, key, iv);
        peer = new RecordCipher(kind, chosen, key, iv);
        opener = new RecordCipher(kind, chosen, key, iv);
        record = memory(kind);
        opened = memory(kind);
        for (turn = 0; turn < RECORDS; turn++) {
            sealed[turn] = memory(kind);
            sealed[turn].put(text);
            expect(sealer.seal(sealed[turn]), bytes + kind.tagBytes, "encrypted");
            expect(opener.open(sealed[turn], opened), bytes, "decrypted");
            if (Arrays.equals(sealed[turn].first(bytes), text) || !Arrays.equals(opened.first(bytes), text)) {
                throw new IllegalStateException(algorithm + " of " + provider + " does not decrypt what it encrypted");
            }
        }
        record.put(text);
        peer.next(RECORDS);
        sealAndOpen();
        if (!Arrays.equals(record.first(bytes), text)) {
            throw new IllegalStateException(algorithm + " of " + provider
                    + " does not decrypt in place what it encrypted");
        }
        // The record that was opened longest ago comes next.
        turn = RECORDS - 1;
    }

    private RecordMemory memory(CipherKind kind) {
        return RecordMemory.of(RecordMemory.Buffer.valueOf(buffer), bytes, kind.tagBytes);
    }

    private static byte[] bytes(SecureRandom random, int number) {
        byte[] drawn = new byte[number];
        random.nextBytes(drawn);
        return drawn;
    }

    private void expect(int written, int expected, String what) {
        if (written != expected) {
            throw new IllegalStateException("%s of %s %s %d bytes to %d; %d were expected".formatted(algorithm,
                    provider, what, bytes, written, expected));
        }
    }

    /** Encrypts a record in place; returns its length. */
    @Benchmark
    public int encrypt() throws GeneralSecurityException {
        return sealer.seal(record);
    }

    /** Decrypts a record to another place; returns the text's length. */
    @Benchmark
    public int decrypt() throws GeneralSecurityException {
        turn = (turn + 1) % RECORDS;
        opener.next(turn);
        return opener.open(sealed[turn], opened);
    }

    /** Encrypts a record in place, and decrypts it there, as its sender and its receiver do; returns its length. */
    @Benchmark
    public int sealAndOpen() throws GeneralSecurityException {
        return sealer.seal(record) + peer.open(record);
    }

    private static Group group(String name, String title, String about, List<Integer> quickSizes, CipherKind... kinds) {
        List<String> algorithms = Stream.of(kinds).map(CipherKind::id).toList();
        List<String> buffers = Stream.of(RecordMemory.Buffer.values()).map(Enum::name).toList();
        return Group.named(name, CipherRecords.class).title(title).about(about)
                .operations(List.of(ENCRYPT), kinds[0].isAead() ? List.of(ENCRYPT, DECRYPT, SEAL_AND_OPEN)
                        : List.of(ENCRYPT, DECRYPT))
                .algorithms(algorithms.subList(0, 1), algorithms)
                .sizes(quickSizes, SIZES)
                .variation("buffer", buffers.subList(0, 1), buffers)
                .quickProviders(CryptoProvider.WITHOUT_PKCS11)
                .intrinsics()
                .openSsl(CipherRecords::openSsl)
                .checkedBy((provider, algorithm) -> new CipherCheck(kind(algorithm), provider).run(SIZES));
    }

    private static CipherKind kind(String algorithm) {
        return Named.byId(CipherKind.class, "a cipher", algorithm);
    }

    private static List<String> openSsl(String operation, String algorithm) {
        if (operation.equals(SEAL_AND_OPEN)) {
            return List.of();
        }
        List<String> words = new ArrayList<>(List.of("-evp", algorithm.toLowerCase(Locale.ROOT)));
        if (kind(algorithm).isAead()) {
            words.add("-aead");
        }
        if (operation.equals(DECRYPT)) {
            words.add("-decrypt");
        }
        return List.copyOf(words);
    }
}
