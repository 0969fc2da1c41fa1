package org.eejs.report;

import java.util.List;
import org.apache.commons.text.WordUtils;
import org.eejs.report.page.Block;
import org.eejs.report.page.Chapter;
import org.eejs.report.page.Section;
import org.eejs.report.table.TextTable;
import org.eejs.report.table.Where.Form;
import org.eejs.terminal.Printable;

/** A report for the terminal, in lines that fit. Not thread-safe; created for one result. */
final class Terminal {
    private final StringBuilder text = new StringBuilder();

    private Terminal() {}

    static String of(Document document) {
        Terminal terminal = new Terminal();
        document.results().forEach(result -> result.chapters().forEach(terminal::chapter));
        return terminal.text.append('\n').toString().replace('\u00a0', ' ');
    }

    private void chapter(Chapter chapter) {
        paragraph("", chapter.headline() + ".");
        // An open verdict is no failure.
        String sign = chapter.finding().style().equals("open") ? "  ℹ " : "  ✕ ";
        chapter.alarms().forEach(alarm -> wrapped(sign, alarm));
        chapter.statement().forEach(sentence -> wrapped("  ", sentence.line()));
        chapter.finding().ranks().forEach(rank -> wrapped("  ", rank.line()));
        chapter.cautions().forEach(caution -> wrapped("Caution: ", caution));
        if (!chapter.procedure().isEmpty()) {
            paragraph("", String.join(" ", chapter.procedure()));
        }
        chapter.sections().forEach(this::section);
    }

    private void section(Section section) {
        List<Block> blocks = section.blocks(Form.TERMINAL);
        if (!blocks.isEmpty()) {
            text.append('\n').append(section.title().isEmpty() ? "" : Printable.line(section.title()) + ":\n");
            blocks.forEach(this::block);
        }
    }

    private void block(Block block) {
        if (block instanceof Block.Paragraph paragraph) {
            wrapped("  ", paragraph.words().line());
        } else if (block instanceof Block.Tabular figures) {
            text.append(TextTable.of(figures.table()));
        } else if (block instanceof Block.Bullets bullets) {
            bullets.sentences().forEach(sentence -> wrapped("  ", sentence));
        } else if (block instanceof Block.Facts facts) {
            facts.lines().forEach(fact -> wrapped("  ", fact));
        } else if (block instanceof Block.Code code) {
            // A line to copy must not break.
            code.line().lines().forEach(line -> text.append("    ").append(Printable.line(line)).append('\n'));
        } else if (block instanceof Block.Folded folded) {
            folded.blocks().stream().filter(inside -> inside.isIn(Form.TERMINAL)).forEach(this::block);
        }
    }

    private void paragraph(String begin, String words) {
        text.append('\n');
        wrapped(begin, words);
    }

    /** Wraps text over several lines and indents all lines but the first. */
    private void wrapped(String begin, String words) {
        if (!words.isBlank()) {
            text.append(begin).append(WordUtils.wrap(Printable.line(words.strip().replaceAll("\\s+", " ")),
                    TextTable.WIDTH - begin.length(), "\n" + " ".repeat(begin.length()), false)).append('\n');
        }
    }
}
