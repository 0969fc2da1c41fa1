package org.eejs.doctor.looking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import org.eejs.doctor.Doctor;
import org.eejs.doctor.evidence.JvmEvidence;
import org.eejs.doctor.evidence.Frame;
import org.eejs.doctor.patients.Patient;
import org.eejs.profile.AttachedJvm;
import org.eejs.result.Diagnosis.NotSeen;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Captures of real JVMs; nothing may go on in them afterwards. */
@Execution(ExecutionMode.CONCURRENT)
class LiveJvmTest {
    private static final Path HOME = Path.of(System.getProperty("eejs.home", "../target/eejs")).toAbsolutePath()
            .normalize();

    @TempDir
    private Path folder;
    private Process process;

    static Stream<String> jdks() {
        return Stream.of(System.getProperty("java.home"), System.getProperty("newer.jdk", ""))
                .filter(home -> !home.isEmpty()).distinct();
    }

    /** Returns ways to prevent a recording: the option, and a full folder, which would end the JVM. */
    static Stream<Arguments> unrecorded() {
        List<String> jdks = jdks().toList();
        return Stream.of(Arguments.of(jdks.get(0), "-XX:-FlightRecorder"),
                Arguments.of(jdks.get(jdks.size() - 1), "-Djava.io.tmpdir=/proc"));
    }

    @AfterEach
    void end() {
        if (process != null) {
            process.destroyForcibly();
        }
    }

    private LiveJvm start(String jdk, String... options) throws IOException {
        List<String> command = new ArrayList<>(List.of(jdk + "/bin/java", "-XX:+UseSerialGC", "-Xmx64m"));
        command.addAll(List.of(options));
        command.addAll(List.of("-cp", "target/test-classes", Busy.class.getName()));
        process = new ProcessBuilder(command).redirectError(folder.resolve("err").toFile()).start();
        assertEquals("ready", process.inputReader().readLine());
        return new LiveJvm(process.pid(), HOME, folder, true);
    }

