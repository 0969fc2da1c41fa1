package org.eejs.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import jdk.jfr.Recording;
import org.eejs.lab.machine.Jdk;
import org.eejs.result.Diagnosis;
import org.eejs.result.RunDirectory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The doctor and a live bank. */
class DoctorIT {
    @TempDir
    private Path folder;

    /** Its handshakes cost about as much as its contexts, so that either may come first. */
    @Test
    @Tag("long")
    void theTrustStoreThatIsReadForEachCallIsFoundInALiveBank() throws Exception {
        Path run = Files.createDirectories(folder.resolve("run"));
        try (EejsProcess bank = new EejsProcess(run, "run", "--sessions", "15", "--think-time", "1s", "--back-end",
                "new-context", "--back-end-trust", "cacerts", "--diseases", "truststore-per-context", "--profile",
                "off", EejsProcess.BANK_COMPILES_LITTLE, "--phases", "2s,4s,40s,1s", "--out", "out")) {
            bank.awaitProgress("steady state");
            long pid = bank.role("org.eejs.bank.BankMain").pid();
            try (EejsProcess doctor = new EejsProcess(folder, "doctor", String.valueOf(pid), "--start-recorder",
                    "--seconds", "6", "--out", "doctor")) {
                assertEquals(3, doctor.awaitExit(), doctor.out() + doctor.err());
                Diagnosis diagnosis = RunDirectory.read(folder.resolve("doctor")).diagnosis();
                Optional<Diagnosis.Finding> found = diagnosis.findings().stream()
                        .filter(finding -> finding.rule().equals("context-per-call")).findFirst();
                assertTrue(found.isPresent(), doctor.out());
                assertTrue(found.get().cure().lines().get(1).contains("-Dorg.eejs.jsse.sslContext=share"));
                assertEquals(1, diagnosis.attribution().stream().mapToDouble(Diagnosis.Part::share).sum(), 1e-6);
                assertTrue(doctor.out().contains("The service creates SSLContexts again and again"), doctor.out());
                assertTrue(Files.exists(folder.resolve("doctor/flame-graph.html")));
                assertTrue(Files.exists(folder.resolve("doctor/report.html")));
            }
            bank.signal("INT");
            assertEquals(130, bank.awaitExit(), bank.err());
        }
    }

    /**
     * The capture begins right after the warm-up, while the bank still compiles a little. The users of the workload do
     * open new connections.
     */
    @ParameterizedTest
    @MethodSource("jdks")
    @Tag("long")
    void inTheBankWithAllCuresOnlyItsUsersConnectionsAreFound(Jdk jdk) throws Exception {
        Path run = Files.createDirectories(folder.resolve("run"));
        try (EejsProcess bank = new EejsProcess(run, "run", "--jdk", jdk.home().toString(), "--sessions", "60",
                "--think-time", "1s", "--back-end", "pooled", "--cures", "all", "--profile", "off", "--phases",
                "2s,30s,60s,1s", "--out", "out")) {
            bank.awaitProgress("steady state");
            long pid = bank.role("org.eejs.bank.BankMain").pid();
            try (EejsProcess doctor = new EejsProcess(folder, "doctor", String.valueOf(pid), "--start-recorder",
                    "--out", "doctor")) {
                int exit = doctor.awaitExit();
                assertTrue(exit == 0 || exit == 3, doctor.out() + doctor.err());
                for (Diagnosis.Finding each : RunDirectory.read(folder.resolve("doctor")).diagnosis().findings()) {
                    assertTrue(List.of("handshakes-as-server", "no-keepalive").contains(each.rule()), doctor.out());
                }
            }
            bank.signal("INT");
            bank.awaitExit();
        }
    }

    static Stream<Jdk> jdks() {
        return Jdk.all().stream();
    }

