package org.eejs.lab.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.BitSet;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class MachineTimeTest {
    @Test
    void onlyProcessorsThatThisProcessWasGivenCount() {
        BitSet given = new BitSet();
        given.set(1, 3);
        assertEquals(new MachineTime(14.5, 0.6, 2), MachineTime.of(List.of(
                "cpu  9000 9000 9000 9000 0 0 0 9000 0 0",
                "cpu0 3000 3000 3000 3000 0 0 0 3000 0 0",
                "cpu1 500 100 200 3000 7 8 9 20 5 0",
                "cpu2 600 100 50 3000 7 8 9 40 5 0",
                "intr 5 5 5 5 5 5 5 5 5 5"), given, 1), "without idle time, waiting and interrupts");
    }

    /** Own processes include a JVM that compiles while it waits for its turn, and all its children, also ended ones. */
    @Test
    void ourOwnProcessesDoNotCountAsOthers() throws Exception {
        Process busy = new ProcessBuilder("sh", "-c",
                "while :; do sh -c 'i=0; while [ $i -lt 9999 ]; do i=$((i+1)); done'; done").start();
        try {
            double before = ofOthersThanThis(List.of());
            double used = used(busy.toHandle());
            double counted = ofOthersThanThis(List.of()) - before;
            assertTrue(counted >= 0.5 * used, counted + " s counted of " + used);
        } finally {
            busy.descendants().forEach(ProcessHandle::destroyForcibly);
            busy.destroyForcibly().waitFor();
        }
    }

    /** The process has left the shell that started it, and so the test. */
    @Test
    void aProcessThatHasLeftUsIsOursIfItIsNamed() throws Exception {
        Process shell = new ProcessBuilder("sh", "-c", "while :; do :; done >/dev/null & echo $!").start();
        ProcessHandle busy = ProcessHandle.of(Long.parseLong(shell.inputReader().readLine())).orElseThrow();
        try {
            shell.waitFor();
            double used = used(busy);
            double named = ofOthersThanThis(List.of(busy)) - ofOthersThanThis(List.of());
            assertTrue(named >= 0.5 * used, named + " s counted of " + used);
        } finally {
            busy.destroyForcibly();
        }
    }

    /** Returns the CPU seconds of the test's processes, except this one. */
    private static double ofOthersThanThis(List<ProcessHandle> alsoOwn) {
        double self = ProcessUsage.secondsWithEndedChildren(ProcessHandle.current().pid());
        return MachineTime.ownSeconds(alsoOwn) - self;
    }

    /** Waits until a process and its ended children have used a second. */
    private static double used(ProcessHandle busy) throws InterruptedException {
        double began = ProcessUsage.secondsWithEndedChildren(busy.pid());
        double used = 0;
        while (used < 1) {
            assertTrue(busy.isAlive());
            TimeUnit.MILLISECONDS.sleep(20);
            used = ProcessUsage.secondsWithEndedChildren(busy.pid()) - began;
        }
        return used;
    }
}
