package org.eejs.bank.statistics;

import com.sun.management.GarbageCollectionNotificationInfo;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import javax.management.ListenerNotFoundException;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.NotificationListener;
import javax.management.openmbean.CompositeData;

/**
 * A watch of this process's heap, from its creation on.
 *
 * <p>Allocation is derived from the fill of the heap: the growth from the end of one collection to the start of the
 * next was allocated between them. The counters of the JVM's threads would be finer but forget threads that have ended,
 * and the JVM-wide total came with JDK 21. So the figure is exact to a region or a thread's buffer for collectors that
 * stop the world, such as G1. It is a lower bound if a concurrent cycle frees memory meanwhile.
 *
 * <p>Thread-safe.
 */
public final class HeapWatch implements AutoCloseable {
    private final MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
    private final List<GarbageCollectorMXBean> collectors = ManagementFactory.getGarbageCollectorMXBeans();
    private final Set<String> heapPools = ManagementFactory.getMemoryPoolMXBeans().stream()
            .filter(pool -> pool.getType() == MemoryType.HEAP)
            .map(MemoryPoolMXBean::getName)
            .collect(Collectors.toUnmodifiableSet());
    private final NotificationListener listener = (notification, unused) -> collected(notification);
    private long allocated;
    private long lastUsed = memory.getHeapMemoryUsage().getUsed();

    public HeapWatch() {
        for (GarbageCollectorMXBean collector : collectors) {
            if (collector instanceof NotificationEmitter emitter) {
                emitter.addNotificationListener(listener, null, null);
            }
        }
    }

    /**
     * Returns the garbage collections of the process, without cycles of concurrent collectors, which stop no threads.
     */
    public long collections() {
        return collectors.stream().filter(HeapWatch::stopsTheWorld)
                .mapToLong(GarbageCollectorMXBean::getCollectionCount).sum();
    }

    public long collectionMillis() {
        return collectors.stream().filter(HeapWatch::stopsTheWorld)
                .mapToLong(GarbageCollectorMXBean::getCollectionTime).sum();
    }

    /** Returns the bytes allocated since this watch was created. */
    public synchronized long allocatedBytes() {
        return allocated + Math.max(0, usedBytes() - lastUsed);
    }

    public long usedBytes() {
        return memory.getHeapMemoryUsage().getUsed();
    }

    @Override
    public void close() {
        for (GarbageCollectorMXBean collector : collectors) {
            if (collector instanceof NotificationEmitter emitter) {
                try {
                    emitter.removeNotificationListener(listener);
                } catch (ListenerNotFoundException e) {
                    // It was closed before.
                }
            }
        }
    }

    /**
     * Returns whether a collector's figures are pauses: ZGC and Shenandoah count pauses and whole cycles separately.
     */
    private static boolean stopsTheWorld(GarbageCollectorMXBean collector) {
        return !collector.getName().endsWith("Cycles");
    }

    private void collected(Notification notification) {
        if (notification.getType().equals(GarbageCollectionNotificationInfo.GARBAGE_COLLECTION_NOTIFICATION)) {
            var gc = GarbageCollectionNotificationInfo.from((CompositeData) notification.getUserData()).getGcInfo();
            note(heap(gc.getMemoryUsageBeforeGc()), heap(gc.getMemoryUsageAfterGc()));
        }
    }

    private synchronized void note(long before, long after) {
        allocated += Math.max(0, before - lastUsed);
        lastUsed = after;
    }

    private long heap(Map<String, MemoryUsage> pools) {
        return pools.entrySet().stream()
                .filter(pool -> heapPools.contains(pool.getKey()))
                .mapToLong(pool -> pool.getValue().getUsed())
                .sum();
    }
}
