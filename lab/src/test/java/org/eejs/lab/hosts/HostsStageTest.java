package org.eejs.lab.hosts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.eejs.banking.RoleName;
import org.eejs.cluster.HostNode;
import org.eejs.lab.machine.MachineTime;
import org.eejs.lab.processes.Role;
import org.eejs.lab.processes.RoleEvents;
import org.eejs.lab.processes.RunFailedException;
import org.eejs.lab.settings.RunPlan;
import org.eejs.result.HostFigures;
import org.eejs.result.InputException;
import org.eejs.result.settings.RunSettings;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A lab and three hosts over TLS on the loopback interface, without programs. */
class HostsStageTest {
    private static final List<String> NAMES = List.of("alpha", "beta", "gamma");

    @TempDir
    private Path folder;

    private final List<String> log = new CopyOnWriteArrayList<>();
    private LoopbackHosts hosts;
    private Fleet fleet;
    private HostsStage stage;

    @BeforeEach
    void open() throws Exception {
        hosts = new LoopbackHosts(folder, "bank: alpha\nbesim: beta\ndrivers: [gamma]\n", log);
        fleet = hosts.fleet;
        stage = new HostsStage(fleet, RunPlan.onHosts(RunSettings.only("sessions", 1)), null, new RoleEvents(), log::add);
    }

    @AfterEach
    void close() {
        hosts.close();
    }

    private void join(String name, LongSupplier aheadMicros) throws Exception {
        HostNode node = hosts.joined(name);
        node.serve(new HostAgent(folder, folder.resolve(name + "-runs"), "127.0.0.1", "", node::tell,
                () -> Fleet.micros() + aheadMicros.getAsLong()));
    }

    private void allJoin() throws Exception {
        for (String name : NAMES) {
            join(name, () -> 0);
        }
    }

    @Test
    void clocksThatAreTooFarApartAreRefused() throws Exception {
        join("alpha", () -> 0);
        join("beta", () -> TimeUnit.MINUTES.toMicros(5));
        join("gamma", () -> 0);
        InputException e = assertThrows(InputException.class, () -> stage.prepare());
        assertTrue(e.getMessage().contains("line 4, key 'besim': the host beta has a clock that is 300.0 s ahead of "),
                e.getMessage());
        assertFalse(Files.exists(folder.resolve("alpha-runs")), "nothing was laid anywhere");
    }

    @Test
    void aClosedPortOfTheBankIsReportedWithTheHostThatMeetsIt() throws Exception {
        allJoin();
        stage.prepare();
        String closed = "127.0.0.1:" + LoopbackHosts.freePair();
        InputException e = assertThrows(InputException.class,
                () -> stage.start(RoleName.DRIVER, closed, started -> { }));
        assertTrue(e.getMessage().contains("line 5, key 'drivers") && e.getMessage().contains("the host gamma cannot "
                + "connect to the bank at " + closed), e.getMessage());
        stage.close();
        for (String name : NAMES) {
            try (var left = Files.list(folder.resolve(name + "-runs"))) {
                assertEquals(List.of(), left.toList(), name);
            }
        }
    }

    @Test
    void aHostThatIsLostStaysInTheTable() throws Exception {
        allJoin();
        stage.prepare();
        hosts.node("gamma").close();
        LoopbackHosts.awaitThat(() -> !fleet.has("gamma"));
        List<HostFigures> table = stage.hosts();
        assertEquals(NAMES, table.stream().map(HostFigures::host).toList());
        table.forEach(host -> assertTrue(host.machine().cpu().processors() > 0 && host.link().labMicros() > 0,
                host.toString()));
        assertEquals(table.get(0).machine(), stage.machine());
        long begin = System.nanoTime();
        stage.close();
        assertTrue(System.nanoTime() - begin < TimeUnit.SECONDS.toNanos(4), "nobody waits for it");
    }

    @Test
    void aClockThatWasNotSeenIsNotTakenForRight() throws Exception {
        HostNode node = hosts.joined("alpha");
        HostAgent agent = new HostAgent(folder, folder.resolve("runs"), "127.0.0.1", "", node::tell, () -> {
            throw new IllegalStateException("no clock");
        });
        node.serve(agent);
        RunFailedException e = assertThrows(RunFailedException.class,
                () -> fleet.await(List.of("alpha"), log::add));
        assertEquals("the host alpha did not report its clock within 3 s", e.getMessage());
    }

