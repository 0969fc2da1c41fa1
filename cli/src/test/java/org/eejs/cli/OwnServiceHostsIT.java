package org.eejs.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.eejs.result.HostFigures;
import org.eejs.result.Observation;
import org.eejs.result.RunDirectory;
import org.eejs.role.RunCertificates;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** A user's service on the machine of the lab, loaded by drivers on two hosts. */
@ResourceLock(Hosts.LOCK)
class OwnServiceHostsIT {
    @TempDir
    private static Path folder;
    private static Hosts hosts;

    @BeforeAll
    static void join() throws Exception {
        hosts = Hosts.joined(folder, "gamma", "delta");
    }

    @AfterAll
    static void leave() throws Exception {
        hosts.close();
    }

    private static Path written(String url) throws Exception {
        Path lab = Files.createDirectories(folder.resolve("lab"));
        RunCertificates.ensure(lab.resolve("shop"), hosts.network.address(0));
        Files.writeString(lab.resolve("shop.args"), "-cp " + System.getProperty("java.class.path"));
        Files.writeString(lab.resolve("service.yaml"), """
                url: %s
                start:
                  command: java -XX:TieredStopAtLevel=1 @shop.args org.eejs.cli.Shop {port} shop %s
                  ready: /health
                connect: {trust: shop/ca.pem}
                scenarios:
                  - {name: look, steps: [{name: health, get: /health}]}
                sessions: 6
                thinkTime: 200ms
                phases: 1s,2s,4s,1s
                """.formatted(url, hosts.network.address(0)));
        return Files.writeString(lab.resolve("hosts.yaml"),
                "listen: " + hosts.address() + "\ndrivers: [gamma, delta]\n");
    }

    private static EejsProcess run(String out, String url) throws Exception {
        return hosts.eejs("lab", "run", "--service", "service.yaml", "--hosts", written(url).toString(), "--out", out);
    }

    @Test
    @Tag("long")
    void driversOnHostsShareTheLoadOfAService() throws Exception {
        try (EejsProcess eejs = run("shared", "https://" + hosts.network.address(0) + ":{port}")) {
            eejs.awaitExit();
            Observation run = RunDirectory.read(folder.resolve("lab/shared")).observations().get(0);
            Observation figures = run;
            assertTrue(run.valid(), run.invalidReasons() + eejs.err());
            assertEquals(0, figures.count("failedPages"), figures.figures()::toString);
            assertEquals(List.of("delta", "gamma"), figures.evidence().hosts().stream().map(HostFigures::host)
                    .sorted().toList());
            assertTrue(figures.evidence().hosts().stream().allMatch(host -> host.use().cpuSeconds() > 0),
                    figures.evidence().hosts()::toString);
            assertTrue(figures.value("cpuMsPerPageBy.app") > 0, figures.figures()::toString);
            assertEquals(figures.count("handshakesWholeRun.client.full")
                    + figures.count("handshakesWholeRun.client.resumed"), figures.evidence().service().handshakes());
            hosts.awaitNothingIsLeft();
        }
    }

    /** Returns the process of a host; it replaces the program that enters the namespace. */
    private static String hostOf(String name) throws InterruptedException {
        ProcessHandle host = hosts.host(name).handle();
        EejsProcess.awaitThat("the host " + name,
                () -> EejsProcess.commandLine(host).contains("org.eejs.cli.Eejs"));
        return String.valueOf(host.pid());
    }

    @Test
    @Tag("long")
    void aServiceThatRunsOnAHostIsMeasuredThere() throws Exception {
        String address = hosts.network.address(2);
        Path lab = Files.createDirectories(folder.resolve("lab"));
        RunCertificates.ensure(lab.resolve("shop-of-gamma"), address);
        // A JVM in another mount namespace would be in another container, which EEJS does not see.
        Process shop = new ProcessBuilder("nsenter", "--net", "--mount", "--target", hostOf("gamma"), "java",
                "-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path"), "org.eejs.cli.Shop",
                "18443", lab.resolve("shop-of-gamma").toString(), address).redirectErrorStream(true).start();
        assertEquals("the shop is open", shop.inputReader().readLine());
        Files.writeString(lab.resolve("service.yaml"), """
                url: https://%s:18443
                pid: %d
                connect: {trust: shop-of-gamma/ca.pem}
                scenarios:
                  - {name: look, steps: [{name: health, get: /health}]}
                sessions: 6
                thinkTime: 200ms
                phases: 1s,2s,4s,1s
                """.formatted(address, shop.pid()));
        Files.writeString(lab.resolve("hosts.yaml"),
                "listen: " + hosts.address() + "\nservice: gamma\ndrivers: [delta]\n");
        try (EejsProcess eejs = hosts.eejs("lab", "run", "--service", "service.yaml", "--hosts", "hosts.yaml",
                "--out", "beside")) {
            eejs.awaitExit();
            Observation run = RunDirectory.read(lab.resolve("beside")).observations().get(0);
            assertTrue(run.valid(), run.invalidReasons() + eejs.err());
            assertEquals(0, run.count("failedPages"));
            assertTrue(run.value("cpuMsPerPageBy.app") > 0, run.figures()::toString);
            assertTrue(run.evidence().profile().isKnown(), run.evidence().profile().profile()::toString);
            assertTrue(shop.isAlive(), "it is its user's");
        } finally {
            shop.destroyForcibly();
        }
    }

    @Test
    void whatIsOnTheLabsLoopbackInterfaceIsNotThereOnHosts() throws Exception {
        try (EejsProcess eejs = run("refused", "https://localhost:{port}")) {
            assertEquals(2, eejs.awaitExit(), eejs.err());
            assertTrue(eejs.lastError().contains("loopback") && eejs.lastError().contains("hosts.yaml"),
                    eejs.lastError());
        }
    }
}
