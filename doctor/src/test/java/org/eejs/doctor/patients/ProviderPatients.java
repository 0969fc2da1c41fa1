package org.eejs.doctor.patients;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.AlgorithmParameters;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.Provider;
import java.security.SecureRandom;
import java.security.Security;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import javax.net.ssl.SSLContext;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.eejs.bottlenecks.Bottleneck;
import org.eejs.bottlenecks.BottleneckProvider;

/** Those that use providers badly. */
final class ProviderPatients {
    static final Map<String, Patient> ALL = new LinkedHashMap<>();

    static {
        ALL.put("getinstance-hot", new DigestPerCall());
        ALL.put("getinstance-hot/suites", new SuitesForEachEngine());
        ALL.put("bc-first", new BouncyCastleFirst());
        ALL.put("provider-instance-per-call", new ProviderPerCall());
        ALL.put("provider-lock", new LockedLookup());
        ALL.put("crypto-unaccelerated", new WithoutMachineCode());
        ALL.put("provider-not-there", new MissingProvider());
        ALL.put("random-lock", new IdentifiersByManyThreads());
        ALL.put("random-blocks", new StrongRandom());
    }

    private ProviderPatients() {}

    /** AES-128-GCM of these bytes. */
    static byte[] encrypt(Cipher cipher, byte[] data, long number) throws Exception {
        byte[] nonce = new byte[12];
        java.nio.ByteBuffer.wrap(nonce).putLong(number).putInt(ThreadLocalRandom.current().nextInt());
        cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(new byte[16], "AES"), new GCMParameterSpec(128, nonce));
        return cipher.doFinal(data);
    }

    private static final class DigestPerCall implements Patient {
        private final byte[] data = TlsLab.random(64);
        private MessageDigest kept;

        @Override
        public void prepare(boolean sick) throws Exception {
            kept = sick ? null : MessageDigest.getInstance("SHA-256");
        }

        @Override
        public void work() throws Exception {
            for (int i = 0; i < 200; i++) {
                (kept == null ? MessageDigest.getInstance("SHA-256") : kept).digest(data);
            }
        }
    }

    /** A context that tries suites out for each engine that it makes, as JDK 8 did. */
    private static final class SuitesForEachEngine implements Patient {
        private SSLContext context;

        @Override
        public void prepare(boolean sick) throws Exception {
            if (sick) {
                BottleneckProvider.install(Set.of(Bottleneck.CIPHER_PROBE));
            }
            context = SSLContext.getInstance("TLS");
            context.init(null, null, null);
        }

        @Override
        public void work() {
            context.createSSLEngine();
        }
    }

    private static final class BouncyCastleFirst implements Patient {
        private final byte[] data = TlsLab.random(4_000);
        private Cipher cipher;
        private long number;

        @Override
        public void prepare(boolean sick) throws Exception {
            if (sick) {
                Security.insertProviderAt(new BouncyCastleProvider(), 1);
            } else {
                Security.addProvider(new BouncyCastleProvider());
            }
            cipher = Cipher.getInstance("AES/GCM/NoPadding");
        }

        @Override
        public void work() throws Exception {
            for (int i = 0; i < 100; i++) {
                encrypt(cipher, data, number++);
            }
        }
    }

    private static final class ProviderPerCall implements Patient {
        private final byte[] data = TlsLab.random(1_000);
        private Provider kept;

        @Override
        public void prepare(boolean sick) {
            kept = sick ? null : new BouncyCastleProvider();
        }

        @Override
        public void work() throws Exception {
            Provider provider = kept == null ? new BouncyCastleProvider() : kept;
            // What only Bouncy Castle has.
            MessageDigest digest = MessageDigest.getInstance("BLAKE2B-256", provider);
            for (int i = 0; i < 200; i++) {
                digest.digest(data);
            }
        }
    }

    private static final class WithoutMachineCode implements Patient {
        private final byte[] data = TlsLab.random(4_000);
        private Cipher cipher;
        private long number;

        @Override
        public void prepare(boolean sick) throws Exception {
            cipher = Cipher.getInstance("AES/GCM/NoPadding");
        }

        @Override
        public void work() throws Exception {
            for (int i = 0; i < 100; i++) {
                encrypt(cipher, data, number++);
            }
        }

        @Override
        public List<String> jvmOptions(boolean sick) {
            return sick ? List.of("-XX:+UnlockDiagnosticVMOptions", "-XX:-UseAES", "-XX:-UseGHASHIntrinsics",
                    "-XX:-UseAESIntrinsics") : List.of();
        }
    }

    private static final class MissingProvider implements Patient {
        @Override
        public void prepare(boolean sick) throws Exception {
            // The missing provider stands in the JVM options, ahead of the one that serves.
            Cipher.getInstance("AES/GCM/NoPadding");
        }

        @Override
        public void work() {
            Work.something();
        }

        @Override
        public List<String> jvmOptions(boolean sick) {
            if (!sick) {
                return List.of();
            }
            try {
                Path file = Files.createTempFile("missing", ".security");
                file.toFile().deleteOnExit();
                StringBuilder lines = new StringBuilder("security.provider.1=com.example.FastProvider\n");
                Provider[] providers = Security.getProviders();
                for (int i = 0; i < providers.length; i++) {
                    lines.append("security.provider.").append(i + 2).append('=').append(providers[i].getName())
                            .append('\n');
                }
                return List.of("-Djava.security.properties=" + Files.writeString(file, lines));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static final class IdentifiersByManyThreads implements Patient {
        private final ThreadLocal<SecureRandom> own = ThreadLocal.withInitial(() -> {
            try {
                return SecureRandom.getInstance("DRBG");
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException(e);
            }
        });
        private boolean sick;

        @Override
        public void prepare(boolean isSick) {
            sick = isSick;
        }

        @Override
        public int threads() {
            return 4;
        }

        @Override
        public void work() {
            for (int i = 0; i < 100; i++) {
                if (sick) {
                    UUID.randomUUID();
                } else {
                    new UUID(own.get().nextLong(), own.get().nextLong());
                }
            }
        }
    }

    /** Takes seeds from a pipe into which little is written, as from the device of an old kernel. */
    private static final class StrongRandom implements Patient {
        private SecureRandom random;

        @Override
        public void prepare(boolean sick) throws Exception {
            random = SecureRandom.getInstance("DRBG");
        }

        @Override
        public void work() {
            random.generateSeed(16);
            Work.something();
        }

        @Override
        public List<String> jvmOptions(boolean sick) {
            if (!sick) {
                return List.of();
            }
            try {
                Path folder = Files.createTempDirectory("seeds");
                Path pipe = folder.resolve("pipe");
                folder.toFile().deleteOnExit();
                pipe.toFile().deleteOnExit();
                new ProcessBuilder("mkfifo", pipe.toString()).inheritIO().start().waitFor();
                // Until nobody reads any more. The JVM opens it before any of its code runs.
                new ProcessBuilder("timeout", "300", "sh", "-c", "exec 3>'" + pipe
                        + "'; while printf 0123456789abcdef >&3; do sleep 0.02; done").start();
                return List.of("-Djava.security.egd=file:" + pipe);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** Looks up what none of the other rules is about. */
    private static final class LockedLookup implements Patient {
        @Override
        public void prepare(boolean sick) {
            if (sick) {
                BottleneckProvider.install(Set.of(Bottleneck.PROVIDER_LOOKUP));
            }
        }

        @Override
        public int threads() {
            return 4;
        }

        @Override
        public void work() throws Exception {
            for (int i = 0; i < 200; i++) {
                AlgorithmParameters.getInstance("GCM");
            }
        }
    }
}
