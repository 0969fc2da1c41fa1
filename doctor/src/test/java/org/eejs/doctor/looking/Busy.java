package org.eejs.doctor.looking;

import java.security.MessageDigest;
import java.util.concurrent.locks.LockSupport;

/**
 * A JVM that digests half of the time until its starter is gone, and looks up one digest per 40 megabytes. It sleeps in
 * between because other tests need the processor, too.
 */
final class Busy {
    private Busy() {}

    public static void main(String... words) throws Exception {
        // The first lookup loads classes, which is not part of the measured cost.
        MessageDigest.getInstance("SHA-256").digest();
        Thread worker = new Thread(() -> {
            byte[] data = new byte[400_000];
            try {
                while (true) {
                    long began = System.nanoTime();
                    MessageDigest digest = MessageDigest.getInstance("SHA-256");
                    for (int i = 0; i < 100; i++) {
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
