package org.eejs.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import jdk.jfr.consumer.RecordingFile;
import org.eejs.banking.TlsProfile;
import org.eejs.banking.settings.BankingSettings;
import org.eejs.lab.machine.Jdk;
import org.eejs.result.Distribution;
import org.eejs.result.Observation;
import org.eejs.result.Result;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The effect of settings on whole runs with real processes. */
class RunIT {
    /** The tag of tests for `./verify -Plong`. */
    private static final String LONG = "long";

    @TempDir
    private Path folder;

    private EejsProcess start(String... words) throws Exception {
        return new EejsProcess(folder, words);
    }

    @Test
    @Tag(LONG)
    void withoutTlsAndWithoutAttachToTheBankARunIsValidAndReportsIt() throws Exception {
        try (EejsProcess eejs = start("run", "--sessions", "10", "--think-time", "500ms", "--phases", "1s,2s,4s,1s",
                "--time-good", "30s", "--time-tolerable", "60s", "--tls", "plain", "--bank-jvm-options",
                "-XX:+DisableAttachMechanism -XX:TieredStopAtLevel=1", "--json", "--out", "out")) {
            assertEquals(0, eejs.awaitExit(), eejs.said());
            Result result = eejs.result();
            Observation figures = result.observations().get(0);
            assertTrue(result.observations().get(0).valid(), result.observations().get(0).invalidReasons().toString());
            assertEquals(0, figures.count("handshakesWholeRun.client.full"));
            assertEquals("none", result.disclosure().tls().engines().get("bank"));
            assertTrue(figures.count("handshakesWholeRun.backend.full") > 0, "the back end has TLS");
            assertEquals("none", figures.evidence().profile().profile().source());
            assertTrue(figures.evidence().profile().profile().problems().get(0).contains("DisableAttachMechanism"));
            assertTrue(Files.readString(folder.resolve("out/report.md")).contains("stacks were not sampled"));
        }
    }

    /** In both models, the users whom a stall of the bank kept waiting must see it in full. */
    @Test
    @Tag(LONG)
    void aStallOfTheBankIsSeenInFull() throws Exception {
        aStallIsSeenInFull("--sessions", "25");
    }

    @Test
    @Tag(LONG)
    void aStallIsSeenInFullByArrivingSessionsToo() throws Exception {
        aStallIsSeenInFull("--arrival-rate", "5");
    }

    private void aStallIsSeenInFull(String model, String load) throws Exception {
        try (EejsProcess eejs = start("run", model, load, "--think-time", "1s", "--phases", "2s,3s,12s,1s",
                "--profile", "locks", "--placement", "none", EejsProcess.BANK_COMPILES_LITTLE, "--out", "out")) {
            eejs.awaitPages();
            long bank = eejs.role("org.eejs.bank.BankMain").pid();
            EejsProcess.signal("STOP", bank);
            Thread.sleep(1_000);
            EejsProcess.signal("CONT", bank);
            eejs.awaitExit();
            Observation figures = eejs.result().observations().get(0);
            Distribution times = figures.distributions().get("responseTimeMs");
            assertTrue(figures.evidence().waits().hasLocks() && figures.evidence().waits().threadDumps() > 1,
                    String.valueOf(figures.evidence().waits()));
            assertTrue(times.max() >= 990, "max " + times.max() + " ms");
            assertTrue(times.percentile(99) >= 700, "p99 " + times.percentile(99) + " ms");
            assertEquals(figures.count("handshakesWholeRun.client.full"),
                    figures.count("handshakesWholeRun.bank.full"));
            assertEquals(figures.count("handshakesWholeRun.client.resumed"),
                    figures.count("handshakesWholeRun.bank.resumed"));
        }
    }

    @ParameterizedTest
    @CsvSource("eejs-2016,pooled")
    @Tag("long")
    void profilesAndPoliciesHaveTheirEffects(String profile, String policy) throws Exception {
        profileAndPolicyAreWhatTheySay(profile, policy);
    }

    @ParameterizedTest
    @CsvSource({"ecdsa-tls13,new-context", "ecdsa-tls13-p256,new-context", "ecdhe-rsa-cbc,plain", "ecdhe-rsa,plain", "ecdsa,new-connection"})
    @Tag(LONG)
    void theOtherProfilesHaveTheirEffects(String profile, String policy) throws Exception {
        profileAndPolicyAreWhatTheySay(profile, policy);
    }

    private void profileAndPolicyAreWhatTheySay(String profile, String policy) throws Exception {
        Jdk newest = Jdk.all().stream().max(Comparator.comparingInt(Jdk::feature)).orElseThrow();
        try (EejsProcess eejs = start("run", "--tls", profile, "--back-end", policy, "--jdk",
                newest.home().toString(), "--sessions", "10", "--think-time", "1s", "--phases", "1s,3s,4s,1s",
                "--profile", "wall", "--pages-per-connection", "1", "--resumed-connections", "0%", "--line-speed",
                "100000", "--time-tolerable", "30s", "--besim-threads", "2", "--besim-jvm-options", "-Xmx200m",
                "--placement", "none", "--jfr", EejsProcess.BANK_COMPILES_LITTLE, "--out", "out")) {
            eejs.awaitExit();
            Result result = eejs.result();
            Observation run = result.observations().get(0);
            assertTrue(run.valid(), run.invalidReasons() + eejs.said());
            TlsProfile expected = BankingSettings.TLS.value(profile);
            assertEquals(expected.cipherSuite(), result.disclosure().tls().cipherSuite());
            assertEquals(newest.version(), result.disclosure().jdks().get("bank").version());
            assertEquals(0, run.count("handshakesWholeRun.client.resumed"), "no connection was to resume");
            assertTrue(run.count("handshakesWholeRun.client.full") > 20,
                    "handshakes although connections carry one page");
            assertEquals(0, run.count("fullHandshakes.unplanned"));
            assertTrue(run.value("fullHandshakes.ofPages") > 0.5, run.figures()::toString);
            assertEquals(30_000, run.evidence().qos().tolerableMs());
            assertTrue(result.disclosure().flags().get("besim").contains("-Xmx200m"));
            long backEnd = run.count("handshakesWholeRun.backend.full")
                    + run.count("handshakesWholeRun.backend.resumed");
            switch (policy) {
                case "plain" -> assertEquals(0, backEnd);
                case "pooled" -> assertTrue(backEnd <= 40, backEnd + " handshakes although connections are kept");
                default -> assertTrue(backEnd >= run.count("backEndCalls"), backEnd + " handshakes");
            }
            assertTrue(run.evidence().waits().threadTime().stream().anyMatch(time -> time.cause().equals("running")),
                    run.evidence().waits()::toString);
            boolean disabled = result.disclosure().deviations().stream().anyMatch(line -> line.contains("disables"));
            assertEquals(newest.feature() >= 24 && profile.equals("eejs-2016"), disabled,
                    result.disclosure().deviations().toString());
            assertRecording(folder.resolve("out/recording.jfr"));
        }
    }

    private static void assertRecording(Path file) throws Exception {
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
        List<String> seen = RecordingFile.readAllEvents(file).stream().map(event -> event.getEventType().getName())
                .distinct().toList();
        assertTrue(seen.containsAll(List.of("jdk.JVMInformation", "jdk.CPULoad")), seen.toString());
        assertFalse(seen.contains("jdk.InitialEnvironmentVariable"), "a password may stand there");
    }
}
