package org.eejs.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * What a soak does again and again, each by a thread of its own at a bounded rate. All of it can be held, for a moment
 * at which nothing is under way. Thread-safe.
 */
final class SoakWork {
    private static final long PATIENCE_SECONDS = 60;

    private final SoakTally tally;
    private final List<Thread> threads = new ArrayList<>();
    /** Steps wait for work, so they are held first. */
    private final ReadWriteLock steps = new ReentrantReadWriteLock(true);
    private final ReadWriteLock work = new ReentrantReadWriteLock(true);
    private volatile boolean ended;

    SoakWork(SoakTally tally) {
        this.tally = tally;
    }

    /** Something to do once. */
    interface Task {
        void run() throws Exception;
    }

    /** Has something done so often. What it throws is a failure of the soak. */
    void often(String name, double perSecond, Task task) {
        start(name, perSecond, work, task);
    }

    /** The same for something that waits for what others do. */
    void step(String name, double perSecond, Task task) {
        start(name, perSecond, steps, task);
    }

    private void start(String name, double perSecond, ReadWriteLock lock, Task task) {
        Thread thread = new Thread(() -> repeat(name, (long) (1e9 / perSecond), lock, task), "soak-" + name);
        thread.setDaemon(true);
        threads.add(thread);
        thread.start();
    }

    private void repeat(String name, long period, ReadWriteLock lock, Task task) {
        for (long due = System.nanoTime(); !ended; due = Math.max(due + period, System.nanoTime() - period)) {
            try {
                // The pace, not a wait for something.
                TimeUnit.NANOSECONDS.sleep(due - System.nanoTime());
                lock.readLock().lock();
                try {
                    if (!ended) {
                        task.run();
                    }
                } finally {
                    lock.readLock().unlock();
                }
            } catch (InterruptedException e) {
                return;
            } catch (Exception | AssertionError e) {
                tally.fail(name, e);
            }
        }
    }

    /** Does something while all else is held. */
    <T> T held(Callable<T> task) throws Exception {
        steps.writeLock().lock();
        try {
            work.writeLock().lock();
            try {
                return task.call();
            } finally {
                work.writeLock().unlock();
            }
        } finally {
            steps.writeLock().unlock();
        }
    }

    /** Waits until something is so. */
    static void await(String what, Callable<Boolean> condition) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (!condition.call()) {
            if (System.nanoTime() - end > 0) {
                throw new AssertionError("waited for %d s in vain: %s".formatted(PATIENCE_SECONDS, what));
            }
            TimeUnit.MILLISECONDS.sleep(10);
        }
    }

    /** Ends all, after what is under way; steps first, since they wait for work. */
    void end() throws InterruptedException {
        steps.writeLock().lock();
        ended = true;
        steps.writeLock().unlock();
        for (Thread thread : threads) {
            thread.join(TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
        }
    }
}
