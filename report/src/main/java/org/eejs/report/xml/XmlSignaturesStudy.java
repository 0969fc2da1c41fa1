package org.eejs.report.xml;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.eejs.report.page.Block;
import org.eejs.report.table.Cell;
import org.eejs.report.table.Column;
import org.eejs.report.text.Change;
import org.eejs.report.text.Finding;
import org.eejs.report.text.Format;
import org.eejs.report.xml.XmlColumn.Compared;

/** XML signatures by key and provider. */
final class XmlSignaturesStudy {
    private static final List<Column<Compared>> COLUMNS = List.of(XmlColumn.rate("Signatures/s"), XmlColumn.RATIO,
            XmlColumn.VERDICT, XmlColumn.BARE, XmlColumn.SHARE, XmlColumn.SERVED, XmlColumn.PROOF);

    private static final String NOTE = "Small: 95 % intervals. The bare signature is one operation of the same key by "
            + "the same provider, without XML; its share is of a transaction’s time. Proof: operations that were "
            + "counted outside of the JVM, one for each transaction.";
    private static final String JDK = "JDK";
    private static final List<String> OF_THE_JDK = List.of(JDK, "SunRsaSign", "SunEC");

    private XmlSignaturesStudy() {}

    static XmlStudyReport of(String id, List<XmlCell> cells, XmlLooks looks) {
        List<XmlCellGroup> works = XmlCellGroup.byFacets(cells, XmlFacet.KEY, XmlFacet.PROVIDER);
        List<XmlPanel> panels = new ArrayList<>();
        List<Block> tables = new ArrayList<>();
        for (XmlCellGroup work : works) {
            panels.add(panel(id + "-" + (panels.size() + 1), work, looks));
            tables.addAll(XmlTables.noted(works.size() == 1 ? "" : work.name(), XmlTables.of("Provider", COLUMNS, keys(
                    work),
                    cell -> Cell.of(provider(cell))), work == works.get(works.size() - 1) ? NOTE : ""));
        }
        return new XmlStudyReport(id, "Signatures by key and provider", XmlTransactionsStudy.about(
                "Each transaction makes or validates one XML signature", cells), finding(works), panels,
                "Signatures a second, with 95 % intervals where there are several rounds. ✕ failed; the table says "
                        + "why.",
                List.copyOf(tables), List.of());
    }

    /** Who signs. */
    static String provider(XmlCell cell) {
        return Objects.toString(cell.settings().provider(), cell.cell().label());
    }

    /**
     * In charts the JDK's own providers, of which each has keys of its own, have one name; not where two of them have
     * the same key, since then one bar would hide the other.
     */
    private static String inChart(XmlCell cell, List<XmlCellGroup> keys) {
        return isOfTheJdk(cell) && keys.stream().allMatch(key -> key.cells().stream()
                .filter(XmlSignaturesStudy::isOfTheJdk).count() < 2) ? JDK : provider(cell);
    }

    private static boolean isOfTheJdk(XmlCell cell) {
        return OF_THE_JDK.contains(provider(cell));
    }

    private static String key(XmlCell cell) {
        return Objects.toString(XmlFacet.KEY.of(cell), "");
    }

    private static List<XmlCellGroup> keys(XmlCellGroup work) {
        return XmlCellGroup.by(work.cells(), XmlSignaturesStudy::key);
    }

    private static XmlPanel panel(String id, XmlCellGroup work, XmlLooks looks) {
        List<XmlCellGroup> groups = keys(work);
        List<String> keys = groups.stream().map(XmlCellGroup::name).toList();
        List<XmlPanel.Series> series = XmlCellGroup.by(work.cells(), cell -> inChart(cell, groups)).stream().map(
                provider ->
                new XmlPanel.Series(provider.name(), looks.provider(provider.name()), 0, provider.cells().stream()
                        .map(cell -> mark(cell, keys.indexOf(key(cell)))).toList())).toList();
        return new XmlPanel(id, "providers", work.name().isEmpty() ? "Signatures a second" : work.name(),
                "signatures per second", keys, series);
    }

    private static XmlPanel.Mark mark(XmlCell cell, int slot) {
        return !cell.measured() ? new XmlPanel.Mark(slot, null, null, null, "failed", cell.error())
                : new XmlPanel.Mark(slot, cell.rate(), cell.low(), cell.high(), "", "%s/s%s".formatted(
                        Format.figure(cell.rate()), cell.low() == null ? ""
                                : " (" + Change.words(cell.cell().ci95(), Format::figure) + ")"));
    }

    /** In how many cells it is proved that tokens and servers did the work that they should. */
    private static String proofs(List<XmlCellGroup> works) {
        List<XmlCell> elsewhere = works.stream().flatMap(work -> work.measured().stream()).filter(cell ->
                cell.worksElsewhere() || cell.proof() != null).toList();
        long held = elsewhere.stream().filter(cell -> cell.proof() != null && cell.proof().held()).count();
        return elsewhere.isEmpty() ? "" : held == elsewhere.size() ? " All work of tokens and servers is proved."
                : " The work of tokens and servers is proved in %s of %s cells.".formatted(Format.count(held),
                        Format.count(elsewhere.size()));
    }

    private static Finding.Standing finding(List<XmlCellGroup> works) {
        List<String> best = new ArrayList<>();
        String badge = "=";
        double most = 1;
        XmlCellGroup first = works.get(0);
        for (XmlCellGroup key : keys(first)) {
            XmlCell fastest = key.measured().stream().max(Comparator.comparingDouble(XmlCell::rate)).orElse(null);
            if (fastest == null) {
                continue;
            }
            Change change = key.compared().contains(fastest) ? fastest.relativeTo(key.baseline()) : null;
            best.add("%s %s by %s%s".formatted(key.name(), Format.figure(fastest.rate()), provider(fastest),
                    change == null ? "" : ", %s as many as %s".formatted(XmlWords.times(change), XmlWords.whose(
                            provider(key.baseline())))).strip());
            if (change != null && change.ratio() > most) {
                most = change.ratio();
                badge = "×" + change.plain();
            }
        }
        return new Finding.Standing("Signatures", best.isEmpty() ? "No figure." : "Most a second%s: %s.%s".formatted(
                first.name().isEmpty() ? "" : " of " + first.name(), String.join("; ", best), proofs(works)),
                best.isEmpty() ? Format.NONE : badge, "open");
    }
}
