package org.eejs.doctor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import jdk.jfr.Recording;
import org.eejs.doctor.evidence.Events;
import org.eejs.doctor.evidence.JvmEvidence;
import org.eejs.doctor.evidence.Frame;
import org.eejs.doctor.evidence.JvmSettings;
import org.eejs.doctor.evidence.Stack;
import org.eejs.doctor.looking.LiveJvm;
import org.eejs.doctor.looking.RecordingEvidence;
import org.eejs.doctor.patients.Patient;
import org.eejs.doctor.rules.Rule;
import org.eejs.result.Diagnosis;
import org.eejs.result.InputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DoctorTest {
    private static final String[] CALL = {"com.example.Pay.call"};

    @TempDir
    private Path folder;

    @Test
    void everyRuleHasAUniqueIdAndAProgramThatShowsIt() {
        List<String> ids = Rules.ALL.stream().map(Rule::id).toList();
        assertEquals(ids.size(), new HashSet<>(ids).size());
        // Only JDK 8 tests suites for each connection, and live JVMs before 11 are not profiled.
        assertEquals(ids.stream().filter(id -> !id.equals("cipher-probe")).collect(Collectors.toSet()),
                Patient.all().keySet().stream().map(Patient::rule).collect(Collectors.toSet()));
        assertTrue(ids.size() >= 30, ids.size() + " rules");
        for (Rule rule : Rules.ALL) {
            assertTrue(!rule.title().endsWith(".") && !rule.source().isBlank(), rule.id());
        }
    }

    @Test
    void aStackIsCountedForTheRuleWhoseFrameIsOutermost() {
        Map<Stack, Long> stacks = new LinkedHashMap<>();
        // The store is read while a context is created, so a single context would also avoid that.
        stacks.put(stack("sun.security.pkcs12.PKCS12KeyStore.engineLoad", "java.security.KeyStore.load",
                "javax.net.ssl.TrustManagerFactory.init", "javax.net.ssl.SSLContext.init"), 300L);
        stacks.put(stack("sun.security.pkcs12.PKCS12KeyStore.engineLoad", "java.security.KeyStore.load"), 200L);
        stacks.put(stack("java.util.HashMap.put"), 500L);
        Diagnosis diagnosis = Doctor.examine(evidence(stacks, 10), Doctor.LEAST, Doctor.THRESHOLD);
        assertEquals(List.of("context-per-call", "keystore-load-hot"), rules(diagnosis));
        assertEquals(0.3, diagnosis.findings().get(0).cpuShare(), 1e-9);
        assertEquals(0.2, diagnosis.findings().get(1).cpuShare(), 1e-9);
        assertTrue(diagnosis.findings().get(0).cure().words().contains("com.example.Pay.call(Pay.java:41)"),
                diagnosis.findings().get(0).cure().words());
        assertTrue(diagnosis.findings().get(0).ci95().get(0) > 0.26 && diagnosis.findings().get(0).ci95()
                .get(1) < 0.34);
        assertTrue(!diagnosis.isHealthy());
        assertEquals(1, diagnosis.attribution().stream().mapToDouble(Diagnosis.Part::share).sum(), 1e-9);
    }

    @Test
    void whatIsIdleOrSmallIsNoFinding() {
        Map<Stack, Long> stacks = new LinkedHashMap<>();
        stacks.put(stack("java.security.KeyStore.load"), 9L);
        stacks.put(stack("java.util.HashMap.put"), 991L);
        assertEquals(List.of(), rules(Doctor.examine(evidence(stacks, 10), Doctor.LEAST, Doctor.THRESHOLD)));
        assertEquals(List.of("keystore-load-hot"), rules(Doctor.examine(evidence(stacks, 10), 0, Doctor.THRESHOLD)));
        stacks.put(stack("java.security.KeyStore.load"), 900L);
        Diagnosis idle = Doctor.examine(evidence(stacks, 0.01), Doctor.LEAST, Doctor.THRESHOLD);
        assertEquals(List.of(), rules(idle));
        assertTrue(idle.notSeen().get(0).why().startsWith("the JVM was idle"), idle.notSeen().toString());
    }

    @Test
    void aFaultIsOneInAnIdleJvmToo() {
        JvmSettings settings = new JvmSettings("17.0.15", Map.of(), Map.of(),
                Map.of("security.provider.1", "com.example.Provider", "security.provider.2", "SunJCE"));
        JvmEvidence given = evidence(Map.of(stack("java.security.KeyStore.load"), 900L), 0.01, settings, new Events(),
                0,
                Map.of("com.sun.crypto.provider.SunJCE", new JvmEvidence.HeapClass(1, 24)));
        Diagnosis idle = Doctor.examine(given, Doctor.LEAST, Doctor.THRESHOLD);
        assertEquals(List.of("provider-not-there"), rules(idle));
        assertEquals(null, idle.grade());
    }

    @Test
    void theBasisOfAShareIsReported() {
        Map<Stack, Long> stacks = Map.of(stack("javax.net.ssl.SSLContext.init"), 300L,
                stack("java.util.HashMap.put"), 700L);
        Diagnosis.Finding sampled = Doctor.examine(evidence(stacks, 10), Doctor.LEAST, Doctor.THRESHOLD).findings()
                .get(0);
        assertEquals(Diagnosis.Basis.SAMPLED, sampled.basis());
        assertEquals(0.3, sampled.cpuShare(), 1e-9);
        Events waits = new Events(Map.of(), List.of(), Map.of(), new Events.Validations(Map.of(), 0), List.of(
                new Events.Wait("java.lang.Object", 40, 9_000, stack("java.security.SecureRandom.nextBytes"))),
                List.of());
        Diagnosis.Finding waiting = Doctor.examine(evidence(Map.of(stack("java.util.HashMap.put"), 9L), 10,
                settings("17.0.15"), waits, 0, Map.of()), Doctor.LEAST, Doctor.THRESHOLD).findings().get(0);
        assertEquals("random-lock", waiting.rule());
        assertEquals(Diagnosis.Basis.COUNTED, waiting.basis());
    }

    @Test
    void eachRuleHasBoundsOfItsSavingWithAReason() {
        for (Rule rule : Rules.ALL) {
            Saving saving = Saving.of(rule);
            assertTrue(0 <= saving.least() && saving.least() <= rule.saved() && rule.saved() <= saving.most()
                    && saving.most() <= 1 && !saving.why().isBlank(), rule.id() + ": " + saving);
        }
    }

    @Test
    void whatIsSavedIsAsUncertainAsTheShareAndTheCureTogether() {
        Map<Stack, Long> stacks = Map.of(stack("com.sun.crypto.provider.DHKeyAgreement.engineGenerateSecret"), 300L,
                stack("java.util.HashMap.put"), 700L);
        Diagnosis.Finding finding = Doctor.examine(evidence(stacks, 10), Doctor.LEAST, Doctor.THRESHOLD).findings()
                .get(0);
        assertEquals("dhe", finding.rule());
        assertEquals(0.6 * finding.ci95().get(0), finding.savedCi95().get(0), 1e-9);
        assertEquals(0.97 * finding.ci95().get(1), finding.savedCi95().get(1), 1e-9);
        assertTrue(finding.evidence().stream().anyMatch(each -> each.startsWith("the fix saves 60% to 97% of this "
                + "share: ")),
                finding.evidence().toString());
    }

    @Test
    void samplesThatCountForSeveralAreNoMoreThanWereTaken() {
        Map<Stack, Long> stacks = Map.of(stack("javax.net.ssl.SSLContext.init"), 300L,
                stack("java.util.HashMap.put"), 700L);
        JvmEvidence all = evidence(stacks, 10);
        JvmEvidence weighted = new JvmEvidence(all.target(), all.settings(), all.seconds(), all.cpu(), stacks,
                all.source(),
                true, all.events(), 0, all.heap(), all.threads(), all.notSeen(), 100, all.traffic(),
                all.ports());
        Diagnosis diagnosis = Doctor.examine(weighted, Doctor.LEAST, Doctor.THRESHOLD);
        assertEquals(100, diagnosis.samples());
        List<Double> ci95 = diagnosis.findings().get(0).ci95();
        assertTrue(ci95.get(0) < 0.23 && ci95.get(1) > 0.38, "as of 100: " + ci95);
        assertTrue(diagnosis.attribution().stream().anyMatch(part -> part.ci95().get(1) - part.ci95().get(0) > 0.15),
                diagnosis.attribution().toString());
    }

    @Test
    void rulesThatDependOnTheReleaseAreNotCheckedForAnUnknownOne() {
        Map<Stack, Long> stacks = Map.of(stack("java.io.ByteArrayOutputStream.write",
                "com.sun.crypto.provider.GaloisCounterMode$GCMDecrypt.doUpdate",
                "javax.crypto.CipherInputStream.read"), 900L, stack("java.util.HashMap.put"), 100L);
        JvmEvidence old = evidence(stacks, 10, settings("17.0.15"), new Events(), 0, Map.of());
        assertEquals(List.of("gcm-streaming"), rules(Doctor.examine(old, Doctor.LEAST, Doctor.THRESHOLD)));
        JvmEvidence unknown = evidence(stacks, 10, settings(""), new Events(), 0, Map.of());
        Diagnosis diagnosis = Doctor.examine(unknown, Doctor.LEAST, Doctor.THRESHOLD);
        assertEquals(List.of(), rules(diagnosis));
        assertEquals("gcm-streaming", diagnosis.notSeen().get(0).rule());
    }

    @Test
    void aSystemPropertyIsNoSecurityProperty() {
        JvmSettings settings = new JvmSettings("17.0.15", Map.of(), Map.of("ssl.KeyManagerFactory.algorithm",
                "SunX509"), Map.of("ssl.KeyManagerFactory.algorithm", "PKIX"));
        assertEquals("PKIX", settings.security("ssl.KeyManagerFactory.algorithm").orElseThrow());
        assertTrue(settings.isBefore(21) && !settings.isBefore(17) && !settings("").isBefore(21));
    }

    private static List<String> rules(Diagnosis diagnosis) {
        return diagnosis.findings().stream().map(Diagnosis.Finding::rule).toList();
    }

    /** Frames, innermost first, called by an application. */
    private static Stack stack(String... methods) {
        return new Stack("worker", java.util.stream.Stream.concat(Arrays.stream(methods), Arrays.stream(CALL))
                .map(method -> new Frame(method, 41)).toList());
    }

    private static JvmEvidence evidence(Map<Stack, Long> stacks, double cpuSeconds) {
        return evidence(stacks, cpuSeconds, settings("17.0.15"), new Events(), 0, Map.of());
    }

    private static JvmSettings settings(String jdk) {
        return new JvmSettings(jdk, Map.of(), Map.of(), Map.of());
    }

    private static JvmEvidence evidence(Map<Stack, Long> stacks, double cpuSeconds, JvmSettings settings, Events events,
            double eventSeconds, Map<String, JvmEvidence.HeapClass> heap) {
        return new JvmEvidence(new Diagnosis.Target(1L, null, settings.jdk(), "com.example.Main"), settings, 30,
                new JvmEvidence.Cpu(cpuSeconds, 0, 0, true), stacks, "asyncProfiler", false, events, eventSeconds, heap,
                List.of(), List.of());
    }

    @Test
    void badTargetsGetOneLine() throws Exception {
        assertEquals("there is no process 999999999; jps -l lists the JVMs of this user",
                refusal(() -> new LiveJvm(999_999_999, folder, folder, false)));
        Process sleep = new ProcessBuilder("sleep", "60").start();
        try {
            String said = refusal(() -> new LiveJvm(sleep.pid(), folder, folder, false));
            assertEquals("process " + sleep.pid() + " is no JVM; jps -l lists the JVMs of this user", said);
            assertTrue(sleep.isAlive(), "nothing was asked of it");
        } finally {
            sleep.destroyForcibly();
        }
        assertEquals(folder.resolve("nothing.jfr") + ": no such file",
                refusal(() -> RecordingEvidence.of(folder.resolve("nothing.jfr"), folder)));
        Path text = Files.writeString(folder.resolve("text.jfr"), "no recording");
        assertTrue(refusal(() -> RecordingEvidence.of(text, folder)).startsWith(text + ": is not a readable flight "
                + "recording"));
    }

    @Test
    void ofARecordingThatIsCutOffWhatIsThereIsRead() throws Exception {
        Path whole = folder.resolve("whole.jfr");
        try (Recording recording = new Recording()) {
            recording.enable("jdk.ExecutionSample").withPeriod(Duration.ofMillis(10));
            recording.enable("jdk.JVMInformation");
            recording.start();
            ThreadMXBean threads = ManagementFactory.getThreadMXBean();
            long end = threads.getCurrentThreadCpuTime() + Duration.ofSeconds(2).toNanos();
            String text = "";
            for (int i = 0; i % 10_000 > 0 || threads.getCurrentThreadCpuTime() < end; i++) {
                text = Integer.toString(text.hashCode()).repeat(20);
            }
            recording.stop();
            recording.dump(whole);
        }
        JvmEvidence evidence = RecordingEvidence.of(whole, folder);
        assertTrue(evidence.samples() > 0, evidence.samples() + " samples");
        assertEquals("executionSample", evidence.source());
        assertTrue(evidence.biased());
        assertEquals(System.getProperty("java.version"), evidence.settings().jdk());
        assertTrue(Files.size(folder.resolve("flame-graph.html")) > 1_000);
        byte[] bytes = Files.readAllBytes(whole);
        Path cut = Files.write(folder.resolve("cut.jfr"), Arrays.copyOf(bytes, bytes.length / 2));
        try {
            assertTrue(RecordingEvidence.of(cut, folder).notSeen().stream().map(Diagnosis.NotSeen::why)
                    .collect(Collectors.joining()).contains("cut off"));
        } catch (InputException e) {
            // A recording of a single truncated chunk is unreadable, which must be reported.
            assertTrue(e.getMessage().startsWith(cut + ": is not a readable flight recording"), e.getMessage());
        }
    }

    /** A task that fails. */
    private interface Task {
        void run() throws Exception;
    }

    private static String refusal(Task task) {
        return assertThrows(InputException.class, task::run).getMessage();
    }
}
