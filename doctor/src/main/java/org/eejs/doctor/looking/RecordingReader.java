package org.eejs.doctor.looking;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;
import org.eejs.doctor.evidence.Events;
import org.eejs.doctor.evidence.Frame;
import org.eejs.doctor.evidence.Stack;
import org.eejs.profile.Source;
import org.eejs.result.InputException;

/**
 * Reads flight recordings event by event, so that their size does not matter: those of JVMs from 8u262 on, and of
 * async-profiler. For one thread.
 */
public final class RecordingReader {
    private static final double MILLIS = 1e6;

    private final Events events = new Events();
    private final Map<String, String> flags = new HashMap<>();
    private final Map<String, String> system = new HashMap<>();
    private final Map<String, String> security = new HashMap<>();
    private final Map<Stack, Long> cpuTime = new HashMap<>();
    private final Map<Stack, Long> execution = new HashMap<>();
    private boolean asyncProfiler;
    private long lost;
    private String jdk = "";
    private String command;
    private long firstMillis = Long.MAX_VALUE;
    private long lastMillis = Long.MIN_VALUE;
    private String cutOff;

    /**
     * Reads one; what is readable of a recording that was cut off is kept, see {@link #cutOff()}.
     *
     * @throws InputException with a line that says why it cannot be read at all
     */
    public void read(Path file) {
        if (!Files.isRegularFile(file)) {
            throw new InputException(file + " is not there");
        }
        long read = 0;
        try (RecordingFile recording = new RecordingFile(file)) {
            while (recording.hasMoreEvents()) {
                take(recording.readEvent());
                read++;
            }
        } catch (IOException | RuntimeException e) {
            if (read == 0) {
                throw new InputException(file + " cannot be read as a flight recording: " + e.getMessage()
                        + "; recordings are those of JDK 8u262 and newer, and of async-profiler");
            }
            cutOff = "the recording is cut off after %d events: %s".formatted(read, e.getMessage());
        }
    }

    private void take(RecordedEvent event) {
        firstMillis = Math.min(firstMillis, event.getStartTime().toEpochMilli());
        lastMillis = Math.max(lastMillis, event.getEndTime().toEpochMilli());
        switch (event.getEventType().getName()) {
            case "jdk.CPUTimeSample" -> sample(event, cpuTime, "eventThread");
            case "jdk.CPUTimeSamplesLost" -> lost += event.getLong("lostSamples");
            case "jdk.ExecutionSample", "jdk.NativeMethodSample" -> sample(event, execution, "sampledThread");
            case "jdk.ActiveRecording" -> asyncProfiler |= text(event, "name").startsWith("async-profiler");
            case "jdk.SecurityProviderService" -> events.services().merge(new Events.Service(text(event, "type"),
                    text(event, "algorithm"), text(event, "provider"), stack(event, "eventThread")), 1L, Long::sum);
            case "jdk.TLSHandshake" -> events.handshakes().add(new Events.Handshake(text(event, "peerHost"),
                    text(event, "protocolVersion"), text(event, "cipherSuite"), stack(event, "eventThread")));
            case "jdk.X509Certificate" -> events.certificates().merge(event.getLong("certificateId"),
                    new Events.Certificate(text(event, "subject"), text(event, "keyType"), event.getInt("keyLength"),
                    1),
                    (before, next) -> new Events.Certificate(before.subject(), before.keyType(), before.keyBits(),
                            before.count() + 1));
            case "jdk.X509Validation" -> events.validations()[0]++;
            case "jdk.JavaMonitorEnter" -> wait(events.monitors(), event, type(event, "monitorClass"));
            case "jdk.VirtualThreadPinned" -> wait(events.waits(), event, "pinned");
            case "jdk.SocketRead", "jdk.SocketConnect" -> wait(events.waits(), event, text(event, "host"));
            case "jdk.ObjectAllocationSample" -> events.allocated().merge(stack(event, "eventThread"),
                    event.getLong("weight"), Long::sum);
            case "jdk.FileRead" -> events.files().merge(text(event, "path"), 1L, Long::sum);
            case "jdk.InitialSecurityProperty" -> security.put(text(event, "key"), text(event, "value"));
            case "jdk.SecurityPropertyModification" -> security.put(text(event, "key"), text(event, "value"));
            case "jdk.InitialSystemProperty" -> system.put(text(event, "key"), text(event, "value"));
            case "jdk.BooleanFlag" -> flags.put(text(event, "name"), String.valueOf(event.getBoolean("value")));
            case "jdk.JVMInformation" -> {
                jdk = version(text(event, "jvmVersion"));
                command = program(text(event, "javaArguments"));
            }
            default -> { }
        }
    }

