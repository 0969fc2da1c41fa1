package org.eejs.bench.remotekeys;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import org.eejs.remotekey.cluster.KeyCluster;
import org.eejs.remotekey.cluster.KeyClusterException;
import org.eejs.remotekey.cluster.RemoteKey;
import org.eejs.remotekey.protocol.SignatureAlgorithm;

/** Threads that sign with a remote key without a pause, until they are closed. For one thread. */
final class SigningLoad implements AutoCloseable {
    private static final int DIGITS = 3;

    private final KeyCluster cluster;
    private final RemoteKey key;
    private final SignatureAlgorithm algorithm;
    private final AtomicLong failed = new AtomicLong();
    private final ConcurrentHistogram all = new ConcurrentHistogram(DIGITS);
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean ended;
    private volatile ConcurrentHistogram times = new ConcurrentHistogram(DIGITS);

    /**
     * The signatures of a period.
     *
     * @param times the durations of signatures, in nanoseconds
     */
    record Signed(Histogram times, double seconds) {
        double perSecond() {
            return times.getTotalCount() / seconds;
        }
    }

    SigningLoad(KeyCluster cluster, String key, int number) {
        this.cluster = cluster;
        this.key = cluster.keys().get(key);
        this.algorithm = key.startsWith("rsa") ? SignatureAlgorithm.RSA_PKCS1_SHA256 : SignatureAlgorithm.ECDSA_SHA256;
        for (int i = 0; i < number; i++) {
            Thread thread = new Thread(this::sign, "load-" + i);
            thread.setDaemon(true);
            threads.add(thread);
            thread.start();
        }
    }

    private void sign() {
        byte[] digest = new byte[32];
        while (!ended) {
            long begin = System.nanoTime();
            try {
                digest[0]++;
                cluster.sign(key, algorithm, digest);
                times.recordValue(System.nanoTime() - begin);
            } catch (KeyClusterException | RuntimeException e) {
                if (failed.getAndIncrement() == 0) {
                    System.err.println("a signature failed: " + e.getMessage());
                }
            }
            all.recordValue(System.nanoTime() - begin);
        }
    }

    /** Returns the times of all signatures so far, failed ones included, in nanoseconds; keeps counting. */
    Histogram all() {
        return all;
    }

    /** Returns how many signatures have failed. */
    long failed() {
        return failed.get();
    }

    /** Lets the threads sign for a while. */
    Signed sign(int seconds) throws InterruptedException {
        ConcurrentHistogram measured = new ConcurrentHistogram(DIGITS);
        long begin = System.nanoTime();
        times = measured;
        TimeUnit.SECONDS.sleep(seconds);
        times = new ConcurrentHistogram(DIGITS);
        return new Signed(measured, (System.nanoTime() - begin) / 1e9);
    }

    /** Ends the threads, after their current signatures. */
    @Override
    public void close() {
        ended = true;
        for (Thread thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }
}
