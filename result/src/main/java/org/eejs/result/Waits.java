package org.eejs.result;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.eejs.result.settings.Allowed;

/**
 * What the bank's threads waited for while its stacks were sampled. Times are of all threads together, in milliseconds
 * for a page. Immutable.
 *
 * @param locks that threads waited for, the longest waits first; absent where they were not looked at
 * @param threadDumps in how many thread dumps the owners of locks were looked for; absent likewise
 * @param threadTime what threads did that had work to do, by what they waited for; absent where that was not looked at
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Waits(List<Lock> locks, Integer threadDumps, List<Cause> threadTime) {
    /** Those of a run in which nobody looked. */
    public static final Waits NONE = new Waits(null, null, null);

    /**
     * A contended lock, or all locks of a class.
     *
     * @param lock the class of the monitor's object, or of the lock of java.util.concurrent
     * @param kind {@code monitor} for {@code synchronized}
     * @param waits how often a thread had to wait
     * @param waiters where threads waited, the longest waits first
     * @param owners where the lock was held meanwhile, the most frequent first; empty where no dump saw it
     */
    public record Lock(String lock, @Allowed({"monitor", "synchronizer"}) String kind, long waits,
            double waitedMsPerPage, List<Stack> waiters, List<Stack> owners) {}

    /**
     * Time of threads that they spent for one reason.
     *
     * @param stacks the most frequent first
     */
    public record Cause(@Allowed({"running", "lock", "backEnd", "users", "connectionPool", "sleep", "condition", "jvm",
        "other"}) String cause, double msPerPage, List<Stack> stacks) {}

    /**
     * Where threads were.
     *
     * @param count how many waits, dumps or samples found them there
     * @param frames classes and methods, or native functions, the innermost first; those furthest out are left out
     */
    public record Stack(long count, List<String> frames) {}

    /** Returns whether waits for locks were looked at. */
    @JsonIgnore
    public boolean hasLocks() {
        return locks != null;
    }
}
