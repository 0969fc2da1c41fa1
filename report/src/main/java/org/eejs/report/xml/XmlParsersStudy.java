package org.eejs.report.xml;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
import org.eejs.report.text.Sentence;
import org.eejs.report.xml.XmlColumn.Compared;

/** Parsers against each other over sizes. */
final class XmlParsersStudy {
    private static final List<Column<Compared>> COLUMNS = List.of(XmlColumn.rate("Transactions/s"), XmlColumn.MEGABYTES,
            XmlColumn.RATIO, XmlColumn.VERDICT, XmlColumn.CPU, XmlColumn.ALLOCATED);
    // Only these do the same work: a tree is more of it, and binary documents were encoded before.
    private static final Set<String> STREAMING_TEXT = Set.of("stax-parse", "sax-parse");
    private static final String ALL = "All parsers";

    private XmlParsersStudy() {}

    static XmlStudyReport of(String id, List<XmlCell> cells, XmlLooks looks) {
        List<XmlPanel> panels = new ArrayList<>();
        List<Block> tables = new ArrayList<>();
        List<XmlCellGroup> documents = XmlCellGroup.byFacets(cells, XmlFacet.TRANSACTION, XmlFacet.LIBRARY,
                XmlFacet.SIZE);
        List<String> transactions = cells.stream().map(cell -> cell.settings().transaction()).distinct().toList();
        for (XmlCellGroup document : documents) {
            panels.add(panel(id + "-" + (panels.size() + 1), document, transactions, looks));
            String title = titled("All figures", document.name());
            Table all = XmlTables.of("Parser", COLUMNS, sizes(document.cells()), cell -> Cell.of(name(cell)));
            if (document.measured().isEmpty()) {
                tables.addAll(XmlTables.noted(title, all, ""));
            } else {
                tables.addAll(fastest(document));
                tables.addAll(XmlTables.folded(title, List.of(Block.table(all))));
            }
        }
        return new XmlStudyReport(id, "Parsers over sizes", XmlTransactionsStudy.about(
                "A document is parsed once for each transaction", cells), finding(documents), panels,
                "Megabytes of the document’s text that are parsed in a second, with 95 % intervals where there are "
                        + "several rounds. The scale of sizes is logarithmic; marks of one size stand side by side.",
                List.copyOf(tables), List.of());
    }

    private static String titled(String title, String name) {
        return name.isEmpty() ? title : title + ": " + name;
    }

    private static String name(XmlCell cell) {
        String parser = XmlWords.parser(cell.settings());
        return parser == null ? cell.cell().label() : parser;
    }

    private static String size(XmlCell cell) {
        return Objects.toString(XmlFacet.SIZE.of(cell), "");
    }

    private static List<XmlCellGroup> sizes(List<XmlCell> cells) {
        return XmlCellGroup.by(cells, XmlParsersStudy::size);
    }

    private static XmlPanel panel(String id, XmlCellGroup document, List<String> transactions, XmlLooks looks) {
        List<XmlPanel.Series> series = XmlCellGroup.by(document.cells(), XmlParsersStudy::name).stream().map(parser -> {
            XmlCell first = parser.cells().get(0);
            return new XmlPanel.Series(parser.name(), looks.library(first.settings().library()),
                    transactions.indexOf(first.settings().transaction()), parser.measured().stream()
                            .filter(cell -> cell.cell().documentBytes() != null).map(XmlParsersStudy::mark).toList());
        }).toList();
        return new XmlPanel(id, "sizes", titled("Speed over size", document.name()), "MB/s", List.of(), series);
    }

    private static XmlPanel.Mark mark(XmlCell cell) {
        Double speed = cell.megabytes(cell.rate());
        Double low = cell.megabytes(cell.low());
        Double high = cell.megabytes(cell.high());
        return new XmlPanel.Mark(cell.cell().documentBytes(), speed, low, high, "", Format.figure(speed) + " MB/s"
                + (low == null ? "" : " (%s to %s)".formatted(Format.figure(low), Format.figure(high)))
                + ", %s/s".formatted(Format.figure(cell.rate())));
    }

    /** Who is fastest at a size, and who is not significantly slower. */
    private record Winner(XmlCellGroup size, XmlCell fastest, List<XmlCell> equals, XmlCell next) {
        static Winner of(XmlCellGroup size) {
            List<XmlCell> ranked = size.measured().stream().sorted(Comparator.comparingDouble(XmlCell::rate).reversed())
                    .toList();
            XmlCell fastest = ranked.get(0);
            List<XmlCell> others = ranked.subList(1, ranked.size());
            return new Winner(size, fastest, others.stream().filter(other -> {
                Change change = fastest.relativeTo(other);
                return change.hasInterval() && change.low() <= 1;
            }).toList(), others.isEmpty() ? null : others.get(0));
        }

        boolean hasIntervals() {
            return next == null || fastest.relativeTo(next).hasInterval();
        }

        String equalsInWords() {
            return Sentence.joined(equals.stream().map(XmlParsersStudy::name).toList());
        }
    }

    private static List<Winner> winners(List<XmlCell> cells) {
        return sizes(cells).stream().filter(size -> !size.measured().isEmpty()).map(Winner::of).toList();
    }

