package org.eejs.lab.banking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.eejs.banking.RoleName;
import org.eejs.driver.protocol.Tick;
import org.eejs.lab.machine.ProcessUsage;
import org.eejs.lab.processes.Role;
import org.eejs.lab.processes.RoleEvents;
import org.eejs.lab.processes.RunFailedException;
import org.junit.jupiter.api.Test;

/** Drivers on hosts, held to the lab's clock. */
class DriversTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final FakeRole gamma = new FakeRole("driver", "gamma", 2, null);
    private final FakeRole delta = new FakeRole("driver", "delta", 2, null);
    private final FakeRole bank = new FakeRole("bank", "alpha", 2, null);
    private final RoleEvents events = new RoleEvents();
    private final Drivers drivers = new Drivers(List.of(gamma, delta), events);

    /** Reports a second of a driver, late by this time on the lab's clock. */
    private void reports(Role driver, int second, double late) {
        Tick tick = new Tick(second, false, 5, 0, 0, 0, 0, Map.of(), new int[0], new int[0], 0, 0, null, 0);
        long due = drivers.until(second) - TimeUnit.SECONDS.toNanos(2);
        events.add(new Role.Event(driver, Tick.EVENT, JSON.valueToTree(tick), due + (long) (late * 1e9)));
    }

    @Test
    void aTickThatComesMoreThanTwoSecondsLateEndsTheRun() throws Exception {
        drivers.start(List.of(bank));
        reports(gamma, 0, 0.01);
        reports(delta, 0, 0.02);
        assertEquals(10, drivers.next(0, false, true).sessions());
        reports(gamma, 1, 0.01);
        reports(delta, 1, 1.5);
        drivers.next(1, false, true);
        assertEquals(0, drivers.lateTicks("gamma"));
        assertEquals(1, drivers.lateTicks("delta"), "it came, and the loads are still one");
        reports(gamma, 2, 0.01);
        reports(delta, 2, 2.1);
        RunFailedException e = assertThrows(RunFailedException.class, () -> drivers.next(2, false, true));
        assertTrue(e.getMessage().startsWith("the driver on delta reported it 2.1 s late"), e.getMessage());
        assertEquals(2, drivers.lateTicks("delta"));
    }

    @Test
    void aTickThatDoesNotComeEndsTheRunWhenItIsTooLate() throws Exception {
        drivers.start(List.of(bank));
        reports(gamma, 0, 0);
        RunFailedException e = assertThrows(RunFailedException.class, () -> drivers.next(0, false, true));
        assertTrue(e.getMessage().startsWith("the driver on delta has not reported it 2 s after its end"),
                e.getMessage());
        assertTrue(System.nanoTime() - drivers.until(0) >= 0, "not before");
    }

    @Test
    void pausesOfTheLoadAreNotLate() throws Exception {
        drivers.start(List.of(bank));
        long before = drivers.until(5);
        drivers.pause();
        long paused = System.nanoTime();
        while (System.nanoTime() - paused < TimeUnit.MILLISECONDS.toNanos(50)) {
            Thread.onSpinWait();
        }
        drivers.resume();
        long moved = drivers.until(5) - before;
        assertTrue(moved >= TimeUnit.MILLISECONDS.toNanos(50), moved + " ns");
        assertEquals(2, bank.reports.size(), "its host learns again when seconds end");
        assertEquals(moved / 1e3, bank.reports.get(1) - bank.reports.get(0), 5_000);
        assertEquals(List.of(Tick.PAUSE, Tick.RESUME), delta.told.subList(1, 3));
    }

    @Test
    void usageThatIsNotKnownEndsTheRun() throws Exception {
        delta.usage = CompletableFuture.failedFuture(new RunFailedException("the host delta did not answer"));
        Map<RoleName, Role> servers = Map.of(RoleName.BANK, bank);
        RunFailedException e = assertThrows(RunFailedException.class,
                () -> RunUsage.now(servers, List.of(gamma, delta)));
        assertEquals("the use of the driver on delta is unknown: the host delta did not answer", e.getMessage());
        delta.usage = new CompletableFuture<>();
        e = assertThrows(RunFailedException.class,
                () -> RunUsage.after(3, servers, List.of(gamma, delta), System.nanoTime()));
        assertTrue(e.getMessage().startsWith("the driver on delta did not report its use in time"),
                e.getMessage());
        delta.usage = CompletableFuture.completedFuture(new ProcessUsage(2, 1, 0, 0, 7));
        gamma.usage = delta.usage;
        assertEquals(6, RunUsage.after(3, servers, List.of(gamma, delta), System.nanoTime()).byRole()
                .get(RoleName.DRIVER).cpuSeconds(), "a report that came in time is used later, too");
    }
}
