package org.eejs.profile;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A JVM to profile. After a byte of its input, one long thread signs while 200 short ones, a few at a time, compute
 * digests or work for the application. Then it prints the CPU of each kind of work by the JVM's own count, in
 * nanoseconds: {@code signing digests application}. It ends with its input.
 */
final class ManyThreads {
    private static final int SHORT = 200;
    private static final int AT_ONCE = 4;
    /** The CPU of a short thread; the tick of most kernels is 4 ms. */
    private static final long SHORT_NANOS = 5_000_000;
    private static final long LONG_NANOS = SHORT * SHORT_NANOS / 2;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static volatile double result;

    private ManyThreads() {}

    private interface Work {
        void once() throws GeneralSecurityException;
    }

    public static void main(String[] args) throws Exception {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(2_048, new SecureRandom());
        PrivateKey key = generator.generateKeyPair().getPrivate();
        // The first calls compile them, before the measurement.
        List<Work> works = List.of(signing(key), digests(MessageDigest.getInstance("SHA-256")), ManyThreads::work);
        for (Work work : works) {
            run(LONG_NANOS, work);
        }
        System.out.println("ready");
        System.in.read();
        AtomicLong signing = new AtomicLong();
        AtomicLong digests = new AtomicLong();
        AtomicLong application = new AtomicLong();
        Thread signer = start("Thread-0", () -> signing.addAndGet(run(LONG_NANOS, works.get(0))));
        List<Thread> some = new ArrayList<>();
        for (int i = 1; i <= SHORT; i++) {
            boolean even = i % 2 == 0;
            Work digest = digests(MessageDigest.getInstance("SHA-256"));
            some.add(start("Thread-" + i, () -> (even ? digests : application).addAndGet(
                    run(SHORT_NANOS, even ? digest : ManyThreads::work))));
            if (some.size() == AT_ONCE) {
                for (Thread each : some) {
                    each.join();
                }
                some.clear();
            }
        }
        while (signing.get() == 0) {
            Thread.sleep(10);
        }
        System.out.println(signing + " " + digests + " " + application);
        System.in.read();
        signer.interrupt();
    }

    /** Starts a thread; the long one continues to live. */
    private static Thread start(String name, Runnable run) {
        Thread thread = new Thread(() -> {
            run.run();
            if (name.equals("Thread-0")) {
                try {
                    Thread.sleep(Long.MAX_VALUE);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
        }, name);
        thread.start();
        return thread;
    }

    /** Works until the thread has used this much CPU; returns the CPU used since the start of the call. */
    private static long run(long nanos, Work work) {
        try {
            long before = used();
            while (used() - before < nanos) {
                work.once();
            }
            return used() - before;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static long used() {
        return THREADS.getCurrentThreadCpuTime();
    }

    private static Work signing(PrivateKey key) throws GeneralSecurityException {
        Signature signature = Signature.getInstance("SHA256withRSA");
        signature.initSign(key);
        return signature::sign;
    }

    private static Work digests(MessageDigest digest) {
        byte[] data = new byte[100_000];
        return () -> digest.digest(data);
    }

    private static void work() {
        double sum = 0;
        for (int i = 0; i < 10_000; i++) {
            sum += Math.cbrt(i);
        }
        result = sum;
    }
}
