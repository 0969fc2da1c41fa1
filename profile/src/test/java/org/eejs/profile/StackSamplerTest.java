package org.eejs.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.eejs.result.CpuCategory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests with real JVMs, each source and each JDK. If sampling fails, one line gives the reason, and the JVM continues.
 */
class StackSamplerTest {
    @TempDir
    private Path folder;
    private TestJvm service;

    static Stream<String> jdks() {
        return TestJvm.jdks();
    }

    @AfterEach
    void stop() {
        if (service != null) {
            service.close();
        }
    }

    private AttachedJvm start(String jdk, String... options) throws IOException {
        service = TestJvm.start(jdk, SigningService.class, options);
        return service.attached();
    }

    private StackRecording sampled(StackSampler sampler) throws Exception {
        service.awaitCpuSeconds(1);
        return sampler.stop();
    }

    private static void assertSigning(StackRecording recording) {
        Map<Place, Long> places = CpuShares.places(recording, Categories.of(List.of("org.eejs.profile.")));
        long signing = places.entrySet().stream().filter(each -> each.getKey().primitive() != null
                && each.getKey().primitive().algorithm().equals("RSA")).mapToLong(Map.Entry::getValue).sum();
        long own = places.entrySet().stream()
                .filter(each -> each.getKey().category() == CpuCategory.CRYPTOGRAPHY).mapToLong(Map.Entry::getValue).sum();
        assertTrue(signing > 20, "samples of RSA: " + places);
        assertTrue(own > signing / 2, "signatures without TLS are the service's own cryptography: " + places);
        assertTrue(recording.stacks().keySet().stream().anyMatch(sample -> sample.thread().equals("signer")), "threads");
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void asyncProfilerSamplesAnyJdk(String jdk) throws Exception {
        AttachedJvm jvm = start(jdk);
        StackSampler sampler = StackSampler.start(jvm, TestJvm.LIBRARY, folder.resolve("a.jfr"));
        assertEquals(List.of(), sampler.problems());
        StackRecording recording = sampled(sampler);
        assertEquals(Source.ASYNC_PROFILER, recording.source());
        assertSigning(recording);
        assertTrue(service.isAlive());
    }

    @Test
    @Tag("long")
    void itCanBeginAgain() throws Exception {
        AttachedJvm jvm = start(System.getProperty("java.home"));
        sampled(StackSampler.start(jvm, TestJvm.LIBRARY, folder.resolve("a.jfr")));
        assertSigning(sampled(StackSampler.start(jvm, TestJvm.LIBRARY, folder.resolve("a.jfr"))));
    }

    @ParameterizedTest
    @MethodSource("jdks")
    @Tag("long")
    void withoutAsyncProfilerTheFlightRecorderSamples(String jdk) throws Exception {
        AttachedJvm jvm = start(jdk);
        StackSampler sampler = StackSampler.start(jvm, folder.resolve("none.so"), folder.resolve("b.jfr"));
        assertTrue(sampler.problems().get(0).contains("is not there; build with mvn package"));
        StackRecording recording = sampled(sampler);
        boolean byCpuTime = jvm.answer("VM.version").matches("(?s).*\\nJDK (2[5-9]|[3-9]\\d)\\b.*");
        assertEquals(byCpuTime ? Source.CPU_TIME_SAMPLE : Source.EXECUTION_SAMPLE, recording.source());
        assertEquals(!byCpuTime, recording.source().isBiased());
        assertTrue(recording.stacks().keySet().stream().anyMatch(sample -> sample.frames().stream()
                .anyMatch(frame -> frame.startsWith("sun.security.rsa."))));
    }

    @Test
    void aLibraryThatDoesNotLoadIsNamedAndTheFlightRecorderSamples() throws Exception {
        AttachedJvm jvm = start(System.getProperty("java.home"));
        Path broken = Files.writeString(folder.resolve("broken.so"), "no library");
        StackSampler sampler = StackSampler.start(jvm, broken, folder.resolve("c.jfr"));
        String problem = sampler.problems().get(0);
        assertTrue(problem.startsWith("async-profiler: ") && problem.contains("broken.so"), problem);
        assertEquals(1, problem.lines().count());
        assertFalse(sampled(sampler).samples().isEmpty());
    }

    @Test
    void aRefusalToAttachIsReported() throws Exception {
        AttachedJvm jvm = start(System.getProperty("java.home"), "-XX:+DisableAttachMechanism");
        ProfilingException refused = assertThrows(ProfilingException.class,
                () -> StackSampler.start(jvm, TestJvm.LIBRARY, folder.resolve("d.jfr")));
        assertTrue(refused.getMessage().contains("attaching to"), refused.getMessage());
        assertEquals(1, refused.getMessage().lines().count());
        assertTrue(service.isAlive());
    }

    @Test
    void samplingDoesNotHangWhenTheJvmEnds() throws Exception {
        AttachedJvm jvm = start(System.getProperty("java.home"));
        StackSampler sampler = StackSampler.start(jvm, TestJvm.LIBRARY, folder.resolve("e.jfr"));
        service.kill();
        ProfilingException gone = assertThrows(ProfilingException.class, sampler::stop);
        assertTrue(gone.getMessage().contains("attaching to"), gone.getMessage());
    }

    @Test
    @Tag("long")
    void aStoppedJvmTimesOutAndRecordsNothingWhenItContinues() throws Exception {
        AttachedJvm jvm = start(System.getProperty("java.home"));
        jvm.answer("VM.version");
        service.signal("STOP");
        AttachedJvm stopped = service.attached(Duration.ofSeconds(2));
        ProfilingException late = assertThrows(ProfilingException.class, () -> FlightRecording.start(stopped,
                "eejs-test", settings(), folder.resolve("late.jfr"), null));
        assertTrue(late.isLate());
        assertTrue(late.getMessage().endsWith("did not answer JFR.start within 2 s"), late.getMessage());
        service.signal("CONT");
        // It answers in order, so the earlier request is complete.
        assertFalse(jvm.answer("JFR.check").contains("eejs-test"), jvm.answer("JFR.check"));
    }

    /** The kernel's folder /proc has no free space. */
    @Test
    void theFlightRecorderWritesOnlyWhereThereIsRoom() throws Exception {
        AttachedJvm jvm = start(System.getProperty("java.home"), "-Djava.io.tmpdir=/proc").allowCompilingAnew();
        ProfilingException full = assertThrows(ProfilingException.class, () -> StackSampler.start(jvm,
                folder.resolve("none.so"), folder.resolve("full.jfr"), SamplingPlan.CPU, Duration.ofMinutes(1)));
        assertTrue(full.getMessage().contains("flight recorder: /proc, where its flight recorder writes, has 0 MB free "
                + "of the 512 that it needs"), full.getMessage());
        assertFalse(jvm.answer("JFR.check").contains("eejs-"), jvm.answer("JFR.check"));
    }

    /** Only the JVM's own start or an allowed one starts it; later starts discard nothing. */
    @ParameterizedTest
    @MethodSource("jdks")
    void theFlightRecorderIsNotStartedIfThatDiscardsAllCode(String jdk) throws Exception {
        AttachedJvm jvm = start(jdk);
        Path file = folder.resolve("first.jfr");
        if (Integer.parseInt(jvm.properties().getProperty("java.specification.version")) < 25) {
            ProfilingException refused = assertThrows(ProfilingException.class, () -> FlightRecording.start(jvm,
                    "eejs-test", settings(), file, Duration.ofMinutes(1)));
            assertTrue(refused.getMessage().contains("discard all compiled code"), refused.getMessage());
            assertNull(jvm.properties().getProperty("jdk.jfr.repository"));
            assertFalse(Files.exists(file));
            jvm.answer("JFR.start name=own duration=1s");
        }
        FlightRecording.start(jvm, "eejs-test", settings(), file, Duration.ofMinutes(1)).close();
        assertTrue(Files.size(file) > 0);
    }

    /** The recorder sets this property to its folder; a user's value has no effect. */
    @ParameterizedTest
    @ValueSource(strings = {"relative", "/dev/null"})
    void aRepositoryThatAUserNamedIsNone(String wrong) throws Exception {
        userNamedRepositoryIsNone(wrong);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/nonexistent/x", "/proc/none", ""})
    @Tag("long")
    void otherRepositoriesThatAUserNamedAreNoneEither(String wrong) throws Exception {
        userNamedRepositoryIsNone(wrong);
    }

    private void userNamedRepositoryIsNone(String wrong) throws Exception {
        AttachedJvm jvm = start(System.getProperty("java.home"), "-Djdk.jfr.repository=" + wrong).allowCompilingAnew();
        Path file = folder.resolve("named.jfr");
        FlightRecording.start(jvm, "eejs-test", settings(), file, Duration.ofMinutes(1)).close();
        assertTrue(Files.size(file) > 0);
    }

    private static List<java.net.URL> settings() {
        return List.of(StackSampler.class.getResource("cpu.jfc"));
    }

    @Test
    @Tag("long")
    void theFlightRecorderEndsByItselfAtItsLimit() throws Exception {
        AttachedJvm jvm = start(System.getProperty("java.home")).allowCompilingAnew();
        Path file = folder.resolve("left.jfr");
        StackSampler.start(jvm, folder.resolve("none.so"), file, SamplingPlan.CPU, Duration.ofSeconds(2));
        String name = "eejs-profile-" + ProcessHandle.current().pid();
        assertTrue(jvm.answer("JFR.check").contains(name), jvm.answer("JFR.check"));
        await(() -> !jvm.answer("JFR.check").contains(name));
        assertFalse(StackRecording.read(file).samples().isEmpty(), "it is in the requested file");
        assertEquals("rw-------", mode(file));
    }

    @Test
    @Tag("long")
    void asyncProfilerEndsByItselfAtItsLimit() throws Exception {
        AttachedJvm jvm = start(System.getProperty("java.home"));
        Path file = folder.resolve("left.jfr");
        StackSampler.start(jvm, TestJvm.LIBRARY, file, SamplingPlan.CPU, Duration.ofSeconds(2));
        Path status = folder.resolve("status");
        await(() -> {
            jvm.loadAgent(TestJvm.LIBRARY, "status,file=" + status);
            return Files.readString(status).contains("not active");
        });
        assertEquals("rw-------", mode(file));
    }

    private static String mode(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }

    private static void await(Callable<Boolean> condition) throws Exception {
        long end = System.nanoTime() + Duration.ofMinutes(1).toNanos();
        while (!condition.call()) {
            assertTrue(System.nanoTime() < end, "the condition was not met within a minute");
        }
    }

    @Test
    void aLongAnswerIsReadToItsEnd() throws Exception {
        String dump = start(System.getProperty("java.home")).answer("Thread.print");
        assertTrue(dump.length() > 5_000 && dump.contains("\"VM Thread\""), dump);
    }

    @Test
    void aFileThatIsNoRecordingIsNamed() throws Exception {
        Path file = Files.writeString(folder.resolve("f.jfr"), "no recording");
        assertTrue(assertThrows(ProfilingException.class, () -> StackRecording.read(file)).getMessage().contains("f.jfr"));
        Path missing = folder.resolve("missing.jfr");
        assertTrue(assertThrows(ProfilingException.class, () -> StackRecording.read(missing)).getMessage()
                .contains("missing.jfr"));
    }
}
