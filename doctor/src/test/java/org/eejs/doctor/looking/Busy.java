package org.eejs.doctor.looking;

import java.security.MessageDigest;

/** A JVM that digests until its starter is gone, and looks up one digest for each megabyte. */
final class Busy {
    private Busy() {}

    public static void main(String... words) throws Exception {
        Thread worker = new Thread(() -> {
            byte[] data = new byte[1_000_000];
            try {
                while (true) {
                    data[0] += MessageDigest.getInstance("SHA-256").digest(data)[0];
                }
            } catch (java.security.NoSuchAlgorithmException e) {
                throw new IllegalStateException(e);
            }
        }, "worker");
        worker.setDaemon(true);
        worker.start();
        System.out.println("ready");
        while (System.in.read() >= 0) {
            // Until then.
        }
    }
}
