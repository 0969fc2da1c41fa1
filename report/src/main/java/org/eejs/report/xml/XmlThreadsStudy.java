package org.eejs.report.xml;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.eejs.report.text.Change;
import org.eejs.report.text.Finding;
import org.eejs.report.text.Format;
import org.eejs.report.text.Rate;
import org.eejs.report.text.RunFigures;
import org.eejs.report.xml.XmlTable.Field;
import org.eejs.result.Xml.Topology;
import org.eejs.result.settings.XmlSettings;

/** Throughput over threads, across cores and within them. */
final class XmlThreadsStudy {
    private static final int MOST_ROWS = 16;

    private XmlThreadsStudy() {}

    /** A cell, and those it is held against; either may be null. */
    private record Point(XmlCell cell, XmlCell one, XmlCell across) {
        Change scaling() {
            return one == null || !cell.measured() ? null : cell.equals(one) ? new Change(1, null, null)
                    : cell.relativeTo(one);
        }

        int threads() {
            return cell.settings().threads() == null ? 1 : cell.settings().threads();
        }

        String efficiency() {
            return scaling() == null ? Format.NONE : Rate.percent(scaling().ratio() / threads());
        }
    }

    static XmlStudyReport of(String id, List<XmlCell> cells, Topology topology) {
        Set<XmlFacet> facets = XmlFacet.differing(cells, XmlFacet.THREADS, XmlFacet.PLACEMENT);
        facets.addAll(List.of(XmlFacet.TRANSACTION, XmlFacet.LIBRARY));
        List<XmlCellGroup> works = XmlCellGroup.by(cells, cell -> XmlFacet.words(cell, facets));
        List<XmlPanel> panels = new ArrayList<>();
        for (XmlCellGroup work : works) {
            panels.add(panel(id + "-" + (panels.size() + 1), work));
        }
        return new XmlStudyReport(id, "Throughput over threads", XmlTransactionsStudy.about(
                "Threads that share nothing perform transactions without a pause", cells), finding(works), panels,
                "Documents a second of all threads together, with 95 % intervals where there are several rounds. "
                        + "Dotted: each thread does as much as one alone.",
                List.of(table(works)), topology == null || topology.note() == null ? List.of()
                        : List.of(RunFigures.sentence(topology.note())));
    }

    private static String placement(XmlCell cell) {
        return Objects.toString(XmlFacet.PLACEMENT.of(cell), "not placed");
    }

    private static List<Point> points(XmlCellGroup work, XmlCellGroup placed) {
        XmlCell one = placed.measured().stream().filter(cell -> isOfThreads(cell, 1)).findFirst().orElseGet(() ->
                work.measured().stream().filter(cell -> isOfThreads(cell, 1)).findFirst().orElse(null));
        return placed.cells().stream().map(cell -> new Point(cell, one, work.measured().stream().filter(other ->
                XmlSettings.WITHIN.equals(cell.settings().placement())
                        && XmlSettings.ACROSS.equals(other.settings().placement())
                        && Objects.equals(other.settings().threads(), cell.settings().threads())).findFirst()
                .orElse(null))).toList();
    }

    private static boolean isOfThreads(XmlCell cell, int threads) {
        return Objects.equals(cell.settings().threads(), threads);
    }

    private static XmlPanel panel(String id, XmlCellGroup work) {
        List<XmlPanel.Series> series = XmlCellGroup.by(work.cells(), XmlThreadsStudy::placement).stream().map(placed -> {
            String placement = placed.cells().get(0).settings().placement();
            // Of a machine's own scheduler the third colour.
            int look = XmlSettings.ACROSS.equals(placement) ? 0 : XmlSettings.WITHIN.equals(placement) ? 1 : 2;
            return new XmlPanel.Series(placed.name(), look, look, points(work, placed).stream().filter(point ->
                    point.cell().measured()).map(XmlThreadsStudy::mark).toList());
        }).toList();
        return new XmlPanel(id, "threads", work.name(), "documents per second", List.of(), series);
    }

