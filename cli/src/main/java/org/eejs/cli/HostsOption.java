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

/** Where roles are, as the command line says: on this machine, or on hosts. */
final class HostsOption {
    @Option(names = "--hosts", paramLabel = "FILE",
            description = "Have hosts that joined by `eejs host` do it, as this YAML file says: listen (where they "
                    + "dial in), bank, besim, drivers; or keyServers and clients.")
    private Path hosts;

    private Fleet fleet;

    /** Returns who does what; null where everything is on this machine. */
    HostsFile file() {
        return hosts == null ? null : HostsFile.read(hosts);
    }

    /** Returns whether roles are on this machine. */
    boolean areHere() {
        return hosts == null;
    }

    /** Returns those that joined, while {@link #with} lasts; null where everything is on this machine. */
    Fleet fleet() {
        return fleet;
    }

    /** Carries out what needs the hosts, and lets them go. */
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

    /** Returns where everything is that a measurement needs whose result goes to a folder. */
    Places places(RunDirectory directory, RunProgress progress) {
        return fleet == null ? Home.places(directory) : new Places(Home.rooms(), fleet.state(), directory,
                (plan, run, events) -> new HostsStage(fleet, plan, run, events, progress::step));
    }
}
