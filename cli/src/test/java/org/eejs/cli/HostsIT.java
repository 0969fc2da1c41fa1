package org.eejs.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.eejs.result.HostFigures;
import org.eejs.result.Observation;
import org.eejs.result.BenchFigures;
import org.eejs.result.RemoteKeys.Point;
import org.eejs.result.Result;
import org.eejs.result.RunDirectory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Runs on several hosts, each in a separate network namespace. */
@ResourceLock(Hosts.LOCK)
class HostsIT {
    private static final String LONG = "2s,4s,30s,1s";

    @TempDir
    private Path folder;

    private Result result(String out) {
        return RunDirectory.read(folder.resolve("lab").resolve(out));
    }

    @Test
    @Tag("long")
    void aHostThatDiesInvalidatesTheRunAndTheNextOneUsesItAgainDespiteStrangers() throws Exception {
        try (Hosts hosts = new Hosts(folder)) {
            Path used = hosts.tokenByCommand("alpha");
            hosts.join("alpha", "--token-file", used.toString());
            for (String name : Hosts.NAMES.subList(1, 4)) {
                hosts.join(name, "--token-file", hosts.token(name).toString());
            }
            try (EejsProcess eejs = hosts.run("out", LONG)) {
                eejs.awaitPages();
                // A look at all processes may miss one while others begin and end.
                EejsProcess.awaitThat("the driver on delta", () -> hosts.roles("delta").size() == 1);
                List<ProcessHandle> orphans = hosts.roles("delta");
                hosts.host("delta").kill();
                assertEquals(1, eejs.awaitExit(), eejs.err());
                assertTrue(eejs.lastError().matches("eejs: in second \\d+: the driver on delta is lost: .*"),
                        eejs.lastError());
                assertFalse(result("out").observations().get(0).valid());
                assertTrue(result("out").observations().get(0).count("pages") > 0, "what was measured is kept");
                assertTrue(result("out").observations().get(0).evidence().hosts().stream()
                        .anyMatch(host -> host.host().equals("delta")), "what is lost stays in the table");
                EejsProcess.awaitThat("the driver's end", Hosts.ENDED_WITHIN,
                        () -> orphans.stream().noneMatch(ProcessHandle::isAlive));
            }
            hosts.join("delta");
            hosts.awaitNothingIsLeft();
            try (EejsProcess eejs = hosts.run("again", "2s,4s,14s,1s")) {
                eejs.awaitProgress("ramp-up");
                assertStrangersAreRefused(hosts, used);
                assertEquals(0, eejs.awaitExit(), eejs.err());
                assertTrue(eejs.err().contains("refused a host at 10.99.0."), eejs.err());
            }
            assertValidAndSaysWhoDidWhat("again");
            hosts.awaitNothingIsLeft();
        }
    }

    private void assertStrangersAreRefused(Hosts hosts, Path used) throws Exception {
        try (EejsProcess without = hosts.eejs("without", "host", "--join", hosts.address(), "--name", "x")) {
            assertEquals(2, without.awaitExit());
            assertTrue(without.lastError().contains("add --token-file with a token"), without.lastError());
        }
        try (EejsProcess old = hosts.eejs("old", "host", "--join", hosts.address(), "--name", "y",
                "--token-file", used.toString())) {
            assertEquals(2, old.awaitExit());
            assertTrue(old.lastError().contains("not known, or was used before"), old.lastError());
        }
        try (EejsProcess token = hosts.eejs("foreign-lab", "host", "--new-token", "t", "--name", "z")) {
            assertEquals(0, token.awaitExit());
        }
        try (EejsProcess foreign = hosts.eejs("foreign", "host", "--join", hosts.address(), "--name", "z",
                "--token-file", folder.resolve("foreign-lab/t").toString())) {
            foreign.awaitProgress("waiting for the lab");
            assertTrue(foreign.err().contains("PKIX path"), foreign.err());
        }
    }

