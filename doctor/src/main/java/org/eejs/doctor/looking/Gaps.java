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

/** Which rules cannot tell, since what they look at was not there, and how far samples can be trusted. */
final class Gaps {
    private static final String MONITORS = "jdk.JavaMonitorEnter";
    /** Known by threads that wait in native methods. */
    private static final String BY_THREADS = "reverse-dns";
    /** Waits that are shorter are not recorded of a live JVM, in milliseconds; see doctor.jfc. */
    private static final double OURS = 1;
    /** What rules look at: events by their names, and what a live JVM is asked for. */
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
    /** Who does TLS in other ways than the JDK, by a part of the names of classes, which libraries may have renamed. */
    private static final Map<String, String> OTHER_TLS = Map.of("org.conscrypt.NativeSsl", "Conscrypt",
            "org.conscrypt.NativeCrypto", "Conscrypt",
            "netty.handler.ssl.ReferenceCountedOpenSsl", "Netty’s tcnative",
            "netty.handler.ssl.OpenSsl", "Netty’s tcnative",
            "org.apache.tomcat.util.net.openssl.OpenSSL", "Tomcat’s OpenSSL",
            "org.bouncycastle.jsse.provider.ProvSSL", "Bouncy Castle’s BCJSSE");
    /** What only a server of TLS 1.2 does. */
    private static final FramePattern OLD_SERVER = new FramePattern("sun.security.ssl.ServerHello$T12*Producer.",
            "sun.security.ssl.*ServerKeyExchangeProducer.", "sun.security.ssl.*ClientKeyExchangeConsumer.");
    /** In less time, in seconds, what is asked for every other second is hardly seen. */
    private static final double SHORT = 2;
    private static final double MANY = 0.05;
    private static final double MOST = 0.5;
    private static final double LITTLE = 0.01;

    private Gaps() {}

    /** Returns all rules that one of these gaps can be of. */
    static Stream<String> rules() {
        return Stream.of(NEEDED.values().stream().flatMap(List::stream),
                OF_RECORDINGS.values().stream().flatMap(List::stream), BY_HEAP.stream())
                .flatMap(each -> each).distinct();
    }

    /** Of a recording of a live JVM, or of null where there is none. */
    static List<NotSeen> live(RecordingReader read) {
        Stream<NotSeen> waits = read == null ? Stream.of() : Stream.of(shorter(OURS));
        Stream<String> absent = NEEDED.keySet().stream().sorted()
                .filter(type -> read == null || !read.types().knows(type));
        return Stream.concat(waits, absent.flatMap(type -> of(NEEDED.get(type), read == null
                ? type + " was not recorded"
                : type + " is an event that the flight recorder of this JDK does not have"))).toList();
    }

    /** Returns the limit of counted look-ups: where there are many, they were counted for a short time. */
    static List<NotSeen> ofLookups(double seconds) {
        return seconds == 0 || seconds >= SHORT ? List.of() : List.of(new NotSeen(null, ("what is asked of security "
                + "providers seldom: so much is that it was counted for %.1f s, so samples alone tell it")
                .formatted(seconds)));
    }

    /** Of a recording from elsewhere. */
    static List<NotSeen> recorded(RecordingReader read) {
        List<NotSeen> gaps = new ArrayList<>();
        Stream.of(NEEDED, OF_RECORDINGS).flatMap(each -> each.entrySet().stream()).sorted(Map.Entry.comparingByKey())
                .forEach(each -> absence(read, each.getKey()).ifPresent(why -> of(each.getValue(), why)
                        .forEach(gaps::add)));
        read.types().threshold(MONITORS).filter(millis -> millis >= OURS)
                .ifPresent(millis -> gaps.add(shorter(millis)));
        of(BY_HEAP, "objects of the heap: recordings do not have them").forEach(gaps::add);
        gaps.add(new NotSeen("rsa-4096", "the CPU that the process used: recordings do not have it"));
        return gaps;
    }

