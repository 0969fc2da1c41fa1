package org.eejs.doctor.looking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.channels.Selector;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.security.cert.CertPathValidator;
import java.security.cert.CertificateFactory;
import java.security.cert.PKIXParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.Date;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import jdk.jfr.Event;
import jdk.jfr.Recording;
import org.eejs.doctor.Doctor;
import org.eejs.doctor.evidence.Events;
import org.eejs.doctor.evidence.JvmEvidence;
import org.eejs.doctor.evidence.FramePattern;
import org.eejs.doctor.evidence.Stack;
import org.eejs.profile.StackSampler;
import org.eejs.result.Diagnosis.NotSeen;
import org.eejs.result.Diagnosis;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordingReaderTest {
    @TempDir
    private Path folder;

    /** Work to be recorded. */
    private interface Work {
        void carryOut() throws Exception;
    }

    private Path recorded(Work work, String... types) throws Exception {
        Path file = folder.resolve("recorded.jfr");
        try (Recording recording = new Recording()) {
            for (String type : types) {
                recording.enable(type).withoutThreshold().withPeriod(Duration.ofMillis(10)).withStackTrace();
            }
            recording.start();
            work.carryOut();
            recording.stop();
            recording.dump(file);
        }
        return file;
    }

    private static void busy(Duration duration) {
        long end = System.nanoTime() + duration.toNanos();
        String text = "";
        while (System.nanoTime() < end) {
            text = Integer.toString(text.hashCode()).repeat(20);
        }
    }

    @Test
    void aRecordingWithoutSamplesAndCountsFindsNothingAndCallsNothingRight() throws Exception {
        Path file = recorded(() -> { }, "jdk.JVMInformation");
        JvmEvidence evidence = RecordingEvidence.of(file, folder);
        assertEquals(0, evidence.samples());
        assertEquals(0, evidence.eventSeconds());
        Diagnosis diagnosis = Doctor.examine(evidence, Doctor.LEAST, Doctor.THRESHOLD);
        assertEquals(List.of(), diagnosis.findings());
        assertEquals(null, diagnosis.grade());
        Set<String> unseen = diagnosis.notSeen().stream().map(NotSeen::rule).collect(Collectors.toSet());
        assertTrue(unseen.containsAll(List.of("context-per-call", "truststore-reload", "getinstance-hot",
                "client-never-resumes", "rsa-4096", "random-lock", "http-client-per-call")), unseen.toString());
    }

    @Test
    @Tag("long")
    void aRecordingThatDoesNotFitIntoMemoryIsRead() throws Exception {
        int digests = 400_000;
        Path file = recorded(() -> digest(40, digests), "jdk.SecurityProviderService", "jdk.JVMInformation",
                "jdk.ExecutionSample");
        Process reading = new ProcessBuilder(System.getProperty("java.home") + "/bin/java", "-Xmx40m",
                "-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path"), ReadRecording.class.getName(),
                file.toString(), folder.toString()).redirectErrorStream(true).start();
        String said = new String(reading.getInputStream().readAllBytes());
        assertEquals(0, reading.waitFor(), said);
        assertTrue(Long.parseLong(said.strip()) >= digests, said);
    }

    private static void digest(int deep, int times) throws Exception {
        if (deep > 0) {
            digest(deep - 1, times);
            return;
        }
        for (int i = 0; i < times; i++) {
            MessageDigest.getInstance("SHA-256");
        }
    }

    @Test
    void threadsThatWaitInNativeMethodsDoNotCount() throws Exception {
        try (Selector selector = Selector.open()) {
            Thread waiting = new Thread(() -> {
                try {
                    selector.select();
                } catch (java.io.IOException e) {
                    throw new java.io.UncheckedIOException(e);
                }
            });
            waiting.start();
            Path file = recorded(() -> busy(Duration.ofSeconds(2)), "jdk.NativeMethodSample", "jdk.ExecutionSample");
            selector.wakeup();
            waiting.join();
            Set<String> innermost = RecordingReader.read(file).stacks().keySet().stream().map(Stack::frames)
                    .map(frames -> frames.get(0).method()).collect(Collectors.toSet());
            assertFalse(innermost.isEmpty());
            assertFalse(innermost.contains("sun.nio.ch.EPoll.wait"), innermost.toString());
        }
    }

    @Test
    void samplesOfTheWallClockAreDistinguishedFromThoseOfTheCpu() throws Exception {
        Path library = StackSampler.libraryIn(Path.of(System.getProperty("eejs.home", "../target/eejs")));
        Path file = folder.resolve("wall.jfr");
        Process process = new ProcessBuilder(System.getProperty("java.home") + "/bin/java", "-agentpath:" + library
                + "=start,event=wall,interval=10ms,jfr,file=" + file.toAbsolutePath(), "-cp", "target/test-classes",
                Busy.class.getName()).redirectError(folder.resolve("err").toFile()).start();
        assertTrue(process.inputReader().lines().anyMatch("ready"::equals));
        process.getOutputStream().close();
        assertEquals(0, process.waitFor(), () -> Files.exists(file) + " " + folder);
        JvmEvidence evidence = RecordingEvidence.of(file, folder);
        assertTrue(evidence.biased());
        assertTrue(evidence.notSeen().stream().anyMatch(each -> each.why().contains("wall-clock samples")),
                evidence.notSeen().toString());
    }

    @Test
    void chainsAreCountedNotTheirCertificates() throws Exception {
        KeyStore store = KeyStore.getInstance(Path.of(System.getProperty("java.home"), "lib/security/cacerts").toFile(),
                "changeit".toCharArray());
        X509Certificate root = null;
        for (String alias : Collections.list(store.aliases())) {
            X509Certificate each = (X509Certificate) store.getCertificate(alias);
            root = each.getNotAfter().after(Date.from(Instant.now())) && each.getSigAlgName().contains("SHA256withRSA")
                    ? each : root;
        }
        X509Certificate valid = root;
        Path file = recorded(() -> {
            PKIXParameters parameters = new PKIXParameters(Set.of(new TrustAnchor(valid, null)));
            parameters.setRevocationEnabled(false);
            for (int i = 0; i < 3; i++) {
                CertPathValidator.getInstance("PKIX").validate(CertificateFactory.getInstance("X.509")
                        .generateCertPath(List.of(valid)), parameters);
            }
        }, "jdk.X509Validation");
        Events.Validations validations = RecordingReader.read(file).events().validations();
        assertEquals(3, validations.chains(stack -> stack.has(new FramePattern(CertPathValidator.class.getName()))));
        assertEquals(1, validations.certificates());
    }

    /** An event with a duration. */
    static final class Lasting extends Event {}

    @Test
    void whatBeganBeforeTheRecordingDoesNotMakeItLonger() throws Exception {
        try (Recording earlier = new Recording()) {
            earlier.enable(Lasting.class);
            earlier.start();
            Lasting lasting = new Lasting();
            lasting.begin();
            busy(Duration.ofSeconds(2));
            Path file = recorded(() -> {
                lasting.commit();
                new Lasting().commit();
            }, "jdk.JVMInformation");
            double seconds = RecordingReader.read(file).seconds();
            assertTrue(seconds < 2, seconds + " s");
        }
    }

    @Test
    void whatThreadsWereDoingIsKnownOfRecordings() throws Exception {
        Path file = recorded(() -> busy(Duration.ofMillis(200)), "jdk.ThreadDump");
        List<List<Stack>> threads = RecordingReader.read(file).threads();
        assertTrue(!threads.isEmpty() && threads.stream().allMatch(all -> all.stream().anyMatch(stack -> stack.frames()
                .stream().anyMatch(frame -> frame.method().startsWith(getClass().getName())))), threads.toString());
    }

    @Test
    void settingsOfARecordingAreKnown() throws Exception {
        Path file = folder.resolve("settings.jfr");
        try (Recording recording = new Recording()) {
            recording.enable("jdk.ActiveSetting");
            recording.disable("jdk.SecurityProviderService");
            recording.enable("jdk.X509Validation");
            recording.enable("jdk.JavaMonitorEnter").withThreshold(Duration.ofMillis(10));
            recording.enable("jdk.ExecutionSample").withPeriod(Duration.ofMillis(10));
            recording.enable("jdk.NativeMethodSample").withPeriod(Duration.ofMillis(20));
            recording.start();
            recording.stop();
            recording.dump(file);
        }
        EventTypes types = RecordingReader.read(file).types();
        assertEquals(false, types.isEnabled("jdk.SecurityProviderService").orElseThrow());
        assertEquals(true, types.isEnabled("jdk.X509Validation").orElseThrow());
        assertEquals(10, types.period("jdk.ExecutionSample").orElseThrow());
        assertEquals(20, types.period("jdk.NativeMethodSample").orElseThrow());
        assertEquals(10, types.threshold("jdk.JavaMonitorEnter").orElseThrow());
        List<NotSeen> gaps = Gaps.recorded(RecordingReader.read(file));
        assertTrue(gaps.stream().map(NotSeen::rule).toList().containsAll(List.of("mtls-pool-state", "rsa-4096",
                "no-keepalive", "http-client-per-call", "reverse-dns")), gaps.toString());
        assertTrue(gaps.contains(new NotSeen("context-per-call", "jdk.SecurityProviderService was switched off in the "
                + "settings of the recording")), gaps.toString());
        assertTrue(gaps.contains(new NotSeen(null, "waits of less than 10 ms for monitors, and waits for locks "
                + "of java.util.concurrent: they were not recorded")),
                gaps.toString());
    }

    @Test
    void theVersionIsThatOfTheJdkNotOfTheVm() {
        assertEquals("1.8.0_392", JvmFacts.version("OpenJDK 64-Bit Server VM (25.392-b08) for linux-amd64 JRE "
                + "(1.8.0_392-b08), built on Oct 17 2023"));
        assertEquals("17.0.15", JvmFacts.version("OpenJDK 64-Bit Server VM (17.0.15+6-Debian-1deb12u1) for "
                + "linux-amd64 JRE (17.0.15+6-Debian-1deb12u1), built on Apr 19 2025"));
        assertEquals("17.0.15", JvmFacts.version("OpenJDK 64-Bit Server VM (17.0.15+6) for linux-amd64"));
        assertEquals("", JvmFacts.version("nothing"));
    }
}
