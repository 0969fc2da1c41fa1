package org.eejs.bench.measuring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eejs.result.BenchFigures;
import org.eejs.result.Observation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The output of openssl is parsed, for each version and number of processes, and for the program of this machine. */
class OpenSslSpeedTest {
    /** Output of OpenSSL 3.0.22. */
    private static final String CIPHER = """
            +DT:AES-128-GCM:1:16384
            +R:273037:AES-128-GCM:0.980000
            +H:16384
            +F:25:AES-128-GCM:4564732865.31
            """;
    private static final String TWO_PROCESSES = """
            Forked child 0
            Forked child 1
            +DT:sha256:1:1024
            +R:390046:sha256:1.010000
            Got: +H:1024 from 0
            Got: +F:25:sha256:395452578.22 from 0
            Got: +H:1024 from 1
            Got: +F:25:sha256:400993280.00 from 1
            +F:25:sha256:796445858.22
            """;
    private static final String TWO_SIGNERS = """
            Forked child 0
            Forked child 1
            Got: +F2:2:2048:864.000000:12160.000000 from 0
            Got: +F2:2:2048:863.000000:18696.000000 from 1
            +F2:2:2048:1727.000000:30856.000000
            """;

    @Test
    void bytesBecomeOperations() {
        assertEquals(4564732865.31 / 16384, rate(CIPHER, "encrypt", 16384, 1).orElseThrow());
        assertEquals(796445858.22 / 1024, rate(TWO_PROCESSES, "digest", 1024, 2).orElseThrow(), "the sum, not a part");
    }

    @Test
    void aSizeThatWasNotMeasuredHasNoFigure() {
        assertEquals(Optional.empty(), rate(CIPHER, "encrypt", 1024, 1));
        String several = "+H:16:64:256\n+F:25:SHA2-256:160.00:640.00:1280.00\n";
        assertEquals(10, rate(several, "digest", 64, 1).orElseThrow());
        assertEquals(5, rate(several, "digest", 256, 1).orElseThrow());
    }

    @Test
    void aProcessThatDiedIsNotLeftOutSilently() {
        String one = TWO_SIGNERS.replace("Got: +F2:2:2048:863.000000:18696.000000 from 1\n", "Child exited with 1\n");
        assertEquals(Optional.empty(), rate(one, "sign", null, 2));
        assertEquals("Child exited with 1", SpeedOutput.of(one).complaint());
    }

    @ParameterizedTest
    @CsvSource({
        // 3.0
        "+F2:2:2048:4108.000000:70948.648649, sign, 4108",
        "+F2:2:2048:4108.000000:70948.648649, verify, 70948.648649",
        "+F4:3:256:60573.333333:20868.000000, verify, 20868",
        "+F5:22:253:37373.469388:0.000027, agree, 37373.469388",
        "+F6:0:253:Ed25519:38978.000000:14283.673469, sign, 38978",
        "+F6:0:253:Ed25519:38978.000000:14283.673469, verify, 14283.673469",
        "+F8:0:2048:1234.500000:0.000810, agree, 1234.5",
        // 3.3 on
        "+F2:2:2048:1500.100000:50000.200000:48000.300000:1490.400000, verify, 50000.2",
        "+F2:2:2048:1500.100000:50000.200000:48000.300000:1490.400000, decrypt, 1490.4",
        // 3.2 on, with ML-KEM and ML-DSA from 3.5 on
        "+F9:7:30000.500000:41000.000000:29000.000000, generate, 30000.5",
        "+F9:7:30000.500000:41000.000000:29000.000000, encapsulate, 41000",
        "+F9:7:30000.500000:41000.000000:29000.000000, decapsulate, 29000",
        "+F10:12:9000.000000:2500.500000:9500.000000, sign, 2500.5",
        "+F10:12:9000.000000:2500.500000:9500.000000, verify, 9500"})
    void eachOperationHasItsField(String line, String operation, double expected) {
        assertEquals(expected, rate(line, operation, null, 1).orElseThrow());
    }

