package org.eejs.bench.remotekeys;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import org.eejs.lab.machine.Machine;
import org.eejs.lab.machine.ProcessorList;
import org.eejs.lab.machine.SystemCommand;

/**
 * The processors of the client and of each key server, in whole cores. The client gets a third of them, at least one
 * core, and the servers the rest, as in the published measurement with 8 and 16. Servers share where there are too few.
 *
 * @param client the client's processors, as taskset writes them; empty when not pinned
 * @param servers the same of each server
 */
record SweepPlacement(String client, List<String> servers) {
    private static final int CLIENTS_PART = 3;

    /** Returns the placement on this machine; processes are not pinned where there is one core only, or no taskset. */
    static SweepPlacement of(int servers) {
        return SystemCommand.exists("taskset") ? of(servers, Machine.cores()) : unpinned(servers);
    }

    /** Returns a placement without pinned processes. */
    static SweepPlacement unpinned(int servers) {
        return new SweepPlacement("", Collections.nCopies(servers, ""));
    }

    /** Returns the placement on a machine with these cores. */
    static SweepPlacement of(int servers, List<BitSet> cores) {
        if (cores.size() < 2) {
            return unpinned(servers);
        }
        int own = Math.max(1, Math.round((float) cores.size() / CLIENTS_PART));
        List<BitSet> rest = cores.subList(own, cores.size());
        int each = rest.size() / servers;
        List<String> placed = new ArrayList<>();
        for (int i = 0; i < servers; i++) {
            placed.add(list(each == 0 ? rest : rest.subList(i * each, (i + 1) * each)));
        }
        return new SweepPlacement(list(cores.subList(0, own)), List.copyOf(placed));
    }

    private static String list(List<BitSet> cores) {
        BitSet all = new BitSet();
        cores.forEach(all::or);
        return ProcessorList.format(all);
    }

    /** Returns the words that precede a command to pin it to these processors. */
    static List<String> pinnedTo(String processors) {
        return processors.isEmpty() ? List.of() : List.of("taskset", "-c", processors);
    }

    /** Returns how many processors a list contains; those of the machine for an empty one. */
    static int count(String processors) {
        return processors.isEmpty() ? Runtime.getRuntime().availableProcessors()
                : ProcessorList.parse(processors).cardinality();
    }
}
