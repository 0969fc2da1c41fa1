package org.eejs.doctor.looking;

import static org.eejs.profile.RecordedEvents.text;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedEvent;
import org.eejs.doctor.evidence.Events;
import org.eejs.doctor.evidence.Frame;
import org.eejs.doctor.evidence.JvmSettings;
import org.eejs.doctor.evidence.Stack;
import org.eejs.profile.ProfilingException;
import org.eejs.profile.RecordedEvents;
import org.eejs.profile.StackReader;
import org.eejs.profile.StackSamples;
import org.eejs.profile.ThreadTimes;
import org.eejs.result.InputException;

/**
 * A reader of flight recordings by JDK 8u262 or newer, or by async-profiler. It reads event by event and counts
 * distinct stacks, so the size of a recording does not matter. For one thread.
 */
public final class RecordingReader {
    private static final double MILLIS = 1e6;
    private static final int MEGABYTE = 1 << 20;
    /** The number of thread dumps that are kept; more of them add nothing. */
    private static final int MOMENTS = 100;

    private final StackReader<Frame, Stack> reader = new StackReader<>(Frame::new, Stack::new);
    private final EventTypes types = new EventTypes();
    private final StackSamples<Stack> samples = new StackSamples<>(reader, Stack::sample);
    private final JvmFacts facts = new JvmFacts();
    private final Map<Events.Lookup, Long> lookups = new HashMap<>();
    private final Map<Events.Handshake, Events.Handshake> distinct = new HashMap<>();
    private final List<Events.Handshake> handshakes = new ArrayList<>();
    private final Map<Long, Events.Certificate> certificates = new HashMap<>();
    private final Map<Waited, Sum> monitors = new HashMap<>();
    private final Map<Waited, Sum> waits = new HashMap<>();
    private final List<List<Stack>> threads = new ArrayList<>();
    private final Map<Stack, Long> chains = new HashMap<>();
    private final Set<Long> checked = new HashSet<>();
    private long firstMillis = Long.MAX_VALUE;
    private long lastMillis = Long.MIN_VALUE;
    private String cutOff;

    /** The place and target of a wait. */
    private record Waited(String what, Stack stack) {}

    /** The number of waits, and their total duration. */
    private static final class Sum {
        private long count;
        private double millis;
    }

    private RecordingReader() {}

    /**
     * Reads a recording. If it is truncated, the readable part is kept; see {@link #cutOff()}.
     *
     * @throws InputException if nothing of it can be read
     */
    public static RecordingReader read(Path file) {
        if (!Files.isRegularFile(file)) {
            throw new InputException(file + ": no such file");
        }
        RecordingReader read = new RecordingReader();
        try {
            read.cutOff = RecordedEvents.read(file, read.types::add, read::take);
        } catch (ProfilingException e) {
            throw new InputException(e.getMessage());
        } catch (OutOfMemoryError e) {
            throw new InputException("%s: its distinct stacks do not fit into %d MB of memory; record for a shorter "
                    .formatted(file, Runtime.getRuntime().maxMemory() / MEGABYTE) + "time");
        }
        return read;
    }

    private void take(RecordedEvent event) {
        // An event with a duration may have begun before the recording.
        firstMillis = Math.min(firstMillis, event.getEndTime().toEpochMilli());
        lastMillis = Math.max(lastMillis, event.getEndTime().toEpochMilli());
        types.take(event);
        if (!samples.take(event) && !facts.take(event)) {
            count(event);
        }
    }

