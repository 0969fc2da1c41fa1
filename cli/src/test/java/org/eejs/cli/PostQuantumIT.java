package org.eejs.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.eejs.lab.machine.Jdk;
import org.eejs.result.Observation;
import org.eejs.result.Result;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs with post-quantum TLS, on stacks that every machine has. */
class PostQuantumIT {
    @TempDir
    private Path folder;

    private EejsProcess run(String... more) throws IOException {
        List<String> words = new ArrayList<>(List.of("run", "--sessions", "5", "--think-time", "500ms", "--phases",
                "1s,2s,4s,1s", "--profile", "off", "--placement", "none", "--time-tolerable", "30s",
                EejsProcess.BANK_COMPILES_LITTLE, "--out", "out"));
        words.addAll(List.of(more));
        return new EejsProcess(folder, words.toArray(String[]::new));
    }

    /** Bouncy Castle has all on each JDK. */
    @Test
    void bothEndsReportWhatTheyAgreedOn() throws Exception {
        bothEndsReport("hybrid-mldsa65", "bcjsse", "mldsa65", "BCJSSE");
    }

    /** Conscrypt has the key exchange. */
    @Test
    @Tag("long")
    void bothEndsOfConscryptDoSoToo() throws Exception {
        bothEndsReport("hybrid-ecdsa-mutual", "conscrypt", "ecdsa_secp256r1_sha256", "BoringSSL");
    }

    private void bothEndsReport(String profile, String stack, String scheme, String driver) throws Exception {
        try (EejsProcess eejs = run("--tls", profile, "--tls-stack", stack, "--back-end-tls", "modern")) {
            int exit = eejs.awaitExit();
            assertTrue(exit == 0 || exit == 3, eejs.said());
            Result result = eejs.result();
            Observation run = result.observations().get(0);
            assertTrue(run.valid(), run.invalidReasons() + eejs.said());
            Result.Tls tls = result.disclosure().tls();
            assertEquals("X25519MLKEM768", tls.namedGroup());
            assertEquals(scheme, tls.signatureScheme());
            assertEquals("x25519", tls.backEndNamedGroup());
            assertTrue(tls.engines().get("driver").startsWith(driver), tls.toString());
            assertTrue(run.count("handshakesWholeRun.client.full") > 0, eejs.said());
            // A key share of ML-KEM-768 has 1,184 bytes, a certificate of ML-DSA-65 more than 5,000.
            assertTrue(run.value("wire.clientHelloBytes.full") > 1_300, eejs.said());
            assertTrue(run.value("wire.serverFlightBytes.full") > (scheme.equals("mldsa65") ? 9_000 : 1_500),
                    eejs.said());
            assertEquals(2, run.value("wire.roundTrips.full"), "one of TCP, one of TLS: the flight fits ten segments");
            assertTrue(eejs.out().contains("X25519MLKEM768"), eejs.out());
        }
    }

    @Test
    @Tag("long")
    void aStackThatCannotServeEndsTheRunBeforeTheLoad() throws Exception {
        refused("--tls", "hybrid-mldsa44", "--tls-stack", "conscrypt", "--back-end-tls", "modern");
        refused("--tls", "none.properties");
    }

    /** Each JDK fails in another class first; updates of 25 and newer may have the group. */
    @ParameterizedTest
    @MethodSource("olderJdks")
    @Tag("long")
    void soDoesAJdkThatCannot(Jdk jdk) throws Exception {
        String home = jdk.home().toString();
        refused("--jdk", home, "--tls", "hybrid", "--back-end", "plain");
        refused("--jdk", home, "--tls", "hybrid", "--tls-stack", "bcjsse");
    }

    static Stream<Jdk> olderJdks() {
        return Jdk.all().stream().filter(jdk -> jdk.feature() < 25 || jdk.version().equals("25.0.3"));
    }

    private void refused(String... options) throws Exception {
        try (EejsProcess eejs = run(options)) {
            assertEquals(2, eejs.awaitExit(), eejs.said());
            List<String> errors = eejs.err().lines().filter(line -> line.startsWith("eejs: ")).toList();
            assertEquals(1, errors.size(), eejs.said());
            assertTrue(errors.get(0).contains("--tls"), errors.toString());
            assertTrue(!Files.exists(folder.resolve("out/result.json")), "nothing was started");
        }
    }
}
