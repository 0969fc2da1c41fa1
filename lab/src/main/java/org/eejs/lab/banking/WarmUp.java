package org.eejs.lab.banking;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import org.eejs.banking.Phases;
import org.eejs.driver.protocol.Tick;
import org.eejs.lab.processes.Role;
import org.eejs.result.Result;

/**
 * The warm-up of a run: sets the pace of users, reads the compiler's queue, and decides when it ends. Not thread-safe.
 */
final class WarmUp {
    private static final int SECONDS_BETWEEN_QUEUES = 4;

    private final Pace pace;
    private final RunRecorder recorder;
    /** The measured process; empty for a service without one. */
    private final Optional<Role> measured;
    private final Drivers drivers;
    /** The queue that is being read; null otherwise. */
    private CompletableFuture<OptionalInt> compilerQueue;

    /**
     * Starts the warm-up. Until the measured JVM is warm, its compiler may use all processors. Under load, a pinned JVM
     * leaves its compiler a twentieth of its processor, and is not warm after two minutes.
     */
    WarmUp(Pace pace, RunRecorder recorder, Optional<Role> measured, Drivers drivers) {
        this.pace = pace;
        this.recorder = recorder;
        this.measured = measured;
        this.drivers = drivers;
        if (phases().untilWarm()) {
            measured.ifPresent(role -> role.spreadCompiler(true));
        }
    }

    private Phases phases() {
        return recorder.slices().phases();
    }

    /**
     * Follows a second of the load, also after the warm-up.
     *
     * @param second the second that begins
     * @param row the second that has ended
     * @param good the share of its good pages
     */
    void follow(int second, Result.Second row, double good) {
        readCompilerQueue(second);
        keepPace(second, row, good);
        endIfWarm(second);
    }

    /** Reads the compiler's queue without waiting: the JVM answers when it can. */
    private void readCompilerQueue(int second) {
        if (compilerQueue != null && compilerQueue.isDone()) {
            compilerQueue.getNow(OptionalInt.empty()).ifPresent(recorder::waitingCompilations);
            compilerQueue = null;
        }
        if (compilerQueue == null && second >= phases().rampUp().toSeconds()
                && second < phases().steadyStart().toSeconds() && second % SECONDS_BETWEEN_QUEUES == 0) {
            compilerQueue = measured.map(Role::waitingCompilations).orElse(null);
        }
    }

    /**
     * Shortens the think times of users in a warm-up that lasts until the bank is warm, and restores them before its
     * end.
     */
    private void keepPace(int second, Result.Second row, double good) {
        if (pace.isOver() || !phases().untilWarm() || second < phases().rampUp().toSeconds()) {
            return;
        }
        pace.add(row.pages(), use(row), good);
        pace.endIf(recorder.pages(second), phases().steadyStart().toSeconds() - second);
        Double factor = pace.news();
        if (factor != null) {
            drivers.tell(Tick.PACE + factor);
        }
        if (pace.isOver()) {
            recorder.calmFrom(second);
        }
    }

    /**
     * Returns the share of its processors that the bank used in a second, or that driver and back end used, whichever
     * is larger.
     */
    private double use(Result.Second row) {
        double bank = row.bankCpu() - row.bankJitCpu();
        double others = row.besimCpu() + row.driverCpu();
        Role role = measured.orElseThrow();
        return role.pinnedTo().isEmpty() ? (bank + others) / role.processors()
                : Math.max(bank / role.processors(), others / drivers.roles().get(0).processors());
    }

    /** Ends the warm-up if the bank is warm; the driver gets the end a second ahead. */
    private void endIfWarm(int second) {
        boolean warm = pace.isOver() && recorder.isWarm();
        if (phases().untilWarm() && (warm || second + 1 >= phases().steadyStart().toSeconds())) {
            recorder.steadyFrom(second + 1);
            measured.ifPresent(role -> role.spreadCompiler(false));
            tellSteady();
        }
    }

    /** Sends the start and end of the steady state to the drivers. */
    void tellSteady() {
        drivers.tell(Tick.STEADY + phases().steadyStart().toSeconds() + " " + phases().steadyEnd().toSeconds());
    }
}
