package org.eejs.cli;

import static org.eejs.result.BenchFigures.CLIENT_CPU;
import static org.eejs.result.BenchFigures.MEAN;
import static org.eejs.result.BenchFigures.OPS;
import static org.eejs.result.BenchFigures.P50;
import static org.eejs.result.BenchFigures.P999;
import static org.eejs.result.BenchFigures.SERVER_CPU;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.eejs.lab.processes.KeyServers;
import org.eejs.remotekey.domain.KeyDomain;
import org.eejs.result.RemoteKeys.Point;
import org.eejs.result.RemoteKeys;
import org.eejs.result.Result;
import org.eejs.result.RunDirectory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** A sweep of remote keys with real servers and clients, in its shortest form. */
@ResourceLock("JMH, of which one measures on a machine")
class BenchRemoteKeyIT {
    @TempDir
    private Path folder;

    @Test
    @Tag("long")
    void aSweepMeasuresBothSidesAndLeavesNothingBehind() throws Exception {
        aSweepMeasuresBothSides("sign");
    }

    @Test
    @Tag("long")
    void aSweepOfTwoOperationsDoesSoToo() throws Exception {
        aSweepMeasuresBothSides("sign", "handshake");
    }

    private void aSweepMeasuresBothSides(String... operations) throws Exception {
        try (EejsProcess eejs = new EejsProcess(folder, "bench", "remote-key", "--quick", "--operation",
                String.join(",", operations), "--threads", "2", "--servers", "1", "--seconds", "0.3", "--json", "--out",
                "out")) {
            assertEquals(0, eejs.awaitExit(), eejs.err() + eejs.out());
            RemoteKeys measured = eejs.result().remoteKey();
            List<Point> points = Point.of(eejs.result().observations());
            assertEquals(Stream.of(operations).flatMap(each -> Stream.of(each + ", local 2", each + ", 1 server 2")).toList(),
                    points.stream().map(point -> point.curve() + " " + point.threads()).toList());
            for (Point point : points) {
                assertNull(point.error());
                assertTrue(point.mean(OPS) > 0 && point.mean(P50) <= point.mean(P999));
            // Threads without pauses would make at most twice the number that was counted.
                assertTrue(point.mean(OPS) * point.mean(MEAN) > 0.5 * 2 * 1_000, point.toString());
                assertTrue(point.mean(CLIENT_CPU) > 0, point.toString());
                assertTrue(point.curve().servers() == 0 || point.mean(SERVER_CPU) > 0, point.toString());
            }
            assertEquals(Set.of("rsa2048"), measured.openSslSignsPerSecond().keySet());
            assertEquals(8, measured.targets().size());
            assertEquals(operations.length, measured.ratios().size());
            assertEquals(List.of(), SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                    .getSchema(new String(RunDirectory.class.getResourceAsStream("eejs-result-2.schema.json")
                            .readAllBytes(), StandardCharsets.UTF_8)).validate(eejs.out(), InputFormat.JSON));
            assertTrue(Files.readString(folder.resolve("out/report.html")).contains("Scaling law"));
            assertEquals(1 + 2 * operations.length, Files.readAllLines(folder.resolve("out/remote-key.csv")).size());
            assertTrue(usesTold() > 10, "every use of the key is told");
        }
    }

    @Test
    @Tag("long")
    void eachKindOfKeyIsMeasuredWithItsNativeFigure() throws Exception {
        try (EejsProcess eejs = new EejsProcess(folder, "bench", "remote-key", "--quick", "--operation", "sign",
                "--threads", "2", "--servers", "1", "--seconds", "0.3", "--key", "ec-p384,ec-p256", "--out", "out")) {
            assertEquals(0, eejs.awaitExit(), eejs.err() + eejs.out());
            Result result = RunDirectory.read(folder.resolve("out"));
            RemoteKeys measured = result.remoteKey();
            assertEquals(List.of("ec-p256", "ec-p384"), measured.settings().keys());
            assertEquals("sign ec-p256, local; sign ec-p256, 1 server; sign ec-p384, local; sign ec-p384, 1 server",
                    Point.of(result.observations()).stream().map(point -> point.curve().toString())
                            .collect(Collectors.joining("; ")));
            assertTrue(result.observations().stream().allMatch(round -> OPS.of(round) > 0),
                    result.observations().toString());
            assertEquals(Set.of("ecdsap256", "ecdsap384"), measured.openSslSignsPerSecond().keySet());
            assertEquals(List.of("remote signatures, of openssl speed ecdsap256 on the server's processors"),
                    measured.targets().stream().map(RemoteKeys.Target::name).toList());
            assertTrue(eejs.out().replaceAll("\\s+", " ").contains("openssl speed ecdsap384 made "), eejs.out());
        }
    }

