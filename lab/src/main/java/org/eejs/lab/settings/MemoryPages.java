package org.eejs.lab.settings;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/**
 * The pages of a process's memory, as the kernel counts them; see proc_pid_smaps(5). In kilobytes of 1,024 bytes.
 *
 * @param residentKb all resident memory
 * @param transparentHugeKb the part of it in transparent huge pages
 * @param hugetlbKb in pages of hugetlbfs, which do not count as resident
 */
public record MemoryPages(long residentKb, long transparentHugeKb, long hugetlbKb) {
    private static final Set<String> RESIDENT = Set.of("Rss:");
    private static final Set<String> TRANSPARENT = Set.of("AnonHugePages:", "ShmemPmdMapped:");
    private static final Set<String> HUGETLB = Set.of("Private_Hugetlb:", "Shared_Hugetlb:");

    /** Reads the pages of a process of the same user. */
    public static MemoryPages of(long pid) throws IOException {
        return of(Files.readAllLines(Path.of("/proc/" + pid + "/smaps")));
    }

    /** Sums up the lines of an smaps file. */
    public static MemoryPages of(List<String> smaps) {
        return new MemoryPages(sum(smaps, RESIDENT), sum(smaps, TRANSPARENT), sum(smaps, HUGETLB));
    }

    private static long sum(List<String> smaps, Set<String> names) {
        return smaps.stream().map(line -> line.strip().split("\\s+"))
                .filter(words -> words.length == 3 && names.contains(words[0]))
                .mapToLong(words -> Long.parseLong(words[1])).sum();
    }
}
