package org.eejs.profile;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;

/**
 * The stack samples of a flight recording, made by any {@link Source} on this machine or another. Immutable.
 *
 * @param source what sampled
 * @param samples those with a stack, in no particular order
 * @param lost samples that have no stack, or that the source says it lost
 * @param covered the share of processor time that the samples stand for, of 1; null where it was not counted by thread
 * @param walkMillis what walking the stacks took, in milliseconds; 0 where the source does not count it
 * @param lockWaits waits for locks, where they were recorded
 * @param wall samples of all threads whatever they did, where they were recorded
 */
public record StackRecording(Source source, List<Sample> samples, long lost, Double covered, double walkMillis,
        List<LockWait> lockWaits, List<WallSample> wall) {
    private static final double NANOS_OF_MILLIS = 1e6;
    /** Whose own locks are nobody's business. */
    private static final String RECORDER = "jdk.jfr.";
    private static final String SLEEPING = "STATE_SLEEPING";
    /** How async-profiler names its recordings. */
    private static final String ASYNC_PROFILER = "async-profiler";

    /**
     * A sample.
     *
     * @param thread its number in the kernel
     * @param micros the processor time that it stands for, in microseconds; the same for all where that is not known
     */
    public record Sample(long thread, StackSample stack, long micros) {}

    /**
     * Reads a recording.
     *
     * @throws ProfilingException when it is not there, is no recording, or holds no samples of stacks
     */
    public static StackRecording read(Path file) throws ProfilingException {
        Reader reader = new Reader();
        try (RecordingFile events = new RecordingFile(file)) {
            while (events.hasMoreEvents()) {
                reader.take(events.readEvent());
            }
        } catch (IOException | RuntimeException e) {
            throw new ProfilingException(file + " is no flight recording that can be read: " + e.getMessage(), e);
        }
        if (!reader.sampled) {
            throw new ProfilingException(file + " holds no samples of stacks");
        }
        return reader.recording();
    }

    /** The same with what the source counted of itself, and the kernel of the threads. */
    StackRecording with(long skipped, double millis, ThreadTimes used) {
        Map<Long, Long> counts = samples.stream()
                .collect(Collectors.groupingBy(Sample::thread, Collectors.counting()));
        ThreadTimes.Weights weights = used.weigh(counts);
        return new StackRecording(source, samples.stream().map(each -> new Sample(each.thread(), each.stack(),
                weights.micros(each.thread()))).toList(), lost + skipped, weights.covered(), millis, lockWaits, wall);
    }

    /** This and another one of the same JVM. */
    public StackRecording and(StackRecording other) {
        double whole = micros() + other.micros();
        return new StackRecording(source, concat(samples, other.samples), lost + other.lost,
                covered == null || other.covered == null || whole == 0 ? null
                        : (covered * micros() + other.covered * other.micros()) / whole,
                walkMillis + other.walkMillis, concat(lockWaits, other.lockWaits), concat(wall, other.wall));
    }

    private static <T> List<T> concat(List<T> first, List<T> then) {
        return Stream.concat(first.stream(), then.stream()).toList();
    }

    /** Returns the distinct stacks, and the processor time of each in microseconds. */
    public Map<StackSample, Long> stacks() {
        return samples.stream().collect(Collectors.groupingBy(Sample::stack, Collectors.summingLong(Sample::micros)));
    }

    private double micros() {
        return samples.stream().mapToDouble(Sample::micros).sum();
    }

    /** Returns how many samples of equal weight would tell as much; see Kish, Survey Sampling, 1965, 11.7. */
    long worth() {
        double squares = samples.stream().mapToDouble(each -> (double) each.micros() * each.micros()).sum();
        return squares == 0 ? 0 : Math.round(micros() * micros() / squares);
    }

    /** Collects what a recording has. For one thread. */
    private static final class Reader {
        private final Categories categories = Categories.of(List.of());
        private final Map<RecordedStackTrace, List<String>> known = new IdentityHashMap<>();
        private final List<Sample> byCpuTime = new ArrayList<>();
        private final List<Sample> others = new ArrayList<>();
        private final List<LockWait> lockWaits = new ArrayList<>();
        private final List<WallSample> wall = new ArrayList<>();
        private long lost;
        private boolean sampled;
        private boolean asyncProfiler;

        void take(RecordedEvent event) {
            switch (event.getEventType().getName()) {
                case "jdk.CPUTimeSample" -> add(byCpuTime, event, "eventThread", false);
                case "jdk.CPUTimeSamplesLost" -> lost += event.getLong("lostSamples");
                case "jdk.ExecutionSample" -> {
                    // async-profiler says it of threads that wait, where it samples all of them.
                    if (!SLEEPING.equals(text(event, "state"))) {
                        add(others, event, "sampledThread", false);
                    } else {
                        sampled = true;
                    }
                }
                case "jdk.NativeMethodSample" -> add(others, event, "sampledThread", true);
                case "jdk.JavaMonitorEnter" -> addWait(event, "monitorClass", true);
                case "jdk.ThreadPark" -> addWait(event, "parkedClass", false);
                case "profiler.WallClockSample" -> {
                    StackSample stack = stack(event, "sampledThread");
                    if (stack != null) {
                        wall.add(new WallSample(stack, !SLEEPING.equals(text(event, "state")),
                                event.getLong("samples")));
                    }
                }
                case "jdk.ActiveRecording" -> asyncProfiler |= text(event, "name").startsWith(ASYNC_PROFILER);
                default -> { }
            }
        }

        /** Adds a sample; the flight recorder takes a thread in a native method for one that runs. */
        private void add(List<Sample> samples, RecordedEvent event, String thread, boolean mayWait) {
            sampled = true;
            StackSample stack = stack(event, thread);
            if (stack == null) {
                lost++;
            } else if (!mayWait || !categories.isBlocked(stack)) {
                RecordedThread who = event.getThread(thread);
                samples.add(new Sample(who == null ? -1 : who.getOSThreadId(), stack, 1));
            }
        }

        private void addWait(RecordedEvent event, String lock, boolean monitor) {
            RecordedClass type = event.getClass(lock);
            StackSample stack = stack(event, "eventThread");
            if (type != null && stack != null && !type.getName().startsWith(RECORDER)
                    && (monitor || LockWait.isLock(type.getName()))) {
                lockWaits.add(new LockWait(type.getName(), monitor, event.getDuration().toNanos() / NANOS_OF_MILLIS,
                        stack));
            }
        }

        private static String text(RecordedEvent event, String field) {
            return event.hasField(field) ? Objects.toString(event.getValue(field), "") : "";
        }

        /** Null for an event that has no stack. */
        private StackSample stack(RecordedEvent event, String thread) {
            RecordedStackTrace trace = event.getStackTrace();
            if (trace == null || trace.getFrames().isEmpty()) {
                return null;
            }
            RecordedThread who = event.getThread(thread);
            String name = who == null ? null : who.getJavaName() == null ? who.getOSName() : who.getJavaName();
            return new StackSample(name == null ? "" : name, known.computeIfAbsent(trace,
                    each -> each.getFrames().stream().map(Reader::name).toList()));
        }

        private static String name(RecordedFrame frame) {
            RecordedMethod method = frame.getMethod();
            String type = method == null || method.getType() == null ? "" : method.getType().getName();
            return method == null ? "" : type.isEmpty() ? method.getName() : type + "." + method.getName();
        }

        /** What was sampled by the best that is in it. */
        StackRecording recording() {
            Source source = !byCpuTime.isEmpty() ? Source.CPU_TIME_SAMPLE
                    : asyncProfiler ? Source.ASYNC_PROFILER : Source.EXECUTION_SAMPLE;
            return new StackRecording(source, List.copyOf(byCpuTime.isEmpty() ? others : byCpuTime), lost, null, 0,
                    List.copyOf(lockWaits), List.copyOf(wall)).with(0, 0, ThreadTimes.UNKNOWN);
        }
    }
}
