package org.eejs.report.xml;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.eejs.report.table.Cell;
import org.eejs.report.table.Column;
import org.eejs.report.table.Table;
import org.eejs.report.text.Change;
import org.eejs.report.text.Finding;
import org.eejs.report.text.Format;
import org.eejs.report.xml.XmlColumn.Compared;

/** Options of the JVM against its default. */
final class XmlOptionsStudy {
    private static final List<Column<Compared>> COLUMNS = List.of(XmlColumn.rate("Transactions/s"), XmlColumn.RATIO,
            XmlColumn.VERDICT, XmlColumn.CPU, XmlColumn.ALLOCATED, XmlColumn.COLLECTIONS);
    private static final double PERCENT = 100;

    private XmlOptionsStudy() {}

    static XmlStudyReport of(String id, List<XmlCell> cells) {
        List<XmlCellGroup> works = XmlCellGroup.byFacets(cells, XmlFacet.JVM_OPTIONS);
        List<XmlPanel> panels = new ArrayList<>();
        for (XmlCellGroup work : works) {
            panels.add(panel(id + "-" + (panels.size() + 1), work));
        }
        Table table = XmlTables.of("Options", COLUMNS, works.stream().map(work -> new XmlCellGroup(work.name(),
                work.measured(), work.baseline())).filter(work -> !work.cells().isEmpty()).toList(),
                cell -> XmlTables.named(cell.cell().label(), options(cell)));
        List<List<Cell>> refused = refused(works);
        List<Table.Group> groups = refused.isEmpty() ? table.groups() : Stream.concat(table.groups().stream(),
                Stream.of(new Table.Group(Cell.of("Refused by the JVM, or failed"), refused))).toList();
        Table all = XmlTables.grouped(table, groups).styled("wide cells told");
        return new XmlStudyReport(id, "Options of the JVM", XmlTransactionsStudy.about(
                "Each option against none of them",
                cells),
                finding(works, cells.stream().filter(cell -> !cell.measured()).count()), panels,
                "Throughput against the baseline’s, with 95 % intervals. Coloured where the interval excludes no "
                        + "change.",
                XmlTables.noted("", all, "Small: 95 % intervals. Collections: of a round, and how long they "
                        + "took together."), List.of());
    }

    private static String options(XmlCell cell) {
        return Objects.toString(XmlFacet.JVM_OPTIONS.of(cell), "");
    }

    /** Why an option has no figure. */
    private record Refusal(String label, String options, String error) {
        static Refusal of(XmlCell cell) {
            return new Refusal(cell.cell().label(), XmlOptionsStudy.options(cell), cell.error());
        }

        /** A row for all works where the JVM refused all of them alike, else one for each. */
        List<List<Cell>> rows(List<XmlCellGroup> works) {
            List<XmlCellGroup> own = works.stream().filter(this::isIn).toList();
            return works.size() == 1 ? List.of(row("")) : own.size() == works.size()
                    ? List.of(row(", all %s kinds of work".formatted(Format.count(works.size()))))
                    : own.stream().map(work -> row(", " + work.name())).toList();
        }

        private boolean isIn(XmlCellGroup work) {
            return work.cells().stream().anyMatch(cell -> !cell.measured() && of(cell).equals(this));
        }

        private List<Cell> row(String work) {
            return Table.failed(List.of(XmlTables.named(label + work, options)), error);
        }
    }

    private static List<List<Cell>> refused(List<XmlCellGroup> works) {
        return works.stream().flatMap(work -> work.cells().stream()).filter(cell -> !cell.measured())
                .map(Refusal::of).distinct().flatMap(refusal -> refusal.rows(works).stream()).toList();
    }

    private static XmlPanel panel(String id, XmlCellGroup work) {
        List<XmlCell> cells = work.compared();
        List<XmlPanel.Mark> marks = new ArrayList<>();
        for (XmlCell cell : cells) {
            Change change = cell.relativeTo(work.baseline());
            marks.add(new XmlPanel.Mark(marks.size(), PERCENT * (change.ratio() - 1),
                    change.hasInterval() ? PERCENT * (change.low() - 1) : null,
                    change.hasInterval() ? PERCENT * (change.high() - 1) : null, change.isSure()
                            ? change.ratio() > 1 ? "better" : "worse" : "", "%s, %s/s".formatted(change.signed()
                                    + (change.hasInterval() ? " (" + change.signedInterval() + ")" : ""),
                                    Format.figure(cell.rate()))));
        }
        return new XmlPanel(id, "changes", "Against " + (work.baseline() == null ? "none"
                : work.baseline().cell().label()) + (work.name().isEmpty() ? "" : ": " + work.name()),
                "change of throughput, %", cells.stream().map(cell -> cell.cell().label()).toList(),
                List.of(new XmlPanel.Series("change", 0, 0, marks)));
    }

    /** A cell and its change. */
    private record Effect(XmlCellGroup work, XmlCell cell) {
        Change change() {
            return cell.relativeTo(work.baseline());
        }

        String words() {
            return "“" + cell.cell().label() + "”, " + change().signed() + (change().hasInterval() ? " ("
                    + change().signedInterval() + ")" : "") + (work.name().isEmpty() ? "" : " in " + work.name());
        }
    }

    private static Finding.Standing finding(List<XmlCellGroup> works, long refused) {
        List<Effect> effects = works.stream().flatMap(work -> work.compared().stream().map(cell ->
                new Effect(work, cell))).filter(effect -> effect.change().isSure())
                        .sorted(Comparator.comparingDouble(effect -> effect.change().ratio()))
                .toList();
        Effect worst = effects.isEmpty() || effects.get(0).change().ratio() > 1 ? null : effects.get(0);
        Effect best = effects.isEmpty() || effects.get(effects.size() - 1).change().ratio() < 1 ? null
                : effects.get(effects.size() - 1);
        String beside = refused == 0 ? "" : " %s refused or failed.".formatted(refused == 1 ? "1 cell was"
                : Format.count(refused) + " cells were");
        if (works.stream().allMatch(work -> work.compared().isEmpty())) {
            return new Finding.Standing("JVM options", "Nothing to compare." + beside, Format.NONE, "open");
        }
        return new Finding.Standing("JVM options", (best == null ? "No option is a significant gain."
                : "The most is gained by " + best.words() + ".") + (worst == null ? " None is a significant loss."
                        : " The most is lost by " + worst.words() + ".") + beside,
                best == null ? "=" : best.change().signed(), "open");
    }
}
