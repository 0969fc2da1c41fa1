package org.eejs.report.xml;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.eejs.report.page.Block;
import org.eejs.report.table.Cell;
import org.eejs.report.table.Column.Kind;
import org.eejs.report.table.Column;
import org.eejs.report.table.Table;
import org.eejs.report.text.Change;
import org.eejs.report.text.Finding;
import org.eejs.report.text.Format;
import org.eejs.report.text.Rate;
import org.eejs.report.text.Sentence;
import org.eejs.report.xml.XmlColumn.Compared;
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
                table(works), topology == null || topology.note() == null ? List.of()
                        : List.of(Sentence.of(topology.note())));
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
        List<XmlPanel.Series> series = XmlCellGroup.by(work.cells(), XmlThreadsStudy::placement).stream().map(
                placed -> {
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
                Format.figure(cell.rate()), cell.low() == null ? ""
                        : " (" + Change.words(cell.cell().ci95(), Format::figure) + ")",
                point.scaling() == null ? "" : ", %s times one thread, efficiency %s".formatted(point.scaling().plain(),
                        point.efficiency())));
    }

    private static List<Block> table(List<XmlCellGroup> works) {
        boolean compared = works.stream().anyMatch(work -> points(work, work).stream().anyMatch(point ->
                point.across() != null));
        List<Column<Point>> figures = COLUMNS.stream().filter(column -> compared
                || !ACROSS.equals(column.heading())).toList();
        List<Table.Group> groups = new ArrayList<>();
        for (XmlCellGroup work : works) {
            for (XmlCellGroup placed : XmlCellGroup.by(work.cells(), XmlThreadsStudy::placement)) {
                groups.add(new Table.Group(Cell.of(work.name() + ", " + placed.name()), Table.of(List.of(NAME), figures,
                        points(work, placed), point -> point.cell().measured() ? null : point.cell().error()).rows()));
            }
        }
        Table table = XmlTables.grouped(Table.of(List.of(NAME), figures, List.of(), point -> null), groups)
                .styled("wide cells told");
        List<Block> blocks = XmlTables.noted("", table, "Small: 95 % intervals. Efficiency: throughput relative to "
                + "that of one thread, for each thread.");
        return table.rows().size() > MOST_ROWS ? XmlTables.folded("All figures", blocks) : blocks;
    }

    private static final String ACROSS = "Times across cores";

    private static final Column<Point> NAME = Column.of("Threads", Kind.WORDS, point -> XmlTables.named(
            Objects.toString(XmlFacet.THREADS.of(point.cell()), point.cell().cell().label()),
            point.cell().cell().processors() == null || point.cell().cell().processors().isEmpty() ? ""
                    : "processors " + point.cell().cell().processors()));

    private static final List<Column<Point>> COLUMNS = List.of(
            of(XmlColumn.rate("Documents/s")),
            Column.of("Times one thread", Kind.FIGURE, point -> point.scaling() == null ? Cell.NONE
                    : point.cell().equals(point.one()) ? Cell.of("1") : Cell.times(point.scaling())),
            Column.figure("Efficiency", Point::efficiency),
            of(XmlColumn.CPU),
            of(XmlColumn.ALLOCATED),
            Column.of(ACROSS, Kind.FIGURE, point -> point.across() == null ? Cell.NONE
                    : Cell.times(point.cell().relativeTo(point.across()))));

    /** A column of cells that needs no baseline. */
    private static Column<Point> of(Column<Compared> column) {
        return Column.<Point>of(column.heading(), column.kind(), point -> column.cell().apply(
                new Compared(point.cell(), null))).in(column.where());
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
