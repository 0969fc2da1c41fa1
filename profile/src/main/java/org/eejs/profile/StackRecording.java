package org.eejs.profile;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedEvent;

/**
 * The stack samples of a flight recording, made by any {@link Source} on this machine or another. Immutable.
 *
 * @param source the sampler
 * @param samples the samples with a stack, in no particular order
 * @param lost the number of samples without a stack, or that the source reports as lost
 * @param covered the share of processor time, from 0 to 1, that the samples represent; null where it was not counted by
 *     thread
 * @param walkMillis the time for walking the stacks, in milliseconds; 0 where the source does not count it
 * @param lockWaits waits for locks, where they were recorded
 * @param wall samples of all threads, running or not, where they were recorded
 */
public record StackRecording(Source source, List<Sample> samples, long lost, Double covered, double walkMillis,
        List<LockWait> lockWaits, List<WallSample> wall) {
    private static final double NANOS_OF_MILLIS = 1e6;
    /** The package of the recorder, whose own locks do not count. */
    private static final String RECORDER = "jdk.jfr.";

    /**
     * The samples of one stack of a thread.
     *
     * @param thread the thread's number in the kernel
     * @param count the number of samples
     * @param micros the processor time that each represents, in microseconds; the same for all where that is not known
     */
    public record Sample(long thread, StackSample stack, long count, long micros) {
        private long all() {
            return count * micros;
        }
    }

    /**
     * Reads a recording.
     *
     * @throws ProfilingException when the file is missing, is no recording, or holds no samples of stacks
     */
    public static StackRecording read(Path file) throws ProfilingException {
        StackReader<String, StackSample> stacks = new StackReader<>((method, line) -> method, StackSample::new);
        StackSamples<StackSample> counts = new StackSamples<>(stacks, Function.identity());
        List<LockWait> lockWaits = new ArrayList<>();
        List<WallSample> wall = new ArrayList<>();
        String cutOff = RecordedEvents.read(file, type -> { }, event -> {
            counts.take(event);
            switch (event.getEventType().getName()) {
                case "jdk.JavaMonitorEnter" -> addWait(lockWaits, event, "monitorClass", true,
                        stacks.read(event, "eventThread"));
                case "jdk.ThreadPark" -> addWait(lockWaits, event, "parkedClass", false,
                        stacks.read(event, "eventThread"));
                case "profiler.WallClockSample" -> {
                    StackSample stack = stacks.read(event, "sampledThread");
                    if (!stack.frames().isEmpty()) {
                        wall.add(new WallSample(stack,
                                !RecordedEvents.text(event, "state").equals(StackSamples.SLEEPING),
                                event.getLong("samples")));
                    }
                }
                default -> { }
            }
        });
        if (cutOff != null) {
            throw new ProfilingException(file + ": " + cutOff);
        }
        if (!counts.seen()) {
            throw new ProfilingException(file + " holds no samples of stacks");
        }
        List<Sample> samples = new ArrayList<>();
        counts.byThread().forEach((thread, ofThread) -> ofThread.forEach((stack, count) ->
                samples.add(new Sample(thread, stack, count, 1))));
        return new StackRecording(counts.source(), samples, counts.lost(), null, 0, List.copyOf(lockWaits),
                List.copyOf(wall)).with(0, 0, ThreadTimes.UNKNOWN);
    }

    /** Returns this recording with the source's counts of itself, and the kernel's counts of threads. */
    StackRecording with(long skipped, double millis, ThreadTimes used) {
        Map<Long, Long> counts = samples.stream()
                .collect(Collectors.groupingBy(Sample::thread, Collectors.summingLong(Sample::count)));
        ThreadTimes.Weights weights = used.weigh(counts);
        return new StackRecording(source, samples.stream().map(each -> new Sample(each.thread(), each.stack(),
                each.count(), weights.micros(each.thread()))).toList(), lost + skipped, weights.covered(), millis,
                lockWaits, wall);
    }

    /** Returns this recording and another one of the same JVM together. */
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
        return samples.stream().collect(Collectors.groupingBy(Sample::stack, Collectors.summingLong(Sample::all)));
    }

    /** Returns the number of samples. */
    long taken() {
        return samples.stream().mapToLong(Sample::count).sum();
    }

    private double micros() {
        return samples.stream().mapToDouble(Sample::all).sum();
    }

    /** Returns the effective number of samples of equal weight; see Kish, Survey Sampling, 1965, 11.7. */
    long worth() {
        double squares = samples.stream().mapToDouble(each -> (double) each.all() * each.micros()).sum();
        return squares == 0 ? 0 : Math.round(micros() * micros() / squares);
    }

    private static void addWait(List<LockWait> waits, RecordedEvent event, String lock, boolean monitor,
            StackSample waiter) {
        RecordedClass type = event.getClass(lock);
        if (type != null && !waiter.frames().isEmpty() && !type.getName().startsWith(RECORDER)
                && (monitor || LockWait.isLock(type.getName()))) {
            waits.add(new LockWait(type.getName(), monitor, event.getDuration().toNanos() / NANOS_OF_MILLIS, waiter));
        }
    }
}