    private void count(RecordedEvent event) {
        switch (event.getEventType().getName()) {
            case EventTypes.LOOKUPS -> lookups.merge(new Events.Lookup(text(event, "type").intern(),
                    text(event, "algorithm").intern(), text(event, "provider").intern(),
                    reader.read(event, "eventThread")), 1L, Long::sum);
            case "jdk.TLSHandshake" -> handshakes.add(distinct.computeIfAbsent(new Events.Handshake(
                    text(event, "peerHost"), text(event, "protocolVersion"), text(event, "cipherSuite"),
                    text(event, "namedGroup"), reader.read(event, "eventThread")), each -> each));
            case "jdk.X509Certificate" -> certificates.merge(event.getLong("certificateId"), new Events.Certificate(
                    text(event, "subject"), text(event, "keyType"), event.getInt("keyLength"), 1),
                    (before, next) -> new Events.Certificate(before.subject(), before.keyType(), before.keyBits(),
                            before.count() + 1));
            case "jdk.X509Validation" -> check(event);
            case "jdk.JavaMonitorEnter" -> wait(monitors, event, type(event, "monitorClass"));
            case "jdk.VirtualThreadPinned" -> wait(waits, event, "pinned");
            // Random numbers may come from a device that blocks.
            case "jdk.FileRead" -> wait(waits, event, text(event, "path"));
            case "jdk.SocketRead", "jdk.SocketConnect" -> wait(waits, event, text(event, "host"));
            case "jdk.ThreadDump" -> {
                if (threads.size() < MOMENTS) {
                    threads.add(reader.printed(text(event, "result")));
                }
            }
            default -> { }
        }
    }

    /** Counts one event per certificate of a chain. The first is the leaf. */
    private void check(RecordedEvent event) {
        checked.add(event.getLong("certificateId"));
        if (!event.hasField("certificatePosition") || event.getInt("certificatePosition") == 1) {
            chains.merge(reader.read(event, "eventThread"), 1L, Long::sum);
        }
    }

    private void wait(Map<Waited, Sum> all, RecordedEvent event, String what) {
        Sum sum = all.computeIfAbsent(new Waited(what, reader.read(event, "eventThread")), each -> new Sum());
        sum.count++;
        sum.millis += event.getDuration().toNanos() / MILLIS;
    }

    private static String type(RecordedEvent event, String field) {
        RecordedClass type = event.hasField(field) ? event.getClass(field) : null;
        return type == null ? "" : type.getName();
    }

    /** Returns the counted events. */
    public Events events() {
        return new Events(Map.copyOf(lookups), List.copyOf(handshakes), Map.copyOf(certificates),
                new Events.Validations(Map.copyOf(chains), checked.size()), waits(monitors), waits(waits));
    }

    private static List<Events.Wait> waits(Map<Waited, Sum> all) {
        return all.entrySet().stream().map(each -> new Events.Wait(each.getKey().what(), each.getValue().count,
                each.getValue().millis, each.getKey().stack())).toList();
    }

    /** Returns the stacks of all threads at some moments. */
    List<List<Stack>> threads() {
        return List.copyOf(threads);
    }

    /** Returns the samples of the best sampler in the recording. */
    public Map<Stack, Long> stacks() {
        return stacks(null);
    }

    /**
     * Returns the stacks. With CPU-time samples and the kernel's counts of CPU, the weight of a stack is CPU in
     * microseconds; otherwise it is the number of samples.
     *
     * @param used the CPU of threads; null if the kernel did not count it
     * @param used null where the kernel did not count
     */
    Map<Stack, Long> stacks(ThreadTimes used) {
        double java = types.period("jdk.ExecutionSample").orElse(1.0);
        return samples.stacks(java, types.period("jdk.NativeMethodSample").orElse(java), used);
    }

    /** Returns the samples with their source. */
    StackSamples<Stack> samples() {
        return samples;
    }

    /** Returns the event types. */
    EventTypes types() {
        return types;
    }

    /** Returns the settings of the JVM. */
    public JvmSettings settings() {
        return facts.settings();
    }

    /** Returns the main class or jar; null if the recording does not contain it. */
    public String command() {
        return facts.command();
    }

    /** Returns the time from the end of the first event to the end of the last, in seconds. */
    public double seconds() {
        return lastMillis < firstMillis ? 0 : (lastMillis - firstMillis) / 1_000.0;
    }

    /** Returns why the end of the recording is missing; null if it is complete. */
    public String cutOff() {
        return cutOff;
    }
}
