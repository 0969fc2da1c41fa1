package org.eejs.profile;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eejs.result.Waits;

/**
 * The waits of threads in a recording. Immutable.
 *
 * @param recording the recording, with waits of the requested kind
 * @param pages the pages served meanwhile, by which times are divided
 */
record WaitTimes(StackRecording recording, double pages) {
    private static final int MOST_LOCKS = 10;
    private static final int MOST_STACKS = 3;
    private static final int MOST_FRAMES = 24;
    /** The cause of a thread without work. */
    static final String IDLE = "idle";

    /** Returns the contended locks by class, the longest waits first. */
    List<Waits.Lock> locks(Map<String, Map<StackSample, Long>> owners, Categories categories) {
        record Key(String lock, boolean monitor) {}
        return recording.lockWaits().stream().filter(wait -> wait.monitor() || !categories.isIdle(wait.waiter()))
                .collect(Collectors.groupingBy(wait -> new Key(wait.lock(), wait.monitor()))).entrySet().stream()
                .map(each -> new Waits.Lock(each.getKey().lock(), each.getKey().monitor() ? "monitor" : "synchronizer",
                        each.getValue().size(), sum(each.getValue(), LockWait::millis) / pages,
                        stacks(each.getValue(), LockWait::waiter, wait -> 1, LockWait::millis),
                        stacks(List.copyOf(owners.getOrDefault(each.getKey().lock(), Map.of()).entrySet()),
                                Map.Entry::getKey, Map.Entry::getValue, Map.Entry::getValue)))
                .sorted(Comparator.comparing(Waits.Lock::waitedMsPerPage).reversed()).limit(MOST_LOCKS).toList();
    }

    /** Returns the time of threads that had work to do, by cause, the longest first. */
    List<Waits.Cause> threadTime(Categories categories) {
        return recording.wall().stream().collect(Collectors.groupingBy(categories::cause)).entrySet().stream()
                .filter(each -> !each.getKey().equals(IDLE))
                .map(each -> new Waits.Cause(each.getKey(),
                        SamplingPlan.INTERVAL_MS * sum(each.getValue(), WallSample::count) / pages,
                        stacks(each.getValue(), WallSample::sample, WallSample::count, WallSample::count)))
                .sorted(Comparator.comparing(Waits.Cause::msPerPage).reversed()).toList();
    }

    private static <T> double sum(List<T> all, ToDoubleFunction<T> weight) {
        return all.stream().mapToDouble(weight).sum();
    }

    /** Returns the heaviest stacks first. */
    private static <T> List<Waits.Stack> stacks(List<T> all, Function<T, StackSample> stack, ToLongFunction<T> count,
            ToDoubleFunction<T> weight) {
        return all.stream().collect(Collectors.groupingBy(each -> javaFrames(stack.apply(each)))).entrySet().stream()
                .sorted(Comparator.comparing(each -> -sum(each.getValue(), weight))).limit(MOST_STACKS)
                .map(each -> new Waits.Stack(each.getValue().stream().mapToLong(count).sum(), each.getKey())).toList();
    }

    /** Returns the Java frames, without the JVM's own frames for waiting, which do not show the waiting code. */
    private static List<String> javaFrames(StackSample sample) {
        Stream<String> frames = sample.frames().stream().dropWhile(frame -> !StackSample.isJava(frame));
        return frames.limit(MOST_FRAMES).toList();
    }
}
