package org.eejs.lab.banking;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.eejs.lab.processes.CompilerRest;
import org.eejs.lab.processes.Role;
import org.eejs.lab.processes.RunFailedException;

/**
 * The turns of runs that share a machine. Each run starts and warms up in its first turn. Then the runs are loaded in
 * slices, in their order and back again. A machine that becomes slower or faster so affects all of them alike.
 * Thread-safe.
 */
public final class Turns {
    /** The seconds of a slice, at least, if there are to be more than two. */
    private static final int LEAST = 4;

    private final Deque<Turn> order = new ArrayDeque<>();
    /** The processes of all runs that have not ended. */
    private final Map<Role, Turn> roles = new LinkedHashMap<>();
    private String aborted;

    /** The turns of one run. */
    public final class Turn {
        private final int slices;
        private final boolean profiled;

        private Turn(int slices, boolean profiled) {
            this.slices = slices;
            this.profiled = profiled;
        }

        /** Returns the number of measured turns. */
        int slices() {
            return slices;
        }

        /** Returns whether the run's stacks may be sampled. */
        boolean profiled() {
            return profiled;
        }

        /** Waits until it is this run's turn. */
        void await() throws RunFailedException, InterruptedException {
            synchronized (Turns.this) {
                while (aborted == null && order.peek() != this) {
                    Turns.this.wait();
                }
                if (aborted != null) {
                    throw new RunFailedException(aborted);
                }
            }
        }

        /** Ends this turn, and waits for the next one. */
        void pass() throws RunFailedException, InterruptedException {
            synchronized (Turns.this) {
                order.poll();
                Turns.this.notifyAll();
            }
            await();
        }

        /** Adds a process of this run that was started. */
        void joined(Role role) {
            synchronized (Turns.this) {
                roles.put(role, this);
            }
        }

        /** Returns the processes of all runs, including those that wait. */
        List<Role> roles() {
            synchronized (Turns.this) {
                return List.copyOf(roles.keySet());
            }
        }

        /**
         * Waits, in this run's turn, until no JVM of any run {@linkplain CompilerRest compiles}.
         *
         * @return whether they came to rest before the patience ended
         */
        boolean awaitRest(Duration patience) throws RunFailedException, InterruptedException {
            CompilerRest rest = new CompilerRest(roles());
            long end = System.nanoTime() + patience.toNanos();
            while (!rest.isReached()) {
                if (System.nanoTime() - end >= 0) {
                    return false;
                }
                TimeUnit.MILLISECONDS.sleep(CompilerRest.INTERVAL);
                // Throws when all were aborted.
                await();
            }
            return true;
        }

        /** Ends all turns of this run. */
        void leave() {
            synchronized (Turns.this) {
                roles.values().removeIf(turn -> turn == this);
                order.removeIf(turn -> turn == this);
                Turns.this.notifyAll();
            }
        }
    }

    /** Returns the only turn of a run that has the machine to itself. */
    public static Turn alone() {
        return new Turns().add(1, true);
    }

    /** Returns the only turn of a run that is compared with others, and is not profiled. */
    public static Turn undisturbed() {
        return new Turns().add(1, false);
    }

    private Turn add(int slices, boolean profiled) {
        Turn turn = new Turn(slices, profiled);
        order.add(turn);
        return turn;
    }

    /**
     * Returns the turns of several runs.
     *
     * @param runs the number of runs
     * @param steady the time for which each of them is measured
     * @param profiled whether each has an additional turn, in which its stacks are sampled
     * @return the turns in the order of their first use
     */
    public List<Turn> of(int runs, Duration steady, boolean profiled) {
        int slices = steady.toSeconds() < 4 * LEAST ? 2 : 4;
        List<Turn> all = new ArrayList<>();
        for (int run = 0; run < runs; run++) {
            all.add(add(slices, profiled));
        }
        for (int slice = 0; slice < (profiled ? slices + 1 : slices); slice++) {
            List<Turn> once = new ArrayList<>(all);
            if (slice % 2 == 1) {
                Collections.reverse(once);
            }
            order.addAll(once);
        }
        return all;
    }

    /** Ends all waiting, with this reason. */
    public synchronized void abort(String reason) {
        aborted = reason;
        notifyAll();
    }
}
