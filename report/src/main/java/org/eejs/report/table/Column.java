package org.eejs.report.table;

import java.util.List;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import org.eejs.report.text.Change;
import org.eejs.report.text.FigureText;
import org.eejs.report.text.Format;
import org.eejs.result.Figure;

/**
 * A figure of something, named once: its heading, how people read it, and what spreadsheets get of it. Immutable.
 *
 * @param heading with the unit; null where only spreadsheets have it
 * @param small below the heading; empty for nothing
 * @param cell for people
 * @param field the column's name in comma-separated values, with the unit; null where they do not have it
 * @param data a number in full precision, words or a truth value; null for an empty field
 */
public record Column<T>(String heading, String small, Kind kind, Where where, Function<T, TableCell> cell, String field,
        Function<T, ?> data) {
    /** What a column holds, which decides how it is aligned. */
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

    /** Words that may take several lines. */
    public static <T> Column<T> longWords(String heading, Function<T, String> words) {
        return of(heading, Kind.LONG_WORDS, row -> TableCell.of(words.apply(row)));
    }

    public static <T> Column<T> figure(String heading, Function<T, String> figure) {
        return of(heading, Kind.FIGURE, row -> TableCell.of(figure.apply(row)));
    }

    /** Returns a figure that may be null: a dash stands there for people, and nothing in data. */
    public static <T> Column<T> known(String heading, String field, Function<T, Double> figure,
            DoubleFunction<String> words) {
        return Column.<T>figure(heading, row -> figure.apply(row) == null ? Format.NONE
                : words.apply(figure.apply(row))).as(field, figure);
    }

    /**
     * Returns a declared figure of something, with its heading and its name in data; null where it was not measured.
     */
    public static <T> Column<T> of(Figure figure, Function<T, Double> value) {
        return known(figure.heading(), figure.id(), value, each -> FigureText.inColumn(figure, each));
    }

    /** Returns the 95 % interval of a figure; a dash where there is none. */
    public static <T> Column<T> interval(Function<T, List<Double>> ci95, DoubleFunction<String> figure) {
        return figure("95 % interval", row -> Change.isInterval(ci95.apply(row))
                ? Change.words(ci95.apply(row), figure) : Format.NONE);
    }

    /** Returns only for spreadsheets. */
    public static <T> Column<T> data(String field, Function<T, ?> data) {
        return new Column<>(null, "", Kind.WORDS, Where.EVERYWHERE, null, field, data);
    }

    /** With what spreadsheets get of it. */
    public Column<T> as(String name, Function<T, ?> value) {
        return new Column<>(heading, small, kind, where, cell, name, value);
    }

    public Column<T> in(Where other) {
        return new Column<>(heading, small, kind, other, cell, field, data);
    }

    /** With words below the heading. */
    public Column<T> under(String words) {
        return new Column<>(heading, words, kind, where, cell, field, data);
    }

    Table.Head head() {
        return new Table.Head(heading, small, kind, where);
    }
}
