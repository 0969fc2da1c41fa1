package org.eejs.report.text;

import java.util.List;

/** Comma-separated values after RFC 4180 as they grow. Not thread-safe. */
public final class CsvTable {
    private final StringBuilder csv = new StringBuilder();

    public CsvTable(String... columns) {
        row(List.of(columns));
    }

    public void row(List<String> fields) {
        for (int field = 0; field < fields.size(); field++) {
            csv.append(field == 0 ? "" : ",").append(quoted(fields.get(field)));
        }
        csv.append("\r\n");
    }

    /** Data as a field; nothing is an empty one. */
    public static String text(String value) {
        return value == null ? "" : value;
    }

    private static String quoted(String field) {
        return field.matches("[^\",\r\n]*") ? field : '"' + field.replace("\"", "\"\"") + '"';
    }

    @Override
    public String toString() {
        return csv.toString();
    }
}
