package org.eejs.lab.xml;

import static org.eejs.lab.settings.TransactionSettings.JVM_OPTIONS;
import static org.eejs.lab.settings.TransactionSettings.THREADS;

import java.util.ArrayList;
import java.util.List;
import org.eejs.lab.machine.Host;
import org.eejs.lab.machine.Jdk;
import org.eejs.lab.settings.XmlChoice;
import org.eejs.result.Xml;
import org.eejs.result.settings.XmlSettings;

/**
 * Options of the JVM against none, with as many threads as there are processors: collectors, sizes of the heap, of its
 * young part and of stacks, headers, and those that the slides of 2006 named, whether they still exist or not. What the
 * JVM refuses is listed with what it says.
 */
final class JvmOptionsStudy extends XmlStudy {
    private static final int FIRST_JDK_WITH_GENERATIONS_IN_ZGC = 21;
    /** From here on ZGC has generations by default. */
    private static final int FIRST_JDK_WITH_GENERATIONS_ALONE = 23;
    /** In the release before, compact headers are experimental. */
    private static final int FIRST_JDK_WITH_COMPACT_HEADERS = 25;
    private static final long MEGA = 1_048_576;
    /** The heap of the slides, and its young part, in megabytes. */
    private static final long HEAP = 3_550;
    private static final long YOUNG = 2_048;

    /** A set of options, and what people call it. */
    record Variant(String label, List<String> options) {
        private static Variant of(String label, String... options) {
            return new Variant(label, List.of(options));
        }
    }

    private static final String THEN = "2006: ";
    private static final String PARALLEL = "Parallel";

    private final boolean thenOnly;

    JvmOptionsStudy() {
        this(false);
    }

    /** A study of all options, or of those that the slides of 2006 named. */
    JvmOptionsStudy(boolean thenOnly) {
        super(Xml.JVM_OPTIONS,
                "JAXB and StAX at 100 KB under collectors, heaps, stacks and headers, and the slides' options");
        this.thenOnly = thenOnly;
    }

    @Override
    List<Cell> cells(XmlChoice choice, long seed, Host host) {
        XmlChoice usual = OF_JVMS.with(THREADS, host.processors());
        XmlChoice others = choice.with(JVM_OPTIONS, List.of());
        List<Cell> cells = new ArrayList<>();
        for (XmlSettings each : others.each(usual, seed)) {
            List<Variant> variants = choice.jvmOptions().isEmpty() ? usual(Jdk.find(each.jdk()).feature(), host)
                    : choice.jvmOptions().stream().map(options -> new Variant(String.join(" ", options), options))
                            .toList();
            Cell baseline = new Cell(name(), "default", each, null, null);
            cells.add(baseline);
            variants.forEach(variant -> cells.add(new Cell(name(), variant.label(),
                    each.with("jvmOptions", variant.options()), baseline, null)));
        }
        return cells;
    }

    private List<Variant> usual(int feature, Host host) {
        return variants(feature, host).stream().filter(each -> !thenOnly || each.label().startsWith(THEN)
                || each.label().equals(PARALLEL)).toList();
    }

    /** All sets of options that are tried on a JDK. */
    static List<Variant> variants(int feature, Host host) {
        List<Variant> variants = new ArrayList<>(List.of(
                Variant.of("Serial", "-XX:+UseSerialGC"),
                Variant.of(PARALLEL, "-XX:+UseParallelGC"),
                Variant.of("G1", "-XX:+UseG1GC"),
                zgc(feature),
                Variant.of("Shenandoah", "-XX:+UseShenandoahGC"),
                Variant.of("heap 512 MB", "-Xms512m", "-Xmx512m"),
                Variant.of("heap 2 GB", "-Xms2g", "-Xmx2g"),
                Variant.of("young 256 MB", "-Xms1g", "-Xmx1g", "-Xmn256m"),
                Variant.of("young 768 MB", "-Xms1g", "-Xmx1g", "-Xmn768m"),
                Variant.of("stacks of 256 KB", "-Xss256k"),
                Variant.of("pages touched before", "-XX:+AlwaysPreTouch"),
                feature < FIRST_JDK_WITH_COMPACT_HEADERS && feature >= FIRST_JDK_WITH_COMPACT_HEADERS - 1
                        ? Variant.of("compact headers", "-XX:+UnlockExperimentalVMOptions",
                                "-XX:+UseCompactObjectHeaders")
                        : Variant.of("compact headers", "-XX:+UseCompactObjectHeaders"),
                slides(host),
                Variant.of(THEN + "the winner as it was", "-Xmx3550m", "-Xms3550m", "-Xmn2g", "-Xss128k",
                        "-XX:+UseParallelGC", "-XX:ParallelGCThreads=8", "-XX:+UseParallelOldGC",
                        "-XX:+AggressiveOpts"),
                Variant.of(THEN + "one collector thread", "-XX:+UseParallelGC", "-XX:ParallelGCThreads=1"),
                Variant.of(THEN + "a collector thread for each core", "-XX:+UseParallelGC", collectorThreads(host)),
                Variant.of(THEN + "pages of 256 MB", "-XX:LargePageSizeInBytes=256m"),
                Variant.of(THEN + "stacks of 128 KB", "-Xss128k"),
                Variant.of(THEN + "biased locking", "-XX:+UseBiasedLocking"),
                Variant.of(THEN + "ParallelOld", "-XX:+UseParallelOldGC"),
                Variant.of(THEN + "AggressiveOpts", "-XX:+AggressiveOpts")));
        return variants;
    }

    private static Variant zgc(int feature) {
        boolean optional = feature >= FIRST_JDK_WITH_GENERATIONS_IN_ZGC && feature < FIRST_JDK_WITH_GENERATIONS_ALONE;
        return optional ? Variant.of("Z", "-XX:+UseZGC", "-XX:+ZGenerational") : Variant.of("Z", "-XX:+UseZGC");
    }

    /**
     * What won in 2006, without what was removed since: ParallelOld is Parallel now, AggressiveOpts is gone, and
     * today's JVMs want larger stacks. Its 8 collector threads were one for each core.
     */
    private static Variant slides(Host host) {
        long heap = heap(host);
        return Variant.of(THEN + "the winner, what is left of it", "-Xmx" + heap + "m", "-Xms" + heap + "m",
                "-Xmn" + heap * YOUNG / HEAP + "m", "-Xss256k", "-XX:+UseParallelGC",
                collectorThreads(host));
    }

    private static String collectorThreads(Host host) {
        return "-XX:ParallelGCThreads=" + host.cores().size();
    }

    /** That of the slides where it takes no more than half of the memory, in megabytes. */
    private static long heap(Host host) {
        return Math.min(HEAP, host.memoryBytes() / MEGA / 2);
    }

    @Override
    List<String> notes(Host host) {
        return heap(host) == HEAP ? List.of() : List.of(("jvm-options: the heap of the slides, %,d MB, is scaled down "
                + "to %,d MB, half of this machine's memory").formatted(HEAP, heap(host)));
    }
}