    private static NotSeen shorter(double millis) {
        // Of java.util.concurrent it records threads that wait for work, too: each of them, all the time.
        return new NotSeen(null, "waits for monitors of less than %.0f ms, and for locks of java.util.concurrent: they "
                .formatted(millis) + "were not recorded");
    }

    /** Returns why there are no events of a type; empty where there are, or could have been. */
    private static Optional<String> absence(RecordingReader read, String type) {
        EventTypes types = read.types();
        Optional<Boolean> enabled = types.isEnabled(type);
        return !types.knows(type) ? Optional.of(type + " is an event that who recorded does not have")
                : enabled.isEmpty() ? Optional.of(type + " was not recorded, or did not happen")
                : enabled.get() ? Optional.empty()
                : Optional.of(type + " was switched off in the settings of the recording");
    }

    private static Stream<NotSeen> of(List<String> rules, String why) {
        return rules.stream().map(rule -> new NotSeen(rule, why));
    }

    /** Returns what stacks do not tell, such as those of whom the recorder lost many. */
    static List<NotSeen> ofSamples(StackSamples<?> samples, long skipped) {
        List<NotSeen> gaps = new ArrayList<>();
        double all = samples.taken() + samples.lost() + skipped;
        if (samples.lost() + skipped > MANY * all) {
            gaps.add(new NotSeen(null, "%.0f %% of the samples: they have no stack, or were lost".formatted(
                    100 * (samples.lost() + skipped) / all), samples.lost() + skipped > MOST * all));
        }
        if (samples.cut() > MANY * samples.taken()) {
            gaps.add(new NotSeen(null, "who calls in %.0f %% of the stacks, whose outermost frames the recorder cut "
                    .formatted(100.0 * samples.cut() / samples.taken()) + "off; "
                    + "-XX:FlightRecorderOptions=stackdepth=256 keeps them"));
        }
        if (samples.isOfWallClock()) {
            gaps.add(new NotSeen(null, "what uses the CPU: the samples are of the wall clock, so threads that wait are "
                    + "among them; record with event=cpu or event=ctimer"));
        } else if (samples.taken() > 0 && samples.source().isBiased()) {
            gaps.add(new NotSeen(null, "shares of the CPU: the flight recorder samples a few threads at a time, "
                    + "whatever they use, so all shares are hints"));
        }
        return gaps;
    }

    /** Returns whose CPU there are too few samples of; null for threads that nobody counted. */
    static List<NotSeen> ofThreads(Map<Long, Long> samples, ThreadTimes used) {
        Double covered = used == null ? null : used.weigh(samples).covered();
        return covered == null || samples.isEmpty() || covered > 1 - LITTLE ? List.of() : List.of(new NotSeen(null,
                "%.0f %% of the CPU: it is of threads with few samples or none, such as those that end after some "
                        .formatted(100 * (1 - covered)) + "milliseconds; the samples cover the rest"));
    }

    /** Returns what the objects and threads of a live JVM do not tell. */
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
     * Returns what is no TLS of the JDK, or one of which it records little.
     *
     * @param heap empty where it is not known
     */
    static List<NotSeen> ofTls(Map<String, JvmEvidence.HeapClass> heap, Set<Stack> stacks) {
        // Arrays are made of classes that nobody uses, too.
        Set<String> names = Stream.concat(heap.keySet().stream().filter(type -> !type.startsWith("[")), stacks.stream()
                .flatMap(stack -> stack.frames().stream()).map(Frame::method)).collect(Collectors.toSet());
        Stream<NotSeen> others = OTHER_TLS.entrySet().stream().filter(each -> names.stream().anyMatch(name ->
                name.contains(each.getKey()))).map(Map.Entry::getValue).distinct().sorted()
                .map(who -> new NotSeen(null, "TLS by " + who + ": no rule knows what it does, and the flight recorder "
                        + "does not count it", true));
        Stream<NotSeen> old = stacks.stream().anyMatch(stack -> stack.has(OLD_SERVER)) ? Stream.of(new NotSeen(null,
                "full handshakes of TLS 1.2 with users: the flight recorder counts those that resume")) : Stream.of();
        return Stream.concat(others, old).toList();
    }
}
