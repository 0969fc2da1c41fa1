package org.eejs.report.table;

import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eejs.report.table.TableCell.Look;
import org.eejs.report.table.Where.Form;
import org.eejs.terminal.Printable;

/**
 * Growing Markdown text: headings, paragraphs, lists and tables (as on GitHub). All text is data: none of it becomes a
 * link, an image, HTML or other markup. Not thread-safe; created for one report.
 */
public final class MarkdownText {
    /** Addresses and names that readers turn into links even without markup; code never becomes a link. */
    private static final Pattern ADDRESS = Pattern.compile("(?<!ANY)ANY*?(?:(?i:www\\.|mailto:|xmpp:)|://|@)ANY*+"
            .replace("ANY", "[^\\s|`<\\[\\]()]"));
    private static final Pattern MARKUP = Pattern.compile("[\\\\`*_\\[\\]&|~$]|(?<![^ ])#|#(?= |$)");
    /** The beginning of a list, a quotation, a rule or an underline. */
    private static final Pattern BEGIN = Pattern.compile("^(?=[-+](?: |$)|[-=+ ]+$|>)|^(\\d{1,9})(?=[.)](?: |$))");

    private final StringBuilder text = new StringBuilder();

    public void heading(int level, String words) {
        paragraph("#".repeat(level) + ' ', words, "");
    }

    public void paragraph(String words) {
        paragraph("", words, "");
    }

    public void emphasised(String words) {
        paragraph("*", words, "*");
    }

    private void paragraph(String begin, String words, String end) {
        String escaped = escaped(words);
        if (!escaped.isEmpty()) {
            text.append(begin).append(escaped).append(end).append("\n\n");
        }
    }

    /** Adds a paragraph with its figures in bold. */
    public void statement(TableCell words) {
        String sentence = words.words().map(part -> part.look() == Look.STRONG ? "**" + inner(part.text()) + "**"
                : inner(part.text())).collect(Collectors.joining());
        text.append(begun(sentence)).append(sentence.isEmpty() ? "" : "\n\n");
    }

    /** Adds a list item: the name of a file in the same folder as a link, and words about it. */
    public void link(String name, String file, String words) {
        text.append("- [").append(inner(name)).append("](").append(file).append("): ").append(inner(words))
                .append('\n');
    }

    /** Adds a line to copy. */
    public void code(String line) {
        line.strip().lines().forEach(each -> text.append("    ").append(Printable.line(each)).append('\n'));
        text.append('\n');
    }

    /** Adds a list, unless it is empty. */
    public void items(Collection<String> sentences) {
        sentences.forEach(sentence -> text.append("- ").append(escaped(sentence)).append('\n'));
        text.append(sentences.isEmpty() ? "" : "\n");
    }

    /** Adds a table with right-aligned figures. If no column contains the names of groups, one is added. */
    public void table(Table table) {
        List<Integer> columns = table.columns(Form.MARKDOWN);
        Function<TableCell, Stream<String>> name = group -> Stream.of(group.line())
                .filter(line -> table.grouping() != null);
        row(Stream.concat(Stream.ofNullable(table.grouping()), columns.stream().map(place ->
                table.heads().get(place).heading())));
        text.append(Stream.concat(Stream.ofNullable(table.grouping()).map(grouping -> false), columns.stream()
                .map(place -> table.heads().get(place).kind().isFigure())).map(figure -> figure ? " ---: |" : " --- |")
                .collect(Collectors.joining("", "|", "\n")));
        table.groups().forEach(group -> group.rows().forEach(row ->
                row(Stream.concat(name.apply(group.name()), fields(columns, row)))));
        if (!table.total().isEmpty()) {
            row(Stream.concat(name.apply(TableCell.of("")), fields(columns, table.total())));
        }
        text.append('\n');
    }

    private static Stream<String> fields(List<Integer> columns, List<TableCell> row) {
        return columns.stream().map(place -> place < row.size() ? row.get(place).line() : "");
    }

    private void row(Stream<String> cells) {
        text.append(cells.map(cell -> ' ' + escaped(cell) + " |").collect(Collectors.joining("", "|", "\n")));
    }

    private static String escaped(String data) {
        return begun(inner(data == null ? "" : data.strip()));
    }

    private static String begun(String line) {
        return BEGIN.matcher(line).replaceFirst("$1\\\\");
    }

    /** Escapes data that do not begin a line. */
    private static String inner(String data) {
        StringBuilder out = new StringBuilder();
        String line = Printable.line(data);
        Matcher address = ADDRESS.matcher(line);
        int from = 0;
        while (address.find()) {
            out.append(marked(line.substring(from, address.start()))).append('`').append(address.group()).append('`');
            from = address.end();
        }
        return out.append(marked(line.substring(from))).toString();
    }

    private static String marked(String words) {
        return MARKUP.matcher(words).replaceAll("\\\\$0").replace("<", "&lt;");
    }

    @Override
    public String toString() {
        // A no-break space looks like a space, but a search does not find it.
        return text.toString().replace('\u00a0', ' ').stripTrailing() + '\n';
    }
}
