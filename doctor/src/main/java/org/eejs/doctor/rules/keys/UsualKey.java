package org.eejs.doctor.rules.keys;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.time.Duration;

/** The cost of an RSA-2048 signature in this JVM. It is measured at first use. */
public final class UsualKey {
    private static final int SIGNATURES = 20;
    /** The code is compiled once this number of rounds brings no better time. */
    private static final int STEADY = 15;
    private static final double BETTER = 0.95;
    private static final Duration LONGEST = Duration.ofSeconds(3);
    private static final double NANOS = 1e9;

    /** The CPU of one signature, in seconds. */
    public static final double SECONDS = measure();

    private UsualKey() {}

    private static double measure() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(2_048);
            Signature signature = Signature.getInstance("SHA256withRSA");
            signature.initSign(generator.generateKeyPair().getPrivate());
            double least = Double.MAX_VALUE;
            long end = System.nanoTime() + LONGEST.toNanos();
            for (int steady = 0; steady < STEADY && System.nanoTime() < end; steady++) {
                double next = sign(signature, SIGNATURES);
                steady = next < BETTER * least ? 0 : steady;
                least = Math.min(least, next);
            }
            return least;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("RSA signing failed: " + e.getMessage(), e);
        }
    }

    private static double sign(Signature signature, int times) throws GeneralSecurityException {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long began = threads.getCurrentThreadCpuTime();
        for (int i = 0; i < times; i++) {
            signature.update((byte) i);
            signature.sign();
        }
        return (threads.getCurrentThreadCpuTime() - began) / NANOS / times;
    }
}
