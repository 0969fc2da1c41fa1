package org.eejs.bench.xml;

import java.util.List;
import org.eejs.lab.machine.Host;

/** The sets of JVM options that studies of XML try. */
final class XmlOptions {
    static final String HUGETLBFS = "-XX:+UseLargePages";
    private static final String SIZE = "-XX:LargePageSizeInBytes=";

    /** The pages of the heap: one size is too large for most heaps, and one exists only on other processors. */
    static final List<List<String>> PAGES = List.of(List.of("-XX:+UseTransparentHugePages"), List.of(HUGETLBFS),
            List.of(HUGETLBFS, SIZE + "1g"), List.of(HUGETLBFS, SIZE + "256m"));

    private static final int FIRST_JDK_WITH_GENERATIONS_IN_ZGC = 21;
    /** The first JDK whose ZGC is generational by default. */
    private static final int FIRST_JDK_WITH_GENERATIONS_ALONE = 23;
    /** The first JDK with stable compact headers; they are experimental in the release before. */
    private static final int FIRST_JDK_WITH_COMPACT_HEADERS = 25;
    private static final String COMPACT_HEADERS = "-XX:+UseCompactObjectHeaders";
    private static final String PARALLEL = "-XX:+UseParallelGC";
    private static final long MEGA = 1_048_576;
    private static final long KILO = 1_024;
    /** The heap of the slides, and its young part, in megabytes. */
    private static final long HEAP = 3_550;
    private static final long YOUNG = 2_048;
    /** The size of the heap and of compiled code, which is in huge pages, too. */
    private static final long NEEDED_KB = 1_310_720;
    private static final String GIGABYTES = "/sys/kernel/mm/hugepages/hugepages-1048576kB/nr_hugepages";

    private XmlOptions() {}

    /** Returns sets for collectors, sizes of the heap, of its young part and of stacks, and headers. */
    static List<List<String>> ofToday(int feature) {
        boolean optional = feature >= FIRST_JDK_WITH_GENERATIONS_IN_ZGC && feature < FIRST_JDK_WITH_GENERATIONS_ALONE;
        return List.of(List.of("-XX:+UseSerialGC"), List.of("-XX:+UseG1GC"),
                optional ? List.of("-XX:+UseZGC", "-XX:+ZGenerational") : List.of("-XX:+UseZGC"),
                List.of("-XX:+UseShenandoahGC"), List.of("-Xms512m", "-Xmx512m"), List.of("-Xms2g", "-Xmx2g"),
                List.of("-Xms1g", "-Xmx1g", "-Xmn256m"), List.of("-Xms1g", "-Xmx1g", "-Xmn768m"), List.of("-Xss256k"),
                List.of("-XX:+AlwaysPreTouch"), feature == FIRST_JDK_WITH_COMPACT_HEADERS - 1
                        ? List.of("-XX:+UnlockExperimentalVMOptions", COMPACT_HEADERS) : List.of(COMPACT_HEADERS));
    }

    /**
     * Returns the sets on the slides of 2006, whether the options still exist or not. The first set was the best then;
     * the second is its remainder: ParallelOld is Parallel now, AggressiveOpts is gone, and today's JVMs need larger
     * stacks. Its 8 collector threads were one for each core.
     */
    static List<List<String>> of2006(Host host) {
        long heap = heap(host);
        String threads = "-XX:ParallelGCThreads=" + host.cores().size();
        return List.of(List.of(PARALLEL),
                List.of("-Xmx3550m", "-Xms3550m", "-Xmn2g", "-Xss128k", PARALLEL, "-XX:ParallelGCThreads=8",
                        "-XX:+UseParallelOldGC", "-XX:+AggressiveOpts"),
                List.of("-Xmx" + heap + "m", "-Xms" + heap + "m", "-Xmn" + heap * YOUNG / HEAP + "m", "-Xss256k",
                        PARALLEL, threads),
                List.of(PARALLEL, "-XX:ParallelGCThreads=1"), List.of(PARALLEL, threads), List.of(SIZE + "256m"),
                List.of("-Xss128k"), List.of("-XX:+UseBiasedLocking"), List.of("-XX:+UseParallelOldGC"),
                List.of("-XX:+AggressiveOpts"));
    }

    /** Returns the heap of the slides, or half of the memory if that is less, in megabytes. */
    private static long heap(Host host) {
        return Math.min(HEAP, host.memoryBytes() / MEGA / 2);
    }

    static List<String> notes(Host host) {
        return heap(host) == HEAP ? List.of() : List.of(("jvm-options: the heap of the slides, %,d MB, is scaled down "
                + "to %,d MB, half of this machine's memory").formatted(HEAP, heap(host)));
    }

    /** Returns commands that root must run for pages that are otherwise unavailable. */
    static List<String> notesOnPages(String transparentHugePages) {
        return List.of("large-pages: /sys/kernel/mm/transparent_hugepage/enabled is '%s': %s".formatted(
                transparentHugePages, switch (String.valueOf(transparentHugePages)) {
                    case "always" -> "the default has transparent huge pages, too; root sets 'madvise' to measure "
                            + "without";
                    case "madvise" -> "a JVM has transparent huge pages where it asks for them, the default has none";
                    case "never" -> "no JVM has transparent huge pages; root sets 'madvise' to measure them";
                    default -> "whether the default has transparent huge pages is not known";
                }), "large-pages: sizes are reserved one by one; root reserves 2 pages of 1 GB by echo 2 > " + GIGABYTES
                        + ", and releases them by echo 0");
    }

    static String lackOfPages(Host host) {
        long pages = NEEDED_KB / host.hugePageKb() + 1;
        return ("no huge pages are reserved on this machine. Reserve them as root by `sysctl vm.nr_hugepages=%d` (%d "
                + "of %,d KB, each %,d bytes), and release them by `sysctl vm.nr_hugepages=0`").formatted(pages, pages,
                host.hugePageKb(), host.hugePageKb() * KILO);
    }
}
