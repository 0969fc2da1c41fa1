package org.eejs.profile;

/**
 * A thread that waited until it got a lock.
 *
 * @param lock the class of the monitor's object, or of the lock of java.util.concurrent
 * @param monitor whether it is a monitor: of {@code synchronized}
 * @param millis how long it waited
 * @param waiter where
 */
public record LockWait(String lock, boolean monitor, double millis, StackSample waiter) {
    /** Parked threads wait for much else: for tasks, for conditions, for each other. */
    static boolean isLock(String parkedFor) {
        return parkedFor.startsWith("java.util.concurrent.locks.Reentrant")
                || parkedFor.startsWith("java.util.concurrent.Semaphore");
    }
}
