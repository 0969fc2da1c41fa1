package org.eejs.doctor.looking;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eejs.doctor.evidence.JvmEvidence;
import org.eejs.doctor.evidence.Frame;
import org.eejs.doctor.evidence.FramePattern;
import org.eejs.doctor.evidence.Stack;
import org.eejs.profile.StackSamples;
import org.eejs.profile.ThreadTimes;
import org.eejs.result.Diagnosis.NotSeen;

/** The rules that could not be checked because evidence is missing, and the limits of the samples. */
final class Gaps {
    private static final String MONITORS = "jdk.JavaMonitorEnter";
    /** The rule that needs the stacks of threads that wait in native methods. */
    private static final String BY_THREADS = "reverse-dns";
    /** Shorter waits for monitors are not recorded in a live JVM, in milliseconds; see doctor.jfc. */
    private static final double OURS = 1;
    /** The evidence that rules need: event types, and questions to a live JVM. */
    private static final Map<String, List<String>> NEEDED = Map.of(
            EventTypes.LOOKUPS, List.of("context-per-call", "truststore-reload", "key-parsed-per-use",
                    "getinstance-hot", "rsa-4096", "keystore-load-hot", "provider-instance-per-call"),
            "jdk.TLSHandshake", List.of("urlconnection-factory", "mtls-pool-state", "client-never-resumes",
                    "tls13-ticket-starved", "no-keepalive", "http-client-per-call"),
            "jdk.X509Validation", List.of("client-never-resumes", "tls13-ticket-starved", "trust-check-hot"),
            "jdk.FileRead", List.of("random-blocks"),
            MONITORS, List.of("random-lock", "provider-lock"),
            "jdk.SocketRead", List.of("revocation-in-handshake"),
            "jdk.InitialSecurityProperty", List.of("provider-not-there"));
    private static final Map<String, List<String>> OF_RECORDINGS = Map.of(
            "jdk.BooleanFlag", List.of("crypto-unaccelerated"),
            "jdk.ThreadDump", List.of(BY_THREADS),
            "jdk.InitialSystemProperty", List.of("debug-left-on"));
    private static final List<String> BY_HEAP = List.of("urlconnection-factory", "provider-not-there",
            "mtls-pool-state");
    /** TLS implementations other than the JDK's, by a part of their class names, which may be shaded. */
    private static final Map<String, String> OTHER_TLS = Map.of("org.conscrypt.NativeSsl", "Conscrypt",
            "org.conscrypt.NativeCrypto", "Conscrypt",
            "netty.handler.ssl.ReferenceCountedOpenSsl", "Netty’s tcnative",
            "netty.handler.ssl.OpenSsl", "Netty’s tcnative",
            "org.apache.tomcat.util.net.openssl.OpenSSL", "Tomcat’s OpenSSL",
            "org.bouncycastle.jsse.provider.ProvSSL", "Bouncy Castle’s BCJSSE");
    /** Frames that only a TLS 1.2 server has. */
    private static final FramePattern OLD_SERVER = new FramePattern("sun.security.ssl.ServerHello$T12*Producer.",
            "sun.security.ssl.*ServerKeyExchangeProducer.", "sun.security.ssl.*ClientKeyExchangeConsumer.");
    /** A capture shorter than this hardly shows a lookup that happens every other second, in seconds. */
    private static final double SHORT = 2;
    private static final double MANY = 0.05;
    private static final double MOST = 0.5;
    private static final double LITTLE = 0.01;

    private Gaps() {}

    /** Returns all rules that a gap can concern. */
    static Stream<String> rules() {
        return Stream.of(NEEDED.values().stream().flatMap(List::stream),
                OF_RECORDINGS.values().stream().flatMap(List::stream), BY_HEAP.stream())
                .flatMap(each -> each).distinct();
    }

    /** Returns the gaps of a recording of a live JVM; null means that there is none. */
    static List<NotSeen> live(RecordingReader read) {
        Stream<NotSeen> waits = read == null ? Stream.of() : Stream.of(shorter(OURS));
        Stream<String> absent = NEEDED.keySet().stream().sorted()
                .filter(type -> read == null || !read.types().knows(type));
        return Stream.concat(waits, absent.flatMap(type -> of(NEEDED.get(type), read == null
                ? "events: the flight recorder did not record"
                : type + " is an event that the flight recorder of this JDK does not have"))).toList();
    }

    /** Returns the limit of counted lookups: with many of them, counting is short. */
    static List<NotSeen> ofLookups(double seconds) {
        return seconds == 0 || seconds >= SHORT ? List.of() : List.of(new NotSeen(null, ("rare lookups of security "
                + "providers: lookups are so frequent that they were counted for %.1f s only; samples show the rest")
                .formatted(seconds)));
    }

