package org.eejs.report.table;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eejs.report.text.Change;
import org.eejs.report.text.Format;

/**
 * The content of a table cell or a sentence. Immutable.
 *
 * @param parts the parts in order, including spaces
 * @param tone the class of the whole cell in the style sheet; may be empty
 * @param hint a tooltip; null for none
 */
public record TableCell(List<Part> parts, String tone, String hint) {
    /** The cell for a missing figure. */
    public static final TableCell NONE = of(Format.NONE);

    /** A part of a cell. */
    public sealed interface Part permits Words, Bar, Link {}

    /** Text or a figure; {@code tone} is a class in the style sheet. */
    public record Words(Look look, String text, String tone) implements Part {}

    /** A bar with its length in percent and the position of a mark, or null. Only drawn. */
    public record Bar(double percent, Double mark) implements Part {}

    /** A link to another place of the page, with a letter and a name. */
    public record Link(String anchor, String letter, String name) implements Part {}

    /** The emphasis of text, as far as a writer supports it. */
    public enum Look {
        /** Normal text. */
        PLAIN,
        /** The most important text. */
        STRONG,
        /** A verdict. */
        BADGE,
        /** A file or a command. */
        CODE,
        /** Text whose long words are not broken. */
        WORDY,
        /** One of several lines. */
        ITEM,
        /** Less important text. */
        FAINT,
        /** A second line, or text in brackets: an interval, a share. */
        SMALL,
        /** A second line whose long words are not broken. */
        SMALL_WORDY,
        /** A second line, only in forms with enough space. */
        DETAIL,
        /** Why figures are invalid: a separate line, or text after a colon. */
        REASON,
        /** A sign before text, or the number of a footnote after it; plain text omits both. */
        MARK, FOOTNOTE
    }

    public static TableCell of(String text) {
        return new TableCell(text.isEmpty() ? List.of() : List.of(new Words(Look.PLAIN, text, "")), "", null);
    }

    /** Returns a sentence with figures in bold; each figure replaces a {@code %s}. */
    public static TableCell sentence(String words, Object... figures) {
        TableCell sentence = of("");
        String[] between = words.split("%s", -1);
        for (int place = 0; place < between.length; place++) {
            sentence = sentence.and(Look.PLAIN, between[place])
                    .and(Look.STRONG, place < figures.length ? figures[place].toString() : "");
        }
        return sentence;
    }

    /** Returns this cell followed by another. */
    public TableCell then(TableCell other) {
        return new TableCell(Stream.concat(parts.stream(), other.parts.stream()).toList(), tone, hint);
    }

    public static TableCell strong(String text) {
        return new TableCell(List.of(), "", null).and(Look.STRONG, text);
    }

    /** Returns a badge; {@code tone} is its class in the style sheet. */
    public static TableCell badge(String text, String tone) {
        return new TableCell(List.of(), "", null).and(Look.BADGE, text, tone);
    }

    public static TableCell bar(double percent, Double mark) {
        return new TableCell(List.of(new Bar(percent, mark)), "", null);
    }

    /** Returns a ratio as a factor, with its interval on a second line. */
    public static TableCell times(Change change) {
        return of(change.plain()).small(change.plainInterval());
    }

    /** Returns this cell with another part, unless its text is empty. */
    public TableCell and(Look look, String text) {
        return and(look, text, "");
    }

    public TableCell and(Look look, String text, String ownTone) {
        return text.isEmpty() ? this : and(new Words(look, text, ownTone));
    }

    public TableCell and(Part part) {
        return new TableCell(Stream.concat(parts.stream(), Stream.of(part)).toList(), tone, hint);
    }

    /** Returns this cell with a second line, unless it is empty. */
    public TableCell small(String text) {
        return and(Look.SMALL, text);
    }

    public TableCell toned(String other) {
        return new TableCell(parts, other, hint);
    }

    public TableCell hinted(String words) {
        return new TableCell(parts, tone, words);
    }

    /** Returns all text parts. */
    Stream<Words> words() {
        return parts.stream().filter(Words.class::isInstance).map(Words.class::cast);
    }

    /** Returns all parts with this look. */
    public List<Words> parts(Look look) {
        return words().filter(words -> words.look() == look).toList();
    }

    /** Returns the cell as one line of text. */
    public String line() {
        StringBuilder line = new StringBuilder();
        for (Part part : parts) {
            if (part instanceof Words words) {
                line.append(switch (words.look()) {
                    case DETAIL, MARK, FOOTNOTE -> "";
                    case ITEM -> (line.isEmpty() ? "" : ", ") + words.text();
                    case FAINT -> " " + words.text();
                    case REASON -> ": " + words.text();
                    // No brackets within brackets.
                    case SMALL, SMALL_WORDY -> words.text().contains("(") ? ", " + words.text()
                            : " (" + words.text() + ")";
                    default -> words.text();
                });
            } else if (part instanceof Link link) {
                line.append(link.letter()).append(" · ").append(link.name());
            }
        }
        return line.toString();
    }

    /** Returns the main part as text, without second lines. */
    public String text() {
        return words().filter(words -> words.look().ordinal() < Look.ITEM.ordinal()).map(Words::text)
                .collect(Collectors.joining());
    }
}
