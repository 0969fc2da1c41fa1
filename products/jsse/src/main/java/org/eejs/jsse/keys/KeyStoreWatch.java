package org.eejs.jsse.keys;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.eejs.jsse.runtime.Counters;
import org.eejs.jsse.runtime.DetachedThread;

/**
 * The watch that lets the key managers of this process check for changes. While there are any, a daemon thread starts
 * rounds; a round checks all stores in turn on another daemon thread. If a round waits for a store, the next round
 * skips that store, so a store that never answers does not hide changes of others. It polls, because file-system
 * notifications miss network mounts and replaced links.
 *
 * <p>Key managers are held weakly, even while their stores are checked. So an unused one is collected, and a check that
 * has not returned from its store is interrupted. Thread-safe.
 */
final class KeyStoreWatch {
    /** The watch of this process. */
    static final KeyStoreWatch PROCESS = new KeyStoreWatch();

    /** The number of stores that may hang before changes of the others are no longer seen. */
    static final int MOST_THREADS = 16;

    private static final Logger LOG = Logger.getLogger(KeyStoreWatch.class.getName());
    /** The longest duration of a check whose store answers quickly, in nanoseconds. */
    private static final long LONG_LOOK = TimeUnit.MILLISECONDS.toNanos(100);
    /** The duration after which a check is reported, in nanoseconds. */
    private static final long HANGING = TimeUnit.SECONDS.toNanos(5);
    /** Factor for the pause after a long check without news, times the duration of the check. */
    private static final int SHARE = 4;
    private static final long LONGEST_SLEEP = TimeUnit.MILLISECONDS.toNanos(250);
    /** Pause after an unexpected failure, in nanoseconds. */
    private static final long PAUSE = TimeUnit.MINUTES.toNanos(1);

    private final List<Watched> stores = new ArrayList<>();
    private final ThreadPoolExecutor lookers = new ThreadPoolExecutor(0, MOST_THREADS, 10, TimeUnit.SECONDS,
            new SynchronousQueue<>(), task -> DetachedThread.of(task, "eejs-jsse-keys"));
    private Thread thread;
    private boolean busy;

    private KeyStoreWatch() {}

    /** Watches a key manager from now on. */
    synchronized void add(CachingKeyManager manager) {
        if (stores.stream().noneMatch(watched -> watched.get() == manager)) {
            for (int i = 0; i < manager.sources().size(); i++) {
                stores.add(new Watched(manager, i));
            }
        }
        if (thread == null && !stores.isEmpty()) {
            Thread made = DetachedThread.of(this::run, "eejs-jsse-watch");
            made.start();
            thread = made;
        }
    }

    /** Stops watching a key manager. */
    synchronized void remove(CachingKeyManager manager) {
        stores.removeIf(watched -> watched.get() == manager && watched.abandon());
    }

    private void run() {
        for (List<Watched> now = alive(); !now.isEmpty(); now = alive()) {
            try {
                tick(now);
                TimeUnit.NANOSECONDS.sleep(now.stream().mapToLong(watched -> watched.interval)
                        .reduce(LONGEST_SLEEP, Math::min));
            } catch (InterruptedException e) {
                // There is no reason to interrupt this thread, and the key managers need it.
                LOG.log(Level.FINE, "interrupted, and continuing", e);
            } catch (RuntimeException | Error e) {
                // For example no memory for another thread, or for a line in the log: the next tick may have it.
                continue;
            }
        }
    }

    private synchronized List<Watched> alive() {
        stores.removeIf(watched -> watched.get() == null && watched.abandon());
        if (stores.isEmpty()) {
            thread = null;
            return Collections.emptyList();
        }
        return new ArrayList<>(stores);
    }

    private void tick(List<Watched> now) {
        long nanos = System.nanoTime();
        for (Watched watched : now) {
            watched.expire(nanos);
            watched.reportIfHanging(nanos);
        }
        // A round that makes progress reaches all stores by itself.
        if (now.stream().noneMatch(watched -> watched.isBeingLookedAt(nanos))
                && now.stream().anyMatch(watched -> watched.isDue(nanos))) {
            try {
                lookers.execute(() -> now.forEach(Watched::look));
                busy = false;
            } catch (RejectedExecutionException e) {
                if (!busy) {
                    busy = true;
                    LOG.log(Level.SEVERE, "{0} key stores do not answer, and no thread is left to check others. "
                            + "Changes are seen again after one of them answers", MOST_THREADS);
                }
            }
        }
    }

    /** A store of a key manager, and the time of its next check, by {@link System#nanoTime()}. */
    private static final class Watched extends WeakReference<CachingKeyManager> {
        private final int index;
        private final long interval;
        private final String name;
        private long next;
        private Thread looking;
        private long since;
        private boolean reported;

        Watched(CachingKeyManager manager, int index) {
            super(manager);
            this.index = index;
            this.interval = manager.refreshNanos();
            this.name = manager.sources().get(index).toString();
            this.next = System.nanoTime() + interval;
        }

        synchronized boolean isDue(long now) {
            return looking == null && now - next >= 0;
        }

        /** Returns whether a check began a short time ago. */
        synchronized boolean isBeingLookedAt(long now) {
            return looking != null && now - since < LONG_LOOK;
        }

        void expire(long now) {
            CachingKeyManager manager = get();
            if (manager != null) {
                manager.expire(now);
            }
        }

        void reportIfHanging(long now) {
            synchronized (this) {
                if (looking == null || reported || now - since < HANGING) {
                    return;
                }
                reported = true;
            }
            Counters.PROCESS.hangingKeyStores.increment();
            LOG.log(Level.WARNING, "{0} has not answered for {1} s: changes of it are not seen until it does; others "
                    + "are checked as before", new Object[] {name, TimeUnit.NANOSECONDS.toSeconds(HANGING)});
        }

        private synchronized boolean begin() {
            long now = System.nanoTime();
            if (!isDue(now)) {
                return false;
            }
            looking = Thread.currentThread();
            since = now;
            reported = false;
            return true;
        }

        private synchronized void end(long pause) {
            looking = null;
            // An interrupt that was meant for this check must not reach the next one.
            Thread.interrupted();
            next = System.nanoTime() + pause;
        }

        /** Interrupts a check whose result is no longer needed. */
        synchronized boolean abandon() {
            if (looking != null) {
                looking.interrupt();
            }
            return true;
        }

        void look() {
            if (!begin()) {
                return;
            }
            long pause = PAUSE;
            try {
                StoreSource source = source();
                boolean news = source != null && publish(source, source.look());
                long took = System.nanoTime() - since;
                // A bit less than the interval: the thread sleeps that long, or in parts of it.
                pause = Math.max(interval / 8 * 7, news || took < LONG_LOOK ? 0 : Math.min(took * SHARE, PAUSE));
            } catch (RuntimeException | Error e) {
                // The error must not end the thread: there are other stores to check.
                LOG.log(Level.WARNING, "{0}: the check for changes failed: {1}; checked again in a minute",
                        new Object[] {name, e.getClass().getName()});
            } finally {
                end(pause);
            }
        }

        /**
         * Returns the source. Separate from the check itself, during which this thread must not hold the key manager.
         */
        private StoreSource source() {
            CachingKeyManager manager = get();
            return manager == null ? null : manager.sources().get(index);
        }

        private boolean publish(StoreSource source, StoreSource.Finding found) {
            CachingKeyManager manager = get();
            return manager != null && manager.publish(source, found);
        }
    }
}
