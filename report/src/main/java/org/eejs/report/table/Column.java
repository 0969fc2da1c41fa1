package org.eejs.report.table;

import java.util.List;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import org.eejs.report.text.Change;
import org.eejs.report.text.FigureText;
import org.eejs.report.text.Format;
import org.eejs.result.Figure;

/**
 * A column with its heading, its cells for readers, and its data for spreadsheets. Immutable.
 *
 * @param heading the heading with the unit; null if only spreadsheets have the column
 * @param small the text below the heading; may be empty
 * @param cell the cell for readers
 * @param field the name in comma-separated values, with the unit; null if they do not have the column
 * @param data a number in full precision, text or a truth value; null for an empty field
 */
public record Column<T>(String heading, String small, Kind kind, Where where, Function<T, TableCell> cell, String field,
        Function<T, ?> data) {
    /** The kind of content, which determines the alignment. */
    public enum Kind {
        WORDS(""), LONG_WORDS("wrap"), FIGURE("n"), NATIVE("n native"), BAR("bar");

        private final String style;

        Kind(String style) {
            this.style = style;
        }

        /** Returns the class in the style sheet. */
        public String style() {
            return style;
        }

        public boolean isFigure() {
            return this == FIGURE || this == NATIVE;
        }
    }

    public static <T> Column<T> of(String heading, Kind kind, Function<T, TableCell> cell) {
        return new Column<>(heading, "", kind, Where.EVERYWHERE, cell, null, null);
    }

    public static <T> Column<T> words(String heading, Function<T, String> words) {
        return of(heading, Kind.WORDS, row -> TableCell.of(words.apply(row)));
    }

    /** Returns a column of text that may be wrapped. */
    public static <T> Column<T> longWords(String heading, Function<T, String> words) {
        return of(heading, Kind.LONG_WORDS, row -> TableCell.of(words.apply(row)));
    }

    public static <T> Column<T> figure(String heading, Function<T, String> figure) {
        return of(heading, Kind.FIGURE, row -> TableCell.of(figure.apply(row)));
    }

    /** Returns a column of figures that may be null: readers see a dash, and the data field is empty. */
    public static <T> Column<T> known(String heading, String field, Function<T, Double> figure,
            DoubleFunction<String> words) {
        return Column.<T>figure(heading, row -> figure.apply(row) == null ? Format.NONE
                : words.apply(figure.apply(row))).as(field, figure);
    }

    /**
     * Returns a column of a declared figure, with its heading and its data name; null means not measured.
     */
    public static <T> Column<T> of(Figure figure, Function<T, Double> value) {
        return known(figure.heading(), figure.id(), value, each -> FigureText.inColumn(figure, each));
    }

    /** Returns a column with the 95% CI of a figure, or a dash. */
    public static <T> Column<T> interval(Function<T, List<Double>> ci95, DoubleFunction<String> figure) {
        return figure("95% CI", row -> Change.isInterval(ci95.apply(row))
                ? Change.words(ci95.apply(row), figure) : Format.NONE);
    }

    /** Returns a column for spreadsheets only. */
    public static <T> Column<T> data(String field, Function<T, ?> data) {
        return new Column<>(null, "", Kind.WORDS, Where.EVERYWHERE, null, field, data);
    }

    /** Returns this column with data for spreadsheets. */
    public Column<T> as(String name, Function<T, ?> value) {
        return new Column<>(heading, small, kind, where, cell, name, value);
    }

    public Column<T> in(Where other) {
        return new Column<>(heading, small, kind, other, cell, field, data);
    }

    /** Returns this column with text below the heading. */
    public Column<T> under(String words) {
        return new Column<>(heading, words, kind, where, cell, field, data);
    }

    Table.Head head() {
        return new Table.Head(heading, small, kind, where);
    }
}
