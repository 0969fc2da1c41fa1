package org.eejs.cli;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;

/** The counters and failures of a soak test. Thread-safe. */
final class SoakTally {
    /** The number of failures after which the soak test stops. */
    static final int MOST_FAILURES = 20;

    private final Map<String, LongAdder> counts = new ConcurrentSkipListMap<>();
    private final Map<String, LongAccumulator> longest = new ConcurrentSkipListMap<>();
    private final ConcurrentLinkedQueue<String> failures = new ConcurrentLinkedQueue<>();
    private final LongAdder failed = new LongAdder();

    void count(String kind) {
        counts.computeIfAbsent(kind, ignored -> new LongAdder()).increment();
    }

    /** Records a duration; the longest of each kind is stored. */
    void took(String kind, long nanos) {
        longest.computeIfAbsent(kind, ignored -> new LongAccumulator(Long::max, 0)).accumulate(nanos / 1_000_000);
    }

    /** Records a failure. */
    void fail(String what) {
        failed.increment();
        if (failed.sum() <= MOST_FAILURES) {
            failures.add(what);
            System.err.println("soak: " + what);
        }
    }

    /** Records a failure with its exception and the causes. */
    void fail(String what, Throwable cause) {
        StringBuilder line = new StringBuilder(what);
        for (Throwable each = cause; each != null; each = each.getCause()) {
            line.append(" <- ").append(each);
        }
        fail(line.toString());
    }

    long failed() {
        return failed.sum();
    }

    List<String> failures() {
        return List.copyOf(failures);
    }

    long of(String kind) {
        LongAdder count = counts.get(kind);
        return count == null ? 0 : count.sum();
    }

    /** Returns the sum of all counters whose name begins like this. */
    long all(String prefix) {
        return counts.entrySet().stream().filter(each -> each.getKey().startsWith(prefix))
                .mapToLong(each -> each.getValue().sum()).sum();
    }

    /** Returns the rows of a Markdown table. */
    String rows() {
        StringBuilder rows = new StringBuilder();
        counts.forEach((kind, count) -> rows.append("| %s | %,d |%n".formatted(kind, count.sum())));
        longest.forEach((kind, millis) -> rows.append("| %s, the longest | %,d ms |%n".formatted(kind, millis.get())));
        return rows.toString();
    }
}
