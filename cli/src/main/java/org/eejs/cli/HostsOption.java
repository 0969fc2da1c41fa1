package org.eejs.cli;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.eejs.lab.hosts.Fleet;
import org.eejs.lab.hosts.HostsFile;
import org.eejs.lab.hosts.HostsStage;
import org.eejs.lab.processes.RunProgress;
import org.eejs.lab.rounds.Places;
import org.eejs.result.Origin;
import org.eejs.result.RunDirectory;
import picocli.CommandLine.Option;

/** The place of roles: this machine, or the hosts of a file. */
final class HostsOption {
    @Option(names = "--hosts", paramLabel = "FILE",
            description = "Run on the hosts listed in this YAML file, which have joined by `eejs host`. Keys: listen "
                    + "(the address that they join), bank, besim, drivers; or keyServers and clients.")
    private Path hosts;

    private Fleet fleet;

    /** Returns the file of hosts; null if everything runs on this machine. */
    HostsFile file() {
        return hosts == null ? null : HostsFile.read(hosts);
    }

    /** Returns whether all roles run on this machine. */
    boolean areHere() {
        return hosts == null;
    }

    /** Returns the joined hosts, while {@link #with} runs; null if everything runs on this machine. */
    Fleet fleet() {
        return fleet;
    }

    /** Runs work with the hosts, and releases them afterwards. */
    int with(Measurement measurement, Callable<Integer> work) throws Exception {
        if (hosts == null) {
            return work.call();
        }
        try (Fleet opened = Fleet.open(file(), Home.hosts(), Origin.version(),
                measurement.progress()::warning)) {
            fleet = opened;
            measurement.abort().onAbort(opened::abort);
            return work.call();
        }
    }

    /** Returns the places that a measurement needs if its result goes to this folder. */
    Places places(RunDirectory directory, RunProgress progress) {
        return fleet == null ? Home.places(directory) : new Places(Home.rooms(), fleet.state(), directory,
                (plan, run, events) -> new HostsStage(fleet, plan, run, events, progress::step));
    }
}
