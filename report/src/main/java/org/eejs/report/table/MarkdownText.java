package org.eejs.report.table;

import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eejs.report.table.Where.Form;

/** Markdown as it grows: paragraphs, lists and tables (GitHub's). Not thread-safe; made for one report. */
public final class MarkdownText {
    private final StringBuilder text = new StringBuilder();

    public void line(String line) {
        if (!line.isEmpty()) {
            text.append(line).append("\n\n");
        }
    }

    /** A list of sentences, escaped; nothing where there is none. */
    public void items(Collection<String> sentences) {
        sentences.forEach(sentence -> text.append("- ").append(escaped(sentence)).append('\n'));
        text.append(sentences.isEmpty() ? "" : "\n");
    }

    /** A table, whose figures end below each other; a column names its groups where no other does. */
    public void table(Table table) {
        List<Integer> columns = table.columns(Form.MARKDOWN);
        Function<Cell, Stream<String>> name = group -> Stream.of(group.line()).filter(line -> table.grouping() != null);
        row(Stream.concat(Stream.ofNullable(table.grouping()), columns.stream().map(place ->
                table.heads().get(place).heading())));
        text.append(Stream.concat(Stream.ofNullable(table.grouping()).map(grouping -> false), columns.stream()
                .map(place -> table.heads().get(place).kind().isFigure())).map(figure -> figure ? " ---: |" : " --- |")
                .collect(Collectors.joining("", "|", "\n")));
        table.groups().forEach(group -> group.rows().forEach(row ->
                row(Stream.concat(name.apply(group.name()), fields(columns, row)))));
        if (!table.total().isEmpty()) {
            row(Stream.concat(name.apply(Cell.of("")), fields(columns, table.total())));
        }
        text.append('\n');
    }

    private static Stream<String> fields(List<Integer> columns, List<Cell> row) {
        return columns.stream().map(place -> place < row.size() ? row.get(place).line() : "");
    }

    private void row(Stream<String> cells) {
        text.append(cells.map(cell -> ' ' + escaped(cell) + " |").collect(Collectors.joining("", "|", "\n")));
    }

    /** Data as text: they neither end a cell nor become HTML or emphasis. */
    public static String escaped(String data) {
        return data == null ? "" : data.replace("\\", "\\\\").replace("|", "\\|").replace("<", "&lt;")
                .replace("*", "\\*").replace("_", "\\_").replace("`", "\\`").replaceAll("\\R", " ");
    }

    @Override
    public String toString() {
        // A no-break space cannot be searched for and looks like a space anyway.
        return text.toString().replace('\u00a0', ' ').stripTrailing() + '\n';
    }
}
