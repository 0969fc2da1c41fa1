package org.eejs.report.page;

import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.eejs.report.table.TableCell;
import org.eejs.report.table.Column;
import org.eejs.report.table.Table;
import org.eejs.report.table.Where;
import org.eejs.report.text.Format;

/** A piece of a section. Empty blocks are not shown, so callers need not check before they add one. */
public sealed interface Block {
    /** Returns the forms in which it appears: only the page, unless overridden. */
    default Where where() {
        return Where.PAGE;
    }

    boolean isEmpty();

    /** The kind of a paragraph; {@code tag} and {@code style} determine its look on a page. */
    enum Style {
        TEXT("p", null), ABOUT("p", "about"), CAUTION("p", "caution"), NOTE("p", "note"),
        NOTE_OF_CHART("p", "note chart-title"), NOTHING("p", "nothing"), SUMMARY("p", "summary"), HEADING("h3", null),
        HEADING_OF_CHART("h3", "chart-title");

        private final String tag;
        private final String style;

        Style(String tag, String style) {
            this.tag = tag;
            this.style = style;
        }

        public boolean isHeading() {
            return tag.equals("h3");
        }

        public String style() {
            return style;
        }
    }

    /** Text below or next to figures. */
    record Paragraph(Style style, TableCell words, Where where) implements Block {
        @Override
        public boolean isEmpty() {
            return words.parts().isEmpty();
        }
    }

    /** Figures that a writer can always show as a table. */
    sealed interface Tabular extends Block {
        Table table();

        @Override
        default boolean isEmpty() {
            return table().isEmpty();
        }
    }

    /** A table. */
    record Figures(Table table, Where where) implements Tabular {}

    /** A list of sentences; {@code style} is {@code notes} if they are numbered. */
    record Bullets(String style, List<String> sentences, Where where) implements Block {
        @Override
        public boolean isEmpty() {
            return sentences.isEmpty();
        }
    }

    /** Charts next to each other; a single chart has the full width. */
    record Charts(boolean beside, List<Chart> charts) implements Block {
        @Override
        public boolean isEmpty() {
            return charts.isEmpty();
        }
    }

    /** Blocks that a reader must unfold. In text they are always visible. */
    record Folded(String title, String style, List<Block> blocks, Where where) implements Block {
        @Override
        public boolean isEmpty() {
            return blocks.stream().allMatch(Block::isEmpty);
        }
    }

    /**
     * A stacked bar; text has a table of its pieces, with their total if they have a unit.
     *
     * @param of the heading of the pieces
     * @param unit the unit of the figures, which are milliseconds; empty if they are shares
     */
    record StackedBar(String of, String unit, List<Piece> pieces) implements Tabular {
        @Override
        public Where where() {
            return Where.SCREENS;
        }

        @Override
        public Table table() {
            Table table = Table.of(List.of(Column.words(of, Piece::words),
                    Column.figure(unit.isEmpty() ? "Share" : unit, Piece::figure)), pieces);
            return unit.isEmpty() ? table : table.totalled(List.of(TableCell.of("Total"), TableCell.of(Format.millis(
                    pieces.stream().mapToDouble(Piece::value).sum()))));
        }

        /** Returns the width of a piece in percent. */
        public double percent(Piece piece) {
            return 100 * piece.value() / pieces.stream().mapToDouble(Piece::value).sum();
        }
    }

    /** A piece of a bar; {@code colour} is a class in the style sheet. */
    record Piece(String words, double value, String figure, String colour) {}

    /** The most important figures: tiles on a page, a table in text. */
    record Tiles(List<Tile> tiles, Where where) implements Tabular {
        @Override
        public Table table() {
            return Table.of(List.of(Column.words("Key figure", Tile::label),
                    Column.figure("Value", tile -> (tile.value() + " " + tile.unit()).strip()),
                    Column.words("Note", Tile::note)), tiles);
        }
    }

