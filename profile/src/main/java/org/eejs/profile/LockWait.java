package org.eejs.profile;

/**
 * A thread that waited until it got a lock.
 *
 * @param lock the class of the monitor's object, or of the lock of java.util.concurrent
 * @param monitor whether it is a monitor, as of {@code synchronized}
 * @param millis the length of the wait
 * @param waiter the waiting thread
 */
public record LockWait(String lock, boolean monitor, double millis, StackSample waiter) {
    /** Returns whether a thread is parked for a lock, and not for tasks, conditions or other threads. */
    static boolean isLock(String parkedFor) {
        return parkedFor.startsWith("java.util.concurrent.locks.Reentrant")
                || parkedFor.startsWith("java.util.concurrent.Semaphore");
    }
}
