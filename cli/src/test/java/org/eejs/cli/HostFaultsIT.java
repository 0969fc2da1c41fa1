package org.eejs.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.eejs.result.Observation;
import org.eejs.result.RunDirectory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Faults of hosts, each repeated: {@code -Dfaults=20}. A fault hits a run in its steady state. The next fault hits the
 * run after it, and the last run completes.
 */
@Tag("long")
@Isolated
class HostFaultsIT {
    private static final int TIMES = Integer.getInteger("faults", 1);
    private static final String LONG = "2s,2s,40s,1s";
    private static final String SHORT = "2s,2s,6s,1s";

    @TempDir
    private Path folder;

    /** A fault in the middle of a run. */
    @FunctionalInterface
    private interface Fault {
        void happen(Hosts hosts, EejsProcess run) throws Exception;
    }

    private void happens(Fault fault) throws Exception {
        try (Hosts hosts = Hosts.joined(folder)) {
            for (int i = 1; i <= TIMES; i++) {
                String out = "out-" + i;
                List<ProcessHandle> started = new ArrayList<>();
                try (EejsProcess run = hosts.run(out, LONG)) {
                    run.awaitPages();
                    Hosts.NAMES.forEach(name -> started.addAll(hosts.roles(name)));
                    assertEquals(4, started.size(), run.err());
                    fault.happen(hosts, run);
                }
                EejsProcess.awaitThat("the end of all roles", Hosts.ENDED_WITHIN,
                        () -> started.stream().noneMatch(ProcessHandle::isAlive));
                hosts.awaitNothingIsLeft();
                Observation kept = RunDirectory.read(folder.resolve("lab").resolve(out)).observations().get(0);
                assertFalse(kept.valid(), "what was measured is kept, and marked");
                System.out.println("fault " + i + " of " + TIMES + ": " + kept.invalidReasons());
            }
            assertRunsToItsEnd(hosts, "last");
        }
    }

    /** Checks a valid run; the service may be slow because its JVM has just started. */
    private void assertRunsToItsEnd(Hosts hosts, String out) throws Exception {
        try (EejsProcess run = hosts.run(out, SHORT)) {
            int exit = run.awaitExit();
            assertTrue(exit == 0 || exit == 3, run.err());
        }
        Observation last = RunDirectory.read(folder.resolve("lab").resolve(out)).observations().get(0);
        assertTrue(last.valid(), last.invalidReasons().toString());
    }

    private static void assertLost(EejsProcess run) throws Exception {
        assertEquals(1, run.awaitExit(), run.err());
        assertTrue(run.lastError().matches("eejs: in second \\d+: the driver on delta .*"), run.lastError());
    }

    @Test
    void aHostOfADriverIsKilled() throws Exception {
        happens((hosts, run) -> {
            hosts.host("delta").kill();
            assertLost(run);
            hosts.join("delta");
        });
    }

    @Test
    void aLinkIsCutForThreeSeconds() throws Exception {
        happens((hosts, run) -> {
            hosts.network.link(3, false);
            TimeUnit.SECONDS.sleep(3);
            hosts.network.link(3, true);
            assertLost(run);
        });
    }

    @Test
    void aLinkIsCutForThirtySeconds() throws Exception {
        happens((hosts, run) -> {
            hosts.network.link(3, false);
            TimeUnit.SECONDS.sleep(30);
            hosts.network.link(3, true);
            assertLost(run);
        });
    }

    @Test
    void theLabIsKilled() throws Exception {
        happens((hosts, run) -> run.kill());
    }

    @Test
    void theDiskOfAHostIsFullBeforeARun() throws Exception {
        Path disk = Files.createDirectories(folder.resolve("delta"));
        Namespaces.carryOut("mount", "-t", "tmpfs", "-o", "size=512k", "eejs", disk.toString());
        try (Hosts hosts = Hosts.joined(folder)) {
            // A host without space for a certificate does not join at all.
            assertRunsToItsEnd(hosts, "first");
            for (int i = 1; i <= TIMES; i++) {
                Path filler = fill(disk);
                try (EejsProcess run = hosts.run("out-" + i, SHORT)) {
                    assertEquals(1, run.awaitExit(), run.err());
                    assertTrue(run.lastError().matches(
                            "eejs: the host delta: cannot write to .*; make room there"), run.lastError());
                }
                Files.delete(filler);
                hosts.awaitNothingIsLeft();
            }
            assertRunsToItsEnd(hosts, "last");
        } finally {
            Namespaces.carryOut("umount", "-l", disk.toString());
        }
    }

    private static Path fill(Path disk) throws IOException {
        Path filler = disk.resolve("filler");
        try (OutputStream out = Files.newOutputStream(filler)) {
            assertThrows(IOException.class, () -> {
                while (true) {
                    out.write(new byte[4_096]);
                }
            });
        }
        return filler;
    }
}
