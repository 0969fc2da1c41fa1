package org.eejs.report.xml;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.eejs.report.table.Cell;
import org.eejs.report.table.Column;
import org.eejs.report.table.Table;
import org.eejs.report.text.Change;
import org.eejs.report.text.Finding;
import org.eejs.report.text.Format;
import org.eejs.report.xml.XmlColumn.Compared;

/** Every kind of transaction by each library that does it. */
final class XmlTransactionsStudy {
    private static final List<Column<Compared>> COLUMNS = List.of(XmlColumn.rate("Transactions/s"), XmlColumn.RATIO,
            XmlColumn.VERDICT, XmlColumn.CPU, XmlColumn.MEGABYTES, XmlColumn.ALLOCATED);

    private XmlTransactionsStudy() {}

    static XmlStudyReport of(String id, List<XmlCell> cells) {
        List<XmlCellGroup> groups = XmlCellGroup.byFacets(cells, XmlFacet.LIBRARY);
        Table table = XmlTables.of("Library", COLUMNS, groups, cell -> Cell.of(library(cell)));
        return new XmlStudyReport(id, "Transactions by library",
                about("Each kind of transaction by every library that does it",
                cells), finding(groups), List.of(), "", XmlTables.noted("", table, "Small: 95 % intervals. Of each "
                        + "kind the library that is measured first is the baseline; faster and slower are of "
                        + "transactions a second. MB/s are of the document’s text."), List.of());
    }

    private static String library(XmlCell cell) {
        return cell.settings().library() == null ? cell.cell().label() : XmlWords.library(cell.settings().library());
    }

    /** A sentence with what all cells have in common. */
    static String about(String words, List<XmlCell> cells) {
        String common = XmlFacet.common(cells);
        return words + (common.isEmpty() ? "." : ": " + common + ".");
    }

    /** Two libraries of a kind. */
    private record Duel(XmlCellGroup group, XmlCell cell) {
        Change change() {
            return cell.relativeTo(group.baseline());
        }

        double distance() {
            return Math.abs(Math.log(change().ratio()));
        }
    }

    private static Finding.Standing finding(List<XmlCellGroup> groups) {
        Optional<Duel> widest = groups.stream().flatMap(group -> group.compared().stream()
                .map(cell -> new Duel(group, cell)))
                .filter(duel -> duel.change().isSure()).max(Comparator.comparingDouble(Duel::distance));
        String duel = widest.map(found -> "%s: %s is %s as fast as %s. ".formatted(name(found.cell()),
                library(found.cell()), XmlWords.times(found.change()),
                        XmlWords.whose(library(found.group().baseline()))))
                .orElse("No library is significantly faster or slower than another. ");
        List<XmlCell> best = groups.stream().flatMap(group -> group.measured().stream().max(
                Comparator.comparingDouble(XmlCell::rate)).stream()).sorted(Comparator.comparingDouble(XmlCell::rate))
                .toList();
        return new Finding.Standing("Transactions", best.isEmpty() ? "No figure." : duel + (best.size() == 1
                ? words(best.get(0)) + "." : "Each kind by its fastest library: from %s to %s.".formatted(
                        words(best.get(0)), words(best.get(best.size() - 1)))),
                widest.map(found -> "×" + found.change().plain()).orElse(best.isEmpty() ? Format.NONE : "="), "open");
    }

    private static String words(XmlCell cell) {
        return "%s, %s/s by %s".formatted(name(cell), Format.figure(cell.rate()), library(cell));
    }

    private static String name(XmlCell cell) {
        String name = XmlFacet.TRANSACTION.of(cell);
        return name == null ? cell.cell().label() : name;
    }
}
