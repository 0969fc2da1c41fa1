package org.eejs.lab.xml;

import static org.eejs.lab.settings.TransactionSettings.THREADS;

import java.util.ArrayList;
import java.util.List;
import org.eejs.lab.machine.Host;
import org.eejs.lab.settings.XmlChoice;
import org.eejs.result.Xml;
import org.eejs.result.settings.XmlSettings;

/**
 * Default against large pages, with what {@code /proc/PID/smaps} says of them: transparent huge pages, and those of
 * hugetlbfs, which an administrator must have reserved. The lab reserves none.
 */
final class LargePagesStudy extends XmlStudy {
    private static final long KILO = 1_024;
    /** The heap, and what else a JVM has in such pages: its compiled code. */
    private static final long NEEDED_KB = 1_310_720;

    LargePagesStudy() {
        super(Xml.LARGE_PAGES,
                "JAXB and StAX at 100 KB on usual pages, on transparent huge pages, and on those of hugetlbfs");
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
            cells.add(new Cell(name(), "hugetlbfs", with(each, "-XX:+UseLargePages"), baseline,
                    host.hugePages() > 0 ? null : lack(host)));
        }
        return cells;
    }

    private static XmlSettings with(XmlSettings settings, String option) {
        List<String> options = new ArrayList<>(settings.jvmOptions());
        options.add(option);
        return settings.with("jvmOptions", options);
    }

    private static String lack(Host host) {
        long pages = NEEDED_KB / host.hugePageKb() + 1;
        return ("no huge pages are reserved on this machine; root reserves them by sysctl vm.nr_hugepages=%d (%d of "
                + "%,d KB, each %,d bytes), and gives them back by sysctl vm.nr_hugepages=0").formatted(pages, pages,
                host.hugePageKb(), host.hugePageKb() * KILO);
    }
}
