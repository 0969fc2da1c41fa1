package org.eejs.report.bench;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.eejs.report.experiment.GateSection;
import org.eejs.report.text.Finding;
import org.eejs.report.text.Format;
import org.eejs.report.text.MarkdownText;

/** What primitives cost as Markdown: the finding, what went wrong, and who is best at what. Not thread-safe. */
public final class BenchMarkdown {
    private final MarkdownText text;

    public BenchMarkdown(MarkdownText text) {
        this.text = text;
    }

    /** Writes all of it but the circumstances. */
    public void write(BenchSection section, String level) {
        finding(section.finding(), section.warnings().alarms(), level);
        section.warnings().cautions().forEach(caution -> text.item("Careful: " + caution));
        if (!section.warnings().cautions().isEmpty()) {
            text.end();
        }
        text.line(MarkdownText.escaped(String.join(" ", section.procedure())));
        section.groups().forEach(this::group);
    }

    /** Writes what two results say of each other. */
    public void write(GateSection section, String level) {
        finding(section.finding(), List.of(), level);
        if (section.rows().isEmpty()) {
            return;
        }
        text.header(List.of("Cell", "Verdict", "Change", "95 % interval", section.configuration(),
                section.baseline()));
        section.rows().forEach(row -> text.row(row.cell(), row.verdict() + (row.beyond() ? " ✕ beyond the gate" : ""),
                row.change(), row.interval(), row.is(), row.was()));
        text.end();
    }

    private void finding(Finding finding, List<String> alarms, String level) {
        text.line(level + MarkdownText.escaped(finding.headline()));
        if (!alarms.isEmpty()) {
            alarms.forEach(text::item);
            text.end();
        }
        finding.statement().forEach(sentence -> text.line(MarkdownText.escaped(sentence)));
        finding.standings().forEach(standing -> text.item("%s: %s [%s]".formatted(standing.name(), standing.sentence(),
                standing.badge())));
        if (!finding.standings().isEmpty()) {
            text.end();
        }
    }

    // All JDKs stand in one table, so that a group takes one.
    private void group(BenchSection.Group group) {
        if (group.tables().isEmpty()) {
            return;
        }
        text.line("### %s: best here, %s".formatted(MarkdownText.escaped(group.title()), group.unit()));
        boolean limited = group.tables().stream().anyMatch(table -> table.nativeProgram() != null);
        List<String> columns = new ArrayList<>(List.of("JDK", "Operation"));
        group.scores().columns().forEach(column -> columns.add(
                column.equals(BenchProviders.JDK) ? "the JDK’s own" : BenchProviders.name(column)));
        if (limited) {
            columns.add("native");
        }
        text.header(columns, 2);
        Set<String> notes = new LinkedHashSet<>();
        for (BestTable table : group.tables()) {
            for (BestTable.Row row : table.rows()) {
                List<String> cells = new ArrayList<>(List.of(table.jdk(), row.full()));
                row.cells().forEach(cell -> cells.add((cell.best() ? "★ " : "") + cell.figure()
                        + (cell.sub().isEmpty() ? "" : " (" + cell.sub() + ")")));
                if (limited) {
                    cells.add(row.nativeFigure() == null ? Format.NONE : row.nativeFigure());
                }
                text.row(cells.toArray(String[]::new));
            }
            table.notes().forEach(note -> notes.add("✕ JDK %s, %s".formatted(table.jdk(), note)));
        }
        text.end();
        notes.forEach(text::item);
        if (!notes.isEmpty()) {
            text.end();
        }
        text.line("★ fastest, or not surely slower." + (limited ? " In brackets: per cent of native code." : ""));
    }
}
