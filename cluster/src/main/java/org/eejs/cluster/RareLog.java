package org.eejs.cluster;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** A log for lines that strangers can cause: each appears at most once a second. Thread-safe. */
final class RareLog {
    private static final long EVERY_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final int LINES = 1_000;

    private final Consumer<String> log;
    private final Map<String, Long> said = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
            return size() > LINES;
        }
    };

    RareLog(Consumer<String> log) {
        this.log = log;
    }

    /** Logs a line, unless the same was logged within the last second. */
    void say(String line) {
        long now = System.nanoTime();
        synchronized (said) {
            Long before = said.get(line);
            if (before != null && now - before < EVERY_NANOS) {
                return;
            }
            said.put(line, now);
        }
        log.accept(line);
    }
}
