package org.eejs.profile;

import java.util.concurrent.Executors;
import java.util.concurrent.locks.ReentrantLock;

/** A JVM to profile, whose threads wait for each other until its input ends. */
final class WaitingService {
    private static final Object MONITOR = new Monitor();
    private static final ReentrantLock LOCK = new ReentrantLock();
    private static final Object NOBODY_NOTIFIES = new Object();

    /** The class by which the monitor is recognized. */
    private static final class Monitor {}

    private WaitingService() {}

    public static void main(String[] args) throws Exception {
        for (int i = 1; i <= 2; i++) {
            start("monitor-" + i, WaitingService::holdMonitor);
            start("lock-" + i, WaitingService::holdLock);
        }
        start("notified", WaitingService::awaitNotification);
        start("sleeper", () -> pause(3_600_000));
        Executors.newFixedThreadPool(1, task -> daemon("idle", task)).submit(() -> { });
        System.out.println("ready");
        while (System.in.read() >= 0) {
            Thread.onSpinWait();
        }
    }

    private static Thread daemon(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }

    private static void start(String name, Runnable task) {
        daemon(name, () -> {
            while (true) {
                task.run();
            }
        }).start();
    }

    private static void holdMonitor() {
        synchronized (MONITOR) {
            pause(4);
        }
    }

    private static void holdLock() {
        LOCK.lock();
        try {
            pause(2);
        } finally {
            LOCK.unlock();
        }
    }

    private static void awaitNotification() {
        synchronized (NOBODY_NOTIFIES) {
            try {
                NOBODY_NOTIFIES.wait();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static void pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
