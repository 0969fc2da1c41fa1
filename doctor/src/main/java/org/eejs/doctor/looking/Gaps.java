package org.eejs.doctor.looking;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.eejs.doctor.evidence.Evidence;
import org.eejs.result.Diagnosis.NotSeen;

/** Which rules cannot tell, since what they look at was not there, and how far samples can be trusted. */
final class Gaps {
    private static final String MONITORS = "jdk.JavaMonitorEnter";
    /** Waits that are shorter are not recorded of a live JVM, in milliseconds; see doctor.jfc. */
    private static final double OURS = 1;
    /** What rules look at: events by their names, and what a live JVM is asked for. */
    private static final Map<String, List<String>> NEEDED = Map.of(
            EventTypes.SERVICES, List.of("context-per-call", "truststore-reload", "key-parsed-per-use",
                    "getinstance-hot", "rsa-4096", "keystore-load-hot", "provider-instance-per-call"),
            "jdk.TLSHandshake", List.of("urlconnection-factory", "mtls-pool-state", "client-never-resumes",
                    "tls13-ticket-starved"),
            "jdk.X509Validation", List.of("client-never-resumes", "tls13-ticket-starved", "trust-check-hot"),
            "jdk.FileRead", List.of("random-blocks"),
            MONITORS, List.of("random-lock", "provider-lock"),
            "jdk.SocketRead", List.of("revocation-in-handshake"),
            "jdk.InitialSecurityProperty", List.of("provider-not-there"));
    private static final Map<String, List<String>> OF_RECORDINGS = Map.of(
            "jdk.BooleanFlag", List.of("crypto-unaccelerated"),
            "jdk.InitialSystemProperty", List.of("debug-left-on"));
    private static final List<String> BY_HEAP = List.of("urlconnection-factory", "provider-not-there");
    private static final List<String> BY_THREADS = List.of("http-client-per-call");
    /** Classes of what does TLS in native code, of which no rule knows a frame, and who does. */
    private static final Map<String, String> NATIVE_TLS = Map.of("org.conscrypt.", "Conscrypt",
            "io.netty.handler.ssl.ReferenceCountedOpenSsl", "Netty’s tcnative",
            "io.netty.handler.ssl.OpenSsl", "Netty’s tcnative",
            "org.apache.tomcat.util.net.openssl.OpenSSL", "Tomcat’s OpenSSL");
    private static final double MANY = 0.05;

    private Gaps() {}

    /** All rules that one of these gaps can be of. */
    static Stream<String> rules() {
        return Stream.of(NEEDED.values().stream().flatMap(List::stream),
                OF_RECORDINGS.values().stream().flatMap(List::stream), BY_HEAP.stream(), BY_THREADS.stream())
                .flatMap(each -> each).distinct();
    }

    /** Of a recording of a live JVM, or null and why there is none. */
    static List<NotSeen> live(RecordingReader read, String why) {
        Stream<NotSeen> waits = read == null ? Stream.of() : Stream.of(shorter(OURS));
        Stream<String> absent = NEEDED.keySet().stream().sorted()
                .filter(type -> read == null || !read.types().knows(type));
        return Stream.concat(waits, absent.flatMap(type -> of(NEEDED.get(type), read == null
                ? "%s was not recorded: %s".formatted(type, why)
                : type + " is an event that the flight recorder of this JDK does not have"))).toList();
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
        of(BY_THREADS, "the names of all threads: recordings do not have them").forEach(gaps::add);
        return gaps;
    }

    private static NotSeen shorter(double millis) {
        return new NotSeen(null, "waits for locks of less than %.0f ms: they were not recorded".formatted(millis));
    }

    /** Why there are no events of a type; empty where there are, or could have been. */
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

    /** What stacks do not tell, such as those of whom the recorder lost many. */
    static List<NotSeen> ofSamples(Samples samples, long skipped) {
        List<NotSeen> gaps = new ArrayList<>();
        double all = samples.taken() + samples.lost() + skipped;
        if (samples.lost() + skipped > MANY * all) {
            gaps.add(new NotSeen(null, "%.0f %% of the samples: they have no stack, or were lost".formatted(
                    100 * (samples.lost() + skipped) / all)));
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

    /** What the objects and threads of a live JVM do not tell. */
    static List<NotSeen> ofObjects(Map<String, Evidence.HeapClass> heap, List<String> threads) {
        List<NotSeen> gaps = new ArrayList<>();
        if (heap.isEmpty()) {
            of(BY_HEAP, "objects of the heap were not counted").forEach(gaps::add);
        }
        if (threads.isEmpty()) {
            of(BY_THREADS, "threads were not listed").forEach(gaps::add);
        }
        NATIVE_TLS.entrySet().stream().filter(each -> heap.keySet().stream().anyMatch(type ->
                type.startsWith(each.getKey()))).map(Map.Entry::getValue).distinct().sorted()
                .forEach(who -> gaps.add(new NotSeen(null, "TLS by " + who + ": what it does in native code no rule "
                        + "knows, and the flight recorder does not count")));
        return gaps;
    }
}