    @Test
    void anAbortEndsWaitingForHosts() throws Exception {
        CompletableFuture<Throwable> ended = new CompletableFuture<>();
        new Thread(() -> ended.complete(assertThrows(RunFailedException.class, stage::prepare))).start();
        LoopbackHosts.awaitThat(() -> log.stream().anyMatch(line -> line.startsWith("waiting for alpha, beta, gamma")));
        fleet.abort("stopped by Ctrl-C");
        assertEquals("stopped by Ctrl-C", ended.get(10, TimeUnit.SECONDS).getMessage(), "not after its patience");
    }

    @Test
    void ofManyHostsThatAreMissingAFewAreNamed() throws Exception {
        Path file = Files.writeString(folder.resolve("many.yaml"), "listen: 127.0.0.1:%d\npatience: 1s\nbank: h1\n"
                .formatted(LoopbackHosts.freePair()));
        try (Fleet many = Fleet.open(HostsFile.read(file), folder.resolve("many"), "1", log::add)) {
            assertThrows(InputException.class, () -> many.await(List.of("h1", "h2", "h3", "h4", "h5", "h6", "h7"),
                    log::add));
        }
        assertTrue(log.get(0).startsWith("waiting for h1, h2, h3, h4, h5 and 2 more to join 127.0.0.1:"),
                log.toString());
    }

    @Test
    @Tag("long")
    void aClockThatMovesDuringTheRunIsDisclosed() throws Exception {
        AtomicLong ahead = new AtomicLong(1_000);
        join("alpha", () -> 0);
        join("beta", () -> 0);
        join("gamma", ahead::get);
        stage.prepare();
        HostFigures.Link before = stage.hosts().get(2).link();
        assertEquals(1_000, before.clockOffsetMicros(), before.clockErrorMicros());
        ahead.set(-800_000);
        LoopbackHosts.awaitThat(() -> stage.hosts().get(2).link().clockMovedMicros() < -500_000);
        assertEquals(before.clockOffsetMicros(), stage.hosts().get(2).link().clockOffsetMicros());
        assertEquals(0, stage.hosts().get(1).link().clockMovedMicros());
    }

    @Test
    void hostsReportTheUseOfTheirProcessors() throws Exception {
        allJoin();
        stage.prepare();
        hosts.node("gamma").close();
        LoopbackHosts.awaitThat(() -> !fleet.has("gamma"));
        Map<String, MachineTime> times = stage.machineTimes(List.of());
        assertEquals(Set.of("alpha", "beta"), times.keySet());
        MachineTime here = MachineTime.now();
        assertEquals(here.processors(), times.get("beta").processors());
        assertEquals(here.othersSeconds(), times.get("beta").othersSeconds(), 0.1 * here.othersSeconds());
    }

    @Test
    void aHostThatFallsSilentIsLostAfterThreeSeconds() throws Exception {
        HostNode node = hosts.joined("alpha");
        CountDownLatch end = new CountDownLatch(1);
        HostAgent agent = new HostAgent(folder, folder.resolve("runs"), "127.0.0.1", "", node::tell);
        boolean[] silent = {false};
        node.serve(request -> {
            if (silent[0]) {
                try {
                    end.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
            return agent.answer(request);
        });
        fleet.await(List.of("alpha"), log::add);
        BlockingQueue<Role.Event> events = new LinkedBlockingQueue<>();
        CarriedRole role = new CarriedRole(fleet, "alpha", HostLines.Program.BANK, 60, events::add);
        fleet.add(role);
        var usage = role.usageAfter(7);
        silent[0] = true;
        Role.Event lost = events.poll(10, TimeUnit.SECONDS);
        assertNotNull(lost);
        assertEquals(Role.ENDED, lost.name());
        assertEquals("the bank on alpha is lost: the host alpha has been silent for 3 s; see its output there",
                role.describeEnd());
        assertTrue(usage.isCompletedExceptionally(), "nobody waits for what it used");
        assertFalse(fleet.isHeard("alpha", Duration.ofSeconds(2)));
        end.countDown();
    }
}
