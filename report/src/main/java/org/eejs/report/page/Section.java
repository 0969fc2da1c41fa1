package org.eejs.report.page;

import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.eejs.report.table.Where;

/**
 * A part of a report under a heading, which appears in the forms of {@code where}. Immutable.
 *
 * @param id the target of links at the top of a page; null for none
 * @param title may be empty
 * @param style its class in the style sheet; null for none
 */
public record Section(String id, String title, String style, Where where, List<Block> blocks) {
    public static Section of(String title, Block... blocks) {
        return new Section(null, title, null, Where.EVERYWHERE, List.of(blocks));
    }

    public Section with(Block... others) {
        return new Section(id, title, style, where, Stream.concat(blocks.stream(), Arrays.stream(others)).toList());
    }

    public Section identified(String other) {
        return new Section(other, title, style, where, blocks);
    }

    public Section styled(String other) {
        return new Section(id, title, other, where, blocks);
    }

    public Section in(Where other) {
        return new Section(id, title, style, other, blocks);
    }

    /** Returns this section with other words around its figures: titles, headings of columns, and labels of charts. */
    public Section worded(UnaryOperator<String> words) {
        return new Section(id, words.apply(title), style, where, blocks.stream().map(block -> block.worded(words))
                .toList());
    }

    /** Returns the blocks that appear in a form. */
    public List<Block> blocks(Where.Form form) {
        return where.isIn(form) ? blocks.stream().filter(block -> block.isIn(form)).toList() : List.of();
    }
}
