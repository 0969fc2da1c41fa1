package org.eejs.profile;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.openjdk.jmc.common.IMCFrame;
import org.openjdk.jmc.common.IMCMethod;
import org.openjdk.jmc.common.IMCStackTrace;
import org.openjdk.jmc.common.IMCThread;
import org.openjdk.jmc.common.IMCType;
import org.openjdk.jmc.common.item.Attribute;
import org.openjdk.jmc.common.item.IAttribute;
import org.openjdk.jmc.common.item.IItem;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.item.IItemIterable;
import org.openjdk.jmc.common.item.IMemberAccessor;
import org.openjdk.jmc.common.unit.IQuantity;
import org.openjdk.jmc.common.unit.UnitLookup;
import org.openjdk.jmc.flightrecorder.CouldNotLoadRecordingException;
import org.openjdk.jmc.flightrecorder.JfrAttributes;
import org.openjdk.jmc.flightrecorder.JfrLoaderToolkit;
import org.openjdk.jmc.flightrecorder.jdk.JdkAttributes;
import org.openjdk.jmc.flightrecorder.jdk.JdkTypeIDs;

/**
 * The stack samples of a flight recording, made by any {@link Source} on this machine or another. Immutable.
 *
 * @param source what sampled
 * @param samples those with a stack, in no particular order
 * @param lost samples that have no stack, or that the source says it lost
 * @param walkMillis what walking the stacks took, in milliseconds; 0 where the source does not count it
 * @param lockWaits waits for locks, where they were recorded
 * @param wall samples of all threads whatever they did, where they were recorded
 */
