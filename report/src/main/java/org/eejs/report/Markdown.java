package org.eejs.report;

import java.util.List;
import java.util.stream.Collectors;
import org.eejs.report.Circumstances.Fact;
import org.eejs.report.Circumstances.Group;
import org.eejs.report.HandshakeTable.End;
import org.eejs.report.HandshakeTable.Link;
import org.eejs.report.HandshakeTable.Ratio;

/** A report in short as Markdown (GitHub's, for its tables). Not thread-safe; made for one report. */
final class Markdown {
    private final StringBuilder text = new StringBuilder();

    private Markdown() {}

    static String of(Document document) {
        Markdown markdown = new Markdown();
        if (document.sideBySide() != null) {
            markdown.line("# EEJS: %d runs side by side".formatted(document.runs().size()));
            markdown.sideBySide(document.sideBySide());
        }
        for (ResultSection result : document.results()) {
            markdown.result(result, document.sideBySide() != null);
        }
        // A no-break space cannot be searched for and looks like a space anyway.
        return markdown.text.toString().replace('\u00a0', ' ').stripTrailing() + '\n';
    }

    private void result(ResultSection result, boolean several) {
        comparisons(result.comparisons());
        if (result.runs().isEmpty()) {
            line("# No run");
            line("The result has no run: nothing was measured.");
        }
        for (RunSection run : result.runs()) {
            run(run, several);
        }
        circumstances(result);
        line("*%s. Figures are this machine’s; they are not SPEC metrics.*".formatted(escaped(result.footer())));
    }

    private void run(RunSection run, boolean several) {
        Verdict verdict = run.verdict();
        line(several ? "## %s · %s: %s".formatted(run.id(), escaped(run.name()), verdict.headline())
                : "# %s: %s".formatted(escaped(run.name()), verdict.headline()));
        if (!verdict.reasons().isEmpty()) {
            verdict.reasons().forEach(reason -> text.append("- ").append(escaped(reason)).append('\n'));
            text.append('\n');
        }
        line(verdict.statement().stream()
                .map(phrase -> phrase.figure() ? "**" + phrase.text() + "**" : phrase.text())
                .collect(Collectors.joining()));
        if (verdict.caution() != null) {
            line(verdict.caution());
        }
        line(escaped(String.join(" · ", verdict.configuration().parts())));
        keyFigures(run.keyFigures());
        pages(run.pages());
        cpu(run.cpu());
        handshakes(run.handshakes());
        failures(run.failures());
    }

    private void sideBySide(SideBySide table) {
        header("Run | Verdict | " + String.join(" | ", table.columns()), 2);
        for (SideBySide.Row row : table.rows()) {
            text.append("| ").append(row.run().id()).append(" · ").append(escaped(row.run().name())).append(" | ")
                    .append(Verdict.brief(row.run().run()));
            for (SideBySide.Cell cell : row.cells()) {
                text.append(" | ").append(cell.value())
                        .append(cell.change().isEmpty() ? "" : " (" + cell.change() + ")");
            }
            text.append(" |\n");
        }
        text.append('\n');
    }

    private void comparisons(ComparisonTable table) {
        if (table.rows().isEmpty()) {
            return;
        }
        header("Metric | Configuration | Baseline | Verdict | Ratio | 95 % confidence interval", 4);
        for (ComparisonTable.Row row : table.rows()) {
            row(row.metric(), row.configuration(), row.baseline(), row.verdict(), row.ratio(), row.interval());
        }
        text.append('\n');
    }

    private void keyFigures(List<KeyFigure> figures) {
        header("Key figure | Value | Note", 1, 1);
        for (KeyFigure figure : figures) {
            row(figure.label(), (figure.value() + " " + figure.unit()).strip(), figure.note());
        }
        text.append('\n');
    }

