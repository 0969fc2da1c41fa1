package org.eejs.report.table;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eejs.report.text.Change;
import org.eejs.report.text.Format;

/**
 * What stands in one field of a table, or in a sentence. Immutable.
 *
 * @param parts what follows each other; spaces are theirs
 * @param tone the class of the whole field in the style sheet; empty for none
 * @param hint more about it, for those who point at it; null for none
 */
public record TableCell(List<Part> parts, String tone, String hint) {
    /** Stands where there is no figure. */
    public static final TableCell NONE = of(Format.NONE);

    /** What a part of a field is. */
    public sealed interface Part permits Words, Bar, Link {}

    /** Words or a figure; {@code tone} is a class in the style sheet. */
    public record Words(Look look, String text, String tone) implements Part {}

    /** The length of a bar in per cent, and where a mark stands on it; null for no mark. Only drawn. */
    public record Bar(double percent, Double mark) implements Part {}

    /** A letter and a name that lead to another place of the page. */
    public record Link(String anchor, String letter, String name) implements Part {}

    /** How words stand out, as far as a writer can show it. */
    public enum Look {
        /** They do not. */
        PLAIN,
        /** What is looked for first. */
        STRONG,
        /** A verdict. */
        BADGE,
        /** A file or a command. */
        CODE,
        /** Long words of which each stays whole. */
        WORDY,
        /** One of several, each in its own line. */
        ITEM,
        /** Less than the others. */
        FAINT,
        /** Below the others, or in brackets behind them: an interval, a share. */
        SMALL,
        /** The same of long words. */
        SMALL_WORDY,
        /** As small, but only where there is room. */
        DETAIL,
        /** Why there is nothing to believe; it has a line of its own, or follows a colon. */
        REASON,
        /** A sign before words, or the number of a footnote behind them; text goes without. */
        MARK, FOOTNOTE
    }

    public static TableCell of(String text) {
        return new TableCell(text.isEmpty() ? List.of() : List.of(new Words(Look.PLAIN, text, "")), "", null);
    }

    /** Returns a sentence whose figures are strong; each takes the place of a {@code %s}. */
    public static TableCell sentence(String words, Object... figures) {
        TableCell sentence = of("");
        String[] between = words.split("%s", -1);
        for (int place = 0; place < between.length; place++) {
            sentence = sentence.and(Look.PLAIN, between[place])
                    .and(Look.STRONG, place < figures.length ? figures[place].toString() : "");
        }
        return sentence;
    }

    /** Returns one after the other. */
    public TableCell then(TableCell other) {
        return new TableCell(Stream.concat(parts.stream(), other.parts.stream()).toList(), tone, hint);
    }

    public static TableCell strong(String text) {
        return new TableCell(List.of(), "", null).and(Look.STRONG, text);
    }

    /** Returns a verdict; {@code tone} is its class in the style sheet. */
    public static TableCell badge(String text, String tone) {
        return new TableCell(List.of(), "", null).and(Look.BADGE, text, tone);
    }

    public static TableCell bar(double percent, Double mark) {
        return new TableCell(List.of(new Bar(percent, mark)), "", null);
    }

    /** Returns a ratio as a factor, with its interval below it. */
    public static TableCell times(Change change) {
        return of(change.plain()).small(change.plainInterval());
    }

    /** With another part; words that are empty are left out. */
    public TableCell and(Look look, String text) {
        return and(look, text, "");
    }

    public TableCell and(Look look, String text, String ownTone) {
        return text.isEmpty() ? this : and(new Words(look, text, ownTone));
    }

    public TableCell and(Part part) {
        return new TableCell(Stream.concat(parts.stream(), Stream.of(part)).toList(), tone, hint);
    }

    /** With an interval or a share below it; nothing where that is empty. */
    public TableCell small(String text) {
        return and(Look.SMALL, text);
    }

    public TableCell toned(String other) {
        return new TableCell(parts, other, hint);
    }

    public TableCell hinted(String words) {
        return new TableCell(parts, tone, words);
    }

    /** Returns all parts that are words. */
    Stream<Words> words() {
        return parts.stream().filter(Words.class::isInstance).map(Words.class::cast);
    }

    /** Returns all parts of a look. */
    public List<Words> parts(Look look) {
        return words().filter(words -> words.look() == look).toList();
    }

    /** On one line, as text. */
    public String line() {
        StringBuilder line = new StringBuilder();
        for (Part part : parts) {
            if (part instanceof Words words) {
                line.append(switch (words.look()) {
                    case DETAIL, MARK, FOOTNOTE -> "";
                    case ITEM -> (line.isEmpty() ? "" : ", ") + words.text();
                    case FAINT -> " " + words.text();
                    case REASON -> ": " + words.text();
                    // Brackets do not stand in brackets.
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

    /** Returns the part that is read first, without what stands below it. */
    public String text() {
        return words().filter(words -> words.look().ordinal() < Look.ITEM.ordinal()).map(Words::text)
                .collect(Collectors.joining());
    }
}
