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
 * Has the key managers of this process look for changes. A daemon thread that lives while there are any starts rounds;
 * a round looks at all stores in turn on another daemon thread. A round that waits for a store is followed by the next
 * one, which passes over that store, so one that never answers does not keep changes of others from being seen. It
 * polls, since file-system notifications miss network mounts and replaced links.
 *
 * <p>Key managers are held weakly, also while their stores are looked at: one that nobody uses any more is collected,
 * and a look that has not come back from its store is interrupted. Thread-safe.
 */
final class KeyStoreWatch {
    /** The watch of this process. */
    static final KeyStoreWatch PROCESS = new KeyStoreWatch();

    /** So many stores may hang before changes of the others are seen no longer. */
    static final int MOST_THREADS = 16;

    private static final Logger LOG = Logger.getLogger(KeyStoreWatch.class.getName());
    /** A look at stores that are where they can be had quickly is shorter, in nanoseconds. */
    private static final long LONG_LOOK = TimeUnit.MILLISECONDS.toNanos(100);
    /** A look that takes longer is reported, in nanoseconds. */
    private static final long HANGING = TimeUnit.SECONDS.toNanos(5);
    /** After a long look that found nothing, so many times as long. */
    private static final int SHARE = 4;
    private static final long LONGEST_SLEEP = TimeUnit.MILLISECONDS.toNanos(250);
    /** After a failure that should not be, in nanoseconds. */
    private static final long PAUSE = TimeUnit.MINUTES.toNanos(1);

    private final List<Watched> stores = new ArrayList<>();
    private final ThreadPoolExecutor lookers = new ThreadPoolExecutor(0, MOST_THREADS, 10, TimeUnit.SECONDS,
            new SynchronousQueue<>(), task -> DetachedThread.of(task, "eejs-jsse-keys"));
    private Thread thread;
    private boolean busy;

    private KeyStoreWatch() {}

    /** Looks after a key manager from now on. */
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

    /** Looks no longer after a key manager. */
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
                // Nobody has a reason to interrupt this thread; the key managers need it.
                LOG.log(Level.FINE, "interrupted, and going on", e);
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
        // A round that is getting on reaches all stores by itself.
        if (now.stream().noneMatch(watched -> watched.isBeingLookedAt(nanos))
                && now.stream().anyMatch(watched -> watched.isDue(nanos))) {
            try {
                lookers.execute(() -> now.forEach(Watched::look));
                busy = false;
            } catch (RejectedExecutionException e) {
                if (!busy) {
                    busy = true;
                    LOG.log(Level.SEVERE, "{0} key stores do not answer, and no thread is left to look at others:"
                            + " no change of a key store is seen until one of them answers", MOST_THREADS);
                }
            }
        }
    }

    /** A store of a key manager, and when to look next, by {@link System#nanoTime()}. */
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

        /** Returns whether a look has begun a short time ago. */
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
            LOG.log(Level.WARNING, "{0} has not answered for {1} s: changes of it are not seen until it does; others"
                    + " are looked at as before", new Object[] {name, TimeUnit.NANOSECONDS.toSeconds(HANGING)});
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
            // What was meant for this look must not meet the next one.
            Thread.interrupted();
            next = System.nanoTime() + pause;
        }

        /** Interrupts a look that nobody waits for any more. */
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
                // Whatever it is, there are other stores to look at.
                LOG.log(Level.WARNING, "{0} could not be looked at: {1}; looked at again in a minute",
                        new Object[] {name, e.getClass().getName()});
            } finally {
                end(pause);
            }
        }

        /** Apart from the look itself, during which this thread must not hold the key manager. */
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
