package org.eejs.cli;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;

/** What a soak has done, by kind, and what went wrong. Thread-safe. */
final class SoakTally {
    /** After so many the soak need not go on, and more need not be kept. */
    static final int MOST_FAILURES = 20;

    private final Map<String, LongAdder> counts = new ConcurrentSkipListMap<>();
    private final Map<String, LongAccumulator> longest = new ConcurrentSkipListMap<>();
    private final ConcurrentLinkedQueue<String> failures = new ConcurrentLinkedQueue<>();
    private final LongAdder failed = new LongAdder();

    void count(String kind) {
        counts.computeIfAbsent(kind, ignored -> new LongAdder()).increment();
    }

    /** Keeps the longest of times of a kind. */
    void took(String kind, long nanos) {
        longest.computeIfAbsent(kind, ignored -> new LongAccumulator(Long::max, 0)).accumulate(nanos / 1_000_000);
    }

    /** Something was lost or wrong. */
    void fail(String what) {
        failed.increment();
        if (failed.sum() <= MOST_FAILURES) {
            failures.add(what);
            System.err.println("soak: " + what);
        }
    }

    /** The same, with the exception that shows it, and those that caused it. */
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

    /** Returns how many of all kinds that begin so. */
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
