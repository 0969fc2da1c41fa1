package org.eejs.lab.processes;

import java.util.Collection;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Concurrent execution of work that waits, for example for processes to end: each piece in a separate thread. */
public final class AllAtOnce {
    private AllAtOnce() {}

    /** Carries everything out and returns when all of it is done. A failure stops no other piece, and is dropped. */
    public static void carryOut(Collection<? extends Runnable> work) {
        List<Thread> threads = work.stream().map(AllAtOnce::started).toList();
        for (Thread thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    /** A piece of work on one of several. */
    @FunctionalInterface
    public interface Work<T> {
        void on(T one) throws RunFailedException;
    }

    /**
     * Carries work out on each of several, and returns when all of it is done.
     *
     * @param most the largest number at the same time
     * @throws RunFailedException the first failure
     */
    public static <T> void each(Collection<T> all, int most, Work<T> work)
            throws RunFailedException, InterruptedException {
        ExecutorService threads = Executors.newFixedThreadPool(Math.max(1, Math.min(most, all.size())));
        try {
            List<Future<Void>> done = threads.invokeAll(all.stream().<Callable<Void>>map(one -> () -> {
                work.on(one);
                return null;
            }).toList());
            for (Future<Void> each : done) {
                each.get();
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RunFailedException failed) {
                throw failed;
            }
            throw e.getCause() instanceof RuntimeException fault ? fault : new IllegalStateException(e.getCause());
        } finally {
            threads.shutdownNow();
        }
    }

    private static Thread started(Runnable work) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (RuntimeException e) {
                // A caller that needs the failure catches it in its work.
            }
        }, "all-at-once");
        thread.setDaemon(true);
        thread.start();
        return thread;
    }
}
