package org.eejs.report.table;

import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eejs.report.text.Format;
import org.eejs.result.Result;
import org.eejs.terminal.Printable;

/**
 * A writer of comma-separated values as in RFC 4180. The first column names the result of a row. A figure that was not
 * measured is an empty field, not 0.
 */
public final class CsvTable {
    private static final Pattern FORMULA = Pattern.compile("\\s*[=+\\-@\uff1d\uff0b\uff0d\uff20]");
    private static final Pattern NUMBER = Pattern.compile("[+-]?\\d+(\\.\\d+)?([eE][+-]?\\d+)?");

    private CsvTable() {}

    /** Returns the columns with data, for the rows of all results. */
    public static <T> String of(List<Result> results, Function<Result, List<T>> rows, List<Column<T>> columns) {
        List<Column<T>> fields = columns.stream().filter(column -> column.field() != null).toList();
        StringBuilder csv = new StringBuilder(line(Stream.concat(Stream.of("startedAt"),
                fields.stream().map(Column::field))));
        for (Result result : results) {
            rows.apply(result).forEach(row -> csv.append(line(Stream.concat(Stream.of(text(result.startedAt())),
                    fields.stream().map(column -> text(column.data().apply(row)))))));
        }
        return csv.toString();
    }

    private static String line(Stream<String> fields) {
        return fields.map(CsvTable::quoted).collect(Collectors.joining(",", "", "\r\n"));
    }

    private static String text(Object value) {
        return value == null ? "" : value instanceof Double number ? Format.plain(number)
                : value instanceof Number ? value.toString() : guarded(Printable.text(value.toString()));
    }

    /** Returns text with an apostrophe in front if a spreadsheet would read it as a formula. */
    private static String guarded(String words) {
        return FORMULA.matcher(words).lookingAt() && !NUMBER.matcher(words).matches() ? "'" + words : words;
    }

    private static String quoted(String field) {
        return field.matches("[^\",\r\n]*") ? field : '"' + field.replace("\"", "\"\"") + '"';
    }
}
