package org.eejs.jsse;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Has the key managers of this process look for changes, by one daemon thread that lives while there are any. It holds
 * them weakly: one that nobody uses any more is collected and no longer looked after. Thread-safe.
 */
final class KeyStoreWatch {
    /** The watch of this process. */
    static final KeyStoreWatch PROCESS = new KeyStoreWatch();

    private static final Logger LOG = Logger.getLogger(KeyStoreWatch.class.getName());
    /** A look at stores that are where they can be had quickly is shorter, in nanoseconds. */
    private static final long LONG_LOOK = TimeUnit.MILLISECONDS.toNanos(100);
    /** After a long look that found nothing, so many times as long. */
    private static final int SHARE = 4;
    /** The setting may be made shorter while this thread sleeps. */
    private static final long LONGEST_SLEEP_MILLIS = 250;
    /** After a failure that should not be, in nanoseconds. */
    private static final long PAUSE = TimeUnit.MINUTES.toNanos(1);

    private final List<Watched> managers = new ArrayList<>();
    private Thread thread;

    private KeyStoreWatch() {}

    /** Looks after a key manager from now on. */
    synchronized void add(CachingKeyManager manager) {
        if (managers.stream().anyMatch(watched -> watched.get() == manager)) {
            return;
        }
        managers.add(new Watched(manager));
        if (thread == null) {
            thread = new Thread(this::run, "eejs-jsse-keys");
            thread.setDaemon(true);
            // Else the thread would keep the application alive in which the first key manager was used.
            thread.setContextClassLoader(null);
            thread.start();
        }
    }

    /** Looks no longer after a key manager. */
    synchronized void remove(CachingKeyManager manager) {
        managers.removeIf(watched -> watched.get() == manager);
    }

    private void run() {
        for (List<Watched> now = alive(); !now.isEmpty(); now = alive()) {
            now.forEach(Watched::look);
            try {
                TimeUnit.MILLISECONDS.sleep(Math.min(Settings.refreshMillis(), LONGEST_SLEEP_MILLIS));
            } catch (InterruptedException e) {
                // Nobody has a reason to interrupt this thread; the key managers need it.
                LOG.log(Level.FINE, "interrupted, and going on", e);
            }
        }
    }

    private synchronized List<Watched> alive() {
        managers.removeIf(watched -> watched.get() == null);
        if (managers.isEmpty()) {
            thread = null;
        }
        return new ArrayList<>(managers);
    }

    /** A key manager and when to look next, by {@link System#nanoTime()}. */
    private static final class Watched extends WeakReference<CachingKeyManager> {
        private long next = System.nanoTime() + interval();

        Watched(CachingKeyManager manager) {
            super(manager);
        }

        private static long interval() {
            return TimeUnit.MILLISECONDS.toNanos(Settings.refreshMillis());
        }

        void look() {
            long start = System.nanoTime();
            CachingKeyManager manager = get();
            if (manager == null || start - next < 0) {
                return;
            }
            try {
                boolean news = manager.look();
                long end = System.nanoTime();
                long pause = news || end - start < LONG_LOOK ? 0 : Math.min((end - start) * SHARE, PAUSE);
                // A bit less than the interval: the thread sleeps that long, or in parts of it.
                next = end + Math.max(interval() / 8 * 7, pause);
            } catch (RuntimeException | Error e) {
                // Whatever it is, this thread has other key managers to look after.
                LOG.log(Level.WARNING, "key stores could not be looked at: {0}; looked at again in a minute",
                        e.getClass().getName());
                next = System.nanoTime() + PAUSE;
            }
        }
    }
}
