package org.eejs.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.eejs.lab.machine.NetworkNamespace;
import org.eejs.result.Observation;
import org.eejs.result.Wire;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs whose users are far away. */
class LinkIT {
    private static final Path NAMESPACES = Path.of("/run/netns");

    @TempDir
    private Path folder;

    private static void assumeLinks() {
        assumeTrue(NetworkNamespace.lack().isEmpty(), () -> "needs " + NetworkNamespace.lack().orElseThrow());
    }

    /** Starts a run with many handshakes. */
    private EejsProcess distant(String phases, String... more) throws IOException {
        List<String> words = new ArrayList<>(List.of("run", "--quick", "--sessions", "10", "--think-time", "500ms",
                "--pages-per-connection", "2", "--resumed-connections", "50%", "--profile", "off", "--placement",
                "none", EejsProcess.BANK_COMPILES_LITTLE, "--out", "out", "--phases", phases));
        words.addAll(List.of(more));
        return new EejsProcess(folder, words.toArray(String[]::new));
    }

    private static List<String> namespaces(long pid) throws IOException {
        try (Stream<Path> names = Files.list(NAMESPACES)) {
            return names.map(name -> name.getFileName().toString()).filter(name -> name.startsWith("eejs-" + pid + "-"))
                    .sorted().toList();
        }
    }

    @Test
    @Tag("long")
    void theResultHasBytesAndRoundTrips() throws Exception {
        assumeLinks();
        try (EejsProcess eejs = distant("1s,4s,10s,1s", "--round-trip", "40ms", "--bandwidth", "5000000")) {
            eejs.awaitPages();
            assertEquals(List.of("eejs-%d-1-users".formatted(eejs.pid()), "eejs-%d-2-servers".formatted(eejs.pid()))
                    .stream().sorted().toList(), namespaces(eejs.pid()));
            int exit = eejs.awaitExit();
            // Pages may be slow on a busy machine.
            assertTrue(exit == 0 || exit == 3, eejs.said());
            Observation run = eejs.result().observations().get(0);
            assertTrue(run.valid(), eejs.said());
            for (String kind : List.of("full", "resumed")) {
                assertEquals(2, run.value("wire.roundTrips." + kind), eejs.said());
                assertTrue(run.value("wire.handshakes." + kind) > 0, eejs.said());
                assertTrue(run.value("handshakeMs." + kind + ".p50") >= 40, eejs.said());
                assertTrue(run.value("wire.segments." + kind) >= 6, eejs.said());
            }
            assertTrue(run.value("wire.serverFlightBytes.full") > 2 * run.value("wire.serverFlightBytes.resumed"),
                    eejs.said());
            // The ticket makes the hello of a resumption longer.
            assertTrue(run.value("wire.clientHelloBytes.full") < run.value("wire.clientHelloBytes.resumed"),
                    eejs.said());
            // Bytes of pages, with headers of records, TCP and IP, and with handshakes.
            double perPage = run.value("userBytes.client") / run.value("pages");
            assertTrue(run.value("wire.bytesPerPage") > perPage && run.value("wire.bytesPerPage") < 2 * perPage,
                    run.value("wire.bytesPerPage") + " of " + perPage);
            Wire wire = run.evidence().wire();
            assertEquals(40, wire.roundTripMs());
            assertEquals(500_000, wire.queueBytes());
            assertEquals(0, wire.toUsers().lost());
            assertTrue(eejs.out().contains("Bytes on the wire:"), eejs.out());
            assertEquals(List.of(), namespaces(eejs.pid()));
        }
    }

    @Test
    @Tag("long")
    void anInterruptLeavesNoNamespace() throws Exception {
        assumeLinks();
        try (EejsProcess eejs = distant("1s,1s,30s,1s", "--loss", "1%")) {
            eejs.awaitPages();
            assertEquals(2, namespaces(eejs.pid()).size());
            eejs.signal("INT");
            assertEquals(130, eejs.awaitExit(), eejs.said());
            assertEquals(List.of(), namespaces(eejs.pid()));
        }
    }

    @Test
    @Tag("long")
    void aLinkThatDiesEndsTheRun() throws Exception {
        assumeLinks();
        try (EejsProcess eejs = distant("1s,1s,30s,1s", "--round-trip", "0ms")) {
            eejs.awaitPages();
            EejsProcess.signal("KILL", eejs.role("org.eejs.link.LinkMain").pid());
            assertEquals(1, eejs.awaitExit(), eejs.said());
            assertTrue(eejs.lastError().contains("the link was killed by signal 9"), eejs.lastError());
            assertEquals(List.of(), namespaces(eejs.pid()));
        }
    }

    /** A namespace of a lab that was killed is deleted when the next link is created. */
    @Test
    @Tag("long")
    void whatAKilledLabLeavesIsDeletedLater() throws Exception {
        assumeLinks();
        long dead;
        try (EejsProcess eejs = distant("1s,1s,30s,1s", "--round-trip", "0ms")) {
            eejs.awaitPages();
            dead = eejs.pid();
            eejs.signal("KILL");
            eejs.awaitExit();
        }
        assertEquals(2, namespaces(dead).size());
        NetworkNamespace.deleteAbandoned();
        assertEquals(List.of(), namespaces(dead));
    }

    @Test
    void withoutRightsOneLineNamesThem() throws Exception {
        List<String> command = new ArrayList<>(NetworkNamespace.lack().isPresent() ? List.of()
                : List.of("setpriv", "--bounding-set", "-all", "--inh-caps", "-all"));
        command.add(EejsProcess.command().toString());
        try (EejsProcess eejs = new EejsProcess(folder, command, "run", "--loss", "1%")) {
            assertEquals(2, eejs.awaitExit(), eejs.said());
            assertEquals(1, eejs.err().lines().count(), eejs.err());
            assertTrue(eejs.err().contains("--loss 1%: needs ") && eejs.err().contains("--line-speed"), eejs.err());
            assertTrue(Files.notExists(folder.resolve("results")), "nothing was run");
        }
    }
}
