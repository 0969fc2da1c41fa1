package org.eejs.bench.cures;

import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.eejs.bench.crypto.CipherRecords;
import org.eejs.bench.crypto.DigestBytes;
import org.eejs.bench.crypto.RecordMemory;
import org.eejs.bench.crypto.SignMessage;
import org.eejs.bench.measuring.Call;
import org.eejs.bench.measuring.Comparison;
import org.eejs.bench.measuring.Group;
import org.eejs.bench.measuring.RateBenchmark;
import org.eejs.result.Bench;
import org.eejs.result.Spread;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Benchmarks of a few primitives in the style of OpenJDK's own ({@code org.openjdk.bench.javax.crypto.full} and
 * {@code java.security}), which show whether the suite's figures agree with the JDK's. They use arrays in and out, IVs
 * that slide through a buffer, an allocated result, and objects of the JVM's first provider. They make a signature
 * object for each signature, and sign messages in turn. They are for comparison only; nothing is reported from them.
 */
public class OpenJdkStyle extends RateBenchmark {
    private static final String SUITE = "suite";
    private static final String STYLE = "OpenJDK";
    /** As in OpenJDK's benchmarks; the suite's record has additional data. */
    private static final String WITHOUT_DATA = "OpenJDK without additional data";
    private static final List<String> ENCRYPTIONS = List.of("AES-128-GCM 1024 B", "AES-128-GCM 16384 B");
    private static final List<String> ALL = List.of(ENCRYPTIONS.get(0), ENCRYPTIONS.get(1), "SHA-256 1024 B",
            "SHA-256 16384 B", "RSA-2048 sign");

    /**
     * The suite's figures of the JDK's providers, compared with this style. Equal figures look different by chance in 1
     * of 16 pairs with 5 rounds, in 1 of 64 with 7, and in 1 of 4 with 3 ({@link Spread}).
     */
    public static final Group GROUP = Group.named("openjdk-style", OpenJdkStyle.class)
            .title("The suite compared with OpenJDK's style of benchmarks")
            .about("Primitives of the JDK, measured as the suite does and in OpenJDK's style.")
            .operations("call")
            .algorithms(ALL, ALL)
            .seconds(5, 5)
            .threads((algorithm, style) -> List.of(1))
            .calls(OpenJdkStyle::call)
            .compare(Comparison.of(SUITE, STYLE).mustBeOne(), Comparison.of(SUITE, WITHOUT_DATA)
                    .noting(ENCRYPTIONS.stream().collect(Collectors.toMap(algorithm -> algorithm,
                            algorithm -> "the suite's record has additional data, as TLS has; OpenJDK's has none"))))
            .performedBy(algorithm -> ENCRYPTIONS.contains(algorithm) ? List.of(SUITE, STYLE, WITHOUT_DATA)
                    : List.of(SUITE, STYLE));

    private static Call call(Bench.Cell cell) {
        String[] words = cell.algorithm().split(" ");
        boolean suite = cell.provider().equals(SUITE);
        return switch (words[0]) {
            case "AES-128-GCM" -> suite ? new Call(CipherRecords.class, "encrypt", Map.of("provider", "SunJCE",
                    "algorithm", words[0], "bytes", words[1], "buffer", RecordMemory.Buffer.array.name()))
                    : new Call(OpenJdkStyle.class, "encrypt", Map.of("bytes", words[1], "additional",
                            cell.provider().equals(WITHOUT_DATA) ? "0" : "5"));
            case "SHA-256" -> suite ? new Call(DigestBytes.class, "digest", Map.of("provider", "SUN", "algorithm",
                    words[0], "bytes", words[1])) : new Call(OpenJdkStyle.class, "digest", Map.of("bytes", words[1]));
            default -> suite ? new Call(SignMessage.class, "sign", Map.of("provider", "SunRsaSign", "algorithm",
                    words[0])) : new Call(OpenJdkStyle.class, "sign", Map.of("bytes", "1024"));
        };
    }

    /** A cipher, its key and its text. Public because JMH makes it. */
    @State(Scope.Thread)
    public static class Encryption {
        private static final int IV_BYTES = 12;
        private static final int IVS = 20;

        /** The length of the text. */
        @Param("16384")
        int bytes;

        /** The number of bytes of additional data: 0 in OpenJDK's benchmarks, 5 in a record of TLS 1.3. */
        @Param("0")
        int additional;

        private Cipher cipher;
        private SecretKey key;
        private byte[] ivs;
        private int next;
        private byte[] aad;
        private byte[] text;
        private byte[] encrypted;

        /** Generates key and text. */
        @Setup
        public void prepare() throws GeneralSecurityException {
            cipher = Cipher.getInstance("AES/GCM/NoPadding");
            key = new SecretKeySpec(drawn(16), "AES");
            ivs = drawn(IV_BYTES + IVS);
            aad = drawn(additional);
            text = drawn(bytes);
            encrypted = new byte[bytes + 16];
        }
    }

    /** A digest and its message. Public because JMH makes it. */
    @State(Scope.Thread)
    public static class Digestion {
        /** The length of the message. */
        @Param("16384")
        int bytes;

        private MessageDigest digester;
        private byte[] message;

        /** Generates the message. */
        @Setup
        public void prepare() throws GeneralSecurityException {
            digester = MessageDigest.getInstance("SHA-256");
            message = drawn(bytes);
        }
    }

    /** A key and many messages. Public because JMH makes it. */
    @State(Scope.Thread)
    public static class Signing {
        private static final int MESSAGES = 128;

        /** The length of a message. */
        @Param("1024")
        int bytes;

        private PrivateKey key;
        private final byte[][] messages = new byte[MESSAGES][];
        private int next;

        /** Generates key and messages. */
        @Setup
        public void prepare() throws GeneralSecurityException {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(2048);
            key = generator.generateKeyPair().getPrivate();
            Random random = new Random();
            for (int i = 0; i < MESSAGES; i++) {
                messages[i] = new byte[bytes];
                random.nextBytes(messages[i]);
            }
        }
    }

    private static byte[] drawn(int length) {
        byte[] bytes = new byte[length];
        new SecureRandom().nextBytes(bytes);
        return bytes;
    }

    /** Encrypts an array into another by AES-128-GCM; returns the length. */
    @Benchmark
    public int encrypt(Encryption with) throws GeneralSecurityException {
        // The next window of the buffer is another IV, which is all that the cipher requires.
        with.next = (with.next + 1) % Encryption.IVS;
        with.cipher.init(Cipher.ENCRYPT_MODE, with.key,
                new GCMParameterSpec(128, with.ivs, with.next, Encryption.IV_BYTES));
        if (with.aad.length > 0) {
            with.cipher.updateAAD(with.aad);
        }
        return with.cipher.doFinal(with.text, 0, with.text.length, with.encrypted, 0);
    }

    /** Digests an array into a new one by SHA-256. */
    @Benchmark
    public byte[] digest(Digestion of) {
        return of.digester.digest(of.message);
    }

    /** Signs by SHA256withRSA, with a new object. */
    @Benchmark
    public byte[] sign(Signing by) throws GeneralSecurityException {
        by.next = (by.next + 1) % Signing.MESSAGES;
        Signature signature = Signature.getInstance("SHA256withRSA");
        signature.initSign(by.key);
        signature.update(by.messages[by.next]);
        return signature.sign();
    }
}
