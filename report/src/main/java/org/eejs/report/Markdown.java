package org.eejs.report;

import java.util.List;
import org.eejs.report.page.Block;
import org.eejs.report.page.Chapter;
import org.eejs.report.page.Section;
import org.eejs.report.table.MarkdownText;
import org.eejs.report.table.Where.Form;
import org.eejs.report.text.Finding;

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
        result.chapters().forEach(chapter -> chapter(chapter, several));
        section(result.circumstances());
        text.emphasised("%s. Figures are this machine’s; they are not SPEC metrics.".formatted(result.footer()));
    }

    private void chapter(Chapter chapter, boolean several) {
        text.heading(several ? 2 : 1, (several && !chapter.letter().isEmpty() ? chapter.letter() + " · " : "")
                + chapter.headline());
        text.items(chapter.alarms());
        chapter.statement().forEach(text::statement);
        text.items(chapter.finding().standings().stream().map(Finding.Standing::line).toList());
        text.items(chapter.cautions().stream().map(caution -> "Careful: " + caution).toList());
        text.paragraph(String.join(" ", chapter.procedure()));
        chapter.sections().forEach(this::section);
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
        } else if (block instanceof Block.Tabular figures) {
            text.table(figures.table());
        } else if (block instanceof Block.Bullets bullets) {
            text.items(bullets.sentences());
        } else if (block instanceof Block.Facts facts) {
            text.items(facts.lines());
        } else if (block instanceof Block.Code code) {
            text.code(code.line());
        } else if (block instanceof Block.Folded folded) {
            folded.blocks().stream().filter(inside -> inside.isIn(Form.MARKDOWN)).forEach(this::block);
        }
    }
}
