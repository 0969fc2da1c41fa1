package org.eejs.doctor.looking;

import java.security.MessageDigest;
import java.util.concurrent.locks.LockSupport;

/**
 * A JVM that digests half of the time until its starter is gone, and looks up a digest twice per second, however slow the
 * machine is. It sleeps in between because other tests need the processor, too.
 */
final class Busy {
    private Busy() {}

    public static void main(String... words) throws Exception {
        // The first lookup loads classes, which is not part of the measured cost.
        MessageDigest.getInstance("SHA-256").digest();
        Thread worker = new Thread(() -> {
            byte[] data = new byte[400_000];
            try {
                MessageDigest digest = MessageDigest.getInstance("SHA-256");
                long lookedUp = System.nanoTime();
                while (true) {
                    long began = System.nanoTime();
                    if (began - lookedUp > 500_000_000) {
                        digest = MessageDigest.getInstance("SHA-256");
                        lookedUp = began;
                    }
                    for (int i = 0; i < 10; i++) {
                        data[0] += digest.digest(data)[0];
                    }
                    LockSupport.parkNanos(System.nanoTime() - began);
                }
            } catch (java.security.NoSuchAlgorithmException e) {
                throw new IllegalStateException(e);
            }
        }, "worker");
        worker.setDaemon(true);
        worker.start();
        System.out.println("ready");
        while (System.in.read() >= 0) {
                // Runs until the input ends.
        }
    }
}
