package org.eejs.report.xml;

import java.util.ArrayList;
import java.util.List;
import org.eejs.report.text.MarkdownText;

/** XML transactions as Markdown: the finding, and the tables of each study. Not thread-safe. */
public final class XmlMarkdown {
    private final MarkdownText text;

    public XmlMarkdown(MarkdownText text) {
        this.text = text;
    }

    /** Writes all of it but the circumstances. */
    public void write(XmlSection section, String level) {
        text.line(level + MarkdownText.escaped(section.finding().headline()));
        section.alarms().forEach(alarm -> text.item("Wrong: " + alarm));
        section.finding().standings().forEach(standing -> text.item("%s: %s".formatted(standing.name(),
                standing.sentence())));
        section.cautions().forEach(caution -> text.item("Careful: " + caution));
        text.end();
        text.line(MarkdownText.escaped(String.join(" ", section.procedure())));
        section.studies().forEach(this::study);
        if (!section.notes().isEmpty()) {
            text.line("### What could not be done here");
            section.notes().forEach(text::item);
            text.end();
        }
    }

    private void study(XmlStudyReport study) {
        text.line("### " + MarkdownText.escaped(study.title()));
        text.line(MarkdownText.escaped(study.about()));
        study.notes().forEach(note -> text.line(MarkdownText.escaped(note)));
        study.tables().forEach(this::table);
    }

    private void table(XmlTable table) {
        if (!table.title().isEmpty()) {
            text.line("#### " + MarkdownText.escaped(table.title()));
        }
        boolean grouped = table.isGrouped();
        List<String> heads = new ArrayList<>(grouped ? List.of("Of", table.first()) : List.of(table.first()));
        int words = heads.size();
        heads.addAll(table.columns());
        text.header(heads, words);
        for (XmlTable.Section section : table.sections()) {
            for (XmlTable.Row row : section.rows()) {
                text.row(cells(table, section, row, grouped).toArray(String[]::new));
            }
        }
        text.end();
    }

    private static List<String> cells(XmlTable table, XmlTable.Section section, XmlTable.Row row, boolean grouped) {
        List<String> cells = new ArrayList<>(grouped ? List.of(section.name()) : List.of());
        cells.add(row.sub().isEmpty() ? row.name() : row.name() + " (" + row.sub() + ")");
        for (int column = 0; column < table.columns().size(); column++) {
            cells.add(row.error() == null ? row.fields().get(column).line() : column == 0 ? "✕ " + row.error() : "");
        }
        return cells;
    }
}
