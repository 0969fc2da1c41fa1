package org.eejs.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.eejs.report.experiment.Circumstances;
import org.eejs.report.page.Block;
import org.eejs.report.page.Chapter;
import org.eejs.report.page.Section;
import org.eejs.report.run.RunSection;
import org.eejs.report.table.MarkdownText;
import org.eejs.report.table.Where.Form;
import org.eejs.report.text.Finding;
import org.eejs.report.text.Verdict;

/** A report in short as Markdown (GitHub's, for its tables). Not thread-safe; made for one report. */
final class Markdown {
    private final MarkdownText text = new MarkdownText();

    private Markdown() {}

    static String of(Document document) {
        Markdown markdown = new Markdown();
        boolean several = document.sideBySide() != null;
        if (several) {
            markdown.text.line("# EEJS: " + document.sideBySide().title());
            document.sideBySide().sections().forEach(markdown::section);
        }
        document.results().forEach(result -> markdown.result(result, several));
        return markdown.text.toString();
    }

    private void result(ResultSection result, boolean several) {
        if (result.chapter() != null) {
            chapter(result.chapter(), several ? "## " : "# ");
        } else if (result.runs().isEmpty()) {
            text.line("# No run");
            text.line("The result has no run: nothing was measured.");
        }
        result.runs().forEach(run -> run(run, several));
        if (result.hasRuns() || !result.circumstances().isEmpty()) {
            circumstances(result.circumstances());
        }
        text.line("*%s. Figures are this machine’s; they are not SPEC metrics.*".formatted(
                MarkdownText.escaped(result.footer())));
    }

    private void chapter(Chapter chapter, String level) {
        Finding finding = chapter.finding();
        text.line(level + MarkdownText.escaped(finding.headline()));
        text.items(chapter.alarms());
        finding.statement().forEach(sentence -> text.line(MarkdownText.escaped(sentence)));
        text.items(finding.standings().stream().map(Finding.Standing::line).toList());
        text.items(chapter.cautions().stream().map(caution -> "Careful: " + caution).toList());
        text.line(MarkdownText.escaped(String.join(" ", chapter.procedure())));
        chapter.sections().forEach(this::section);
    }

    private void run(RunSection run, boolean several) {
        Verdict verdict = run.verdict();
        text.line(several ? "## %s · %s: %s".formatted(run.id(), MarkdownText.escaped(run.name()), verdict.headline())
                : "# %s: %s".formatted(MarkdownText.escaped(run.name()), verdict.headline()));
        text.items(verdict.reasons());
        text.line(verdict.statement().stream()
                .map(phrase -> phrase.figure() ? "**" + phrase.text() + "**" : phrase.text())
                .collect(Collectors.joining()));
        if (verdict.caution() != null) {
            text.line(verdict.caution());
        }
        text.line(MarkdownText.escaped(String.join(" · ", verdict.configuration().parts())));
        run.sections().forEach(this::section);
    }

    private void section(Section section) {
        List<Block> blocks = section.blocks(Form.MARKDOWN);
        if (!blocks.isEmpty() && !section.title().isEmpty()) {
            text.line("### " + MarkdownText.escaped(section.title()));
        }
        blocks.forEach(this::block);
    }

    private void block(Block block) {
        if (block instanceof Block.Paragraph paragraph) {
            text.line((paragraph.style().isHeading() ? "#### " : "") + MarkdownText.escaped(paragraph.words().line()));
        } else if (block instanceof Block.Figures figures) {
            text.table(figures.table());
        } else if (block instanceof Block.Bullets bullets) {
            text.items(bullets.sentences());
        } else if (block instanceof Block.Folded folded) {
            folded.blocks().stream().filter(inside -> inside.isIn(Form.MARKDOWN)).forEach(this::block);
        }
    }

    private void circumstances(Circumstances circumstances) {
        text.line("### How it was measured");
        List<String> facts = new ArrayList<>();
        circumstances.groups().forEach(group -> group.facts().forEach(fact -> facts.add("%s, %s: %s".formatted(
                group.name(), fact.name(), String.join("; ", fact.values())))));
        circumstances.deviations().forEach(deviation -> facts.add("Deviation: " + deviation));
        text.items(facts);
        if (circumstances.commandLine() != null) {
            text.line("To repeat it:");
            text.line("    " + circumstances.commandLine().replaceAll("\\R", " "));
        }
    }
}
