package org.eejs.report.xml;

import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.eejs.report.table.Column;
import org.eejs.report.table.Table;
import org.eejs.report.text.Change;
import org.eejs.report.text.Finding;
import org.eejs.report.text.Format;
import org.eejs.report.text.Sentence;
import org.eejs.report.xml.XmlColumn.Compared;
import org.eejs.result.Xml.Pages;

/** Default against large pages, and what was really used. */
final class XmlPagesStudy {
    private static final List<Column<Compared>> COLUMNS = List.of(XmlColumn.rate("Transactions/s"), XmlColumn.RATIO,
            XmlColumn.VERDICT, XmlColumn.CPU, XmlColumn.HEAP_PAGE, XmlColumn.RESIDENT, XmlColumn.TRANSPARENT,
            XmlColumn.HUGETLB, XmlColumn.TLB);

    private XmlPagesStudy() {}

    static XmlStudyReport of(String id, List<XmlCell> cells) {
        List<XmlCellGroup> works = XmlCellGroup.byFacets(cells, XmlFacet.JVM_OPTIONS);
        Table table = XmlTables.of("Pages", COLUMNS, works, cell -> XmlTables.named(cell.cell().label(),
                Objects.toString(XmlFacet.JVM_OPTIONS.of(cell), ""))).styled("wide cells told");
        return new XmlStudyReport(id, "Large pages", XmlTransactionsStudy.about("The same work on pages of other sizes",
                cells),
                finding(works), List.of(), "", XmlTables.noted("", table, "Small: 95 % intervals. The heap’s pages are "
                        + "what the JVM says of them; memory is what /proc/PID/smaps said at the end of the steady "
                        + "state, of the last round; pages of hugetlbfs do not count as resident."
                        + tlbNotes(cells)), List.of());
    }

    private static String tlbNotes(List<XmlCell> cells) {
        return cells.stream().map(cell -> cell.cell().pages()).filter(Objects::nonNull).map(Pages::tlbNote)
                .filter(note -> note != null && !note.isBlank()).distinct().map(note -> " " + Sentence.of(note))
                .collect(Collectors.joining());
    }

    private static Finding.Standing finding(List<XmlCellGroup> works) {
        List<String> sentences = works.stream().flatMap(work -> work.compared().stream().map(cell ->
                words(cell, work))).toList();
        String badge = works.stream().flatMap(work -> work.compared().stream().map(cell ->
                cell.relativeTo(work.baseline()))).filter(Change::isSure).findFirst().map(Change::signed)
                        .orElse(sentences.isEmpty() ? Format.NONE : "=");
        return new Finding.Standing("Large pages", sentences.isEmpty() ? "Nothing to compare."
                : Sentence.of(String.join("; ", sentences)), badge, "open");
    }

    private static String words(XmlCell cell, XmlCellGroup work) {
        Change change = cell.relativeTo(work.baseline());
        Pages pages = cell.cell().pages();
        return "%s%s: throughput %s%s%s".formatted(work.name().isEmpty() ? "" : work.name() + ", ", "with "
                + cell.cell().label(),
                change.signed(), !change.hasInterval() ? ", without an interval" : " (" + change.signedInterval()
                        + (change.isSure() ? ")" : ", not significant)"), pages == null ? ""
                        : ", %s in large pages".formatted(Format.bytes(1_024.0 * (pages.transparentHugeKb()
                                + pages.hugetlbKb()))));
    }
}
