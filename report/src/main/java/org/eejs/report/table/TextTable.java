package org.eejs.report.table;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.text.WordUtils;
import org.eejs.report.table.Where.Form;
import org.eejs.terminal.Printable;

/** A writer of tables for the terminal, with left-aligned text and right-aligned figures. Created for one table. */
public final class TextTable {
    /** The width of a line; most screens have room for two windows of this width. */
    public static final int WIDTH = 120;

    private static final String GAP = "  ";
    private static final int LEAST_OF_A_TEXT = 30;

    private final Table table;
    private final List<Integer> columns;
    private final boolean[] brief;
    private final StringBuilder text = new StringBuilder();

    private TextTable(Table table) {
        this.table = table;
        this.columns = table.columns(Form.TERMINAL);
        this.brief = new boolean[columns.size()];
    }

    /**
     * Returns lines of at most {@link #WIDTH} characters, each with a line end. If they would be longer, second lines
     * are omitted, from the first column to the last; then long text of the first column is cut.
     */
    public static String of(Table table) {
        return new TextTable(table).write();
    }

    private String write() {
        for (int column = columns.size(); column > 0 && sum(widths()) > WIDTH; column--) {
            brief[column % columns.size()] = true;
        }
        int[] widths = widths();
        widths[0] = Math.max(1, Math.min(widths[0], WIDTH - sum(widths) + widths[0]));
        head(widths);
        for (Table.Group group : table.groups()) {
            if (table.grouping() != null && !group.name().parts().isEmpty()) {
                text.append(shortened(GAP + Printable.line(group.name().line()) + ":", WIDTH)).append('\n');
            }
            group.rows().forEach(row -> row(row, widths));
        }
        if (!table.total().isEmpty()) {
            row(table.total(), widths);
        }
        return text.toString();
    }

    private int[] widths() {
        List<List<TableCell>> rows = Stream.concat(table.rows().stream(), Stream.of(table.total())).toList();
        return IntStream.range(0, columns.size()).map(column -> Math.max(
                Stream.of(heading(column).split(" ")).mapToInt(String::length).max().orElse(0),
                rows.stream().filter(row -> columns.get(column) < row.size() && !isError(row, column))
                        .mapToInt(row -> isWrapped(row, column) ? Math.min(LEAST_OF_A_TEXT, field(row, column).length())
                                : field(row, column).length()).max().orElse(0))).toArray();
    }

    private static int sum(int[] widths) {
        return IntStream.of(widths).map(width -> GAP.length() + width).sum();
    }

    private String heading(int column) {
        return Printable.line(table.heads().get(columns.get(column)).heading());
    }

    private String field(List<TableCell> row, int column) {
        TableCell cell = row.get(columns.get(column));
        return Printable.line(brief[column] ? cell.text() : cell.line());
    }

    // The last of too few cells contains a reason, and has the rest of the line.
    private boolean isError(List<TableCell> row, int column) {
        return row.size() < table.heads().size() && columns.get(column) == row.size() - 1;
    }

    /** Returns whether the cell is long text at the end of a row, which may be wrapped. */
    private boolean isWrapped(List<TableCell> row, int column) {
        return isError(row, column) || column > 0 && columns.get(column) == row.size() - 1
                && table.heads().get(columns.get(column)).kind() == Column.Kind.LONG_WORDS;
    }

    /** Writes headings, wrapped to the width of their columns. */
    private void head(int[] widths) {
        List<List<String>> heads = IntStream.range(0, columns.size()).mapToObj(column ->
                wrapped(heading(column), widths[column])).toList();
        int lines = heads.stream().mapToInt(List::size).max().orElse(0);
        for (int line = lines; line > 0; line--) {
            int fromEnd = line;
            line(heads.stream().map(words -> words.size() < fromEnd ? "" : words.get(words.size() - fromEnd)).toList(),
                    widths);
        }
    }

    private void row(List<TableCell> row, int[] widths) {
        List<String> fields = new ArrayList<>();
        int place = 0;
        for (int column = 0; column < columns.size() && columns.get(column) < row.size(); column++) {
            if (isWrapped(row, column)) {
                int begin = place;
                List<String> words = wrapped(field(row, column), Math.max(1, WIDTH - place - 2 * GAP.length()));
                line(Stream.concat(fields.stream(), words.stream().limit(1)).toList(), widths);
                words.stream().skip(1).forEach(rest -> text.append(" ".repeat(begin + 2 * GAP.length()))
                        .append(rest).append('\n'));
                return;
            }
            fields.add(field(row, column));
            place += GAP.length() + widths[column];
        }
        line(fields, widths);
    }

    private void line(List<String> fields, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int column = 0; column < fields.size(); column++) {
            String words = column == 0 ? shortened(fields.get(0), widths[0]) : fields.get(column);
            String space = " ".repeat(Math.max(0, widths[column] - words.length()));
            boolean figure = table.heads().get(columns.get(column)).kind().isFigure() && !words.startsWith("✕ ");
            line.append(GAP).append(figure ? space + words : words + space);
        }
        text.append(line.toString().stripTrailing()).append('\n');
    }

    /** Returns text in lines of a width, which is at least that of its longest word. */
    private static List<String> wrapped(String words, int width) {
        return WordUtils.wrap(words, width, "\n", false).lines().toList();
    }

    private static String shortened(String words, int most) {
        return words.length() <= most ? words : words.substring(0, most - 1) + "…";
    }
}
