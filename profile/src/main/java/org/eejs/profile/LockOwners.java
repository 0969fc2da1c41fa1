package org.eejs.profile;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The owners of contended locks, by thread dumps twice a second: samples of waits show only the waiting threads. A dump
 * stops the JVM for some milliseconds. Not thread-safe.
 */
final class LockOwners {
    private static final long MILLIS_BETWEEN_DUMPS = 500;

    private final AttachedJvm jvm;
    private final CountDownLatch ended = new CountDownLatch(1);
    private final Thread looking = new Thread(this::look, "lock-owners");
    private final Map<String, Map<StackSample, Long>> owners = new HashMap<>();
    private int dumps;
    private ProfilingException problem;

    private LockOwners(AttachedJvm jvm) {
        this.jvm = jvm;
    }

    /** Starts the dumps. */
    static LockOwners of(AttachedJvm jvm) {
        LockOwners owners = new LockOwners(jvm);
        owners.looking.setDaemon(true);
        owners.looking.start();
        return owners;
    }

    private void look() {
        try {
            boolean synchronizers = false;
            do {
                // With this option the JVM searches its whole heap.
                ThreadDump dump = ThreadDump.parse(jvm.answer(synchronizers ? "Thread.print -l" : "Thread.print"));
                synchronizers = !synchronizers && dump.needsSynchronizers();
                dump.ownersOfContended().forEach((lock, owner) -> owners
                        .computeIfAbsent(lock.type(), type -> new HashMap<>()).merge(owner, 1L, Long::sum));
                dumps++;
            } while (!ended.await(MILLIS_BETWEEN_DUMPS, TimeUnit.MILLISECONDS));
        } catch (ProfilingException e) {
            problem = e;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Ends the dumps.
     *
     * @throws ProfilingException when the JVM refused a dump, or has ended
     */
    void stop() throws ProfilingException {
        ended.countDown();
        try {
            looking.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (problem != null) {
            throw problem;
        }
    }

    /** Returns the number of thread dumps. */
    int dumps() {
        return dumps;
    }

    /** Returns the number of dumps in which a lock was held, by its class and the owner's stack. */
    Map<String, Map<StackSample, Long>> owners() {
        return owners;
    }
}