    private static XmlPanel.Mark mark(Point point) {
        XmlCell cell = point.cell();
        return new XmlPanel.Mark(point.threads(), cell.rate(), cell.low(), cell.high(), "", "%s/s%s%s".formatted(
                Format.figure(cell.rate()), cell.low() == null ? "" : " (" + XmlWords.interval(cell.cell().ci95())
                        + ")",
                point.scaling() == null ? "" : ", %s times one thread, efficiency %s".formatted(point.scaling().plain(),
                        point.efficiency())));
    }

    private static XmlTable table(List<XmlCellGroup> works) {
        boolean compared = works.stream().anyMatch(work -> points(work, work).stream().anyMatch(point ->
                point.across() != null));
        List<XmlTable.Section> sections = new ArrayList<>();
        for (XmlCellGroup work : works) {
            for (XmlCellGroup placed : XmlCellGroup.by(work.cells(), XmlThreadsStudy::placement)) {
                sections.add(new XmlTable.Section(work.name() + ", " + placed.name(), points(work, placed).stream()
                        .map(point ->
                                row(point, compared)).toList()));
            }
        }
        List<String> columns = new ArrayList<>(List.of("Documents/s", "Times one thread", "Efficiency", "CPU, µs",
                "Allocated"));
        if (compared) {
            columns.add("Times across cores");
        }
        boolean isLong = sections.stream().mapToInt(section -> section.rows().size()).sum() > MOST_ROWS;
        return new XmlTable(isLong ? "All figures" : "", "Threads", columns, sections,
                "Small: 95 % intervals. Efficiency: throughput relative to that of one thread, for each thread.",
                        isLong);
    }

    private static XmlTable.Row row(Point point, boolean compared) {
        XmlCell cell = point.cell();
        String name = Objects.toString(XmlFacet.THREADS.of(cell), cell.cell().label());
        String sub = cell.cell().processors() == null || cell.cell().processors().isEmpty() ? ""
                : "processors " + cell.cell().processors();
        if (!cell.measured()) {
            return new XmlTable.Row(name, sub, List.of(), cell.error());
        }
        List<Field> fields = new ArrayList<>(List.of(XmlColumn.rate("").value().of(cell, cell),
                point.scaling() == null ? Field.NONE : cell.equals(point.one()) ? Field.figure("1", "")
                        : XmlColumn.times(point.scaling()), Field.figure(point.efficiency(), ""),
                XmlColumn.CPU.value().of(cell, cell), XmlColumn.ALLOCATED.value().of(cell, cell)));
        if (compared) {
            fields.add(point.across() == null ? Field.NONE : XmlColumn.times(cell.relativeTo(point.across())));
        }
        return new XmlTable.Row(name, sub, List.copyOf(fields), null);
    }

    private static Finding.Standing finding(List<XmlCellGroup> works) {
        List<String> sentences = new ArrayList<>();
        String badge = null;
        for (XmlCellGroup work : works) {
            List<Point> points = XmlCellGroup.by(work.cells(), XmlThreadsStudy::placement).stream()
                    .flatMap(placed -> points(work, placed).stream()).filter(point -> point.cell().measured()).toList();
            if (points.isEmpty()) {
                continue;
            }
            Point best = points.stream().max(Comparator.comparingDouble(point -> point.cell().rate())).orElseThrow();
            boolean scaled = best.scaling() != null && !best.cell().equals(best.one());
            sentences.add("%s: %s documents/s with %s %s%s".formatted(work.name(), Format.figure(best.cell().rate()),
                    XmlWords.threads(best.threads()), placement(best.cell()), scaled
                            ? ", " + XmlWords.times(best.scaling()) + " one thread" : ""));
            badge = badge == null && scaled ? "×" + best.scaling().plain() : badge;
        }
        return new Finding.Standing("Threads", sentences.isEmpty() ? "No figure." : sentences.stream().collect(
                Collectors.joining("; ", "", ".")), badge == null ? Format.NONE : badge, "open");
    }
}
