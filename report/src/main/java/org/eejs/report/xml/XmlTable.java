package org.eejs.report.xml;

import java.util.List;
import java.util.function.Function;
import org.eejs.report.text.Format;

/**
 * A table of a study.
 *
 * @param title above it; empty for none
 * @param first the heading of the first column
 * @param columns the headings of the others
 * @param note below it; empty for none
 * @param folded whether it is only to be seen when asked for
 */
public record XmlTable(String title, String first, List<String> columns, List<Section> sections, String note,
        boolean folded) {
    /** Rows under a heading, which may be empty. */
    public record Section(String name, List<Row> rows) {}

    /** A row; the error stands in place of the fields, else it is null. */
    public record Row(String name, String sub, List<Field> fields, String error) {}

    /**
     * A field.
     *
     * @param value its words or figure
     * @param sub what stands small below it; empty for nothing
     * @param style the class of a badge, {@code words} for text, or empty for a figure
     */
    public record Field(String value, String sub, String style) {
        static final Field NONE = new Field(Format.NONE, "", "");

        static Field figure(String value, String sub) {
            return new Field(value, sub, "");
        }

        static Field words(String value, String sub) {
            return new Field(value, sub, "words");
        }

        public boolean isBadge() {
            return !style.isEmpty() && !style.equals("words");
        }

        boolean isFigure() {
            return style.isEmpty();
        }

        /** Both on one line. */
        String line() {
            return sub.isEmpty() ? value : value + " (" + sub + ")";
        }
    }

    /** Of groups, a row for each cell. */
    static XmlTable of(String title, String first, List<XmlColumn> columns, List<XmlCellGroup> groups,
            Function<XmlCell, String> name, Function<XmlCell, String> sub) {
        List<Section> sections = groups.stream().map(group -> new Section(group.name(), group.cells().stream()
                .map(cell -> row(columns, group, cell, name.apply(cell), sub.apply(cell))).toList())).toList();
        return new XmlTable(title, first, columns.stream().map(XmlColumn::name).toList(), sections, "", false);
    }

    private static Row row(List<XmlColumn> columns, XmlCellGroup group, XmlCell cell, String name, String sub) {
        // Alone it has nothing to be compared with.
        XmlCell baseline = group.measured().size() < 2 ? null : group.baseline();
        return !cell.measured() ? new Row(name, sub, List.of(), cell.error())
                : new Row(name, sub, columns.stream().map(column -> column.value().of(cell, baseline)).toList(), null);
    }

    /** Whether a column has figures, and not words or badges. */
    public boolean isOfFigures(int column) {
        return sections.stream().flatMap(section -> section.rows().stream()).filter(row -> row.error() == null)
                .allMatch(row -> row.fields().get(column).isFigure());
    }

    /** Whether anything stands below the names of rows. */
    public boolean hasSubs() {
        return sections.stream().flatMap(section -> section.rows().stream()).anyMatch(row -> !row.sub().isEmpty());
    }

    /** Whether sections have headings. */
    boolean isGrouped() {
        return sections.stream().anyMatch(section -> !section.name().isEmpty());
    }

    /** The same with words below it. */
    XmlTable noted(String words) {
        return new XmlTable(title, first, columns, sections, words, folded);
    }

    /** Only to be seen when asked for. */
    XmlTable asFolded() {
        return new XmlTable(title, first, columns, sections, note, true);
    }
}
