package org.eejs.lab.xml;

import static org.eejs.lab.settings.TransactionSettings.JVM_OPTIONS;
import static org.eejs.lab.settings.TransactionSettings.PLACEMENT;
import static org.eejs.lab.settings.TransactionSettings.THREADS;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.eejs.lab.machine.Host;
import org.eejs.lab.settings.XmlChoice;
import org.eejs.result.Xml;
import org.eejs.result.settings.XmlSettings;

/**
 * Throughput over threads, across cores and within them, each compared with one thread. The JVM is pinned to as many
 * processors as it has threads, and beyond the processors there are to all of them.
 */
final class ThreadsStudy extends XmlStudy {
    /** Up to so many hardware threads, each number of threads is measured; beyond it, eighths of them. */
    private static final int ALL_UP_TO = 8;
    /** A JVM on one processor would choose another collector than on two, and that must not be what is measured. */
    private static final List<String> COLLECTOR = List.of("-XX:+UseParallelGC");

    ThreadsStudy() {
        super(Xml.THREADS,
                "JAXB and StAX at 100 KB by 1 to twice as many threads as there are processors, across and within "
                        + "cores");
    }

    @Override
    List<Cell> cells(XmlChoice choice, long seed, Host host) {
        XmlChoice usual = OF_JVMS.with(THREADS, threads(host.processors()))
                .with(PLACEMENT, placements(host)).with(JVM_OPTIONS, List.of(COLLECTOR));
        List<XmlSettings> settings = choice.each(usual, seed).stream().filter(each ->
                !each.placement().equals(XmlSettings.WITHIN) || each.threads() <= host.processors()).toList();
        return XmlBaselines.besideTheFirst(name(), settings, "threads", "placement");
    }

    /** From 1 to the number of processors, and twice that. */
    static List<Integer> threads(int processors) {
        IntStream upTo = processors <= ALL_UP_TO ? IntStream.rangeClosed(1, processors)
                : IntStream.concat(IntStream.rangeClosed(1, 4),
                        IntStream.rangeClosed(1, ALL_UP_TO).map(eighths -> processors * eighths / ALL_UP_TO));
        return Stream.concat(upTo.boxed(), Stream.of(2 * processors)).distinct().sorted().toList();
    }

    private static List<String> placements(Host host) {
        if (!host.canPin()) {
            return List.of(XmlSettings.NONE);
        }
        return host.threadsPerCore() < 2 ? List.of(XmlSettings.ACROSS)
                : List.of(XmlSettings.ACROSS, XmlSettings.WITHIN);
    }

    @Override
    List<String> notes(Host host) {
        List<String> notes = new ArrayList<>();
        if (!host.canPin()) {
            notes.add("threads: the kernel placed the threads, since there is no command taskset (package util-linux)");
        }
        String lack = lack(host);
        if (lack != null) {
            notes.add("threads: " + lack);
        }
        return notes;
    }

    /** What the machine's processors do not have and so cannot show; null when they have all. */
    static String lack(Host host) {
        return host.threadsPerCore() > 1 ? null
                : "each core that can be used here has one hardware thread, so threads within a core cannot be shown "
                        + "and run across cores";
    }
}
