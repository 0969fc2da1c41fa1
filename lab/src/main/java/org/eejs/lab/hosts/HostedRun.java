package org.eejs.lab.hosts;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.eejs.lab.banking.RoleStarter;
import org.eejs.lab.processes.AllAtOnce;
import org.eejs.lab.processes.Role;
import org.eejs.lab.processes.RunFailedException;
import org.eejs.lab.settings.RunPlan;

/** One run on a host: its files, and the processes that were started. Thread-safe. */
final class HostedRun {
    private final Path folder;
    private final RunPlan plan;
    private final RoleStarter starter;
    private final Map<Integer, Role> processes = new HashMap<>();
    private boolean released;

    /**
     * Creates a run without processes.
     *
     * @param folder the folder with its files
     * @param plan the plan of a run of the banking workload; null for other runs
     * @param starter the starter of its roles; null where there are none
     */
    HostedRun(Path folder, RunPlan plan, RoleStarter starter) {
        this.folder = folder;
        this.plan = plan;
        this.starter = starter;
    }

    /** Starts a process. */
    @FunctionalInterface
    interface Starting {
        Role start() throws IOException, RunFailedException;
    }

    Path folder() {
        return folder;
    }

    /** Returns the plan; null where no role of a run was prepared. */
    RunPlan plan() {
        return plan;
    }

    RoleStarter starter() throws RunFailedException {
        if (starter == null) {
            throw new RunFailedException("no run of the banking workload was prepared here");
        }
        return starter;
    }

    /**
     * Starts one process at a time. If the run was released meanwhile, it ends the process again.
     *
     * @throws RunFailedException when the start fails, or the run was released
     */
    Role start(int number, Starting starting) throws IOException, RunFailedException {
        Role process;
        synchronized (processes) {
            failIfReleased();
            process = starting.start();
        }
        synchronized (this) {
            if (!released) {
                processes.put(number, process);
                return process;
            }
        }
        process.close(0);
        throw wasReleased();
    }

    private synchronized void failIfReleased() throws RunFailedException {
        if (released) {
            throw wasReleased();
        }
    }

    private static RunFailedException wasReleased() {
        return new RunFailedException("the run has ended here; it starts no more processes");
    }

    /** Returns a process; null when there is none of this number. */
    synchronized Role process(int number) {
        return processes.get(number);
    }

    /**
     * Ends all processes at the same time, and prevents further starts.
     *
     * @param seconds the time after which they are killed
     */
    void release(long seconds) {
        List<Runnable> ending = new ArrayList<>();
        synchronized (this) {
            released = true;
            processes.values().forEach(each -> ending.add(() -> each.close(seconds)));
        }
        AllAtOnce.carryOut(ending);
    }
}
