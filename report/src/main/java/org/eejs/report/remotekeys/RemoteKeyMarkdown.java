package org.eejs.report.remotekeys;

import java.util.ArrayList;
import java.util.List;
import org.eejs.report.text.MarkdownText;

/** What remote keys cost as Markdown: the finding, targets, laws, processors and points. Not thread-safe. */
public final class RemoteKeyMarkdown {
    private final MarkdownText text;

    public RemoteKeyMarkdown(MarkdownText text) {
        this.text = text;
    }

    /** Writes all of it but the circumstances. */
    public void write(RemoteKeySection section, String level) {
        text.line(level + MarkdownText.escaped(section.finding().headline()));
        section.finding().statement().forEach(sentence -> text.line(MarkdownText.escaped(sentence)));
        section.finding().standings().forEach(standing -> text.item("%s: %s %s".formatted(standing.name(),
                standing.badge(), standing.sentence())));
        section.cautions().forEach(caution -> text.item("Careful: " + caution));
        text.end();
        text.line(MarkdownText.escaped(String.join(" ", section.procedure())));
        text.line("### Targets");
        text.header(List.of("Target", "Verdict", "Figure", "To be reached", "How it came about"));
        section.targets().forEach(row -> text.row(row.name(), row.badge(), row.value(), row.limit(), row.detail()));
        text.end();
        if (!section.laws().isEmpty()) {
            text.line("### Scaling law");
            text.header(List.of("Curve", "λ, operations/s", "σ", "κ", "Peak", "Knee, threads", "Measured knee",
                    "Fit"), 1);
            for (RemoteKeySection.LawRow row : section.laws()) {
                List<String> cells = new ArrayList<>(List.of(row.curve()));
                row.cells().forEach(cell -> cells.add(cell.words()));
                text.row(cells.toArray(String[]::new));
            }
            text.end();
        }
        if (!section.ratios().isEmpty()) {
            text.line("### Processors");
            text.header(List.of("Curve", "From threads", "Client, µs/op", "Servers, µs/op", "Best ratio",
                    "95 % interval", "Hypothesis"), 1);
            section.ratios().forEach(row -> text.row(row.curve(), row.from(), row.client(), row.servers(), row.ratio(),
                    row.interval(), row.verdict()));
            text.end();
        }
        section.operations().forEach(this::operation);
    }

    private void operation(RemoteKeySection.Operation operation) {
        text.line("### " + MarkdownText.escaped(operation.title()));
        text.header("Key | Threads | Operations/s | 95 % interval | p50, ms | p90, ms | p99, ms | p99.9, ms | "
                + "Client CPU, µs | Server CPU, µs", 1);
        for (RemoteKeyCurve curve : operation.curves()) {
            for (RemoteKeyCurve.Row row : curve.rows()) {
                if (row.error() == null) {
                    text.row(curve.name(), row.threads(), row.opsPerSecond(), row.interval(), row.p50(), row.p90(),
                            row.p99(), row.p999(), row.clientCpu(), row.serverCpu());
                } else {
                    text.row(curve.name(), row.threads(), "✕ " + row.error(), "", "", "", "", "", "", "");
                }
            }
        }
        text.end();
    }
}