    private static List<Block> fastest(XmlCellGroup document) {
        List<XmlCellGroup> interfaces = XmlCellGroup.by(document.cells(), cell -> Objects.toString(
                XmlFacet.TRANSACTION.of(cell), ""));
        List<Table.Group> groups = new ArrayList<>();
        if (interfaces.size() > 1) {
            groups.add(group(ALL, document.cells()));
        }
        interfaces.stream().filter(each -> interfaces.size() == 1 || each.cells().stream().map(XmlParsersStudy::name)
                .distinct().count() > 1).filter(each -> !each.measured().isEmpty())
                .forEach(each -> groups.add(group(each.name(), each.cells())));
        return XmlTables.noted(titled("Fastest at each size", document.name()), XmlTables.grouped(Table.of(WINNERS,
                List.of()), groups), "Surely fastest: the 95 % interval of its ratio to every other lies above 1. "
                        + "Parsers of different interfaces do not do the same: DOM builds a tree, and Fast Infoset is "
                        + "read from its own encoding.");
    }

    private static Table.Group group(String name, List<XmlCell> cells) {
        return new Table.Group(Cell.of(name), Table.of(WINNERS, winners(cells)).rows());
    }

    private static final List<Column<Winner>> WINNERS = List.of(
            Column.words("Size", winner -> winner.size().name()),
            Column.of("Fastest", Kind.LONG_WORDS, winner -> Cell.strong(name(winner.fastest()))),
            Column.of("MB/s", Kind.FIGURE, winner -> speed(winner.fastest())),
            Column.of("Significant?", Kind.LONG_WORDS, XmlParsersStudy::sure),
            Column.longWords("Next", winner -> winner.next() == null ? Format.NONE : name(winner.next())),
            Column.of("Times the next", Kind.FIGURE, winner -> winner.next() == null ? Cell.NONE
                    : Cell.times(winner.fastest().relativeTo(winner.next()))),
            Column.of("Times the baseline", Kind.FIGURE, XmlParsersStudy::toBaseline));

    private static Cell speed(XmlCell cell) {
        Double low = cell.megabytes(cell.low());
        return XmlColumn.figure(cell.megabytes(cell.rate()), low == null ? "" : "%s to %s".formatted(Format.figure(low),
                Format.figure(cell.megabytes(cell.high()))));
    }

    private static Cell sure(Winner winner) {
        return winner.next() == null ? Cell.of("nothing beside it")
                : !winner.hasIntervals() ? Cell.badge("no interval", "open")
                : winner.equals().isEmpty() ? Cell.badge("✓ significant", "met")
                        : Cell.badge("no difference found", "open").small("to " + winner.equalsInWords());
    }

    private static Cell toBaseline(Winner winner) {
        XmlCell baseline = winner.size().baseline();
        if (baseline == null || winner.size().compared().isEmpty()) {
            return Cell.NONE;
        }
        if (winner.fastest().equals(baseline)) {
            return Cell.of("1").small("is the baseline");
        }
        Change times = winner.fastest().relativeTo(baseline);
        return Cell.of(times.plain()).small((times.hasInterval() ? times.plainInterval() + ", " : "") + "of "
                + name(baseline));
    }

    /** Of parsers that stream text, on the first document that they parsed. */
    private static Finding.Standing finding(List<XmlCellGroup> documents) {
        for (XmlCellGroup document : documents) {
            List<Winner> winners = winners(document.cells().stream().filter(cell -> STREAMING_TEXT.contains(
                    Objects.toString(cell.settings().transaction(), ""))).toList());
            if (!winners.isEmpty()) {
                return finding(winners, documents.size() == 1 ? "" : document.name() + ": ");
            }
        }
        return new Finding.Standing("Parsers", "No figure of a parser that streams text.", Format.NONE, "open");
    }

    private static Finding.Standing finding(List<Winner> winners, String document) {
        Map<String, List<String>> sizes = new LinkedHashMap<>();
        winners.forEach(winner -> sizes.computeIfAbsent(name(winner.fastest()) + (winner.equals().isEmpty() ? ""
                : " (no difference found to " + winner.equalsInWords() + ")"), name -> new ArrayList<>())
                .add(winner.size().name()));
        String fastest = "Fastest to stream text: %s.".formatted(sizes.entrySet().stream().map(each -> each.getKey()
                + " at " + Sentence.joined(each.getValue())).collect(Collectors.joining("; ")));
        return winners.stream().filter(winner -> winner.size().compared().contains(winner.fastest()))
                .max(Comparator.comparingDouble(winner -> winner.fastest().relativeTo(winner.size().baseline())
                        .ratio()))
                .map(winner -> {
                    Change change = winner.fastest().relativeTo(winner.size().baseline());
                    return new Finding.Standing("Parsers", "%s%s parses %s as fast as %s at %s. %s".formatted(document,
                            name(winner.fastest()), XmlWords.times(change), XmlWords.whose(name(
                                    winner.size().baseline())), winner.size().name(), fastest),
                            "×" + change.plain(), "open");
                }).orElse(new Finding.Standing("Parsers", document + fastest, "=", "open"));
    }
}
