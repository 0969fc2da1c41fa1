package org.eejs.report.page;

import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.eejs.report.table.TableCell;
import org.eejs.report.table.Column;
import org.eejs.report.table.Table;
import org.eejs.report.table.Where;

/** A piece of a section. One that is empty is not shown at all, so that nobody has to ask before adding it. */
public sealed interface Block {
    /** Returns where it stands: on the page alone, unless it says otherwise. */
    default Where where() {
        return Where.PAGE;
    }

    boolean isEmpty();

    /** What a paragraph is; {@code tag} and {@code style} are how a page shows it. */
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

    /** Words under or beside figures. */
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

    /** Sentences; {@code style} is {@code notes} where they are numbered. */
    record Bullets(String style, List<String> sentences, Where where) implements Block {
        @Override
        public boolean isEmpty() {
            return sentences.isEmpty();
        }
    }

    /** Charts beside each other; one alone has the whole width. */
    record Charts(boolean beside, List<Chart> charts) implements Block {
        @Override
        public boolean isEmpty() {
            return charts.isEmpty();
        }
    }

    /** What is only seen when asked for; text, which cannot be folded, has it open. */
    record Folded(String title, String style, List<Block> blocks, Where where) implements Block {
        @Override
        public boolean isEmpty() {
            return blocks.stream().allMatch(Block::isEmpty);
        }
    }

    /**
     * A bar that is cut into pieces; text has it as a table.
     *
     * @param of what the pieces are of
     * @param unit of the figures; empty where they have it
     */
    record StackedBar(String of, String unit, List<Piece> pieces) implements Tabular {
        @Override
        public Where where() {
            return Where.SCREENS;
        }

        @Override
        public Table table() {
            return Table.of(List.of(Column.words(of, Piece::words), Column.figure(unit.isEmpty() ? "Share" : unit,
                    Piece::figure)), pieces);
        }

        /** Returns how wide a piece is, in per cent. */
        public double percent(Piece piece) {
            return 100 * piece.value() / pieces.stream().mapToDouble(Piece::value).sum();
        }
    }

    /** One of them; {@code colour} is a class in the style sheet. */
    record Piece(String words, double value, String figure, String colour) {}

    /** The figures that are looked for first: tiles on a page, a table in text. */
    record Tiles(List<Tile> tiles, Where where) implements Tabular {
        @Override
        public Table table() {
            return Table.of(List.of(Column.words("Key figure", Tile::label),
                    Column.figure("Value", tile -> (tile.value() + " " + tile.unit()).strip()),
                    Column.words("Note", Tile::note)), tiles);
        }
    }

    /** One of them; its unit and the note below it may be empty. */
    record Tile(String label, String value, String unit, String note) {}

    /** Names and what belongs to them. */
    record Facts(List<FactGroup> groups, Where where) implements Block {
        /** Of a single group without a name. */
        public Facts(Map<String, String> facts) {
            this(List.of(new FactGroup("", facts.entrySet().stream().map(fact -> new Fact(fact.getKey(),
                    List.of(fact.getValue()))).toList())), Where.PAGE);
        }

        @Override
        public boolean isEmpty() {
            return lines().isEmpty();
        }

        /** Returns a line for each, as text has them. */
        public List<String> lines() {
            return groups.stream().flatMap(group -> group.facts().stream().map(fact ->
                    (group.name().isEmpty() ? "" : group.name() + ", ") + fact.name() + ": "
                            + String.join("; ", fact.values()))).toList();
        }
    }

    /** Facts that belong together; {@code name} is empty for none. */
    record FactGroup(String name, List<Fact> facts) {}

    /** A name, and the values that stand below each other. */
    record Fact(String name, List<String> values) {}

    /** A line to copy. */
    record Code(String line) implements Block {
        @Override
        public Where where() {
            return Where.FILES;
        }

        @Override
        public boolean isEmpty() {
            return line.isEmpty();
        }
    }

    /** What the colours of figures mean, and other words on reading them. */
    record HeatLegend(List<String> words) implements Block {
        @Override
        public boolean isEmpty() {
            return words.isEmpty();
        }
    }

    static Block paragraph(Style style, String words, Where where) {
        return new Paragraph(style, TableCell.of(words), where);
    }

    /** Words wherever a report is read. */
    static Block paragraph(Style style, String words) {
        return paragraph(style, words, Where.EVERYWHERE);
    }

    /** On how to read a table, where there is room for it. */
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

    /** Returns what is missing. */
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

    /** Blocks that belong together, or nothing. */
    static Block[] when(boolean shown, Block... blocks) {
        return shown ? blocks : new Block[0];
    }

    /** With other words for what frames figures; what else it says stays. */
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

    /** Returns whether it has anything to say in a form. */
    default boolean isIn(Where.Form form) {
        return where().isIn(form) && !isEmpty() && (!(this instanceof Folded folded)
                || folded.blocks().stream().anyMatch(block -> block.isIn(form)));
    }
}