    @Test
    @Tag("long")
    void keyServersThatRunAlreadyAreMeasuredByTheirClientsFile() throws Exception {
        try (KeyServers servers = new KeyServers()) {
            KeyDomain domain = KeyDomain.create(servers.folder().resolve("domain"), List.of("127.0.0.1:0",
                    "127.0.0.1:0"), List.of(KeyDomain.EC_P256));
            for (int n = 1; n <= 2; n++) {
                servers.start(Path.of(System.getProperty("eejs.home")), domain.server(n), "",
                        folder.resolve("server-" + n + ".log"));
            }
            Path cluster = domain.cluster(servers.addresses());
            try (EejsProcess eejs = new EejsProcess(folder, "bench", "remote-key", "--quick", "--operation", "sign",
                    "--threads", "2", "--cluster", cluster.toString(), "--seconds", "0.3", "--key", "ec-p256", "--out",
                    "out")) {
                assertEquals(0, eejs.awaitExit(), eejs.err() + eejs.out());
                List<Point> points = Point.of(eejs.result().observations());
                assertEquals(List.of("sign ec-p256, 2 servers"), points.stream()
                        .map(point -> point.curve().toString()).toList());
                for (Point point : points) {
                    assertNull(point.error());
                    assertTrue(point.mean(OPS) > 0, point.toString());
                    assertNull(point.mean(SERVER_CPU), "nobody saw the servers' processes");
                }
                assertEquals(cluster.toString(), eejs.result().remoteKey().settings().cluster());
                assertTrue(eejs.out().replaceAll("\\s+", " ").contains("key servers of " + cluster
                        + " were already running"),
                        eejs.out());
            }
            assertNull(servers.problem());
            try (EejsProcess eejs = new EejsProcess(folder, "bench", "remote-key", "--quick", "--cluster",
                    cluster.toString(), "--servers", "1")) {
                assertEquals(2, eejs.awaitExit());
                assertEquals("eejs: --servers and --cluster exclude each other: the file names the servers; leave "
                        + "--servers out", eejs.lastError());
            }
        }
    }

    private long usesTold() throws Exception {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(new GZIPInputStream(Files.newInputStream(
                folder.resolve("out/logs/audit-1.jsonl.gz")))))) {
            return lines.lines().filter(line -> line.contains("rsa-2048")).count();
        }
    }

    /** Servers end because the input of their shell ends, even if no process could end them. */
    @Test
    @Tag("long")
    void noServerOutlivesACampaignThatWasKilled() throws Exception {
        try (EejsProcess eejs = new EejsProcess(folder, "bench", "remote-key", "--quick", "--out", "out")) {
            EejsProcess.awaitThat("two key servers", () -> servers(eejs).size() == 2);
            List<ProcessHandle> servers = servers(eejs);
            eejs.signal("KILL");
            EejsProcess.awaitThat("the servers' end", () -> servers.stream().noneMatch(ProcessHandle::isAlive));
        }
    }

    /** Ctrl-C reaches all processes of a terminal's foreground group at once. The servers have their own groups. */
    @Test
    @Tag("long")
    void noServerOutlivesCtrlC() throws Exception {
        try (EejsProcess eejs = new EejsProcess(folder, List.of("setsid", EejsProcess.command().toString()), "bench",
                "remote-key", "--quick", "--out", "out")) {
            EejsProcess.awaitThat("two key servers", () -> servers(eejs).size() == 2);
            List<ProcessHandle> servers = servers(eejs);
            EejsProcess.awaitThat("a client", () -> eejs.descendants().stream().anyMatch(process ->
                    EejsProcess.commandLine(process).contains("org.openjdk.jmh.runner.ForkedMain")));
            new ProcessBuilder("kill", "-INT", "--", "-" + group(eejs.handle())).start().waitFor();
            assertEquals(130, eejs.awaitExit(), eejs.err());
            EejsProcess.awaitThat("the servers' end", () -> servers.stream().noneMatch(ProcessHandle::isAlive));
            assertEquals("eejs: the measurement was stopped by a signal", eejs.lastError());
            assertTrue(Files.exists(folder.resolve("out/report.html")));
        }
    }

    /** Returns the process group, the third field after the command in proc(5)'s stat. */
    private static String group(ProcessHandle process) throws Exception {
        String stat = Files.readString(Path.of("/proc/" + process.pid() + "/stat"));
        return stat.substring(stat.lastIndexOf(')') + 2).split(" ")[2];
    }

    private static List<ProcessHandle> servers(EejsProcess eejs) {
        // The shell in front of each of them has the same words.
        return eejs.descendants().stream().filter(process -> {
            String words = EejsProcess.commandLine(process);
            return words.contains("org.eejs.remotekey.server.KeyServerMain") && !words.startsWith("sh");
        }).toList();
    }

    @Test
    void badInputGetsOneLine() throws Exception {
        try (EejsProcess eejs = new EejsProcess(folder, "bench", "remote-key", "--operation", "sing")) {
            assertEquals(2, eejs.awaitExit());
            assertEquals("eejs: --operation 'sing' is not possible; did you mean sign?",
                    eejs.err().strip());
        }
        try (EejsProcess eejs = new EejsProcess(folder, "bench", "remote-key", "--key", "ec-p265")) {
            assertEquals(2, eejs.awaitExit());
            assertEquals("eejs: --key 'ec-p265' is not possible; did you mean ec-p256?",
                    eejs.err().strip());
        }
    }
}