    private void pages(PageTable table) {
        line("### Pages");
        if (table.rows().isEmpty()) {
            line("No page was completed in the steady state.");
            return;
        }
        header("Page | Count | Share, % | Expected, % | Deviation, points | Failed | Mean, ms | p95, ms | p99, ms", 1);
        table.rows().forEach(this::page);
        page(table.total());
        text.append('\n');
        line(table.mix());
    }

    private void page(PageTable.Row row) {
        row(row.page(), row.count(), row.share(), row.expected(), row.deviation(), row.failed(), row.mean(), row.p95(),
                row.p99());
    }

    private void cpu(CpuTable table) {
        if (table.rows().isEmpty()) {
            return;
        }
        line("### CPU and memory");
        header("Process | User, s | System, s | Processors in use | CPU per page, ms | Largest memory", 1);
        for (CpuTable.Row row : table.rows()) {
            row(row.process(), row.user(), row.system(), row.processors(), row.msPerPage(), row.memory());
        }
        text.append('\n');
        if (table.heap() != null) {
            line(table.heap());
        }
    }

    private void handshakes(HandshakeTable table) {
        if (table.links().isEmpty()) {
            return;
        }
        line("### TLS handshakes");
        header("Connections | Counted by | Full, steady state | Resumed, steady state | Full, whole run | "
                + "Resumed, whole run", 2);
        for (Link link : table.links()) {
            for (End end : link.ends()) {
                row(link.name(), end.countedBy(), end.full(), end.resumed(), end.fullWholeRun(),
                        end.resumedWholeRun());
            }
        }
        text.append('\n');
        for (Link link : table.links()) {
            text.append("- ").append(link.name()).append(": ").append(link.verdict()).append('\n');
        }
        for (Ratio ratio : table.ratios()) {
            text.append("- ").append(ratio.name()).append(": ").append(ratio.value()).append(" (")
                    .append(ratio.counts()).append(")\n");
        }
        text.append('\n');
    }

    private void failures(FailureTable table) {
        if (table.rows().isEmpty()) {
            return;
        }
        line("### Failed pages");
        header("Reason | Pages | Of all pages", 1);
        table.rows().forEach(row -> row(row.reason(), row.count(), row.share()));
        text.append('\n');
    }

    private void circumstances(ResultSection result) {
        line("### How it was measured");
        for (Group group : result.circumstances().groups()) {
            for (Fact fact : group.facts()) {
                text.append("- ").append(group.name()).append(", ").append(fact.name()).append(": ")
                        .append(escaped(String.join("; ", fact.values()))).append('\n');
            }
        }
        for (String deviation : result.circumstances().deviations()) {
            text.append("- Deviation: ").append(escaped(deviation)).append('\n');
        }
        text.append('\n');
        if (result.circumstances().commandLine() != null) {
            line("To repeat it:");
            line("    " + result.circumstances().commandLine().replaceAll("\\R", " "));
        }
    }

    private void line(String line) {
        if (!line.isEmpty()) {
            text.append(line).append("\n\n");
        }
    }

    // The first columns hold words, the others numbers.
    private void header(String columns, int words) {
        header(columns, words, 0);
    }

    private void header(String columns, int words, int wordsAtEnd) {
        String[] names = columns.split(" \\| ");
        text.append("| ").append(columns).append(" |\n|");
        for (int column = 0; column < names.length; column++) {
            text.append(column < words || column >= names.length - wordsAtEnd ? " --- |" : " ---: |");
        }
        text.append('\n');
    }

    private void row(String... cells) {
        text.append('|');
        for (String cell : cells) {
            text.append(' ').append(escaped(cell)).append(" |");
        }
        text.append('\n');
    }

    // Data must neither end a cell nor become HTML or emphasis.
    private static String escaped(String data) {
        return data == null ? "" : data.replace("\\", "\\\\").replace("|", "\\|").replace("<", "&lt;")
                .replace("*", "\\*").replace("_", "\\_").replace("`", "\\`").replaceAll("\\R", " ");
    }
}