    private void sample(RecordedEvent event, Map<Stack, Long> samples, String thread) {
        Stack stack = stack(event, thread);
        if (stack.frames().isEmpty()) {
            lost++;
        } else {
            samples.merge(stack, 1L, Long::sum);
        }
    }

    private void wait(List<Events.Wait> waits, RecordedEvent event, String what) {
        waits.add(new Events.Wait(what, event.getDuration().toNanos() / MILLIS, stack(event, "eventThread")));
    }

    private static String text(RecordedEvent event, String field) {
        return event.hasField(field) ? Objects.toString(event.getValue(field), "") : "";
    }

    private static String type(RecordedEvent event, String field) {
        RecordedClass type = event.hasField(field) ? event.getClass(field) : null;
        return type == null ? "" : type.getName();
    }

    private static Stack stack(RecordedEvent event, String thread) {
        RecordedThread who = event.hasField(thread) ? event.getThread(thread) : null;
        String name = who == null ? null : who.getJavaName() == null ? who.getOSName() : who.getJavaName();
        RecordedStackTrace trace = event.getStackTrace();
        return new Stack(Objects.requireNonNullElse(name, ""), trace == null ? List.of()
                : trace.getFrames().stream().map(RecordingReader::frame).toList());
    }

    private static Frame frame(RecordedFrame frame) {
        RecordedMethod method = frame.getMethod();
        String type = method == null || method.getType() == null ? "" : method.getType().getName();
        String name = method == null ? "" : method.getName();
        return new Frame(type.isEmpty() ? name : type + "." + name, Math.max(0, frame.getLineNumber()));
    }

    /** Of {@code OpenJDK 64-Bit Server VM (17.0.15+6-Debian) for linux-amd64 …}. */
    private static String version(String said) {
        int open = said.indexOf('(');
        int close = said.indexOf(')', open + 1);
        return open < 0 || close < 0 ? "" : said.substring(open + 1, close).replaceFirst("[+-].*", "");
    }

    /** The main class or jar; what follows may be secret. */
    static String program(String javaCommand) {
        String first = javaCommand.strip().split("\\s+", 2)[0];
        return first.isEmpty() ? null : first;
    }

    /** What was counted. */
    public Events events() {
        return events;
    }

    /** What was sampled by the best that is in it. */
    public Map<Stack, Long> stacks() {
        return cpuTime.isEmpty() ? execution : cpuTime;
    }

    /** What sampled it. */
    public Source source() {
        return !cpuTime.isEmpty() ? Source.CPU_TIME_SAMPLE : asyncProfiler ? Source.ASYNC_PROFILER
                : Source.EXECUTION_SAMPLE;
    }

    /** Samples without a stack, or that the recorder lost. */
    public long lost() {
        return lost;
    }

    /** Security properties. */
    public Map<String, String> security() {
        return security;
    }

    /** System properties. */
    public Map<String, String> system() {
        return system;
    }

    /** Flags that are on or off. */
    public Map<String, String> flags() {
        return flags;
    }

    /** The version of the JDK; empty where it does not tell. */
    public String jdk() {
        return jdk;
    }

    /** The main class or jar; null where it does not tell. */
    public String command() {
        return command;
    }

    /** From its first event to its last, in seconds. */
    public double seconds() {
        return lastMillis < firstMillis ? 0 : (lastMillis - firstMillis) / 1_000.0;
    }

    /** Why its end is missing; null where it is not. */
    public String cutOff() {
        return cutOff;
    }
}