    /** Returns the gaps of a recording that another program made. */
    static List<NotSeen> recorded(RecordingReader read) {
        List<NotSeen> gaps = new ArrayList<>();
        Stream.of(NEEDED, OF_RECORDINGS).flatMap(each -> each.entrySet().stream()).sorted(Map.Entry.comparingByKey())
                .forEach(each -> absence(read, each.getKey()).ifPresent(why -> of(each.getValue(), why)
                        .forEach(gaps::add)));
        read.types().threshold(MONITORS).filter(millis -> millis >= OURS)
                .ifPresent(millis -> gaps.add(shorter(millis)));
        of(BY_HEAP, "objects of the heap: recordings do not contain them").forEach(gaps::add);
        gaps.add(new NotSeen("rsa-4096", "CPU use of the process: recordings do not contain it"));
        return gaps;
    }

    private static NotSeen shorter(double millis) {
        // The recorder would also record all threads that wait for work in java.util.concurrent, all the time.
        return new NotSeen(null, "waits of less than %.0f ms for monitors, and waits for locks of java.util.concurrent:"
                .formatted(millis) + " they were not recorded");
    }

    /** Returns why there are no events of a type; empty if there are, or if there could have been. */
    private static Optional<String> absence(RecordingReader read, String type) {
        EventTypes types = read.types();
        Optional<Boolean> enabled = types.isEnabled(type);
        return !types.knows(type) ? Optional.of(type + " is an event that the recorder does not have")
                : enabled.isEmpty() ? Optional.of(type + " was not recorded, or did not happen")
                : enabled.get() ? Optional.empty()
                : Optional.of(type + " was switched off in the settings of the recording");
    }

    private static Stream<NotSeen> of(List<String> rules, String why) {
        return rules.stream().map(rule -> new NotSeen(rule, why));
    }

    /** Returns the limits of the samples, such as a high number of lost samples. */
    static List<NotSeen> ofSamples(StackSamples<?> samples, long skipped) {
        List<NotSeen> gaps = new ArrayList<>();
        double all = samples.taken() + samples.lost() + skipped;
        if (samples.lost() + skipped > MANY * all) {
            gaps.add(new NotSeen(null, "%.0f%% of the samples: they have no stack, or were lost".formatted(
                    100 * (samples.lost() + skipped) / all), samples.lost() + skipped > MOST * all));
        }
        if (samples.cut() > MANY * samples.taken()) {
            gaps.add(new NotSeen(null, "the callers in %.0f%% of the stacks: the recorder truncated their outermost "
                    .formatted(100.0 * samples.cut() / samples.taken()) + "frames; set "
                    + "-XX:FlightRecorderOptions=stackdepth=256"));
        }
        if (samples.isOfWallClock()) {
            gaps.add(new NotSeen(null, "CPU use: these are wall-clock samples, which include waiting threads; record "
                    + "with event=cpu or event=ctimer"));
        } else if (samples.taken() > 0 && samples.source().isBiased()) {
            gaps.add(new NotSeen(null, "exact CPU shares: the flight recorder samples a few threads at a time, "
                    + "whatever CPU they use; treat all shares as approximate"));
        }
        return gaps;
    }

    /** Returns the share of CPU without enough samples. {@code used} is null if the kernel did not count. */
    static List<NotSeen> ofThreads(Map<Long, Long> samples, ThreadTimes used) {
        Double covered = used == null ? null : used.weigh(samples).covered();
        return covered == null || samples.isEmpty() || covered > 1 - LITTLE ? List.of() : List.of(new NotSeen(null,
                "%.0f%% of the CPU: it belongs to threads with few or no samples, such as threads that end after "
                        .formatted(100 * (1 - covered)) + "milliseconds; the samples cover the rest"));
    }

    /** Returns the gaps in the objects and threads of a live JVM. */
    static List<NotSeen> ofObjects(Map<String, JvmEvidence.HeapClass> heap, List<List<Stack>> threads) {
        List<NotSeen> gaps = new ArrayList<>();
        if (heap.isEmpty()) {
            of(BY_HEAP, "objects of the heap were not counted").forEach(gaps::add);
        }
        if (threads.isEmpty()) {
            gaps.add(new NotSeen(BY_THREADS, "threads were not listed"));
        }
        return gaps;
    }

    /**
     * Returns the TLS implementations that the rules do not know, and the handshakes that the JDK does not record.
     *
     * @param heap objects of the heap; empty if unknown
     */
    static List<NotSeen> ofTls(Map<String, JvmEvidence.HeapClass> heap, Set<Stack> stacks) {
        // Array classes can exist although the program never uses their element class.
        Set<String> names = Stream.concat(heap.keySet().stream().filter(type -> !type.startsWith("[")), stacks.stream()
                .flatMap(stack -> stack.frames().stream()).map(Frame::method)).collect(Collectors.toSet());
        Stream<NotSeen> others = OTHER_TLS.entrySet().stream().filter(each -> names.stream().anyMatch(name ->
                name.contains(each.getKey()))).map(Map.Entry::getValue).distinct().sorted()
                .map(library -> new NotSeen(null, "TLS by " + library + ": no rule covers it, and the flight recorder "
                        + "does not count it", true));
        Stream<NotSeen> old = stacks.stream().anyMatch(stack -> stack.has(OLD_SERVER)) ? Stream.of(new NotSeen(null,
                "full TLS 1.2 handshakes with users: the flight recorder counts resumed ones only")) : Stream.of();
        return Stream.concat(others, old).toList();
    }
}
