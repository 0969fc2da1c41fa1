package org.eejs.lab.processes;

import java.util.Collection;
import java.util.List;

/** Work that waits for others, such as for processes to end: each piece in a thread of its own. */
public final class AllAtOnce {
    private AllAtOnce() {}

    /** Carries everything out and returns when all of it is done; what fails holds nothing else up, and is dropped. */
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

    private static Thread started(Runnable work) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (RuntimeException e) {
                // Whoever needs to know catches it.
            }
        }, "all-at-once");
        thread.setDaemon(true);
        thread.start();
        return thread;
    }
}
