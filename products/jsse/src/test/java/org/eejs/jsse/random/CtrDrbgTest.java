package org.eejs.jsse.random;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import javax.crypto.Cipher;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** CTR_DRBG against the answers that NIST publishes, and against the standard's text taken word by word. */
class CtrDrbgTest {
    private static final byte[] NOTHING = new byte[0];
    private static final int CASES = 16;

    /** The lines of one case of the file, by name; what is not there is empty. */
    record KnownAnswer(Map<String, String> lines) {
        byte[] bytes(String name) {
            return HexFormat.of().parseHex(lines.getOrDefault(name, ""));
        }

        @Override
        public String toString() {
            return lines.keySet() + " " + lines.get("EntropyInput").substring(0, 8);
        }
    }

    static List<KnownAnswer> knownAnswers() throws IOException {
        try (InputStream in = CtrDrbgTest.class.getResourceAsStream("ctr-drbg-aes256-no-df.txt")) {
            String text = new String(in.readAllBytes(), StandardCharsets.US_ASCII).lines()
                    .filter(line -> !line.startsWith("#")).collect(Collectors.joining("\n")).strip();
            return Arrays.stream(text.split("\n\n")).map(part -> new KnownAnswer(part.lines()
                    .map(line -> line.split(" = ")).collect(Collectors.toMap(line -> line[0], line -> line[1]))))
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("knownAnswers")
    void answersAsPublished(KnownAnswer known) {
        CtrDrbg drbg = new CtrDrbg(known.bytes("EntropyInput"), known.bytes("PersonalizationString"));
        if (known.lines().containsKey("EntropyInputReseed")) {
            drbg.reseed(known.bytes("EntropyInputReseed"), known.bytes("AdditionalInputReseed"));
        }
        byte[] expected = known.bytes("ReturnedBits");
        byte[] out = new byte[expected.length];
        drbg.generate(out, 0, out.length, known.bytes("AdditionalInput1"));
        drbg.generate(out, 0, out.length, known.bytes("AdditionalInput2"));

        assertArrayEquals(expected, out);
    }

    @Test
    void thereAreCasesOfEveryKind() throws IOException {
        Map<String, Integer> kinds = new HashMap<>();
        for (KnownAnswer known : knownAnswers()) {
            String kind = List.of("PersonalizationString", "EntropyInputReseed", "AdditionalInput1").stream()
                    .filter(known.lines()::containsKey).collect(Collectors.joining("+"));
            kinds.merge(kind, 1, Integer::sum);
        }

        assertEquals(8, kinds.size(), kinds::toString);
        assertEquals(CASES, kinds.values().stream().mapToInt(Integer::intValue).sum());
    }

    @Test
    void doesWhatTheStandardSaysForEveryLength() throws Exception {
        Random chance = new Random(90_1);
        byte[] entropy = bytes(chance, CtrDrbg.SEED_BYTES);
        byte[] personalization = bytes(chance, 20);
        CtrDrbg drbg = new CtrDrbg(entropy, personalization);
        WordByWord standard = new WordByWord(entropy, personalization);
        List<Integer> lengths = new ArrayList<>(List.of(4095, 4096, 4097, 65_535, CtrDrbg.MAX_REQUEST_BYTES));
        for (int length = 0; length <= 100; length++) {
            lengths.add(length);
        }
        for (int length : lengths) {
            byte[] additional = bytes(chance, chance.nextInt(CtrDrbg.SEED_BYTES + 1));
            byte[] out = new byte[length + 3];
            drbg.generate(out, 2, length, additional);

            assertArrayEquals(standard.generate(length, additional), Arrays.copyOfRange(out, 2, 2 + length));
            assertEquals(0, out[0] | out[1] | out[length + 2], "wrote beside the range");
            if (length % 10 == 0) {
                byte[] fresh = bytes(chance, CtrDrbg.SEED_BYTES);
                drbg.reseed(fresh, additional);
                standard.reseed(fresh, additional);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"fe", "ff"})
    void counterCarriesThroughAllItsBytes(String last) throws Exception {
        byte[] wanted = HexFormat.of().parseHex("00".repeat(32) + "ff".repeat(15) + last);
        // An update XORs the seed to what the generator makes of zeros: so there is one for each state.
        byte[] seed = new WordByWord(new byte[CtrDrbg.SEED_BYTES], NOTHING).state();
        for (int i = 0; i < seed.length; i++) {
            seed[i] ^= wanted[i];
        }
        WordByWord standard = new WordByWord(seed, NOTHING);
        assertArrayEquals(wanted, standard.state());

        byte[] out = new byte[200];
        new CtrDrbg(seed, NOTHING).generate(out, 0, out.length, NOTHING);

        assertArrayEquals(standard.generate(out.length, NOTHING), out);
    }

    @Test
    void keepsTheLimits() {
        CtrDrbg drbg = new CtrDrbg(new byte[CtrDrbg.SEED_BYTES], NOTHING);
        byte[] out = new byte[CtrDrbg.MAX_REQUEST_BYTES + 1];

        assertThrows(IllegalArgumentException.class, () -> drbg.generate(out, 0, out.length, NOTHING));
        assertThrows(IllegalArgumentException.class, () -> new CtrDrbg(new byte[CtrDrbg.SEED_BYTES - 1], NOTHING));
        assertThrows(IllegalArgumentException.class,
                () -> drbg.reseed(new byte[CtrDrbg.SEED_BYTES], new byte[CtrDrbg.SEED_BYTES + 1]));

        drbg.reseed(new byte[CtrDrbg.SEED_BYTES], NOTHING);
        for (int i = 0; i < CtrDrbg.RESEED_INTERVAL; i++) {
            assertFalse(drbg.reseedDue());
            drbg.generate(out, 0, 1, NOTHING);
        }
        assertTrue(drbg.reseedDue());
        assertThrows(IllegalStateException.class, () -> drbg.generate(out, 0, 1, NOTHING));
    }

    @Test
    void neverMakesAgainWhatFailedInTheMiddle() {
        CtrDrbg drbg = new CtrDrbg(new byte[CtrDrbg.SEED_BYTES], NOTHING);
        byte[] tooShort = new byte[5000];

        assertThrows(RuntimeException.class, () -> drbg.generate(tooShort, 0, 6000, NOTHING));
        assertFalse(Arrays.equals(new byte[64], Arrays.copyOf(tooShort, 64)), "nothing was made before it failed");
        assertTrue(drbg.reseedDue());
    }

    private static byte[] bytes(Random chance, int length) {
        byte[] bytes = new byte[length];
        chance.nextBytes(bytes);
        return bytes;
    }

    /** 10.2.1 of SP 800-90A, a block at a time in electronic codebook mode, with big integers' patience. */
    private static final class WordByWord {
        private byte[] key = new byte[32];
        private byte[] v = new byte[16];

        WordByWord(byte[] entropy, byte[] personalization) throws Exception {
            reseed(entropy, personalization);
        }

        void reseed(byte[] entropy, byte[] additional) throws Exception {
            byte[] material = Arrays.copyOf(additional, 48);
            for (int i = 0; i < 48; i++) {
                material[i] ^= entropy[i];
            }
            update(material);
        }

        byte[] generate(int length, byte[] additional) throws Exception {
            byte[] padded = Arrays.copyOf(additional, 48);
            if (additional.length > 0) {
                update(padded);
            }
            byte[] out = Arrays.copyOf(blocks((length + 15) / 16), length);
            update(padded);
            return out;
        }

        byte[] state() {
            byte[] state = Arrays.copyOf(key, 48);
            System.arraycopy(v, 0, state, 32, 16);
            return state;
        }

        private void update(byte[] provided) throws Exception {
            byte[] temp = blocks(3);
            for (int i = 0; i < 48; i++) {
                temp[i] ^= provided[i];
            }
            key = Arrays.copyOf(temp, 32);
            v = Arrays.copyOfRange(temp, 32, 48);
        }

        private byte[] blocks(int count) throws Exception {
            Cipher aes = Cipher.getInstance("AES/ECB/NoPadding");
            aes.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "AES"));
            byte[] out = new byte[count * 16];
            for (int block = 0; block < count; block++) {
                int carry = 1;
                for (int i = 15; i >= 0; i--) {
                    carry += v[i] & 0xff;
                    v[i] = (byte) carry;
                    carry >>= 8;
                }
                aes.doFinal(v, 0, 16, out, block * 16);
            }
            return out;
        }
    }
}
