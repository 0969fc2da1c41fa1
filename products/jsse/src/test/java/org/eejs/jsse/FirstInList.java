package org.eejs.jsse;

import java.security.KeyPairGenerator;
import java.security.Provider;
import java.security.SecureRandom;
import java.security.Security;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.FutureTask;
import javax.crypto.Cipher;
import javax.crypto.KeyGenerator;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import javax.net.ssl.SSLContext;
import org.eejs.jsse.runtime.Settings;

/** A program whose first provider is EEJS. Its first argument selects the action. */
final class FirstInList {
    static final int THREADS = 16;
    static final int VALUES = 2000;

    private FirstInList() {}

    public static void main(String[] args) throws Exception {
        switch (args[0]) {
            case "values" -> values();
            case "storm" -> storm();
            case "bare" -> {
                Security.removeProvider("SUN");
                refused();
            }
            case "no DRBG" -> {
                Provider sun = Security.getProvider("SUN");
                Security.removeProvider("SUN");
                Security.addProvider(new WithoutDrbg(sun));
                refused();
            }
            case "wrong" -> {
                System.setProperty(Settings.RANDOM_RESEED_SECONDS, "soon");
                refused();
            }
            default -> throw new IllegalArgumentException(args[0]);
        }
    }

    /** Prints random numbers as soon as there are any. */
    private static void values() {
        SecureRandom random = new SecureRandom();
        byte[] value = new byte[16];
        for (int i = 0; i < VALUES; i++) {
            random.nextBytes(value);
            System.out.println(HexFormat.of().formatHex(value));
        }
    }

    private static void refused() {
        try {
            new SecureRandom().nextInt();
            System.out.println("served");
        } catch (RuntimeException e) {
            System.out.println(e.getMessage());
        }
    }

    /** Lets threads use everything that needs random numbers, all at once and as the first action. */
    private static void storm() throws Exception {
        CyclicBarrier together = new CyclicBarrier(THREADS);
        List<FutureTask<Boolean>> tasks = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            Callable<?> use = use(i);
            tasks.add(new FutureTask<>(() -> {
                together.await();
                use.call();
                SecureRandom mine = new SecureRandom();
                mine.nextBytes(new byte[32]);
                return mine.getProvider().getName().equals("EEJS");
            }));
        }
        for (FutureTask<Boolean> task : tasks) {
            new Thread(task).start();
        }
        int served = 0;
        for (FutureTask<Boolean> task : tasks) {
            served += task.get() ? 1 : 0;
        }
        System.out.println("EEJS served " + served + " threads");
    }

    private static Callable<?> use(int number) {
        return switch (number % 8) {
            case 0 -> () -> KeyPairGenerator.getInstance("EC").generateKeyPair();
            case 1 -> () -> {
                // Neither a random source nor an initialisation vector: the cipher gets both itself.
                Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
                cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(new byte[16], "AES"));
                return cipher.doFinal(new byte[100]);
            };
            case 2 -> SSLContext::getDefault;
            case 3 -> UUID::randomUUID;
            case 4 -> () -> {
                SecretKey key = KeyGenerator.getInstance("AES").generateKey();
                return key.getEncoded();
            };
            case 5 -> () -> {
                KeyPairGenerator rsa = KeyPairGenerator.getInstance("RSA");
                rsa.initialize(1024);
                return rsa.generateKeyPair();
            };
            case 6 -> () -> SecureRandom.getSeed(20);
            default -> () -> new SecureRandom(new byte[] {1}).nextInt();
        };
    }

    /** SUN as on Java 8. */
    private static final class WithoutDrbg extends Provider {
        private static final long serialVersionUID = 1;
        private final transient Provider sun;

        WithoutDrbg(Provider sun) {
            super(sun.getName(), "1", "no DRBG");
            this.sun = sun;
        }

        @Override
        public Service getService(String type, String algorithm) {
            return algorithm.equals("DRBG") ? null : sun.getService(type, algorithm);
        }
    }
}