    @Test
    @Tag("long")
    void aLookThatIsStoppedLeavesNoRecordingBehind() throws Exception {
        Process patient = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin/java").toString(), "-cp",
                System.getProperty("java.class.path"), Waiting.class.getName()).start();
        try (EejsProcess doctor = new EejsProcess(folder, "doctor", String.valueOf(patient.pid()),
                "--start-recorder", "--seconds", "60")) {
            EejsProcess.awaitThat("a recording", () -> recordings(patient).contains("eejs-doctor"));
            doctor.signal("INT");
            assertEquals(130, doctor.awaitExit(), doctor.err());
            assertEquals("eejs: stopped before the end of the capture, so there is no result", doctor.lastError());
            assertFalse(recordings(patient).contains("eejs-doctor"), recordings(patient));
            assertTrue(patient.isAlive());
        } finally {
            patient.destroyForcibly();
        }
    }

    private static String recordings(Process jvm) {
        try {
            Process jcmd = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin/jcmd").toString(),
                    String.valueOf(jvm.pid()), "JFR.check").redirectErrorStream(true).start();
            return new String(jcmd.getInputStream().readAllBytes());
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    /** A JVM that waits until it is killed. */
    static final class Waiting {
        public static void main(String... words) throws InterruptedException {
            Thread.currentThread().join();
        }
    }

    @Test
    void badTargetsGetOneLine() throws Exception {
        refused("no such file", "nothing.jfr");
        // All words after --launch belong to the command, including its options.
        refused("the command ended with exit code 0 during its warm-up", "--after", "20", "--launch", "java",
                "-version");
        refused("is no JVM", "--after", "1", "--launch", "sleep", "7213");
        assertTrue(ProcessHandle.allProcesses().noneMatch(each -> EejsProcess.commandLine(each)
                .equals("sleep\0" + "7213\0")), "what was launched is ended");
        Path results = folder.resolve("results");
        try (Stream<Path> left = Files.exists(results) ? Files.list(results) : Stream.of()) {
            assertTrue(left.allMatch(each -> Files.exists(each.resolve("launched.log"))), "no folder without a result");
        }
    }

    @Test
    void aRecordingIsAnsweredInJsonWithTheGradeOfTheReport() throws Exception {
        Path file = folder.resolve("own.jfr");
        try (Recording recording = new Recording()) {
            recording.enable("jdk.JVMInformation");
            recording.start();
            recording.stop();
            recording.dump(file);
        }
        try (EejsProcess doctor = new EejsProcess(folder, "doctor", "own.jfr", "--json", "--out", "out",
                "--junit", "junit.xml", "--sarif", "sarif.json", "--cbom", "cbom.json")) {
            assertEquals(1, doctor.awaitExit(), doctor.err());
            assertEquals("eejs: the cost in CPU is unknown: the recording has no CPU samples; record with "
                    + "settings=profile, or by async-profiler", doctor.lastError());
            Path json = Files.writeString(folder.resolve("said.json"), doctor.out());
            Diagnosis said = RunDirectory.read(json).diagnosis();
            assertEquals(doctor.result().diagnosis(), said);
            assertEquals("own.jfr", said.target().recording());
            assertEquals(null, said.grade());
            assertFalse(said.isComplete());
            assertHas("junit.xml", "failures=\"1\"");
            assertHas("sarif.json", "\"executionSuccessful\" : false");
            assertHas("cbom.json", "\"specVersion\" : \"1.6\"");
        }
    }

    private void assertHas(String name, String text) throws Exception {
        Path file = folder.resolve(name);
        assertTrue(Files.readString(file).contains(text), Files.readString(file));
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)), name);
    }

    @Test
    void theJvmThatAScriptStartsIsLookedAtAndEnded() throws Exception {
        Path script = Files.writeString(folder.resolve("start.sh"), "\"$1\" -cp \"$2\" '"
                + Waiting.class.getName() + "' of-a-script\nexit 0\n");
        try (EejsProcess doctor = new EejsProcess(folder, "doctor", "--seconds", "5", "--after", "1", "--out", "out",
                "--launch", "sh", script.toString(), Path.of(System.getProperty("java.home"), "bin/java").toString(),
                System.getProperty("java.class.path"))) {
            // The JVM is healthy. If it was idle, or hardly anything but its start was seen, the gate must not pass.
            int exit = doctor.awaitExit();
            Diagnosis diagnosis = doctor.result().diagnosis();
            assertEquals(diagnosis.isSampled() ? 0 : 1, exit, doctor.err());
            assertEquals(!diagnosis.isSampled(), doctor.err().contains("eejs: the cost in CPU is unknown: the JVM was "
                    + "idle during the capture; profile it under load"), doctor.err());
            assertEquals(List.of(), doctor.result().diagnosis().findings());
            assertEquals(Waiting.class.getName(), doctor.result().diagnosis().target().command());
            assertTrue(ProcessHandle.allProcesses().noneMatch(each -> EejsProcess.commandLine(each)
                    .endsWith(Waiting.class.getName() + "\0of-a-script\0")), "it is ended with its script");
        }
    }

    @Test
    @Tag("long")
    void aJvmThatEndsMeanwhileIsNoBadInput() throws Exception {
        Process patient = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin/java").toString(), "-cp",
                System.getProperty("java.class.path"), Waiting.class.getName()).start();
        try (EejsProcess doctor = new EejsProcess(folder, "doctor", String.valueOf(patient.pid()),
                "--start-recorder", "--seconds", "8", "--out", "out")) {
            EejsProcess.awaitThat("a recording", () -> recordings(patient).contains("eejs-doctor"));
            patient.destroyForcibly();
            assertEquals(1, doctor.awaitExit(), doctor.err());
            assertTrue(doctor.lastError().contains("ended during the capture"), doctor.lastError());
            Diagnosis diagnosis = doctor.result().diagnosis();
            assertEquals(Waiting.class.getName(), diagnosis.target().command(), "what was known is in the report");
            assertEquals(null, diagnosis.grade());
        } finally {
            patient.destroyForcibly();
        }
    }

    private void refused(String line, String... words) throws Exception {
        List<String> all = new java.util.ArrayList<>(List.of("doctor"));
        all.addAll(List.of(words));
        try (EejsProcess eejs = new EejsProcess(folder, all.toArray(String[]::new))) {
            assertEquals(2, eejs.awaitExit(), eejs.err());
            assertTrue(eejs.lastError().contains(line), eejs.lastError());
        }
    }
}
