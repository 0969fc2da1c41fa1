package org.eejs.report.xml;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.eejs.report.page.Block;
import org.eejs.report.page.Chart;
import org.eejs.report.page.Section;
import org.eejs.report.table.Cell.Look;
import org.eejs.report.table.Cell;
import org.eejs.report.table.Where;
import org.eejs.report.text.Finding;
import org.eejs.report.text.Format;

/**
 * What a report says about one study of the XML workload.
 *
 * @param id of its section
 * @param title what it is
 * @param about what was measured, in a sentence or two
 * @param finding its most important figures
 * @param panels its charts
 * @param chartNote how to read them; empty for nothing
 * @param tables its tables, each with its title and notes
 * @param notes what to know
 */
public record XmlStudyReport(String id, String title, String about, Finding.Standing finding, List<XmlPanel> panels,
        String chartNote, List<Block> tables, List<String> notes) {
    /** Charts that have something to draw. */
    List<XmlPanel> drawn() {
        return panels.stream().filter(XmlPanel::isDrawn).toList();
    }

    /** Its finding's first sentence, without a full stop; empty where nothing was compared or measured. */
    String answer() {
        String first = finding.sentence().split("\\.(?= [A-Z]|$)")[0];
        return finding.badge().equals(Format.NONE) ? "" : first;
    }

    /** Its finding without the sentence of {@link #answer()}; the whole of it where there is no other sentence. */
    Finding.Standing unanswered() {
        String whole = finding.sentence();
        String rest = whole.substring(Math.min(whole.length(), answer().length() + 1)).strip();
        return rest.isEmpty() ? finding
                : new Finding.Standing(finding.name(), rest, finding.badge(), finding.style(), finding.opens());
    }

    /** With more behind its tables. */
    XmlStudyReport with(List<Block> others) {
        return new XmlStudyReport(id, title, about, finding, panels, chartNote,
                Stream.concat(tables.stream(), others.stream()).toList(), notes);
    }

    Section section() {
        Section section = Section.of(title, new Block.Paragraph(Block.Style.ABOUT, Cell.of("").and(Look.WORDY, about),
                Where.FILES)).identified(id).styled("primitives");
        for (String note : notes) {
            section = section.with(Block.paragraph(Block.Style.CAUTION, note, Where.EVERYWHERE));
        }
        Optional<XmlPanel> first = drawn().stream().findFirst();
        section = section.with(Block.when(first.isPresent(), new Block.Charts(
                first.isPresent() && !first.get().isWide(),
                drawn().stream().map(panel -> Chart.of("xml", "xml-" + panel.kind(), panel.id(), title + ": "
                        + panel.title()).titled(panel.title()).high(panel.height())).toList()),
                Block.noteOfChart(chartNote)));
        return section.with(tables.toArray(Block[]::new));
    }
}
