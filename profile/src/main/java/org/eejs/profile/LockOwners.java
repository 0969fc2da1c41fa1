package org.eejs.profile;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Who holds the locks that others wait for, by thread dumps twice a second: samples of waits know the waiters alone. A
 * dump stops the JVM for some milliseconds. For one thread.
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

    /** Begins to look. */
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
                // With synchronizers the JVM goes through its whole heap.
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
     * Ends.
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

    /** Returns how many thread dumps there were. */
    int dumps() {
        return dumps;
    }

    /** By the class of a lock, how many dumps saw it held where. */
    Map<String, Map<StackSample, Long>> owners() {
        return owners;
    }
}
