package org.eejs.doctor.patients;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.AlgorithmParameters;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.Provider;
import java.security.SecureRandom;
import java.security.Security;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import javax.net.ssl.SSLContext;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.eejs.banking.bottlenecks.Bottleneck;
import org.eejs.banking.bottlenecks.BottleneckProvider;
import org.eejs.doctor.patients.Patient.Step;

/** Patients with a bad use of providers. */
final class ProviderPatients {
    private ProviderPatients() {}

    static void addTo(Map<String, Patient> all) {
        all.put("getinstance-hot", Patient.of(ProviderPatients::digestPerCall));
        all.put("getinstance-hot/suites", Patient.of(ProviderPatients::suitesForEachEngine));
        all.put("bc-first", Patient.of(ProviderPatients::bouncyCastleFirst));
        all.put("provider-instance-per-call", Patient.of(ProviderPatients::providerPerCall));
        all.put("provider-lock", Patient.of(ProviderPatients::lockedLookup).by(4));
        all.put("crypto-unaccelerated", Patient.of(sick -> encrypting()).sickBy("-XX:+UnlockDiagnosticVMOptions",
                "-XX:-UseAES", "-XX:-UseGHASHIntrinsics", "-XX:-UseAESIntrinsics"));
        all.put("provider-not-there", Patient.of(ProviderPatients::missingProvider)
                .with(ProviderPatients::aheadOfAll));
        all.put("random-lock", Patient.of(ProviderPatients::identifiersByManyThreads).by(4));
        all.put("random-blocks", Patient.of(ProviderPatients::strongRandom).with(ProviderPatients::slowSeeds));
    }

    private static Step digestPerCall(boolean sick) throws Exception {
        byte[] data = TlsLab.random(64);
        MessageDigest kept = MessageDigest.getInstance("SHA-256");
        return () -> {
            for (int i = 0; i < 200; i++) {
                (sick ? MessageDigest.getInstance("SHA-256") : kept).digest(data);
            }
        };
    }

    /** Returns a context that tests suites for each new engine, as JDK 8 did. */
    private static Step suitesForEachEngine(boolean sick) throws Exception {
        if (sick) {
            BottleneckProvider.install(Set.of(Bottleneck.CIPHER_PROBE));
        }
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, null, null);
        return context::createSSLEngine;
    }

    private static Step bouncyCastleFirst(boolean sick) throws Exception {
        Security.insertProviderAt(new BouncyCastleProvider(), sick ? 1 : Security.getProviders().length + 1);
        return encrypting();
    }

    /** Returns AES-128-GCM encryption of some bytes. */
    private static Step encrypting() throws Exception {
        byte[] data = TlsLab.random(4_000);
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        AtomicLong number = new AtomicLong();
        return () -> {
            for (int i = 0; i < 100; i++) {
                byte[] nonce = new byte[12];
                ByteBuffer.wrap(nonce).putLong(number.getAndIncrement()).putInt(ThreadLocalRandom.current().nextInt());
                cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(new byte[16], "AES"), new GCMParameterSpec(128,
                        nonce));
                cipher.doFinal(data);
            }
        };
    }

    private static Step providerPerCall(boolean sick) {
        byte[] data = TlsLab.random(1_000);
        Provider kept = new BouncyCastleProvider();
        return () -> {
        // An algorithm that only Bouncy Castle has.
            MessageDigest digest = MessageDigest.getInstance("BLAKE2B-256", sick ? new BouncyCastleProvider() : kept);
            for (int i = 0; i < 200; i++) {
                digest.digest(data);
            }
        };
    }

    /** Returns lookups by the order of providers; the JVM options put the missing provider first. */
    private static Step missingProvider(boolean sick) throws Exception {
        Cipher.getInstance("AES/GCM/NoPadding");
        return Work::something;
    }

    private static List<String> aheadOfAll(boolean sick) {
        if (!sick) {
            return List.of();
        }
        StringBuilder lines = new StringBuilder("security.provider.1=com.example.FastProvider\n");
        Provider[] providers = Security.getProviders();
        for (int i = 0; i < providers.length; i++) {
            lines.append("security.provider.%d=%s%n".formatted(i + 2, providers[i].getName()));
        }
        try {
            Path file = Files.createTempFile("missing", ".security");
            file.toFile().deleteOnExit();
            return List.of("-Djava.security.properties=" + Files.writeString(file, lines));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Step identifiersByManyThreads(boolean sick) {
        ThreadLocal<SecureRandom> own = ThreadLocal.withInitial(() -> {
            try {
                return SecureRandom.getInstance("DRBG");
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException(e);
            }
        });
        return () -> {
            for (int i = 0; i < 100; i++) {
                if (sick) {
                    UUID.randomUUID();
                } else {
                    new UUID(own.get().nextLong(), own.get().nextLong());
                }
            }
        };
    }

    /** Returns reads of seeds from a pipe that delivers little, like the device of an old kernel. */
    private static Step strongRandom(boolean sick) throws Exception {
        SecureRandom random = SecureRandom.getInstance("DRBG");
        return () -> {
            random.generateSeed(16);
            Work.something();
        };
    }

    private static List<String> slowSeeds(boolean sick) {
        if (!sick) {
            return List.of();
        }
        try {
            Path folder = Files.createTempDirectory("seeds");
            Path pipe = folder.resolve("pipe");
            folder.toFile().deleteOnExit();
            pipe.toFile().deleteOnExit();
            new ProcessBuilder("mkfifo", pipe.toString()).inheritIO().start().waitFor();
            // Writes until the reader is gone. The JVM opens the pipe before any of its code runs.
            new ProcessBuilder("timeout", "300", "sh", "-c", "exec 3>'" + pipe
                    + "'; while printf 0123456789abcdef >&3; do sleep 0.02; done").start();
            return List.of("-Djava.security.egd=file:" + pipe);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns lookups that no other rule covers. */
    private static Step lockedLookup(boolean sick) {
        if (sick) {
            BottleneckProvider.install(Set.of(Bottleneck.PROVIDER_LOOKUP));
        }
        return () -> {
            for (int i = 0; i < 200; i++) {
                AlgorithmParameters.getInstance("GCM");
            }
        };
    }
}
