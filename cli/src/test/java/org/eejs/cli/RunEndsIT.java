package org.eejs.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.eejs.result.InputException;
import org.eejs.result.Observation;
import org.eejs.result.RunDirectory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Early ends of whole runs, and the files and processes that are left. */
class RunEndsIT {
    /** The tag of tests for `./verify -Plong`. */
    private static final String LONG = "long";
    /** A light load, because only the end of the run matters. */
    private static final String[] LIGHT = {"--sessions", "8", "--think-time", "500ms", "--back-end", "plain",
        "--placement", "none", "--profile", "off", EejsProcess.BANK_COMPILES_LITTLE, "--out", "out", "--phases"};

    @TempDir
    private Path folder;

    private EejsProcess light(String phases) throws Exception {
        List<String> words = new ArrayList<>(List.of("run"));
        words.addAll(List.of(LIGHT));
        words.add(phases);
        return new EejsProcess(folder, words.toArray(String[]::new));
    }

    @Test
    @Tag(LONG)
    void aBankThatDiesEndsTheRunAndWhatWasMeasuredIsKept() throws Exception {
        aDeathEndsTheRunAndWhatWasMeasuredIsKept("org.eejs.bank.BankMain", "the bank was killed by signal 9");
    }

    @ParameterizedTest
    @CsvSource({"org.eejs.besim.BesimMain,the besim was killed by signal 9",
        "org.eejs.driver.DriverMain,the driver was killed by signal 9"})
    @Tag(LONG)
    void theOtherRolesDeathsDoSoToo(String role, String said) throws Exception {
        aDeathEndsTheRunAndWhatWasMeasuredIsKept(role, said);
    }

    private void aDeathEndsTheRunAndWhatWasMeasuredIsKept(String role, String said) throws Exception {
        try (EejsProcess eejs = light("1s,1s,30s,1s")) {
            eejs.awaitPages();
            List<ProcessHandle> processes = eejs.descendants();
            EejsProcess.signal("KILL", eejs.role(role).pid());
            assertEquals(1, eejs.awaitExit(), eejs.said());
            assertTrue(eejs.lastError().contains(said), eejs.lastError());
            assertKept(eejs, said);
            assertNoneLeft(processes);
        }
    }

    @Test
    @Tag(LONG)
    void anInterruptEndsTheRunInOrder() throws Exception {
        aSignalEndsTheRunInOrder("INT", 130);
    }

    /** The limit is 2 s; on a busy machine everything takes longer, so starting a JVM serves as the measure. */
    @Test
    @Tag(LONG)
    void anInterruptOfAHundredSessionsIsAnsweredAtOnce() throws Exception {
        long started = System.nanoTime();
        try (EejsProcess version = new EejsProcess(folder, "--version")) {
            assertEquals(0, version.awaitExit());
        }
        long patience = Math.max(TimeUnit.SECONDS.toNanos(2), 3 * (System.nanoTime() - started));
        try (EejsProcess eejs = new EejsProcess(folder, "run", "--sessions", "100", "--phases", "3s,5s,60s,1s", "--out",
                "out")) {
            eejs.awaitProgress("steady state   15/69 s");
            List<ProcessHandle> processes = eejs.descendants();
            long signalled = System.nanoTime();
            eejs.signal("INT");
            assertEquals(130, eejs.awaitExit());
            long ended = System.nanoTime() - signalled;
            assertTrue(ended < patience, "ended after %.1f s, %.1f s given".formatted(ended / 1e9, patience / 1e9));
            assertNoneLeft(processes);
            assertStopped(eejs);
        }
    }

    @Test
    @Tag(LONG)
    void aTerminationEndsTheRunInOrderToo() throws Exception {
        aSignalEndsTheRunInOrder("TERM", 143);
    }

    private void aSignalEndsTheRunInOrder(String signal, int exit) throws Exception {
        try (EejsProcess eejs = light("1s,1s,30s,1s")) {
            eejs.awaitPages();
            List<ProcessHandle> processes = eejs.descendants();
            eejs.signal(signal);
            assertEquals(exit, eejs.awaitExit());
            assertStopped(eejs);
            assertNoneLeft(processes);
        }
    }

    /** Checks that the end was announced, and that the only verdict is an invalid run. */
    private static void assertStopped(EejsProcess eejs) throws Exception {
        assertKept(eejs, "stopped by a signal");
        String said = eejs.err() + eejs.out();
        assertTrue(said.contains("stopping ..."), said);
        assertTrue(eejs.out().contains(": INVALID: do not use these figures."), eejs.out());
        assertFalse(eejs.out().matches("(?s).*(QoS|Quality of service) .*met.*"), eejs.out());
    }

    @Test
    void nothingIsLeftWhenTheParentIsKilled() throws Exception {
        try (EejsProcess eejs = light("1s,1s,30s,1s")) {
            // A result is stored every few seconds.
            EejsProcess.awaitThat("pages in the result that is kept", () -> hasKeptPages(eejs));
            List<ProcessHandle> processes = eejs.descendants();
            assertTrue(processes.size() >= 3, "three roles: " + processes);
            eejs.signal("KILL");
            eejs.awaitExit();
            assertNoneLeft(processes);
            assertKept(eejs, "did not come to its end");
        }
    }

    private static boolean hasKeptPages(EejsProcess eejs) {
        try {
            return eejs.result().observations().get(0).count("pages") > 0;
        } catch (InputException e) {
            return false;
        }
    }

    private static void assertKept(EejsProcess eejs, String reason) {
        Observation run = eejs.result().observations().get(0);
        assertFalse(run.valid());
        assertTrue(run.invalidReasons().get(0).contains(reason), run.invalidReasons().toString());
        assertTrue(run.count("pages") > 0, "pages measured before the end are kept");
        assertTrue(run.value("cpuSeconds.bank.user") > 0, "and the CPU that they cost");
    }

    private static void assertNoneLeft(List<ProcessHandle> processes) throws Exception {
        EejsProcess.awaitThat("the end of all processes",
                () -> processes.stream().noneMatch(ProcessHandle::isAlive));
    }

    @Test
    @Tag("long")
    void aFullDiskLosesNothing() throws Exception {
        Path small = Files.createDirectory(folder.resolve("small"));
        Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
        // A file system of 200 kB in a separate mount namespace: enough for the result, not for the report.
        String script = "mount -t tmpfs -o size=200k tmpfs " + small + " && exec \"$@\"";
        try (EejsProcess eejs = new EejsProcess(folder, List.of("unshare", "--map-root-user", "--mount", "sh", "-c",
                script, "sh", "env", "JAVA_TOOL_OPTIONS=-Djava.io.tmpdir=" + elsewhere,
                EejsProcess.command().toString()), "run", "--sessions", "10", "--think-time", "500ms",
                "--placement", "none", EejsProcess.BANK_COMPILES_LITTLE, "--phases", "1s,1s,2s,1s", "--out",
                small + "/out")) {
            int exit = eejs.awaitExit();
            assumeFalse(eejs.err().contains("unshare"), eejs.err());
            assertEquals(1, exit, eejs.said());
            assertTrue(eejs.err().contains("No space left on device; the result is in " + elsewhere), eejs.err());
            try (Stream<Path> all = Files.list(elsewhere)) {
                Path kept = all.filter(each -> each.getFileName().toString().startsWith("eejs-out-")).findFirst()
                        .orElseThrow();
                assertNotNull(RunDirectory.read(kept));
                assertTrue(Files.size(kept.resolve("report.html")) > 100_000);
            }
        }
    }
}
