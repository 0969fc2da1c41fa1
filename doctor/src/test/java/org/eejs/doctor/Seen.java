package org.eejs.doctor;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eejs.doctor.evidence.Events;
import org.eejs.doctor.evidence.JvmEvidence;
import org.eejs.doctor.evidence.Frame;
import org.eejs.doctor.evidence.JvmSettings;
import org.eejs.doctor.evidence.Stack;
import org.eejs.doctor.rules.Rule;
import org.eejs.result.Diagnosis;
import org.eejs.result.Diagnosis.Finding;

/** The evidence of a JVM with 30 seconds of CPU in 30 seconds. */
final class Seen {
    static final int SECONDS = 30;
    static final String[] CLIENT = {"sun.security.ssl.ServerHello$ServerHelloConsumer.consume",
        "sun.security.ssl.SSLHandshake.consume", "sun.security.ssl.SSLEngineImpl$DelegatedTask.run"};
    static final String[] SERVER = {"sun.security.ssl.ClientHello$ClientHelloConsumer.consume",
        "sun.security.ssl.SSLHandshake.consume", "sun.security.ssl.SSLEngineImpl$DelegatedTask.run"};
    static final String FINISHED = "sun.security.ssl.Finished$T13FinishedProducer.produce";
    static final String SUITE = "TLS_AES_128_GCM_SHA256";

    private final Map<Stack, Long> stacks = new LinkedHashMap<>();
    private final Map<Events.Lookup, Long> services = new LinkedHashMap<>();
    private final List<Events.Handshake> handshakes = new ArrayList<>();
    private String group = "";
    private final Map<Long, Events.Certificate> certificates = new LinkedHashMap<>();
    private final Map<Stack, Long> chains = new LinkedHashMap<>();
    private long checked;
    private final List<Events.Wait> monitors = new ArrayList<>();
    private final List<Events.Wait> waits = new ArrayList<>();
    private final Map<String, JvmEvidence.HeapClass> heap = new HashMap<>();
    private final List<List<Stack>> threads = new ArrayList<>();
    private final Map<String, String> flags = new HashMap<>();
    private final Map<String, String> system = new HashMap<>();
    private final Map<String, String> security = new HashMap<>();
    private String jdk = "17.0.15";
    private double seconds = SECONDS;
    private Double eventSeconds;

    static Seen seen() {
        return new Seen();
    }

    /** Returns the only finding, which must be of this rule. */
    static Finding only(Seen seen, String rule) {
        List<Finding> findings = seen.byRules();
        assertEquals(List.of(rule), findings.stream().map(Finding::rule).toList());
        return findings.get(0);
    }

    /** Returns a stack of these frames, innermost first; the application calls the outermost. */
    static Stack stack(String thread, String... methods) {
        return new Stack(thread, Stream.concat(Arrays.stream(methods), Stream.of("com.example.Pay.call"))
                .map(method -> new Frame(method, 41)).toList());
    }

    static String[] below(String frame, String... frames) {
        return Stream.concat(Stream.of(frame), Arrays.stream(frames)).toArray(String[]::new);
    }

    /** Adds this number of samples. */
    Seen samples(long count, String... methods) {
        return samplesOf("worker", count, methods);
    }

    /** Adds this number of samples of a thread. */
    Seen samplesOf(String thread, long count, String... methods) {
        stacks.merge(stack(thread, methods), count, Long::sum);
        return this;
    }

    /** Adds this number of lookups. */
    Seen services(long count, String type, String algorithm, String provider, String... methods) {
        services.merge(new Events.Lookup(type, algorithm, provider, stack("worker", methods)), count,
                Long::sum);
        return this;
    }

    /** Sets the group of handshakes that are added later. */
    Seen group(String name) {
        group = name;
        return this;
    }

    /**
     * Adds this number of handshakes of a thread; {@code %d} in the peer is replaced by the number of the handshake.
     */
    Seen handshakes(long count, String thread, String peer, String suite, String... methods) {
        for (int i = 0; i < count; i++) {
            handshakes.add(new Events.Handshake(peer.formatted(i), suite.contains("_WITH_") ? "TLSv1.2"
                    : "TLSv1.3", suite, group, stack(thread.formatted(i), methods)));
        }
        return this;
    }

    /** Adds this number of chains of one server, checked by a client. */
    Seen chains(long count) {
        return chains(count, 1, "sun.security.ssl.X509TrustManagerImpl.checkServerTrusted");
    }

    /** Adds this number of chains with a number of different certificates. */
    Seen chains(long count, long different, String... methods) {
        chains.merge(stack("worker", methods), count, Long::sum);
        checked += different;
        return this;
    }

    Seen certificate(String keyType, int bits) {
        certificates.put((long) certificates.size(), new Events.Certificate("CN=" + bits, keyType,
                bits, 1));
        return this;
    }

    Seen monitors(double millis, String... methods) {
        monitors.add(new Events.Wait("java.lang.Object", 1, millis, stack("worker", methods)));
        return this;
    }

    Seen waits(String what, double millis, String... methods) {
        waits.add(new Events.Wait(what, 1, millis, stack("worker", methods)));
        return this;
    }

    Seen heap(String type, long objects) {
        heap.put(type, new JvmEvidence.HeapClass(objects, 100 * objects));
        return this;
    }

    /** Adds a moment at which one thread has this stack. */
    Seen moment(String... methods) {
        threads.add(List.of(stack("worker", methods), stack("main", "java.lang.Object.wait")));
        return this;
    }

    Seen flag(String name, boolean value) {
        flags.put(name, String.valueOf(value));
        return this;
    }

    Seen system(String name, String value) {
        system.put(name, value);
        return this;
    }

    Seen security(String name, String value) {
        security.put(name, value);
        return this;
    }

    /** Sets how long services were counted. */
    Seen counted(double seconds) {
        eventSeconds = seconds;
        return this;
    }

    Seen jdk(String version) {
        jdk = version;
        return this;
    }

    /** Sets the duration of the capture. */
    Seen seconds(double length) {
        seconds = length;
        return this;
    }

    JvmEvidence evidence() {
        return new JvmEvidence(new Diagnosis.Target(1L, null, jdk, "com.example.Main"),
                new JvmSettings(jdk, flags, system, security),
                seconds, new JvmEvidence.Cpu(seconds, 0, 0, true), stacks, "asyncProfiler", false,
                new Events(services, handshakes, certificates, new Events.Validations(chains, checked), monitors,
                waits), services.isEmpty() ? 0 : eventSeconds == null ? seconds : eventSeconds, heap, threads, List.of());
    }

    /** Returns the diagnosis of a JVM that also does other work. */
    Diagnosis diagnosis() {
        return Doctor.examine(samples(1_000, "java.util.HashMap.put").evidence(), Doctor.LEAST, Doctor.THRESHOLD);
    }

    /** Returns the ids of the findings. */
    List<String> rules() {
        return byRules().stream().map(Diagnosis.Finding::rule).toList();
    }

    /** Returns the findings of rules, without those of the table of costs. */
    List<Finding> byRules() {
        Set<String> rules = Rules.ALL.stream().map(Rule::id).collect(Collectors.toSet());
        return diagnosis().findings().stream().filter(finding -> rules.contains(finding.rule())).toList();
    }
}
