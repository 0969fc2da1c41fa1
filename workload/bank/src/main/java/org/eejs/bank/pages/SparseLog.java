package org.eejs.bank.pages;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * A log that writes a failure once for each reason in some seconds, because thousands of requests may fail for the same
 * reason. Thread-safe.
 */
final class SparseLog {
    private static final long QUIET_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final Logger logger;
    private final Map<String, Long> lastByReason = new ConcurrentHashMap<>();

    SparseLog(Class<?> source) {
        this.logger = Logger.getLogger(source.getName());
    }

    /**
     * Logs a warning unless one for the same reason was logged recently.
     *
     * @param reason one of few
     */
    void warn(String reason, String message, Throwable cause) {
        long now = System.nanoTime();
        Long last = lastByReason.get(reason);
        if (last != null && now - last < QUIET_NANOS) {
            return;
        }
        boolean first = last == null
                ? lastByReason.putIfAbsent(reason, now) == null
                : lastByReason.replace(reason, last, now);
        if (first) {
            logger.log(Level.WARNING, message, cause);
        }
    }
}
