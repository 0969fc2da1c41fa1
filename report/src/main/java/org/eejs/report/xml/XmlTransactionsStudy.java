package org.eejs.report.xml;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.eejs.report.table.Cell;
import org.eejs.report.table.Column;
import org.eejs.report.table.Table;
import org.eejs.report.text.Change;
import org.eejs.report.text.Finding;
import org.eejs.report.text.Format;
import org.eejs.report.xml.XmlColumn.Compared;

/** Every kind of transaction by each library that does it. */
final class XmlTransactionsStudy {
    /** A headline is read in ten seconds. */
    private static final int MOST_CONTESTS = 4;

    private static final List<Column<Compared>> COLUMNS = List.of(XmlColumn.rate("Transactions/s"), XmlColumn.RATIO,
            XmlColumn.VERDICT, XmlColumn.CPU, XmlColumn.MEGABYTES, XmlColumn.ALLOCATED);

    private XmlTransactionsStudy() {}

    static XmlStudyReport of(String id, List<XmlCell> cells) {
        List<XmlCellGroup> groups = XmlCellGroup.byFacets(cells, XmlFacet.LIBRARY);
        Table table = XmlTables.of("Library", COLUMNS, groups, cell -> Cell.of(library(cell)));
        return new XmlStudyReport(id, "Transactions by library",
                about("Each kind of transaction by every library that does it", cells), finding(groups),
                panels(id, groups), "The line is the library that is measured first of each kind. Coloured where the "
                        + "95 % interval leaves it out; what is grey is not decided.",
                XmlTables.noted("", table, "Small: 95 % intervals. Of each kind the library that is measured first is "
                        + "the baseline; faster and slower are of transactions a second. MB/s are of the document’s "
                        + "text."), List.of());
    }

    private static String library(XmlCell cell) {
        return cell.settings().library() == null ? cell.cell().label() : XmlWords.library(cell.settings().library());
    }

    /** A sentence with what all cells have in common. */
    static String about(String words, List<XmlCell> cells) {
        String common = XmlFacet.common(cells);
        return words + (common.isEmpty() ? "." : ": " + common + ".");
    }

    /** A kind that several libraries do, and who is fastest at it. */
    private record Contest(XmlCellGroup kind, XmlCell fastest) {
        static Contest of(XmlCellGroup kind) {
            return new Contest(kind, kind.measured().stream().max(Comparator.comparingDouble(XmlCell::rate))
                    .orElseThrow());
        }

        /** The fastest relative to the baseline, or to the slowest where it is the baseline itself. */
        Change change() {
            return fastest.relativeTo(other());
        }

        private XmlCell other() {
            return kind.baseline() != null && !fastest.equals(kind.baseline()) ? kind.baseline()
                    : kind.measured().stream().min(Comparator.comparingDouble(XmlCell::rate)).orElseThrow();
        }

        /** Whether another may be as fast; unknown where there are no intervals. */
        boolean isOpen() {
            return kind.measured().stream().filter(cell -> !cell.equals(fastest)).map(fastest::relativeTo)
                    .anyMatch(change -> change.hasInterval() && !change.isSure());
        }

        String words() {
            return "%s: %s".formatted(name(fastest), isOpen() ? "not decided"
                    : "%s, %s times %s".formatted(library(fastest), change().plain(),
                            XmlWords.whose(library(other()))));
        }
    }

    private static List<Contest> contests(List<XmlCellGroup> kinds) {
        return kinds.stream().filter(kind -> kind.measured().size() > 1).map(Contest::of).sorted(Comparator
                .comparing(Contest::isOpen).thenComparing(contest -> -contest.change().ratio())).toList();
    }

    private static Finding.Standing finding(List<XmlCellGroup> kinds) {
        List<Contest> contests = contests(kinds);
        List<XmlCell> best = kinds.stream().flatMap(kind -> kind.measured().stream().max(
                Comparator.comparingDouble(XmlCell::rate)).stream()).sorted(Comparator.comparingDouble(XmlCell::rate))
                .toList();
        if (best.isEmpty()) {
            return new Finding.Standing("Transactions", "No figure.", Format.NONE, "open");
        }
        String fastest = contests.isEmpty() ? "" : "Fastest at %s%s. ".formatted(contests.stream().limit(MOST_CONTESTS)
                .map(Contest::words).collect(Collectors.joining("; ")),
                contests.size() > MOST_CONTESTS ? "; others below" : "");
        return new Finding.Standing("Transactions", fastest + (best.size() == 1 ? words(best.get(0)) + "."
                : "Each kind by its fastest library: from %s to %s.".formatted(words(best.get(0)),
                        words(best.get(best.size() - 1)))), contests.isEmpty() ? Format.NONE
                                : contests.get(0).isOpen() ? "=" : "×" + contests.get(0).change().plain(), "open");
    }

    /** How fast each library is beside the baseline of its kind. */
    private static List<XmlPanel> panels(String id, List<XmlCellGroup> kinds) {
        List<String> slots = new ArrayList<>();
        List<XmlPanel.Mark> marks = new ArrayList<>();
        for (XmlCellGroup kind : kinds) {
            for (XmlCell cell : kind.compared()) {
                Change change = cell.relativeTo(kind.baseline());
                marks.add(new XmlPanel.Mark(slots.size(), change.ratio(), change.low(), change.high(), change.isSure()
                        ? change.ratio() > 1 ? "better" : "worse" : "", "%s %s, %s/s".formatted(XmlWords.times(change),
                                XmlWords.whose(library(kind.baseline())), Format.figure(cell.rate()))));
                slots.add("%s, %s".formatted(kind.name().isEmpty() ? name(cell) : kind.name(), library(cell)));
            }
        }
        return List.of(new XmlPanel(id + "-1", "times", "Each library against the first of its kind",
                "times as many transactions a second (logarithmic)", List.copyOf(slots),
                List.of(new XmlPanel.Series("times", 0, 0, List.copyOf(marks)))));
    }

    private static String words(XmlCell cell) {
        return "%s, %s/s by %s".formatted(name(cell), Format.figure(cell.rate()), library(cell));
    }

    private static String name(XmlCell cell) {
        String name = XmlFacet.TRANSACTION.of(cell);
        return name == null ? cell.cell().label() : name;
    }
}
