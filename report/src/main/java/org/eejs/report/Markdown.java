package org.eejs.report;

import java.util.ArrayList;
import java.util.List;
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
            markdown.text.heading(1, "EEJS: " + document.sideBySide().title());
            document.sideBySide().sections().forEach(markdown::section);
        }
        document.results().forEach(result -> markdown.result(result, several));
        return markdown.text.toString();
    }

    private void result(ResultSection result, boolean several) {
        if (result.chapter() != null) {
            chapter(result.chapter(), several ? 2 : 1);
        } else if (result.runs().isEmpty()) {
            text.heading(1, "No run");
            text.paragraph("The result has no run: nothing was measured.");
        }
        result.runs().forEach(run -> run(run, several));
        if (result.hasRuns() || !result.circumstances().isEmpty()) {
            circumstances(result.circumstances());
        }
        text.emphasised("%s. Figures are this machine’s; they are not SPEC metrics.".formatted(result.footer()));
    }

    private void chapter(Chapter chapter, int level) {
        Finding finding = chapter.finding();
        text.heading(level, finding.headline());
        text.items(chapter.alarms());
        finding.statement().forEach(text::paragraph);
        text.items(finding.standings().stream().map(Finding.Standing::line).toList());
        text.items(chapter.cautions().stream().map(caution -> "Careful: " + caution).toList());
        text.paragraph(String.join(" ", chapter.procedure()));
        chapter.sections().forEach(this::section);
    }

    private void run(RunSection run, boolean several) {
        Verdict verdict = run.verdict();
        text.heading(several ? 2 : 1, (several ? run.id() + " · " : "") + run.name() + ": " + verdict.headline());
        text.items(verdict.reasons());
        text.statement(verdict.statement());
        if (verdict.caution() != null) {
            text.paragraph(verdict.caution());
        }
        text.paragraph(String.join(" · ", verdict.configuration().parts()));
        run.sections().forEach(this::section);
    }

    private void section(Section section) {
        List<Block> blocks = section.blocks(Form.MARKDOWN);
        if (!blocks.isEmpty() && !section.title().isEmpty()) {
            text.heading(3, section.title());
        }
        blocks.forEach(this::block);
    }

    private void block(Block block) {
        if (block instanceof Block.Paragraph paragraph) {
            if (paragraph.style().isHeading()) {
                text.heading(4, paragraph.words().line());
            } else {
                text.paragraph(paragraph.words().line());
            }
        } else if (block instanceof Block.Figures figures) {
            text.table(figures.table());
        } else if (block instanceof Block.Bullets bullets) {
            text.items(bullets.sentences());
        } else if (block instanceof Block.Folded folded) {
            folded.blocks().stream().filter(inside -> inside.isIn(Form.MARKDOWN)).forEach(this::block);
        }
    }

    private void circumstances(Circumstances circumstances) {
        text.heading(3, "How it was measured");
        List<String> facts = new ArrayList<>();
        circumstances.groups().forEach(group -> group.facts().forEach(fact -> facts.add("%s, %s: %s".formatted(
                group.name(), fact.name(), String.join("; ", fact.values())))));
        circumstances.deviations().forEach(deviation -> facts.add("Deviation: " + deviation));
        text.items(facts);
        if (circumstances.commandLine() != null) {
            text.paragraph("To repeat it:");
            text.code(circumstances.commandLine());
        }
    }
}
