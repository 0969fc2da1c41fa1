package org.eejs.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.eejs.result.HostFigures;
import org.eejs.result.Observation;
import org.eejs.result.Reproduction;
import org.eejs.result.Result;
import org.eejs.result.RunDirectory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Commands with several measurements on two hosts: one has the bank, the other has back end and driver. */
@ResourceLock(Hosts.LOCK)
class HostCampaignsIT {
    private static final List<String> LOAD = List.of("--sessions", "10", "--think-time", "500ms", "--phases",
            "1s,2s,3s,1s", "--back-end", "plain");
    private static final String CLIENT = "org.eejs.bench.remotekeys.SweepClientMain";

    @TempDir
    private Path folder;

    private Hosts joined() throws Exception {
        return Hosts.joined(folder, "alpha", "beta");
    }

    private Result result() {
        return RunDirectory.read(folder.resolve("lab/out"));
    }

    private static EejsProcess campaign(Hosts hosts, String... words) throws Exception {
        List<String> all = new ArrayList<>(List.of(words));
        all.addAll(List.of("--hosts", hosts.file("beta").toString(), "--out", "out"));
        return hosts.eejs("lab", all.toArray(String[]::new));
    }

    private static void assertOnHosts(List<Observation> runs) {
        for (Observation run : runs) {
            assertEquals(List.of("alpha", "beta"), run.evidence().hosts().stream().map(HostFigures::host).toList());
            assertTrue(run.count("pages") > 0, run.invalidReasons().toString());
        }
    }

    @Test
    @Tag("long")
    void capacityIsSought() throws Exception {
        List<String> words = new ArrayList<>(List.of("capacity", "--max-runs", "1"));
        words.addAll(LOAD);
        try (Hosts hosts = joined(); EejsProcess eejs = campaign(hosts, words.toArray(String[]::new))) {
            assertEquals(3, eejs.awaitExit(), "one probe settles nothing: " + eejs.err());
            assertOnHosts(result().observations());
            assertEquals(10, result().capacities().get(0).probes().get(0).sessions());
            hosts.awaitNothingIsLeft();
        }
    }

    @Test
    @Tag("long")
    void theCheapestConfigurationIsSought() throws Exception {
        try (Hosts hosts = joined(); EejsProcess eejs = campaign(hosts, "tune", "--back-end", "new-context", "--forbid",
                TuneIT.OTHERS, "--budget", "18min", "--sessions", "8", "--think-time", "200ms", "--phases",
                "1s,1s,4s,1s", EejsProcess.BANK_COMPILES_LITTLE)) {
            eejs.awaitProgress("best of this block: cures on");
            eejs.signal("INT");
            assertEquals(130, eejs.awaitExit(), eejs.said());
            assertOnHosts(result().observations());
            assertTrue(result().observations().stream().anyMatch(run -> run.configuration().equals("cures on")),
                    eejs.said());
            hosts.awaitNothingIsLeft();
        }
    }

    @Test
    @Tag("long")
    void publishedComparisonsAreMadeAgain() throws Exception {
        String load = String.join(" ", LOAD);
        Path item = Files.writeString(Files.createDirectories(folder.resolve("own")).resolve("item.yaml"), """
                title: A comparison and a run
                places: [a table of one's own]
                minutes: 1
                quickMinutes: 1
                steps:
                  - name: first
                    command: compare %s
                    quick: compare --min-runs 2 --max-runs 2 %s
                    experiment:
                      baseline: tomcat
                      configurations: [{name: tomcat}, {name: jetty, container: jetty}]
                  - {name: second, command: "run %s", quick: "run %s", experiment: {tls: modern}}
                published:
                  - {words: pages, step: first, configuration: jetty, metric: pages, value: 1, relation: atLeast}
                  - {words: pages again, step: second, metric: pages, value: 1, relation: atLeast}
                """.formatted(load, load, load, load));
        try (Hosts hosts = joined(); EejsProcess eejs = campaign(hosts, "reproduce", item.toString(), "--quick")) {
            // Two runs may be too few to reach a figure.
            int exit = eejs.awaitExit();
            assertTrue(exit == 0 || exit == 3, eejs.said());
            Reproduction made = result().reproduction();
            List<Reproduction.Step> steps = made.items().get(0).steps();
            steps.forEach(step -> assertTrue(step.isDone(), step.toString()));
            Result compared = RunDirectory.read(folder.resolve("lab/out").resolve(steps.get(0).folder()));
            assertEquals(4, compared.observations().size());
            assertOnHosts(compared.observations());
            assertEquals(2, compared.comparisons().get(0).runs());
            assertOnHosts(RunDirectory.read(folder.resolve("lab/out").resolve(steps.get(1).folder())).observations());
            made.figures().forEach(figure -> assertNotNull(figure.figure().measured(), figure.toString()));
            hosts.awaitNothingIsLeft();
        }
    }

    @Test
    @Tag("long")
    void aKilledClientCostsOnlyItsPoint() throws Exception {
        try (Hosts hosts = joined()) {
            Path file = Files.writeString(folder.resolve("keys.yaml"), "listen: %s\nkeyServers: [alpha]\n"
                    .formatted(hosts.address()) + "clients: [beta]\n");
            try (EejsProcess eejs = hosts.eejs("lab", "bench", "remote-key", "--hosts", file.toString(), "--quick",
                    "--operation", "sign,handshake", "--threads", "2", "--seconds", "10", "--out", "out")) {
                // This line is printed half a minute after the start at the earliest, so the steps must be long.
                eejs.awaitProgress("round 1 of 1");
                EejsProcess.awaitThat("a client", () -> client(hosts) != null);
                List<ProcessHandle> own = client(hosts).descendants().toList();
                EejsProcess.signal("KILL", client(hosts).pid());
                assertEquals(3, eejs.awaitExit(), eejs.err());
                assertTrue(eejs.err().contains(" failed: the client on beta was killed by signal 9"), eejs.err());
                EejsProcess.awaitThat("the end of its fork", () -> own.stream().noneMatch(ProcessHandle::isAlive));
            }
            assertEquals(List.of(true, false), result().observations().stream().map(Observation::valid).sorted(
                    Comparator.reverseOrder()).toList());
            hosts.awaitNothingIsLeft();
        }
    }

    private static ProcessHandle client(Hosts hosts) {
        return hosts.roles("beta").stream().filter(process -> EejsProcess.commandLine(process).contains(CLIENT))
                .findFirst().orElse(null);
    }
}