public record StackRecording(Source source, List<StackSample> samples, long lost, double walkMillis,
        List<LockWait> lockWaits, List<WallSample> wall) {
    private static final String CPU_TIME_SAMPLE = "jdk.CPUTimeSample";
    private static final String CPU_TIME_SAMPLES_LOST = "jdk.CPUTimeSamplesLost";
    private static final Set<String> EXECUTION_SAMPLES =
            Set.of(JdkTypeIDs.EXECUTION_SAMPLE, JdkTypeIDs.NATIVE_METHOD_SAMPLE);
    private static final IAttribute<IQuantity> LOST_SAMPLES =
            Attribute.attr("lostSamples", "Lost samples", UnitLookup.NUMBER);
    private static final String WALL_CLOCK_SAMPLE = "profiler.WallClockSample";
    private static final IAttribute<IMCType> PARKED_CLASS =
            Attribute.attr("parkedClass", "Class Parked On", UnitLookup.CLASS);
    private static final IAttribute<IMCThread> SAMPLED_THREAD =
            Attribute.attr("sampledThread", "Thread", UnitLookup.THREAD);
    private static final IAttribute<String> STATE = Attribute.attr("state", "Thread State", UnitLookup.PLAIN_TEXT);
    private static final IAttribute<IQuantity> SAMPLES = Attribute.attr("samples", "Samples", UnitLookup.NUMBER);
    /** Whose own locks are nobody's business. */
    private static final String RECORDER = "jdk.jfr.";
    private static final String SLEEPING = "STATE_SLEEPING";
    /** How async-profiler names its recordings. */
    private static final String ASYNC_PROFILER = "async-profiler";
    /** It warns of fields that newer JVMs or async-profiler leave out, of which none is read here. */
    private static final Logger READER_LOG = Logger.getLogger("org.openjdk.jmc.flightrecorder");

    static {
        READER_LOG.setLevel(Level.SEVERE);
    }

    /**
     * Reads a recording.
     *
     * @throws ProfilingException when it is not there, is no recording, or holds no samples of stacks
     */
    public static StackRecording read(Path file) throws ProfilingException {
        IItemCollection items;
        try {
            items = JfrLoaderToolkit.loadEvents(file.toFile());
        } catch (IOException | CouldNotLoadRecordingException | RuntimeException e) {
            throw new ProfilingException(file + " is no flight recording that can be read: " + e.getMessage(), e);
        }
        Map<String, Long> counts = items.stream().collect(Collectors.groupingBy(of -> of.getType().getIdentifier(),
                Collectors.summingLong(IItemIterable::getItemCount)));
        boolean byCpuTime = counts.getOrDefault(CPU_TIME_SAMPLE, 0L) > 0;
        Set<String> types = byCpuTime ? Set.of(CPU_TIME_SAMPLE) : EXECUTION_SAMPLES;
        Reader reader = new Reader();
        Categories categories = Categories.of(List.of());
        items.stream().filter(of -> types.contains(of.getType().getIdentifier())).forEach(of -> reader.add(of,
                of.getType().getIdentifier().equals(JdkTypeIDs.NATIVE_METHOD_SAMPLE) ? categories : null));
        if (!reader.sampled) {
            throw new ProfilingException(file + " holds no samples of stacks");
        }
        Source source = byCpuTime ? Source.CPU_TIME_SAMPLE
                : isOfAsyncProfiler(items) ? Source.ASYNC_PROFILER : Source.EXECUTION_SAMPLE;
        return new StackRecording(source, List.copyOf(reader.samples), reader.lost + lost(items), 0,
                Stream.concat(lockWaits(items, JdkTypeIDs.MONITOR_ENTER, JdkAttributes.MONITOR_CLASS),
                        lockWaits(items, JdkTypeIDs.THREAD_PARK, PARKED_CLASS)
                                .filter(wait -> LockWait.isLock(wait.lock()))).toList(),
                wall(items).toList());
    }

    private static Stream<IItemIterable> of(IItemCollection items, String type) {
        return items.stream().filter(of -> of.getType().getIdentifier().equals(type));
    }

    private static Stream<LockWait> lockWaits(IItemCollection items, String type, IAttribute<IMCType> lock) {
        return of(items, type).flatMap(of -> {
            IMemberAccessor<IMCType, IItem> locks = lock.getAccessor(of.getType());
            IMemberAccessor<IQuantity, IItem> durations = JfrAttributes.DURATION.getAccessor(of.getType());
            Function<IItem, StackSample> stacks = stacks(of, JfrAttributes.EVENT_THREAD);
            return of.stream().filter(item -> locks.getMember(item) != null && stacks.apply(item) != null
                            && !locks.getMember(item).getFullName().startsWith(RECORDER))
                    .map(item -> new LockWait(locks.getMember(item).getFullName(),
                            type.equals(JdkTypeIDs.MONITOR_ENTER), durations.getMember(item)
                                    .doubleValueIn(UnitLookup.MILLISECOND), stacks.apply(item)));
        });
    }

    private static Stream<WallSample> wall(IItemCollection items) {
        return of(items, WALL_CLOCK_SAMPLE).flatMap(of -> {
            IMemberAccessor<String, IItem> states = STATE.getAccessor(of.getType());
            IMemberAccessor<IQuantity, IItem> counts = SAMPLES.getAccessor(of.getType());
            Function<IItem, StackSample> stacks = stacks(of, SAMPLED_THREAD);
            return of.stream().filter(item -> stacks.apply(item) != null).map(item -> new WallSample(stacks.apply(item),
                    !SLEEPING.equals(states.getMember(item)), counts.getMember(item).longValue()));
        });
    }

    /** How to read the stacks of events of a type; of one without a stack null is read. */
    private static Function<IItem, StackSample> stacks(IItemIterable of, IAttribute<IMCThread> thread) {
        IMemberAccessor<IMCStackTrace, IItem> stacks = JfrAttributes.EVENT_STACKTRACE.getAccessor(of.getType());
        IMemberAccessor<IMCThread, IItem> threads = thread.getAccessor(of.getType());
        return item -> {
            IMCStackTrace stack = stacks == null ? null : stacks.getMember(item);
            if (stack == null || stack.getFrames().isEmpty()) {
                return null;
            }
            IMCThread who = threads == null ? null : threads.getMember(item);
            return new StackSample(who == null || who.getThreadName() == null ? "" : who.getThreadName(),
                    stack.getFrames().stream().map(StackRecording::name).toList());
        };
    }

    private static String name(IMCFrame frame) {
        IMCMethod method = frame.getMethod();
        if (method == null) {
            return "";
        }
        String type = method.getType() == null ? "" : method.getType().getFullName();
        return type.isEmpty() ? method.getMethodName() : type + "." + method.getMethodName();
    }

    /** The same with what the source counted of itself. */
    StackRecording with(long skipped, double millis) {
        return new StackRecording(source, samples, lost + skipped, millis, lockWaits, wall);
    }

    /** This and another one of the same JVM. */
    public StackRecording and(StackRecording other) {
        return new StackRecording(source, concat(samples, other.samples), lost + other.lost,
                walkMillis + other.walkMillis,
                concat(lockWaits, other.lockWaits), concat(wall, other.wall));
    }

    private static <T> List<T> concat(List<T> first, List<T> then) {
        return Stream.concat(first.stream(), then.stream()).toList();
    }

    /** As the flight recorder counts them. */
    private static long lost(IItemCollection items) {
        return of(items, CPU_TIME_SAMPLES_LOST).mapToLong(of -> {
            IMemberAccessor<IQuantity, IItem> number = LOST_SAMPLES.getAccessor(of.getType());
            return number == null ? of.getItemCount()
                    : of.stream().map(number::getMember).mapToLong(each -> each == null ? 1 : each.longValue()).sum();
        }).sum();
    }

    private static boolean isOfAsyncProfiler(IItemCollection items) {
        return of(items, JdkTypeIDs.RECORDINGS).anyMatch(of -> {
            IMemberAccessor<String, IItem> name = JdkAttributes.RECORDING_NAME.getAccessor(of.getType());
            return name != null && of.stream().map(name::getMember)
                    .anyMatch(each -> each != null && each.startsWith(ASYNC_PROFILER));
        });
    }

    /** Collects the samples of a recording. */
    private static final class Reader {
        private final List<StackSample> samples = new ArrayList<>();
        private long lost;
        private boolean sampled;

        /** Adds those of one kind, but where threads wait; {@code waiting} is null for a kind that says so itself. */
        void add(IItemIterable of, Categories waiting) {
            Function<IItem, StackSample> stacks = stacks(of, JfrAttributes.EVENT_THREAD);
            IMemberAccessor<String, IItem> states = STATE.getAccessor(of.getType());
            for (IItem item : of) {
                sampled = true;
                StackSample sample = stacks.apply(item);
                boolean sleeps = states != null && SLEEPING.equals(states.getMember(item));
                if (sample == null) {
                    lost++;
                } else if (!sleeps && (waiting == null || !waiting.isBlocked(sample))) {
                    samples.add(sample);
                }
            }
        }
    }
}
