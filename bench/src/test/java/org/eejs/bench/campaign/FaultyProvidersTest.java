package org.eejs.bench.campaign;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.Key;
import java.security.MessageDigest;
import java.security.MessageDigestSpi;
import java.security.NoSuchAlgorithmException;
import java.security.Provider;
import java.security.SecureRandom;
import java.security.SecureRandomSpi;
import java.security.spec.AlgorithmParameterSpec;
import java.util.Arrays;
import java.util.Random;
import java.util.function.BiConsumer;
import javax.crypto.Mac;
import javax.crypto.MacSpi;
import org.eejs.bench.crypto.CipherRecords;
import org.eejs.bench.crypto.DigestBytes;
import org.eejs.bench.crypto.MacBytes;
import org.eejs.bench.measuring.Group;
import org.eejs.bench.measuring.MismatchException;
import org.eejs.bench.measuring.ReferenceImplementation;
import org.eejs.bench.random.RandomBytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** Faulty providers are detected. */
class FaultyProvidersTest {
    private static final String GCM = "AES-128-GCM";

    @Test
    void aRightCipherPasses() throws Exception {
        assertEquals("the GCM specification's test case 4; SunJCE; wrong tags are refused",
                CipherRecords.GCM.check(cipher(FaultyCipher.Fault.NONE), GCM));
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "NONE")
    void aWrongCipherIsFoundOut(FaultyCipher.Fault fault) {
        String message = mismatch(CipherRecords.GCM, cipher(fault), GCM);
        String found = switch (fault) {
            case ANY_TAG -> "decrypting AES-128-GCM (other additional data): expected a refusal";
            case SECOND_BLOCK -> "encrypting AES-128-GCM (the GCM specification's test case 4)";
            case LONG_TEXT -> "encrypting AES-128-GCM (16384 bytes, heapBuffer)";
            case DIRECT_BUFFER -> "encrypting AES-128-GCM (16 bytes, directBuffer)";
            case IN_PLACE -> "decrypting in place AES-128-GCM (16 bytes, heapBuffer)";
            case INITIALISED_AGAIN -> "encrypting AES-128-GCM (16 bytes, heapBuffer)";
            case COUNT -> "expected 32 bytes, but 31 came";
            case REFUSES -> "(16 bytes, directBuffer): expected its text, but it was taken for wrong: no";
            case NONE -> "";
        };
        assertTrue(message.contains(found), message);
    }

    private static Provider cipher(FaultyCipher.Fault fault) {
        return new FaultyProvider("Cipher", "AES/GCM/NoPadding", () -> new FaultyCipher(fault));
    }

    @Test
    void anAbsentCipherIsNoMismatch() {
        assertThrows(NoSuchAlgorithmException.class,
                () -> CipherRecords.CHACHA20.check(cipher(FaultyCipher.Fault.NONE), "ChaCha20-Poly1305"));
    }

    @Test
    void aWrongDigestOfLongMessagesIsFoundOut() throws Exception {
        DigestBytes.GROUP.check(digest(Integer.MAX_VALUE, true), "SHA-256");
        assertTrue(mismatch(DigestBytes.GROUP, digest(10_000, true), "SHA-256").startsWith(
                "Faulty, SHA-256 of 16383 bytes: expected "));
    }

    @Test
    void aDigestThatDoesNotResetIsDetected() {
        mismatch(DigestBytes.GROUP, digest(Integer.MAX_VALUE, false), "SHA-256");
    }

    private static Provider digest(int rightUpTo, boolean resets) {
        return new FaultyProvider("MessageDigest", "SHA-256", () -> new FaultyDigest(rightUpTo, resets));
    }

    private static final class FaultyDigest extends MessageDigestSpi {
        private final int rightUpTo;
        private final boolean resets;
        private final ByteArrayOutputStream message = new ByteArrayOutputStream();

        FaultyDigest(int rightUpTo, boolean resets) {
            this.rightUpTo = rightUpTo;
            this.resets = resets;
        }

        @Override
        protected int engineGetDigestLength() {
            return 32;
        }

        @Override
        protected void engineUpdate(byte input) {
            message.write(input);
        }

        @Override
        protected void engineUpdate(byte[] input, int from, int length) {
            message.write(input, from, length);
        }