    @ParameterizedTest
    @CsvSource({"+F5:22:253:inf:0.000000, agree", "+F5:22:253:0.000000:inf, agree", "+F5:22:253:nan:nan, agree",
        "+F2:2:2048:4108.0:70948.6, decrypt", "+F5:22:253:37373.4:0.000027, sign", "nonsense, sign"})
    void whatIsNoFigureIsNone(String line, String operation) {
        assertEquals(Optional.empty(), rate(line, operation, null, 1));
    }

    @Test
    void addressesAreNotReportedAsComplaints() {
        assertEquals("speed: nothing is an unknown cipher or digest", SpeedOutput.of("""
                speed: nothing is an unknown cipher or digest
                4007D7077D7F0000:error:0308010C:digital envelope routines:inner_evp_generic_fetch:unsupported
                """).complaint());
    }

    @Test
    void timeIsElapsedTimeHoweverManyProcesses() {
        assertEquals(List.of("openssl", "speed", "-mr", "-elapsed", "-seconds", "2", "-bytes", "16", "-multi", "2",
                "-evp", "sha256"), OpenSslSpeed.command(16, 2, List.of("-evp", "sha256"), 2));
        assertTrue(OpenSslSpeed.command(null, 1, List.of("rsa2048"), 0).contains("-elapsed"));
    }

    @Test
    void withoutTheProgramThePackageIsNamed(@TempDir Path empty) {
        OpenSslSpeed none = OpenSslSpeed.onPath(empty.toString());
        Observation measured = none.measure("hash", "digest", "SHA-256", 16, 1, List.of("-evp", "sha256"), 1);
        assertEquals(Map.of(), measured.figures());
        assertTrue(none.missing().contains("install the package openssl"), none.missing());
        assertEquals(List.of(none.missing()), measured.invalidReasons());
    }

    /** A program that counts its starts: for keys, one run has the figures of several operations. */
    @Test
    void equalWordsRunOnce(@TempDir Path folder) throws Exception {
        Path program = folder.resolve("openssl");
        Files.writeString(program, """
                #!/bin/sh
                echo "$1" >> %s/started
                test "$1" = version && echo "OpenSSL 9.9.9 1 Jan 2030 (Library: OpenSSL 9.9.9 1 Jan 2030)" && exit 0
                echo +F4:3:256:60573.333333:20868.000000
                """.formatted(folder));
        assertTrue(program.toFile().setExecutable(true));
        OpenSslSpeed speed = OpenSslSpeed.onPath(folder.toString());
        assertEquals("OpenSSL 9.9.9 1 Jan 2030", speed.version());
        assertEquals(60573.333333, BenchFigures.OPS.of(ecdsa(speed, "sign")));
        assertEquals(20868, BenchFigures.OPS.of(ecdsa(speed, "verify")));
        assertEquals(List.of("version", "speed"), Files.readAllLines(folder.resolve("started")));
        assertTrue(ecdsa(speed, "agree").invalidReasons().get(0).contains("no figure for agree"));
    }

    private static Observation ecdsa(OpenSslSpeed speed, String operation) {
        return speed.measure("sign", operation, "ECDSA-P256", null, 1, List.of("ecdsap256"), 1);
    }

    @Test
    void theProgramOfThisMachineIsUnderstood() {
        OpenSslSpeed speed = OpenSslSpeed.onPath();
        assertNull(speed.missing(), "the tests need openssl");
        assertTrue(speed.version().matches("OpenSSL \\d.*"), speed.version());
        Observation both = speed.measure("hash", "digest", "SHA-256", 1024, 2, List.of("-evp", "sha256"), 1);
        assertTrue(both.valid(), both.toString());
        assertEquals("group=hash, operation=digest, algorithm=SHA-256, bytes=1024, threads=2, program="
                + speed.version(), both.cell().toString());
        // From the slowest processor without instructions for it to far more than any has.
        assertTrue(BenchFigures.OPS.of(both) > 1e4 && BenchFigures.OPS.of(both) < 1e9, both.toString());

        Observation unknown = speed.measure("hash", "digest", "X", 16, 1, List.of("-evp", "no-such"), 1);
        String why = unknown.invalidReasons().get(0);
        assertTrue(why.contains("no-such is an unknown cipher or digest"), why);
        assertEquals(1, why.lines().count());
    }

    private static Optional<Double> rate(String said, String operation, Integer bytes, int processes) {
        return SpeedOutput.of(said).rate(operation, bytes, processes);
    }
}
