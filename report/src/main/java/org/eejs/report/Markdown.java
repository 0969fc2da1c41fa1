package org.eejs.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.eejs.report.bench.BenchMarkdown;
import org.eejs.report.experiment.Circumstances.Fact;
import org.eejs.report.experiment.Circumstances.Group;
import org.eejs.report.experiment.ExperimentMarkdown;
import org.eejs.report.remotekeys.RemoteKeyMarkdown;
import org.eejs.report.run.CpuTable;
import org.eejs.report.run.FailureTable;
import org.eejs.report.run.HandshakeTable;
import org.eejs.report.run.HandshakeTable.End;
import org.eejs.report.run.HandshakeTable.Link;
import org.eejs.report.run.HandshakeTable.Ratio;
import org.eejs.report.run.KeyFigure;
import org.eejs.report.run.PageTable;
import org.eejs.report.run.RunSection;
import org.eejs.report.text.MarkdownText;
import org.eejs.report.text.Verdict;
import org.eejs.report.xml.XmlMarkdown;

/** A report in short as Markdown (GitHub's, for its tables). Not thread-safe; made for one report. */
final class Markdown {
    private final MarkdownText text = new MarkdownText();

    private Markdown() {}

    static String of(Document document) {
        Markdown markdown = new Markdown();
        if (document.sideBySide() != null) {
            markdown.text.line("# EEJS: " + document.sideBySide().title());
            markdown.sideBySide(document.sideBySide());
        }
        for (ResultSection result : document.results()) {
            markdown.result(result, document.sideBySide() != null);
        }
        return markdown.text.toString();
    }

    private void result(ResultSection result, boolean several) {
        if (result.experiment() != null) {
            new ExperimentMarkdown(text, result.experiment()).write(several ? "## " : "# ");
        } else if (result.bench() != null) {
            new BenchMarkdown(text).write(result.bench(), several ? "## " : "# ");
        } else if (result.remoteKey() != null) {
            new RemoteKeyMarkdown(text).write(result.remoteKey(), several ? "## " : "# ");
        } else if (result.xml() != null) {
            new XmlMarkdown(text).write(result.xml(), several ? "## " : "# ");
        } else if (result.gate() != null) {
            new BenchMarkdown(text).write(result.gate(), several ? "## " : "# ");
        } else if (result.runs().isEmpty()) {
            text.line("# No run");
            text.line("The result has no run: nothing was measured.");
        }
        for (RunSection run : result.runs()) {
            run(run, several);
        }
        circumstances(result);
        text.line("*%s. Figures are this machine’s; they are not SPEC metrics.*".formatted(
                MarkdownText.escaped(result.footer())));
    }

    private void run(RunSection run, boolean several) {
        Verdict verdict = run.verdict();
        text.line(several ? "## %s · %s: %s".formatted(run.id(), MarkdownText.escaped(run.name()), verdict.headline())
                : "# %s: %s".formatted(MarkdownText.escaped(run.name()), verdict.headline()));
        if (!verdict.reasons().isEmpty()) {
            verdict.reasons().forEach(text::item);
            text.end();
        }
        text.line(verdict.statement().stream()
                .map(phrase -> phrase.figure() ? "**" + phrase.text() + "**" : phrase.text())
                .collect(Collectors.joining()));
        if (verdict.caution() != null) {
            text.line(verdict.caution());
        }
        text.line(MarkdownText.escaped(String.join(" · ", verdict.configuration().parts())));
        keyFigures(run.keyFigures());
        pages(run.pages());
        cpu(run.cpu());
        handshakes(run.handshakes());
        failures(run.failures());
    }

    private void sideBySide(SideBySide table) {
        text.header("Run | Verdict | " + String.join(" | ", table.columns()), 2);
        for (SideBySide.Row row : table.rows()) {
            List<String> cells = new ArrayList<>(List.of(row.id() + " · " + row.name(), row.verdict()));
            row.cells().forEach(cell -> cells.add(cell.value()
                    + (cell.change().isEmpty() ? "" : " (" + cell.change() + ")")));
            text.row(cells.toArray(String[]::new));
        }
        text.end();
    }

    private void keyFigures(List<KeyFigure> figures) {
        text.header("Key figure | Value | Note", 1, 1);
        for (KeyFigure figure : figures) {
            text.row(figure.label(), (figure.value() + " " + figure.unit()).strip(), figure.note());
        }
        text.end();
    }

    private void pages(PageTable table) {
        text.line("### Pages");
        if (table.rows().isEmpty()) {
            text.line("No page was completed in the steady state.");
            return;
        }
        text.header("Page | Count | Share, % | Expected, % | Deviation, points | Failed | Mean, ms | p95, ms | "
                + "p99, ms", 1);
        table.rows().forEach(this::page);
        page(table.total());
        text.end();
        text.line(table.mix());
    }

    private void page(PageTable.Row row) {
        text.row(row.page(), row.count(), row.share(), row.expected(), row.deviation(), row.failed(), row.mean(),
                row.p95(), row.p99());
    }

    private void cpu(CpuTable table) {
        if (table.rows().isEmpty()) {
            return;
        }
        text.line("### CPU and memory");
        text.header("Process | User, s | System, s | Processors in use | CPU per page, ms | Largest memory", 1);
        for (CpuTable.Row row : table.rows()) {
            text.row(row.process(), row.user(), row.system(), row.processors(), row.msPerPage(), row.memory());
        }
        text.end();
        if (table.heap() != null) {
            text.line(table.heap());
        }
    }

    private void handshakes(HandshakeTable table) {
        if (table.links().isEmpty()) {
            return;
        }
        text.line("### TLS handshakes");
        text.header("Connections | Counted by | Full, steady state | Resumed, steady state | Full, whole run | "
                + "Resumed, whole run", 2);
        for (Link link : table.links()) {
            for (End end : link.ends()) {
                text.row(link.name(), end.countedBy(), end.full(), end.resumed(), end.fullWholeRun(),
                        end.resumedWholeRun());
            }
        }
        text.end();
        for (Link link : table.links()) {
            text.item(link.name() + ": " + link.verdict());
        }
        for (Ratio ratio : table.ratios()) {
            text.item("%s: %s (%s)".formatted(ratio.name(), ratio.value(), ratio.counts()));
        }
        text.end();
    }

    private void failures(FailureTable table) {
        if (table.rows().isEmpty()) {
            return;
        }
        text.line("### Failed pages");
        text.header("Reason | Pages | Of all pages", 1);
        table.rows().forEach(row -> text.row(row.reason(), row.count(), row.share()));
        text.end();
    }

    private void circumstances(ResultSection result) {
        if (result.isOfPrimitives() && result.circumstances().isEmpty()) {
            return;
        }
        text.line("### How it was measured");
        for (Group group : result.circumstances().groups()) {
            for (Fact fact : group.facts()) {
                text.item("%s, %s: %s".formatted(group.name(), fact.name(), String.join("; ", fact.values())));
            }
        }
        for (String deviation : result.circumstances().deviations()) {
            text.item("Deviation: " + deviation);
        }
        text.end();
        if (result.circumstances().commandLine() != null) {
            text.line("To repeat it:");
            text.line("    " + result.circumstances().commandLine().replaceAll("\\R", " "));
        }
    }
}
