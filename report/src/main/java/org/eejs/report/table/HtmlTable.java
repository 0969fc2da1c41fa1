package org.eejs.report.table;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eejs.report.table.TableCell.Look;

/**
 * A table in the terms of HTML, which {@code table.jte} writes.
 *
 * @param columns the places of its columns on a page
 */
public record HtmlTable(Table table, List<Integer> columns) {
    /** An element: a heading of its row or not; {@code style} and {@code span} are null for none. */
    public record Field(boolean heading, String style, Integer span, TableCell cell) {}

    public static HtmlTable of(Table table) {
        return new HtmlTable(table, table.columns(Where.Form.HTML));
    }

    /** Returns what stands in a row, from left to right. */
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

    /** Returns why a row must not be believed; empty where it may. */
    public static String reason(List<TableCell> row) {
        return row.stream().flatMap(cell -> cell.parts(Look.REASON).stream()).map(TableCell.Words::text)
                .collect(Collectors.joining(" "));
    }

    /** Classes of the style sheet; null for none. */
    public static String classes(String... names) {
        String classes = Stream.of(names).filter(name -> !name.isEmpty()).collect(Collectors.joining(" "));
        return classes.isEmpty() ? null : classes;
    }
}
