package org.eejs.result;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.eejs.result.settings.Allowed;

/**
 * The waits of the bank's threads while its stacks were sampled. Times are of all threads together, in milliseconds for
 * a page. Immutable.
 *
 * @param locks contended locks, the longest waits first; absent where they were not examined
 * @param threadDumps how many thread dumps were searched for the owners of locks; absent likewise
 * @param threadTime the time of threads that had work to do, by what they waited for; absent where that was not
 *     examined
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Waits(List<Lock> locks, Integer threadDumps, List<Cause> threadTime) {
    /** The waits of a run that was not profiled. */
    public static final Waits NONE = new Waits(null, null, null);

    /**
     * A contended lock, or all locks of a class.
     *
     * @param lock the class of the monitor's object, or of the lock of java.util.concurrent
     * @param kind {@code monitor} for {@code synchronized}
     * @param waits how often a thread had to wait
     * @param waiters where threads waited, the longest waits first
     * @param owners where the lock was held meanwhile, the most frequent first; empty where no dump showed it
     */
    public record Lock(String lock, @Allowed({"monitor", "synchronizer"}) String kind, long waits,
            double waitedMsPerPage, List<Stack> waiters, List<Stack> owners) {}

    /**
     * The time of threads for one reason.
     *
     * @param stacks the most frequent first
     */
    public record Cause(@Allowed({"running", "lock", "backEnd", "users", "connectionPool", "sleep", "condition", "jvm",
        "other"}) String cause, double msPerPage, List<Stack> stacks) {}

    /**
     * The stack of threads.
     *
     * @param count how many waits, dumps or samples had it
     * @param frames classes and methods, or native functions, the innermost first; the outermost ones are left out
     */
    public record Stack(long count, List<String> frames) {}

    /** Returns whether waits for locks were examined. */
    @JsonIgnore
    public boolean hasLocks() {
        return locks != null;
    }
}
