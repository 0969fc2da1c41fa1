package org.eejs.xmlload.engine;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.stream.LongStream;

/** Reads the counters of this process and of its workload. For one thread. */
final class WorkloadMeter {
    /** A reading of the transactions that took longer, in nanoseconds, is made again: its instant would be vague. */
    private static final long VAGUE = 50_000;
    private static final int ATTEMPTS = 20;
    /** Collectors that work beside the application have a bean for their pauses too, which are part of the cycles. */
    private static final String PAUSES = " Pauses";

    private final WorkloadThreads threads;
    private final long[] ids;
    private final long start;
    private final OperatingSystemMXBean process = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    private final ThreadMXBean ofThreads = ManagementFactory.getPlatformMXBean(ThreadMXBean.class);
    private final List<GarbageCollectorMXBean> collectors = ManagementFactory.getGarbageCollectorMXBeans().stream()
            .filter(bean -> !bean.getName().endsWith(PAUSES)).toList();

    /**
     * A meter.
     *
     * @param start when the threads began, by {@link System#nanoTime}
     */
    WorkloadMeter(WorkloadThreads threads, long start) {
        this.threads = threads;
        this.ids = threads.ids();
        this.start = start;
    }

    /** Reads all counters, that of transactions first and at the tick's very instant. */
    WorkloadTick read() {
        long before;
        long after;
        long transactions;
        int attempts = 0;
        do {
            before = System.nanoTime();
            transactions = threads.transactions();
            after = System.nanoTime();
        } while (after - before > VAGUE && ++attempts < ATTEMPTS);
        long cpu = process.getProcessCpuTime();
        long allocated = LongStream.of(ofThreads.getThreadAllocatedBytes(ids)).filter(bytes -> bytes > 0).sum();
        return new WorkloadTick((before + after) / 2 - start, transactions, cpu,
                collectors.stream().mapToLong(GarbageCollectorMXBean::getCollectionTime).sum(),
                collectors.stream().mapToLong(GarbageCollectorMXBean::getCollectionCount).sum(), allocated);
    }
}
