package org.eejs.report.xml;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.eejs.report.experiment.CellSeries;
import org.eejs.report.text.Format;
import org.eejs.report.text.JdkVersions;
import org.eejs.result.Xml.Round;
import org.eejs.result.Xml;

/** Cells of the XML workload, to stand beside those of other results. */
public final class XmlSeries {
    /** Of these the label says what was tried; its options follow from the machine. */
    private static final Set<String> OF_LABELS = Set.of(Xml.JVM_OPTIONS, Xml.LARGE_PAGES);
    private static final Set<XmlFacet> WORK = EnumSet.of(XmlFacet.TRANSACTION, XmlFacet.DOCUMENT, XmlFacet.SIZE,
            XmlFacet.KEY);
    private static final Set<XmlFacet> OF_THREADS = EnumSet.of(XmlFacet.THREADS, XmlFacet.PLACEMENT);

    private XmlSeries() {}

    /** All cells; of those with several numbers of threads also that with the most throughput. */
    public static List<CellSeries> of(Xml xml) {
        List<XmlCell> cells = XmlCell.of(xml);
        List<CellSeries> series = new ArrayList<>(cells.stream().map(cell -> series(cell, study(cell), facet -> true,
                "")).toList());
        Set<XmlFacet> others = EnumSet.complementOf(EnumSet.copyOf(OF_THREADS));
        XmlCellGroup.by(cells.stream().filter(cell -> Xml.THREADS.equals(cell.cell().study())).toList(),
                cell -> XmlFacet.words(cell, others)).forEach(work -> work.measured().stream()
                        .max(Comparator.comparingDouble(XmlCell::rate)).ifPresent(best -> series.add(series(best,
                                study(best) + ", each result at its best", facet -> !OF_THREADS.contains(facet),
                                XmlFacet.words(best, OF_THREADS)))));
        return series;
    }

    /** How it was measured, in words by name. */
    public static Map<String, String> settings(Xml xml) {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("rounds", Format.count(xml.settings().rounds()));
        settings.put("warm-up", Format.plain(xml.settings().warmUpSeconds()) + " s");
        settings.put("steady state", Format.plain(xml.settings().steadySeconds()) + " s");
        settings.put("seed", Long.toString(xml.settings().seed()));
        settings.put("cores", String.join(" | ", xml.topology().cores()));
        xml.settings().libraries().forEach((name, version) -> settings.put("library " + name, version));
        return settings;
    }

    private static String study(XmlCell cell) {
        return XmlWords.transaction(String.valueOf(cell.cell().study()));
    }

    private static CellSeries series(XmlCell cell, String group, Predicate<XmlFacet> told, String note) {
        Map<String, String> work = new LinkedHashMap<>();
        Map<String, String> circumstances = new LinkedHashMap<>();
        boolean labelled = OF_LABELS.contains(cell.cell().study());
        for (XmlFacet facet : XmlFacet.values()) {
            String word = facet == XmlFacet.JDK && cell.settings().jdk() != null
                    ? XmlWords.jdk(JdkVersions.feature(cell.settings().jdk())) : facet.of(cell);
            if (word != null && told.test(facet) && !(labelled && facet == XmlFacet.JVM_OPTIONS)) {
                (WORK.contains(facet) ? work : circumstances).put(facet.name().toLowerCase(Locale.ROOT)
                        .replace('_', ' '), word);
            }
        }
        if (labelled) {
            work.put("label", cell.cell().label());
        }
        return new CellSeries(group, work, circumstances, cell.rounds().stream().map(Round::transactionsPerSecond)
                .filter(rate -> cell.measured()).toList(), cell.rounds().stream()
                .map(Round::cpuMicrosPerTransaction).filter(cpu -> cell.measured()).toList(), note,
                cell.measured() ? null : cell.error());
    }
}
