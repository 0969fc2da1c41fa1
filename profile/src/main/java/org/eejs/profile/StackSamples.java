package org.eejs.profile;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.LongUnaryOperator;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;

/**
 * The samples of stacks that use the CPU, counted while a recording is read. Not thread-safe.
 *
 * @param <S> the type of a stack
 */
public final class StackSamples<S> {
    /** The state that async-profiler gives waiting threads, where it samples all of them. */
    static final String SLEEPING = "STATE_SLEEPING";

    private final StackReader<?, S> reader;
    private final Function<S, StackSample> sample;
    private final Categories categories = Categories.of(List.of());
    private final Kind<S> cpuTime = new Kind<>();
    /** The samples of threads in Java, and in native methods. */
    private final Kind<S> execution = new Kind<>();
    private final Kind<S> nativeMethods = new Kind<>();
    private boolean asyncProfiler;
    private boolean wall;
    private boolean seen;

    /** The samples of one kind of event. */
    private static final class Kind<S> {
        /** The number of samples of each thread, by its number in the kernel, and of each of its stacks. */
        private final Map<Long, Map<S, Long>> threads = new HashMap<>();
        private long taken;
        private long cut;
        private long lost;

        private void add(S stack, RecordedThread who, boolean isCut) {
            taken++;
            cut += isCut ? 1 : 0;
            threads.computeIfAbsent(who == null ? -1 : who.getOSThreadId(), thread -> new HashMap<>())
                    .merge(stack, 1L, Long::sum);
        }

        private boolean isEmpty() {
            return threads.isEmpty();
        }

        /** Adds the stacks, each sample with the weight of its thread. */
        private void addTo(Map<S, Long> all, LongUnaryOperator weight) {
            threads.forEach((thread, stacks) -> stacks.forEach((stack, count) ->
                    all.merge(stack, count * weight.applyAsLong(thread), Long::sum)));
        }
    }

    /**
     * Creates an empty set.
     *
     * @param sample returns a stack in the form for categories
     */
    public StackSamples(StackReader<?, S> reader, Function<S, StackSample> sample) {
        this.reader = reader;
        this.sample = sample;
    }

    /** Counts an event; returns whether it is about samples. */
    public boolean take(RecordedEvent event) {
        switch (event.getEventType().getName()) {
            case "jdk.CPUTimeSample" -> add(cpuTime, event, "eventThread");
            case "jdk.CPUTimeSamplesLost" -> cpuTime.lost += event.getLong("lostSamples");
            case "jdk.ExecutionSample" -> {
                seen = true;
                if (!RecordedEvents.text(event, "state").contains(SLEEPING)) {
                    add(execution, event, "sampledThread");
                }
            }
            case "jdk.NativeMethodSample" -> add(nativeMethods, event, "sampledThread");
            case "profiler.WallClockSample" -> wall = true;
            case "jdk.ActiveRecording" ->
                    asyncProfiler |= RecordedEvents.text(event, "name").startsWith("async-profiler");
            case "jdk.ActiveSetting" -> {
                String name = RecordedEvents.text(event, "name");
                wall |= (name.equals("event") || name.equals("engine"))
                        && RecordedEvents.text(event, "value").equals("wall");
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    private void add(Kind<S> kind, RecordedEvent event, String thread) {
        seen = true;
        RecordedStackTrace trace = event.getStackTrace();
        if (trace == null || trace.getFrames().isEmpty()) {
            kind.lost++;
            return;
        }
        S stack = reader.read(event, thread);
        // The flight recorder counts a thread in a native method as running, even if it waits.
        if (kind != nativeMethods || !categories.isBlocked(sample.apply(stack))) {
            kind.add(stack, event.getThread(thread), trace.isTruncated());
        }
    }

    /**
     * Returns the stacks of the best available samples, with the weight of each. The weight is microseconds of CPU
     * where the samples are of CPU time and the kernel counted each thread's use, else the number of samples. If
     * samples of Java and of native methods have different intervals, a sample at the longer one counts for several.
     *
     * @param javaMillis the interval between two samples of a thread in Java
     * @param nativeMillis the interval between two samples of a thread in native methods
     * @param used the threads' use meanwhile; null where it was not counted
     */
    public Map<S, Long> stacks(double javaMillis, double nativeMillis, ThreadTimes used) {
        Map<S, Long> all = new HashMap<>();
        if (!cpuTime.isEmpty() || asyncProfiler && !wall) {
            ThreadTimes.Weights weights = used == null ? null : used.weigh(threads());
            LongUnaryOperator weight = weights == null || weights.covered() == null ? thread -> 1 : weights::micros;
            (cpuTime.isEmpty() ? execution : cpuTime).addTo(all, weight);
        } else {
            execution.addTo(all, thread -> Math.max(1, Math.round(javaMillis / nativeMillis)));
            nativeMethods.addTo(all, thread -> Math.max(1, Math.round(nativeMillis / javaMillis)));
        }
        return Map.copyOf(all);
    }

    /** Returns the number of each stack of a thread, by its number in the kernel, among the best samples. */
    Map<Long, Map<S, Long>> byThread() {
        if (!cpuTime.isEmpty()) {
            return cpuTime.threads;
        }
        Map<Long, Map<S, Long>> all = new HashMap<>();
        for (Kind<S> kind : List.of(execution, nativeMethods)) {
            kind.threads.forEach((thread, stacks) -> stacks.forEach((stack, count) ->
                    all.computeIfAbsent(thread, each -> new HashMap<>()).merge(stack, count, Long::sum)));
        }
        return all;
    }

    /** Returns the number of samples of each thread, by its number in the kernel. */
    public Map<Long, Long> threads() {
        Map<Long, Long> all = new HashMap<>();
        byThread().forEach((thread, stacks) -> all.put(thread,
                stacks.values().stream().mapToLong(Long::longValue).sum()));
        return all;
    }

    /** Returns whether there was any sample, even of a waiting thread or without a stack. */
    boolean seen() {
        return seen;
    }

    /** Returns the source of the samples. */
    public Source source() {
        return !cpuTime.isEmpty() ? Source.CPU_TIME_SAMPLE : asyncProfiler ? Source.ASYNC_PROFILER
                : Source.EXECUTION_SAMPLE;
    }

    /** Returns whether they are samples of all threads, running or not. */
    public boolean isOfWallClock() {
        return wall;
    }

    /** Returns the number of samples with a stack. */
    public long taken() {
        return cpuTime.isEmpty() ? execution.taken + nativeMethods.taken : cpuTime.taken;
    }

    /** Returns the number of samples without a stack, or lost by the recorder. */
    public long lost() {
        return cpuTime.isEmpty() ? execution.lost + nativeMethods.lost + cpuTime.lost : cpuTime.lost;
    }

    /**
     * Returns the number of stacks whose outermost frames are missing, since the recorder keeps a limited number of
     * frames.
     */
    public long cut() {
        return cpuTime.isEmpty() ? execution.cut + nativeMethods.cut : cpuTime.cut;
    }
}
