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
 * What a flight recording has: of a JVM from 8u262 on, or of async-profiler. It is read event by event, and what is
 * kept is counts of distinct stacks, so that its size does not matter. For one thread.
 */
public final class RecordingReader {
    private static final double MILLIS = 1e6;
    private static final int MEGABYTE = 1 << 20;
    /** More of them say nothing new. */
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

    /** For what, and where. */
    private record Waited(String what, Stack stack) {}

    /** How often, and how long. */
    private static final class Sum {
        private long count;
        private double millis;
    }

    private RecordingReader() {}

    /**
     * Reads one; what is readable of a recording that was cut off is kept, see {@link #cutOff()}.
     *
     * @throws InputException with a line that says why it cannot be read at all
     */
    public static RecordingReader read(Path file) {
        if (!Files.isRegularFile(file)) {
            throw new InputException(file + " is not there");
        }
        RecordingReader read = new RecordingReader();
        try {
            read.cutOff = RecordedEvents.read(file, read.types::add, read::take);
        } catch (ProfilingException e) {
            throw new InputException(e.getMessage());
        } catch (OutOfMemoryError e) {
            throw new InputException("%s has more stacks that differ than the %d MB of the doctor hold; record for a "
                    .formatted(file, Runtime.getRuntime().maxMemory() / MEGABYTE) + "shorter time");
        }
        return read;
    }

    private void take(RecordedEvent event) {
        // What lasts may have begun before the recording.
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
                    reader.read(event, "eventThread")), each -> each));
            case "jdk.X509Certificate" -> certificates.merge(event.getLong("certificateId"), new Events.Certificate(
                    text(event, "subject"), text(event, "keyType"), event.getInt("keyLength"), 1),
                    (before, next) -> new Events.Certificate(before.subject(), before.keyType(), before.keyBits(),
                            before.count() + 1));
            case "jdk.X509Validation" -> check(event);
            case "jdk.JavaMonitorEnter" -> wait(monitors, event, type(event, "monitorClass"));
            case "jdk.VirtualThreadPinned" -> wait(waits, event, "pinned");
            // Of a device that blocks, random numbers may be waited for.
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

    /** One event for each certificate of a chain, and the first for whom it ends at. */
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

    /** Returns what was counted. */
    public Events events() {
        return new Events(Map.copyOf(lookups), List.copyOf(handshakes), Map.copyOf(certificates),
                new Events.Validations(Map.copyOf(chains), checked.size()), waits(monitors), waits(waits));
    }

    private static List<Events.Wait> waits(Map<Waited, Sum> all) {
        return all.entrySet().stream().map(each -> new Events.Wait(each.getKey().what(), each.getValue().count,
                each.getValue().millis, each.getKey().stack())).toList();
    }

    /** Returns what all threads were doing, at some moments. */
    List<List<Stack>> threads() {
        return List.copyOf(threads);
    }

    /** Returns what was sampled by the best that is in it. */
    public Map<Stack, Long> stacks() {
        return stacks(null);
    }

    /**
     * Returns the stacks, each for the CPU that the kernel counted for its threads, in microseconds, where it did and
     * the samples are of CPU time; else for the number of samples.
     *
     * @param used null where the kernel did not count
     */
    Map<Stack, Long> stacks(ThreadTimes used) {
        double java = types.period("jdk.ExecutionSample").orElse(1.0);
        return samples.stacks(java, types.period("jdk.NativeMethodSample").orElse(java), used);
    }

    /** Returns how it was sampled. */
    StackSamples<Stack> samples() {
        return samples;
    }

    /** Returns which events there could be. */
    EventTypes types() {
        return types;
    }

    /** Returns how the JVM was set. */
    public JvmSettings settings() {
        return facts.settings();
    }

    /** Returns the main class or jar; null where it does not tell. */
    public String command() {
        return facts.command();
    }

    /** From the end of its first event to that of its last, in seconds. */
    public double seconds() {
        return lastMillis < firstMillis ? 0 : (lastMillis - firstMillis) / 1_000.0;
    }

    /** Returns why its end is missing; null where it is not. */
    public String cutOff() {
        return cutOff;
    }
}
