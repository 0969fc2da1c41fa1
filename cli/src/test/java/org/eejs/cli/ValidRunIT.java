package org.eejs.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eejs.banking.TlsProfile;
import org.eejs.result.CpuCategory;
import org.eejs.result.CpuProfile;
import org.eejs.result.Observation;
import org.eejs.result.Result;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** A whole run whose figures are judged, so no other test runs meanwhile. */
@Isolated
class ValidRunIT {
    @TempDir
    private Path folder;

    /** Starts it as for the first time, without certificates. */
    private EejsProcess start(String... words) throws Exception {
        return new EejsProcess(folder, List.of("env", "EEJS_STATE=" + folder.resolve("first"),
                EejsProcess.command().toString()), words);
    }

    @Test
    void aRunLeavesAValidResult() throws Exception {
        try (EejsProcess eejs = start("run", "--sessions", "30", "--think-time", "1s", "--phases", "3s,6s,10s,1s",
                "--json", "--out", "out")) {
            assertEquals(0, eejs.awaitExit(), eejs.said());
            Result result = eejs.result();
            Observation run = result.observations().get(0);
            assertTrue(run.valid(), run.invalidReasons().toString());
            Observation figures = run;
            assertTrue(figures.evidence().qos().met());
            assertEquals(0, figures.count("failedPages"), figures.figures().toString());
            assertTrue(figures.count("pages") > 100, figures.count("pages") + " pages");

            for (String kind : List.of(".full", ".resumed")) {
                assertEquals(handshakes(run, "client" + kind), handshakes(run, "bank" + kind));
                assertEquals(handshakes(run, "backEndClient" + kind), handshakes(run, "backend" + kind));
            }
            assertTrue(handshakes(run, "client.full") >= 30, "each session makes a full handshake");
            assertEquals(handshakes(run, "client.full"), handshakes(run, "client.resumed"), "and one that resumes it");
            assertTrue(handshakes(run, "backend.full") > figures.count("pages"),
                    "each back-end call makes a full handshake");
            assertEquals(0, handshakes(run, "backend.resumed"));

            Result.Tls tls = result.disclosure().tls();
            assertEquals(TlsProfile.MODERN.protocol(), tls.protocol());
            assertEquals(TlsProfile.MODERN.cipherSuite(), tls.cipherSuite());
            assertEquals("x25519", tls.namedGroup());
            assertEquals(TlsProfile.MODERN.cipherSuite(), tls.backEndCipherSuite());
            assertEquals(List.of("bank", "besim", "driver"), List.copyOf(tls.engines().keySet()));
            assertFalse(result.disclosure().providers().isEmpty());
            Map<String, List<String>> flags = result.disclosure().finalFlags();
            assertEquals(tls.engines().keySet(), flags.keySet());
            assertTrue(flags.get("bank").contains("-XX:MaxHeapSize=1073741824"), flags.toString());
            assertTrue(flags.get("driver").contains("-XX:+UseSerialGC"), flags.toString());
            Map<String, String> placement = result.disclosure().placement();
            assertEquals(placement.get("driver"), placement.get("lab"), "the lab is where the bank is not");
            assertTrue(figures.value("cpuSeconds.bank.user") > 0);
            assertTrue(figures.value("cpuMsPerPage") > 0.1);
            assertTrue(figures.value("allocatedBytesPerPage") > 1_000);
            assertEquals(21, figures.evidence().everySecond().size(),
                    "every second of the phases, and what followed them");

            assertProfile(figures);
            eejs.assertResultPrinted();
            for (String file : List.of("report.html", "report.md", "timeseries.csv", "pages.csv", "logs/bank.log",
                    "bank.jfr", "flame-graph.html")) {
                assertTrue(Files.exists(folder.resolve("out").resolve(file)), file);
            }
            assertTrue(Files.readString(folder.resolve("out/report.html")).contains("First look: "), "it is short");
        }
    }

    private static long handshakes(Observation run, String end) {
        return run.count("handshakesWholeRun." + end);
    }

    private static void assertProfile(Observation figures) {
        double rows = figures.evidence().everySecond().stream().filter(second -> second.phase().equals(Result.STEADY))
                .mapToDouble(Result.Second::bankCpu).sum();
        assertEquals(rows, figures.value("cpuSeconds.bank.user") + figures.value("cpuSeconds.bank.system"),
                0.1 * rows, "starting to sample holds nobody up");
        CpuProfile profile = figures.evidence().profile();
        assertEquals("asyncProfiler", profile.profile().source(), profile.profile().problems().toString());
        double all = figures.value("cpuMsPerPage");
        assertEquals(all, profile.millis(Set.of(CpuCategory.values())), 0.02 * all, "the books close");
        for (CpuCategory part : List.of(CpuCategory.HANDSHAKES_AS_SERVER, CpuCategory.HANDSHAKES_AS_CLIENT,
                CpuCategory.HTTP_SERVER, CpuCategory.HTTP_CLIENT, CpuCategory.APPLICATION, CpuCategory.JIT)) {
            assertTrue(profile.millis(part) > 0.005 * all, part + " in " + profile.attribution());
        }
        assertTrue(profile.millis(CpuCategory.UNKNOWN) < 0.05 * all, profile.attribution().toString());
        assertEquals(List.of("fullHandshakeOfUser", "privateKeyOfUser", "resumedHandshakeOfUser", "recordOfUsers",
                "requestOfUsers", "backEndHandshake", "backEndCall"), profile.events().stream()
                        .map(CpuProfile.Event::event).filter(event -> !event.equals("megabyteOfUsers")).toList());
        double walking = profile.profile().cost().walkShare();
        assertTrue(walking > 0 && walking < 0.1, "walking stacks took " + walking);
        double bytes = figures.value("userBytes.client");
        assertEquals(bytes, figures.value("userBytes.bank"), 0.02 * bytes, "both ends carried the same");
        assertEquals(bytes / figures.count("userBytes.records") >= 4_096, profile.events().stream()
                .anyMatch(event -> event.event().equals("megabyteOfUsers")), "bytes a record: " + bytes);
    }
}
