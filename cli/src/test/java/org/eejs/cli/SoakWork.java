package org.eejs.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * The repeated tasks of a soak test, each in a separate thread at a bounded rate. All tasks can be paused for a moment
 * at which nothing is under way. Thread-safe.
 */
final class SoakWork {
    private static final long PATIENCE_SECONDS = 60;

    private final SoakTally tally;
    private final List<Thread> threads = new ArrayList<>();
    /** Steps wait for work, so they are paused first. */
    private final ReadWriteLock steps = new ReentrantReadWriteLock(true);
    private final ReadWriteLock work = new ReentrantReadWriteLock(true);
    private volatile boolean ended;

    SoakWork(SoakTally tally) {
        this.tally = tally;
    }

    /** A task to do once. */
    interface Task {
        void run() throws Exception;
    }

    /** Repeats a task at this rate. An exception is a failure of the soak test. */
    void often(String name, double perSecond, Task task) {
        start(name, perSecond, work, task);
    }

    /** Repeats a task that waits for the work of other tasks. */
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
                    // This is the rate, not a wait for an event.
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

    /** Runs something while all tasks are paused. */
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

    /** Waits until a condition holds. */
    static void await(String what, Callable<Boolean> condition) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (!condition.call()) {
            if (System.nanoTime() - end > 0) {
                throw new AssertionError("waited for %d s in vain: %s".formatted(PATIENCE_SECONDS, what));
            }
            TimeUnit.MILLISECONDS.sleep(10);
        }
    }

    /** Ends all tasks after their current work; steps first, because they wait for work. */
    void end() throws InterruptedException {
        steps.writeLock().lock();
        ended = true;
        steps.writeLock().unlock();
        for (Thread thread : threads) {
            thread.join(TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
        }
    }
}