    private String recordings() throws Exception {
        return new AttachedJvm(process.pid()).answer("JFR.check");
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void evidenceIsCompleteAndItsFilesAreForTheirOwnerOnly(String jdk) throws Exception {
        JvmEvidence evidence = start(jdk).look(Duration.ofSeconds(4));
        assertTrue(evidence.taken() > 10, evidence.taken() + " samples");
        assertFalse(evidence.biased());
        assertEquals(evidence.settings().feature() < 25 ? "asyncProfiler" : "cpuTimeSample", evidence.source());
        assertTrue(evidence.cpu().app() > 0 && evidence.cpu().jit() >= 0 && evidence.cpu().gc() >= 0,
                evidence.cpu().toString());
        double micros = 1e6 * evidence.cpu().app();
        // Samples may include threads of the compiler that have ended; on a busy machine these use most of the CPU.
        assertTrue(evidence.samples() > micros / 2 && evidence.samples() < 1.5e6 * evidence.cpu().all(),
                evidence.samples() + " samples are weighted by the CPU of their threads: " + evidence.cpu());
        assertTrue(evidence.lookupsPerSecond("MessageDigest") > 0, "it looks up digests");
        assertTrue(evidence.heap().containsKey("java.lang.String"));
        assertEquals(3, evidence.threads().size());
        assertTrue(evidence.threads().stream().allMatch(all -> all.stream().anyMatch(stack -> stack.thread()
                .equals("main") && stack.frames().contains(new Frame("org.eejs.doctor.looking.Busy.main", 0)))),
                evidence.threads().toString());
        assertEquals(List.of(), evidence.notSeen().stream().filter(each -> each.rule() != null).toList());
        assertEquals(List.of(), Doctor.examine(evidence, Doctor.LEAST, Doctor.THRESHOLD).findings(), "it is healthy");
        assertFalse(recordings().contains("eejs-"), recordings());
        assertFalse(process.inputReader().ready(), "its standard output is its own");
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(each -> each.toString().endsWith(".jfr")).toList()) {
                assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)),
                        file.toString());
            }
        }
    }

    /** Without the flight recorder nothing is counted, but stacks are sampled, on JDK 25 by async-profiler. */
    @ParameterizedTest
    @MethodSource("unrecorded")
    @Tag("long")
    void withoutTheFlightRecorderStacksAreSampledAndRulesThatCountAreNamed(String jdk, String option)
            throws Exception {
        JvmEvidence evidence = start(jdk, option).look(Duration.ofSeconds(4));
        assertTrue(evidence.taken() > 10, evidence.taken() + " samples, " + evidence.notSeen());
        assertEquals("asyncProfiler", evidence.source());
        assertEquals(0, evidence.eventSeconds());
        assertTrue(evidence.notSeen().stream().map(NotSeen::rule).toList()
                .containsAll(List.of("context-per-call", "getinstance-hot", "random-lock")),
                evidence.notSeen().toString());
    }

    @Test
    @Tag("long")
    void theFlightRecorderIsNotUsedAgainstTheUsersWill() throws Exception {
        JvmEvidence evidence = start(jdks().reduce((first, last) -> last).orElseThrow()).withoutRecorder()
                .look(Duration.ofSeconds(4));
        assertTrue(evidence.taken() > 10, evidence.taken() + " samples, " + evidence.notSeen());
        assertEquals("asyncProfiler", evidence.source());
        assertNull(new AttachedJvm(process.pid()).properties().getProperty("jdk.jfr.repository"));
    }

    /** Before JDK 25, the first start of the recorder makes a JVM compile its code again, so it needs permission. */
    @Test
    @Tag("long")
    void theFlightRecorderOfALiveJvmIsNotStartedUnasked() throws Exception {
        LiveJvm allowed = start(jdks().findFirst().orElseThrow());
        JvmEvidence evidence = new LiveJvm(process.pid(), HOME, folder, false).look(Duration.ofSeconds(4));
        if (evidence.settings().feature() < 25) {
            assertTrue(evidence.taken() > 10, evidence.taken() + " samples, " + evidence.notSeen());
            assertTrue(evidence.notSeen().stream().anyMatch(each -> each.why().contains("--start-recorder")),
                    evidence.notSeen().toString());
            assertNull(new AttachedJvm(process.pid()).properties().getProperty("jdk.jfr.repository"));
            evidence = allowed.look(Duration.ofSeconds(4));
        }
        assertTrue(evidence.lookupsPerSecond("MessageDigest") > 0, evidence.notSeen().toString());
    }

    /** The interruption may come while the request is on its way. */
    @Test
    @Tag("long")
    void aLookThatIsInterruptedWhileItAsksLeavesNothingBehindEither() throws Exception {
        LiveJvm jvm = start(System.getProperty("java.home"));
        for (int millis = 0; millis < 2_000; millis += 200) {
            FutureTask<JvmEvidence> look = new FutureTask<>(() -> jvm.look(Duration.ofSeconds(60)));
            Thread looking = new Thread(look);
            looking.start();
            looking.join(millis + 1);
            looking.interrupt();
            looking.join();
            assertFalse(recordings().contains("eejs-"), recordings());
        }
    }

    @Test
    void aLookThatIsInterruptedLeavesNothingBehindAndOneThatIsKilledNothingForLong() throws Exception {
        LiveJvm jvm = start(System.getProperty("java.home"));
        FutureTask<JvmEvidence> look = new FutureTask<>(() -> jvm.look(Duration.ofSeconds(60)));
        Thread looking = new Thread(look);
        looking.start();
        await(() -> recordings().contains("eejs-doctor-lookups-"));
        String all = recordings();
        for (String name : List.of("eejs-doctor-", "eejs-doctor-lookups-")) {
            assertTrue(all.lines().anyMatch(line -> line.contains(name + ProcessHandle.current().pid())
                    && line.contains("duration=") && line.contains("maxsize=")), all);
        }
        looking.interrupt();
        looking.join();
        assertThrows(java.util.concurrent.ExecutionException.class, look::get);
        assertFalse(recordings().contains("eejs-"), recordings());
        assertTrue(process.isAlive());
    }

    @Test
    @Tag("long")
    void aFailedCountLeavesNothingRunning() throws Exception {
        // A recording cannot replace a folder that is not empty.
        Files.createDirectories(folder.resolve("lookups.jfr/full"));
        JvmEvidence evidence = start(System.getProperty("java.home")).look(Duration.ofSeconds(5));
        assertEquals(0, evidence.eventSeconds());
        assertTrue(evidence.taken() > 10);
        assertTrue(evidence.notSeen().stream().anyMatch(each -> each.why().contains("lookups.jfr")),
                evidence.notSeen().toString());
        assertFalse(recordings().contains("eejs-"), recordings());
    }

    @Test
    void anUnreadableRecordingDoesNotHideOtherEvidence() throws Exception {
        Files.writeString(folder.resolve("events.jfr"), "no recording");
        List<NotSeen> notSeen = new ArrayList<>();
        long own = ProcessHandle.current().pid();
        Watch watch = new Watch(new AttachedJvm(own), own, HOME, folder, Duration.ofSeconds(5), notSeen);
        assertNull(watch.events());
        assertTrue(notSeen.get(0).why().contains("is not a readable flight recording"), notSeen.toString());
        assertTrue(Gaps.live(null).stream().anyMatch(each -> "context-per-call".equals(each.rule())));
    }

    @Test
    void theEndOfAJvmDuringTheCaptureIsReported() throws Exception {
        LiveJvm jvm = start(System.getProperty("java.home"));
        FutureTask<JvmEvidence> look = new FutureTask<>(() -> jvm.look(Duration.ofSeconds(5)));
        new Thread(look).start();
        await(() -> recordings().contains("eejs-doctor-lookups-"));
        process.destroyForcibly().waitFor();
        JvmEvidence evidence = look.get();
        assertTrue(evidence.notSeen().stream().anyMatch(each -> each.impairs() && each.why().startsWith("process "
                + process.pid() + " ended during")), evidence.notSeen().toString());
        assertFalse(evidence.settings().system().isEmpty(), "what was seen before");
        assertEquals(null, Doctor.examine(evidence, Doctor.LEAST, Doctor.THRESHOLD).grade());
    }

    private static void await(Callable<Boolean> condition) throws Exception {
        long end = System.nanoTime() + Duration.ofMinutes(1).toNanos();
        while (!condition.call()) {
            assertTrue(System.nanoTime() < end, "it has not come true within a minute");
            Thread.sleep(20);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {
        " def new generation   total 78656K, used 1000K [0x0, 0x1, 0x2)\n  eden space 69952K,   2% used [0x0, 0x1)\n"
                + " tenured generation   total 174784K, used 24K [0x0)\n Metaspace       used 900K, committed 100K\n"
                + "  class space    used 6K, committed 128K\n",
        " garbage-first heap   total 256000K, used 1024K [0x0, 0x1)\n  region size 1024K, 2 young (2048K)\n"
                + " Metaspace       used 900K\n",
        " ZHeap           used 1M, capacity 256M, max capacity 4096M\n Metaspace used 900K\n",
        "Shenandoah Heap\n 4096M max, 4096M soft max, 256M committed, 1M used\n 2048 x 2048K regions\n"})
    void howMuchOfTheHeapIsUsedIsKnownOfAnyCollector(String said) {
        assertEquals(1 << 20, JvmAnswers.used(said));
    }

    @Test
    void aHeapThatDoesNotTellIsNotCounted() throws Exception {
        start(System.getProperty("java.home"));
        assertEquals(0, JvmAnswers.used("Heap of a collector that nobody knows"));
        assertNotEquals(0, JvmAnswers.used(new AttachedJvm(process.pid()).answer("GC.heap_info")));
        Set<String> rules = Patient.all().keySet();
        assertTrue(Gaps.rules().allMatch(rules::contains), "they are known: " + Gaps.rules().toList());
    }
}
