package org.eejs.lab.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;

/**
 * The properties of the machine that studies of XML need.
 *
 * @param cores the processors of each core that EEJS may use
 * @param canPin whether processes can be pinned to processors
 * @param memoryBytes the machine's memory
 * @param hugePages the pages of hugetlbfs that a process can have: those that are reserved, and those that the kernel
 *     may make
 * @param hugePageKb the length of each of these in kilobytes of 1,024 bytes
 */
public record Host(List<BitSet> cores, boolean canPin, long memoryBytes, long hugePages, long hugePageKb) {
    private static final long USUAL_HUGE_PAGE_KB = 2_048;

    /** Returns this machine. */
    public static Host here() {
        return new Host(Machine.cores(), ThreadPlacement.canPin(), Machine.memory().totalBytes(),
                number("/proc/sys/vm/nr_hugepages") + number("/proc/sys/vm/nr_overcommit_hugepages"),
                KernelFile.number("/proc/meminfo", "Hugepagesize").orElse(USUAL_HUGE_PAGE_KB));
    }

    private static long number(String file) {
        try {
            return Long.parseLong(Files.readString(Path.of(file)).strip());
        } catch (IOException | NumberFormatException e) {
            return 0;
        }
    }

    /** Returns the number of hardware threads that EEJS may use. */
    public int processors() {
        return ThreadPlacement.all(cores).cardinality();
    }

    /** Returns the largest number of hardware threads of a core. */
    public int threadsPerCore() {
        return ThreadPlacement.threadsPerCore(cores);
    }
}
