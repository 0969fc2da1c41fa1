package org.eejs.lab.strategy;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.eejs.result.InvalidReason;
import org.eejs.result.Observation;
import org.eejs.result.Result;

/** The probes of one configuration, and the search that they guide. Not thread-safe. */
final class CapacityProbes {
    private static final int MOST_USELESS_RUNS = 3;

    private final CapacitySearch search;
    private final List<Result.Probe> probes = new ArrayList<>();
    private int uselessInARow;

    /** Creates a search without probes. */
    CapacityProbes(CapacitySearch search) {
        this.search = search;
    }

    /** Records a probe, and its run. */
    void take(Result.Probe probe, Observation run) {
        probes.add(probe);
        boolean limit = isLimit(run);
        if (limit) {
            search.recordLimit(probe.sessions());
        } else if (probe.passed() != null) {
            search.record(probe.sessions(), probe.passed());
        }
        boolean useless = probe.passed() == null && !limit;
        uselessInARow = useless ? uselessInARow + 1 : 0;
    }

    /** Returns whether the run is invalid because driver and back end could not generate the load. */
    static boolean isLimit(Observation run) {
        return run.invalid().stream().anyMatch(reason -> reason.kind() == InvalidReason.Kind.LOAD_LIMIT);
    }

    /** Returns the number of sessions to probe next; empty if the search has ended or stops without an answer. */
    OptionalInt next() {
        return uselessInARow >= MOST_USELESS_RUNS ? OptionalInt.empty() : search.next();
    }

    CapacitySearch search() {
        return search;
    }

    List<Result.Probe> probes() {
        return List.copyOf(probes);
    }
}
