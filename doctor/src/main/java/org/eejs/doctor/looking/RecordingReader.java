package org.eejs.doctor.looking;

import java.io.IOException;
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
import jdk.jfr.consumer.RecordingFile;
import org.eejs.doctor.evidence.Events;
import org.eejs.doctor.evidence.JvmSettings;
import org.eejs.doctor.evidence.Stack;
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

    private final StackReader reader = new StackReader();
    private final EventTypes types = new EventTypes();
    private final Samples samples = new Samples(reader);
    private final JvmFacts facts = new JvmFacts();
    private final Map<Events.Service, Long> services = new HashMap<>();
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
            read.readAll(file);
        } catch (OutOfMemoryError e) {
            throw new InputException("%s has more stacks that differ than the %d MB of the doctor hold; record for a "
                    .formatted(file, Runtime.getRuntime().maxMemory() / MEGABYTE) + "shorter time");
        }
        return read;
    }

    private void readAll(Path file) {
        long read = 0;
        // What refers to itself is read until the stack is full.
        try (RecordingFile recording = new RecordingFile(file)) {
            try {
                types.add(recording.readEventTypes());
            } catch (IOException | RuntimeException | StackOverflowError e) {
                // A later part is cut off; what stands before it is read nevertheless.
                cutOff = cutOff(read, e);
            }
            while (recording.hasMoreEvents()) {
                take(recording.readEvent());
                read++;
            }
        } catch (IOException | RuntimeException | StackOverflowError e) {
            if (read == 0) {
                throw new InputException(file + " cannot be read as a flight recording: " + reason(e)
                        + "; recordings are those of JDK 8u262 and newer, and of async-profiler");
            }
            cutOff = cutOff(read, e);
        }
    }

    private static String cutOff(long read, Throwable why) {
        return "the recording is cut off after %d events: %s".formatted(read, reason(why));
    }

    private static String reason(Throwable why) {
        return why.getMessage() == null ? "its end is missing" : why.getMessage();
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
            case EventTypes.SERVICES -> services.merge(new Events.Service(text(event, "type").intern(),
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

    private static String text(RecordedEvent event, String field) {
        return JvmFacts.text(event, field);
    }

    private static String type(RecordedEvent event, String field) {
        RecordedClass type = event.hasField(field) ? event.getClass(field) : null;
        return type == null ? "" : type.getName();
    }

    /** What was counted. */
    public Events events() {
        return new Events(Map.copyOf(services), List.copyOf(handshakes), Map.copyOf(certificates),
                new Events.Validations(Map.copyOf(chains), checked.size()), waits(monitors), waits(waits));
    }

    private static List<Events.Wait> waits(Map<Waited, Sum> all) {
        return all.entrySet().stream().map(each -> new Events.Wait(each.getKey().what(), each.getValue().count,
                each.getValue().millis, each.getKey().stack())).toList();
    }

    /** What all threads were doing, at some moments. */
    List<List<Stack>> threads() {
        return List.copyOf(threads);
    }

    /** What was sampled by the best that is in it. */
    public Map<Stack, Long> stacks() {
        return samples.stacks(types);
    }

    /** How it was sampled. */
    Samples samples() {
        return samples;
    }

    /** Which events there could be. */
    EventTypes types() {
        return types;
    }

    /** How the JVM was set. */
    public JvmSettings settings() {
        return facts.settings();
    }

    /** The main class or jar; null where it does not tell. */
    public String command() {
        return facts.command();
    }

    /** From the end of its first event to that of its last, in seconds. */
    public double seconds() {
        return lastMillis < firstMillis ? 0 : (lastMillis - firstMillis) / 1_000.0;
    }

    /** Why its end is missing; null where it is not. */
    public String cutOff() {
        return cutOff;
    }
}