        @Override
        protected byte[] engineDigest() {
            try {
                byte[] digest = MessageDigest.getInstance("SHA-256").digest(message.toByteArray());
                digest[31] ^= message.size() > rightUpTo ? 1 : 0;
                if (resets) {
                    engineReset();
                }
                return digest;
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        protected void engineReset() {
            message.reset();
        }
    }

    @Test
    void aMacThatMissesAPieceIsFoundOut() throws Exception {
        MacBytes.GROUP.check(mac(Integer.MAX_VALUE), "HmacSHA256");
        assertTrue(mismatch(MacBytes.GROUP, mac(3), "HmacSHA256").matches(
                "Faulty, HmacSHA256 of \\d+ bytes in [4-9] pieces: .*"));
    }

    private static Provider mac(int pieces) {
        return new FaultyProvider("Mac", "HmacSHA256", () -> new FaultyMac(pieces));
    }

    /** A MAC that processes a limited number of pieces of a message, and ignores the others. */
    private static final class FaultyMac extends MacSpi {
        private final Mac right;
        private final int pieces;
        private int taken;

        FaultyMac(int pieces) {
            this.pieces = pieces;
            try {
                right = Mac.getInstance("HmacSHA256", "SunJCE");
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        protected int engineGetMacLength() {
            return 32;
        }

        @Override
        protected void engineInit(Key key, AlgorithmParameterSpec parameters) throws InvalidKeyException {
            right.init(key);
        }

        @Override
        protected void engineUpdate(byte input) {
            engineUpdate(new byte[] {input}, 0, 1);
        }

        @Override
        protected void engineUpdate(byte[] input, int from, int length) {
            if (taken++ < pieces) {
                right.update(input, from, length);
            }
        }

        @Override
        protected byte[] engineDoFinal() {
            taken = 0;
            return right.doFinal();
        }

        @Override
        protected void engineReset() {
            taken = 0;
            right.reset();
        }
    }

    @Test
    void aGeneratorThatRepeatsItselfIsFoundOut() throws Exception {
        SecureRandom random = new SecureRandom();
        RandomBytes.GROUP.check(generator((self, bytes) -> random.nextBytes(bytes)), "default");
        String message = mismatch(RandomBytes.GROUP, generator((self, bytes) -> {
            byte[] page = new byte[4096];
            new Random(1).nextBytes(page);
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] = page[self.given++ % page.length];
            }
        }), "default");
        assertTrue(message.startsWith("Faulty, Numbers: expected 32 bytes as never before, "), message);
    }

    @Test
    void aGeneratorWhoseObjectsAreAlikeIsFoundOut() {
        mismatch(RandomBytes.GROUP, generator((self, bytes) -> self.own.nextBytes(bytes)), "default");
    }

    @Test
    void aGeneratorThatGivesThreadsTheSameIsFoundOut() {
        ThreadLocal<Random> ofThread = ThreadLocal.withInitial(() -> new Random(2));
        mismatch(RandomBytes.GROUP, generator((self, bytes) -> ofThread.get().nextBytes(bytes)), "default");
    }

    @Test
    void aGeneratorThatLeavesAnEndAsItWasIsFoundOut() {
        SecureRandom random = new SecureRandom();
        String message = mismatch(RandomBytes.GROUP, generator((self, bytes) -> {
            byte[] some = new byte[1024];
            random.nextBytes(some);
            System.arraycopy(some, 0, bytes, 0, Math.min(some.length, bytes.length));
        }), "default");
        assertTrue(message.contains("16384 bytes as never before"), message);
    }

    @Test
    void aGeneratorOfBiasedBitsIsFoundOut() {
        SecureRandom random = new SecureRandom();
        String message = mismatch(RandomBytes.GROUP, generator((self, bytes) -> {
            random.nextBytes(bytes);
            for (int i = 0; i < bytes.length; i += 8) {
                bytes[i] &= 0x7f;
            }
        }), "default");
        assertTrue(message.contains("expected half of"), message);
    }

    private static Provider generator(BiConsumer<FaultyRandom, byte[]> filling) {
        return new FaultyProvider("SecureRandom", "Numbers", () -> new FaultyRandom(filling));
    }

    private static final class FaultyRandom extends SecureRandomSpi {
        private static final long serialVersionUID = 1;
        private final transient BiConsumer<FaultyRandom, byte[]> filling;
        private final Random own = new Random(3);
        private int given;

        FaultyRandom(BiConsumer<FaultyRandom, byte[]> filling) {
            this.filling = filling;
        }

        @Override
        protected void engineSetSeed(byte[] seed) {}

        @Override
        protected synchronized void engineNextBytes(byte[] bytes) {
            filling.accept(this, bytes);
        }

        @Override
        protected byte[] engineGenerateSeed(int bytes) {
            return new byte[bytes];
        }
    }

    @Test
    void aMismatchShowsWhereItBegins() {
        byte[] expected = new byte[40];
        byte[] came = expected.clone();
        came[20] = (byte) 0xab;
        assertEquals("it: expected 0000000000000000…, but ab00000000000000… came (from byte 20 on)",
                assertThrows(MismatchException.class,
                        () -> ReferenceImplementation.same("it", expected, came)).getMessage());
        assertEquals("it: expected 0000, but the end after 38 bytes came (from byte 38 on)",
                assertThrows(MismatchException.class,
                        () -> ReferenceImplementation.same("it", expected, Arrays.copyOf(expected, 38))).getMessage());
    }

    /** Returns the message of the mismatch. */
    private static String mismatch(Group group, Provider provider, String algorithm) {
        String message = assertThrows(MismatchException.class, () -> group.check(provider, algorithm)).getMessage();
        assertFalse(message.contains("\n"), message);
        return message;
    }
}
