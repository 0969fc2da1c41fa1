package org.eejs.report.table;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A table for readers, before it is written as HTML, Markdown or terminal lines. Immutable.
 *
 * @param style its class in the style sheet
 * @param grouping the heading of the column with the names of groups in text; null if other columns contain them
 * @param total the last row; may be empty
 */
public record Table(String style, String grouping, List<Head> heads, List<Group> groups, List<TableCell> total) {
    /** A column without its rows. */
    public record Head(String heading, String small, Column.Kind kind, Where where) {}

    /**
     * Rows of a group. The last cell of a row with too few cells spans the other columns.
     *
     * @param name may be empty
     */
    public record Group(TableCell name, List<List<TableCell>> rows) {}

    public static <T> Table of(List<Column<T>> columns, List<T> rows) {
        return grouped(columns, Map.of("", rows));
    }

    /** Returns a table of rows by the names of their groups, in the order of the map. */
    public static <T> Table grouped(List<Column<T>> columns, Map<String, List<T>> groups) {
        List<Column<T>> shown = columns.stream().filter(column -> column.heading() != null).toList();
        return new Table("wide", null, shown.stream().map(Column::head).toList(), groups.entrySet().stream()
                .map(group -> new Group(TableCell.of(group.getKey()), group.getValue().stream()
                        .map(row -> cells(shown, row)).toList())).toList(), List.of());
    }

    /** Returns a table of rows that may have failed. A reason, null for other rows, replaces the figures. */
    public static <T> Table of(List<Column<T>> names, List<Column<T>> figures, List<T> rows,
            Function<T, String> error) {
        List<Column<T>> all = Stream.concat(names.stream(), figures.stream())
                .filter(column -> column.heading() != null).toList();
        return of(all, List.<T>of()).with(List.of(new Group(TableCell.of(""), rows.stream().map(row ->
                error.apply(row) == null ? cells(all, row) : failed(cells(names, row), error.apply(row))).toList())));
    }

    /** Returns the row of a failure with its reason. */
    public static List<TableCell> failed(List<TableCell> names, String error) {
        return Stream.concat(names.stream(), Stream.of(TableCell.of("✕ " + error).toned("wrap alarm"))).toList();
    }

    private static <T> List<TableCell> cells(List<Column<T>> columns, T row) {
        return columns.stream().filter(column -> column.heading() != null).map(column -> column.cell().apply(row))
                .toList();
    }

    /** Returns tables with the same columns as one table. */
    public static Table joined(List<Table> tables) {
        return tables.get(0).with(tables.stream().flatMap(table -> table.groups().stream()).toList());
    }

    /** Returns this table with other headings. */
    public Table headed(UnaryOperator<String> words) {
        return new Table(style, grouping, heads.stream().map(head -> new Head(words.apply(head.heading()), head.small(),
                head.kind(), head.where())).toList(), groups, total);
    }

    public Table styled(String other) {
        return new Table(other, grouping, heads, groups, total);
    }

    /** Returns this table with a column for the names of groups in text. */
    public Table groupedUnder(String heading) {
        return new Table(style, heading, heads, groups, total);
    }

    public Table totalled(List<TableCell> row) {
        return new Table(style, grouping, heads, groups, row);
    }

    public Table with(List<Group> others) {
        return new Table(style, grouping, heads, others, total);
    }

    public boolean isEmpty() {
        return rows().isEmpty();
    }

    /** Returns the rows of all groups. */
    public List<List<TableCell>> rows() {
        return groups.stream().flatMap(group -> group.rows().stream()).toList();
    }

    /** Returns the indexes of the columns that appear in a form. */
    public List<Integer> columns(Where.Form form) {
        return IntStream.range(0, heads.size()).filter(place -> heads.get(place).where().isIn(form)).boxed().toList();
    }
}
