package org.eejs.lab.xml;

import static org.eejs.lab.settings.TransactionSettings.THREADS;

import java.util.ArrayList;
import java.util.List;
import org.eejs.lab.machine.Host;
import org.eejs.lab.machine.Machine;
import org.eejs.lab.settings.XmlChoice;
import org.eejs.result.Xml;
import org.eejs.result.settings.XmlSettings;

/**
 * Default against large pages, with what the JVM and {@code /proc/PID/smaps} say of them: transparent huge pages, and
 * those of hugetlbfs, which an administrator must have reserved. The lab reserves none. Among their sizes are one that
 * is much too large for a heap and one that only other processors have, the slides' 256 MB: what the JVM does not take
 * is refused, with what it says.
 */
final class LargePagesStudy extends XmlStudy {
    private static final long KILO = 1_024;
    /** The heap, and what else a JVM has in such pages: its compiled code. */
    private static final long NEEDED_KB = 1_310_720;

    private static final String GIGABYTES = "/sys/kernel/mm/hugepages/hugepages-1048576kB/nr_hugepages";
    private static final String HUGETLBFS = "-XX:+UseLargePages";
    private static final String SIZE = "-XX:LargePageSizeInBytes=";

    LargePagesStudy() {
        super(Xml.LARGE_PAGES,
                "JAXB and StAX at 100 KB on usual pages, transparent huge pages, and those of hugetlbfs, by size");
    }

    @Override
    boolean looksAtPages() {
        return true;
    }

    @Override
    List<Cell> cells(XmlChoice choice, long seed, Host host) {
        XmlChoice usual = OF_JVMS.with(THREADS, host.processors());
        List<Cell> cells = new ArrayList<>();
        for (XmlSettings each : choice.each(usual, seed)) {
            Cell baseline = new Cell(name(), "default", each, null, null);
            cells.add(baseline);
            cells.add(new Cell(name(), "transparent huge pages", with(each, "-XX:+UseTransparentHugePages"), baseline,
                    null));
            cells.add(new Cell(name(), "hugetlbfs", with(each, HUGETLBFS), baseline,
                    host.hugePages() > 0 ? null : lack(host)));
            cells.add(new Cell(name(), "hugetlbfs, 1 GB", with(each, HUGETLBFS, SIZE + "1g"), baseline, null));
            cells.add(new Cell(name(), "hugetlbfs, 256 MB as in 2006", with(each, HUGETLBFS, SIZE + "256m"), baseline,
                    null));
        }
        return cells;
    }

    @Override
    List<String> notes(Host host) {
        return List.of(note(Machine.memory().transparentHugePages()), "large-pages: sizes are reserved one by one; "
                + "root reserves 2 pages of 1 GB by echo 2 > " + GIGABYTES + ", and gives them back by echo 0");
    }

    /** To whom the kernel gives transparent huge pages, which no JVM can change. */
    static String note(String mode) {
        return "large-pages: /sys/kernel/mm/transparent_hugepage/enabled is '%s': %s".formatted(mode,
                switch (String.valueOf(mode)) {
                    case "always" -> "the default has transparent huge pages, too; root sets 'madvise' to measure "
                            + "without";
                    case "madvise" -> "a JVM has transparent huge pages where it asks for them, the default has none";
                    case "never" -> "no JVM has transparent huge pages; root sets 'madvise' to measure them";
                    default -> "whether the default has transparent huge pages is not known";
                });
    }

    private static XmlSettings with(XmlSettings settings, String... more) {
        List<String> options = new ArrayList<>(settings.jvmOptions());
        options.addAll(List.of(more));
        return settings.with("jvmOptions", options);
    }

    private static String lack(Host host) {
        long pages = NEEDED_KB / host.hugePageKb() + 1;
        return ("no huge pages are reserved on this machine; root reserves them by sysctl vm.nr_hugepages=%d (%d of "
                + "%,d KB, each %,d bytes), and gives them back by sysctl vm.nr_hugepages=0").formatted(pages, pages,
                host.hugePageKb(), host.hugePageKb() * KILO);
    }
}
