package org.eejs.bench.crypto;

import java.security.GeneralSecurityException;
import java.security.Provider;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import org.eejs.bench.measuring.CryptoProvider;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Records a second that a cipher encrypts or decrypts, used as JSSE uses it ({@link RecordCipher}): the object is kept,
 * each record begins with an initialisation with an IV of its own, and the text is encrypted where it stands. Each
 * thread has a key and ciphers of its own, as connections have.
 *
 * <p>Used wrongly it measures something else without a sign of it. Decrypting in place would destroy what the next
 * operation needs, so {@link #decrypt} reads one memory and writes to another; JSSE opens records in place, which
 * {@link #sealAndOpen} does. Ciphers may refuse the IV that they had just before, so two records take turns.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 4, time = 1)
public class CipherRecords {
    private static final int RECORDS = 2;

    /** Whose cipher. */
    @Param("SunJCE")
    String provider;

    /** A name of {@link CipherKind}. */
    @Param("AES-128-GCM")
    String algorithm;

    /** The length of a record's text; whole blocks for CBC. */
    @Param("16384")
    int bytes;

    /** A name of {@link RecordBuffer}. */
    @Param("heapBuffer")
    String buffer;

    private final RecordMemory[] sealed = new RecordMemory[RECORDS];
    private RecordMemory record;
    private RecordMemory opened;
    private RecordCipher sealer;
    private RecordCipher peer;
    private RecordCipher opener;
    private int turn;

    /** Makes a key, the ciphers and the records, and makes sure that what was encrypted can be decrypted. */
    @Setup
    public void prepare() throws GeneralSecurityException {
        CipherKind kind = CipherKind.of(algorithm);
        Provider chosen = CryptoProvider.open(provider);
        SecureRandom random = new SecureRandom();
        SecretKey key = new SecretKeySpec(bytes(random, kind.keyBytes()), kind.keyAlgorithm());
        byte[] iv = bytes(random, kind.ivBytes());
        byte[] text = bytes(random, bytes);
        sealer = new RecordCipher(kind, chosen, key, iv);
        peer = new RecordCipher(kind, chosen, key, iv);
        opener = new RecordCipher(kind, chosen, key, iv);
        record = memory(kind);
        opened = memory(kind);
        for (turn = 0; turn < RECORDS; turn++) {
            sealed[turn] = memory(kind);
            sealed[turn].put(text);
            expect(sealer.seal(sealed[turn]), bytes + kind.tagBytes(), "encrypted");
            expect(opener.open(sealed[turn], opened), bytes, "decrypted");
            if (Arrays.equals(sealed[turn].first(bytes), text) || !Arrays.equals(opened.first(bytes), text)) {
                throw new IllegalStateException(algorithm + " of " + provider + " does not give back what it hid");
            }
        }
        record.put(text);
        peer.next(RECORDS);
        sealAndOpen();
        if (!Arrays.equals(record.first(bytes), text)) {
            throw new IllegalStateException(algorithm + " of " + provider + " does not give back in place what it hid");
        }
        // The record that was opened longest ago comes next.
        turn = RECORDS - 1;
    }

    private RecordMemory memory(CipherKind kind) {
        return RecordMemory.of(RecordBuffer.valueOf(buffer), bytes, kind.tagBytes());
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
}