    /** A tile; its unit and the note below it may be empty. */
    record Tile(String label, String value, String unit, String note) {}

    /** Names with their values. */
    record Facts(List<FactGroup> groups, Where where) implements Block {
        /** Creates a single group without a name. */
        public Facts(Map<String, String> facts) {
            this(List.of(new FactGroup("", facts.entrySet().stream().map(fact -> new Fact(fact.getKey(),
                    List.of(fact.getValue()))).toList())), Where.PAGE);
        }

        @Override
        public boolean isEmpty() {
            return lines().isEmpty();
        }

        /** Returns a line per fact, for text. */
        public List<String> lines() {
            return groups.stream().flatMap(group -> group.facts().stream().map(fact ->
                    (group.name().isEmpty() ? "" : group.name() + ", ") + fact.name() + ": "
                            + String.join("; ", fact.values()))).toList();
        }
    }

    /** Facts of a group; {@code name} may be empty. */
    record FactGroup(String name, List<Fact> facts) {}

    /** A name with its values, one per line. */
    record Fact(String name, List<String> values) {}

    /** Lines to copy, separated by newlines. */
    record Code(String line, Where where) implements Block {
        public Code(String line) {
            this(line, Where.FILES);
        }

        @Override
        public boolean isEmpty() {
            return line.isEmpty();
        }
    }

    /** The legend of coloured figures. */
    record HeatLegend(List<String> words) implements Block {
        @Override
        public boolean isEmpty() {
            return words.isEmpty();
        }
    }

    static Block paragraph(Style style, String words, Where where) {
        return new Paragraph(style, TableCell.of(words), where);
    }

    /** Returns a paragraph for all forms. */
    static Block paragraph(Style style, String words) {
        return paragraph(style, words, Where.EVERYWHERE);
    }

    /** Returns a note about a table, for forms with enough space. */
    static Block note(String words) {
        return note(words, Where.PAGE);
    }

    static Block note(String words, Where where) {
        return paragraph(Style.NOTE, words, where);
    }

    static Block noteOfChart(String words) {
        return paragraph(Style.NOTE_OF_CHART, words, Where.PAGE);
    }

    static Block heading(String words) {
        return paragraph(Style.HEADING, words, Where.PAGE);
    }

    static Block headingOfChart(String words) {
        return paragraph(Style.HEADING_OF_CHART, words, Where.PAGE);
    }

    /** Returns a note that something is missing. */
    static Block nothing(String words, Where where) {
        return paragraph(Style.NOTHING, words, where);
    }

    static Block table(Table table) {
        return new Figures(table, Where.EVERYWHERE);
    }

    static Block chart(Chart chart) {
        return new Charts(false, List.of(chart));
    }

    static Block folded(String title, Block... blocks) {
        return new Folded(title, null, List.of(blocks), Where.PAGE);
    }

    /** Returns the blocks, or nothing. */
    static Block[] when(boolean shown, Block... blocks) {
        return shown ? blocks : new Block[0];
    }

    /** Returns this block with other words around its figures; other text stays. */
    default Block worded(UnaryOperator<String> words) {
        if (this instanceof Figures figures) {
            return new Figures(figures.table().headed(words), figures.where());
        }
        if (this instanceof Charts charts) {
            return new Charts(charts.beside(), charts.charts().stream().map(chart -> chart.worded(words)).toList());
        }
        if (this instanceof Folded folded) {
            return new Folded(words.apply(folded.title()), folded.style(), folded.blocks().stream()
                    .map(block -> block.worded(words)).toList(), folded.where());
        }
        return this instanceof Paragraph heading && heading.style().isHeading()
                ? paragraph(heading.style(), words.apply(heading.words().line()), heading.where()) : this;
    }

    /** Returns whether it has content in a form. */
    default boolean isIn(Where.Form form) {
        return where().isIn(form) && !isEmpty() && (!(this instanceof Folded folded)
                || folded.blocks().stream().anyMatch(block -> block.isIn(form)));
    }
}
