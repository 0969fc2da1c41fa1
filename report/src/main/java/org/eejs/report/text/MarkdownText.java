package org.eejs.report.text;

import java.util.List;

/** Markdown as it grows: paragraphs, lists and tables (GitHub's). Not thread-safe; made for one report. */
public final class MarkdownText {
    private final StringBuilder text = new StringBuilder();

    public void line(String line) {
        if (!line.isEmpty()) {
            text.append(line).append("\n\n");
        }
    }

    /** An item of a list, escaped; {@link #end} ends the list. */
    public void item(String words) {
        text.append("- ").append(escaped(words)).append('\n');
    }

    /** Ends a list or a table. */
    public void end() {
        text.append('\n');
    }

    /** The head of a table whose first columns hold words, the others numbers; the names stand between bars. */
    public void header(String columns, int words) {
        header(columns, words, 0);
    }

    public void header(String columns, int words, int wordsAtEnd) {
        String[] names = columns.split(" \\| ");
        text.append("| ").append(columns).append(" |\n|");
        alignments(names.length, words, wordsAtEnd);
    }

    /** The head of a table of words whose columns have names from data. */
    public void header(List<String> names) {
        header(names, names.size());
    }

    /** The same of a table whose first columns hold words, the others numbers. */
    public void header(List<String> names, int words) {
        row(names.toArray(String[]::new));
        text.append('|');
        alignments(names.size(), words, 0);
    }

    private void alignments(int columns, int words, int wordsAtEnd) {
        for (int column = 0; column < columns; column++) {
            text.append(column < words || column >= columns - wordsAtEnd ? " --- |" : " ---: |");
        }
        text.append('\n');
    }

    public void row(String... cells) {
        text.append('|');
        for (String cell : cells) {
            text.append(' ').append(escaped(cell)).append(" |");
        }
        text.append('\n');
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
