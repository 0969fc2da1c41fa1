package org.eejs.report.table;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eejs.report.table.TableCell.Look;

/**
 * A table in terms of HTML, for {@code table.jte}.
 *
 * @param columns the indexes of its columns on a page
 */
public record HtmlTable(Table table, List<Integer> columns) {
    /** A cell, which may be a heading of its row; {@code style} and {@code span} may be null. */
    public record Field(boolean heading, String style, Integer span, TableCell cell) {}

    public static HtmlTable of(Table table) {
        return new HtmlTable(table, table.columns(Where.Form.HTML));
    }

    /** Returns the fields of a row from left to right. */
    public List<Field> fields(List<TableCell> row) {
        List<Field> fields = new ArrayList<>();
        for (int place : columns) {
            if (place < row.size()) {
                TableCell cell = row.get(place);
                boolean spans = place == row.size() - 1 && row.size() < table.heads().size();
                fields.add(new Field(fields.isEmpty(), classes(spans ? "" : table.heads().get(place).kind().style(),
                        cell.tone()), spans ? (int) columns.stream().filter(each -> each >= place).count() : null,
                        cell));
            }
        }
        return fields;
    }

    /** Returns why a row is invalid; empty if it is valid. */
    public static String reason(List<TableCell> row) {
        return row.stream().flatMap(cell -> cell.parts(Look.REASON).stream()).map(TableCell.Words::text)
                .collect(Collectors.joining(" "));
    }

    /** Returns classes of the style sheet; null if there are none. */
    public static String classes(String... names) {
        String classes = Stream.of(names).filter(name -> !name.isEmpty()).collect(Collectors.joining(" "));
        return classes.isEmpty() ? null : classes;
    }
}