    private void assertValidAndSaysWhoDidWhat(String out) throws Exception {
        Observation figures = result(out).observations().get(0);
        Observation run = figures;
        assertEquals(List.of(), run.invalidReasons());
        assertEquals(figures.count("handshakesWholeRun.client.full"), figures.count("handshakesWholeRun.bank.full"));
            assertEquals(figures.count("handshakesWholeRun.client.resumed"),
                    figures.count("handshakesWholeRun.bank.resumed"));
        assertTrue(figures.count("handshakesWholeRun.client.full") > 20);
        assertEquals(Hosts.NAMES, figures.evidence().hosts().stream().map(HostFigures::host).toList());
        for (HostFigures host : figures.evidence().hosts()) {
            assertTrue(host.use().cpuSeconds() > 0, host.toString());
            assertTrue(host.link().clockErrorMicros() < 50_000, host.toString());
        }
        assertEquals(10, figures.evidence().hosts().get(2).use().sessions(), 0.5, "half of the sessions");
        assertTrue(Files.readString(folder.resolve("lab").resolve(out).resolve("report.html")).contains("gamma"));
    }

    @Test
    @Tag("long")
    void keyServersAndTheirClientsHaveSeparateHosts() throws Exception {
        try (Hosts hosts = Hosts.joined(folder)) {
            Path file = Files.writeString(folder.resolve("keys.yaml"), """
                    listen: %s
                    keyServers: [beta]
                    clients: [gamma, delta]
                    """.formatted(hosts.address()));
            try (EejsProcess eejs = hosts.eejs("lab", "bench", "remote-key", "--hosts", file.toString(), "--quick",
                    "--operation", "sign", "--threads", "2", "--seconds", "5", "--out", "out")) {
                assertEquals(0, eejs.awaitExit(), eejs.err());
            }
            List<Point> measured = Point.of(result("out").observations());
            assertEquals(List.of(1, 2), measured.stream().map(Point::concurrency).toList());
            for (Point point : measured) {
                assertTrue(point.mean(BenchFigures.OPS) > 0 && point.mean(BenchFigures.SERVER_CPU) > 0,
                        point.toString());
                assertEquals(2, point.curve().threadsOfHost());
            }
            assertEquals(Set.of("client 1", "client 2", "key server 1"), result("out").disclosure().placement()
                    .keySet());
            hosts.awaitNothingIsLeft();
        }
    }

    @Test
    void anInterruptEndsWaitingForHosts() throws Exception {
        Path file = Files.writeString(folder.resolve("hosts.yaml"), "listen: 127.0.0.1:7811\npatience: 10min\n"
                + "bank: alpha\nbesim: beta\ndrivers: [gamma]\n");
        try (EejsProcess eejs = new EejsProcess(folder, "run", "--hosts", file.toString(), "--out", "out")) {
            eejs.awaitProgress("waiting for alpha, beta, gamma");
            eejs.signal("INT");
            assertEquals(130, eejs.awaitExit(), eejs.err());
            assertEquals("eejs: the measurement was stopped by a signal", eejs.lastError());
        }
    }

    @Test
    @Tag("long")
    void badInputGetsOneLine() throws Exception {
        refused("run", "hosts.yaml, line 1: ", "listen: 127.0.0.1:7811\nbank: alpha\nbesim: beta\n", "drivers");
        refused("bench remote-key", "hosts.yaml, line 3, key 'clients': ",
                "listen: 127.0.0.1:7811\nkeyServers: [alpha]\nclients: [alpha]\n", "is a key server, too");
        refused("run", "hosts.yaml, line 3, key 'bank': ", "listen: 127.0.0.1:7811\npatience: 1s\nbank: alpha\n"
                + "besim: beta\ndrivers: [gamma]\n", "the host alpha has not joined within 1 s; start there: eejs host "
                + "--join 127.0.0.1:7811 --name alpha; joined have none");
    }

    private void refused(String command, String where, String content, String what) throws Exception {
        Path file = Files.writeString(folder.resolve("hosts.yaml"), content);
        List<String> words = new ArrayList<>(List.of(command.split(" ")));
        words.addAll(List.of("--hosts", file.toString()));
        try (EejsProcess eejs = new EejsProcess(folder, words.toArray(String[]::new))) {
            assertEquals(2, eejs.awaitExit(), eejs.err());
            assertTrue(eejs.lastError().contains(where) && eejs.lastError().contains(what), eejs.lastError());
        }
    }
}
