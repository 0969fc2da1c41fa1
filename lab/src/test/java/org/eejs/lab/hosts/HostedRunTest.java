package org.eejs.lab.hosts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.eejs.lab.processes.Role;
import org.eejs.lab.processes.RoleProcess;
import org.eejs.lab.processes.RunFailedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** No part of a run outlives its release on a host. */
class HostedRunTest {
    @TempDir
    private Path folder;

    private RoleProcess sleeper() throws RunFailedException {
        return RoleProcess.start("sleeper", List.of("sleep", "60"), Map.of(), folder.resolve("log"), event -> { });
    }

    private static boolean isAlive(Role process) {
        return ProcessHandle.of(process.pid().orElseThrow()).map(ProcessHandle::isAlive).orElse(false);
    }

    @Test
    void whatIsStartedWhileTheRunIsReleasedEnds() {
        HostedRun run = new HostedRun(folder, null, null);
        AtomicReference<RoleProcess> late = new AtomicReference<>();
        RunFailedException e = assertThrows(RunFailedException.class, () -> run.start(1, () -> {
            late.set(sleeper());
            run.release(0);
            return late.get();
        }));
        assertTrue(e.getMessage().contains("has ended here"), e.getMessage());
        assertFalse(isAlive(late.get()));
        assertThrows(RunFailedException.class, () -> run.start(2, () -> {
            throw new AssertionError("it must not be tried");
        }));
    }

    @Test
    void processesEndAllAtOnceAndByForceWhenTheirTimeIsUp() throws Exception {
        HostedRun run = new HostedRun(folder, null, null);
        Role one = run.start(1, this::sleeper);
        Role other = run.start(2, this::sleeper);
        Role third = run.start(3, this::sleeper);
        assertEquals(other, run.process(2));
        long begin = System.nanoTime();
        run.release(2);
        assertTrue(System.nanoTime() - begin < TimeUnit.SECONDS.toNanos(5), "one after the other takes 6 s");
        for (Role each : List.of(one, other, third)) {
            assertFalse(isAlive(each));
        }
    }
}
