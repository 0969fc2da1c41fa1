package org.eejs.banking.settings;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The written form of values: a word of a command line, and a value of JSON or YAML. Immutable.
 *
 * @param <W> the type of such a value in JSON: a string, a number, or a list of strings
 */
public final class Form<W> {
    /** Any text. */
    public static final Form<String> TEXT = new Form<>("a single value", word -> word, Form::text, text -> text);
    /** Text that may also look like a whole number, such as a version. */
    public static final Form<String> VERSION = new Form<>("a single value", word -> word, Form::text, text -> text);
    /** The words on and off, which YAML takes for true and false. */
    public static final Form<String> SWITCH = new Form<>("on or off", word -> word,
            tree -> tree instanceof Boolean on ? Optional.of(on ? "on" : "off") : text(tree), text -> text);
    /** A whole number. */
    public static final Form<Long> WHOLE = new Form<>("a whole number", Long::valueOf,
            tree -> tree instanceof Integer || tree instanceof Long ? Optional.of(((Number) tree).longValue())
                    : Optional.empty(), String::valueOf);
    /** A number. */
    public static final Form<Double> NUMBER = new Form<>("a number", Double::valueOf,
            tree -> tree instanceof Number number ? Optional.of(number.doubleValue()) : Optional.empty(),
            number -> Double.isFinite(number) ? new BigDecimal(number.toString()).stripTrailingZeros().toPlainString()
                    : number.toString());
    /** Names, separated by commas; in a file a list of them, or one. */
    public static final Form<List<String>> NAMES = new Form<>("a list of names", word -> List.of(word.split(",")),
            tree -> tree instanceof Collection<?> list ? strings(list) : text(tree).map(List::of),
            names -> String.join(",", names));
    /** Words, separated by spaces; in a file a list of them. */
    public static final Form<List<String>> WORDS = new Form<>("a list, such as [-Xms1g, -Xmx1g]",
            word -> Arrays.stream(word.strip().split("\\s+")).filter(each -> !each.isEmpty()).toList(),
            tree -> tree instanceof Collection<?> list ? strings(list) : Optional.empty(),
            words -> String.join(" ", words));

    private final String name;
    private final Function<String, W> reader;
    private final Function<Object, Optional<W>> ofTree;
    private final Function<W, String> writer;

    private Form(String name, Function<String, W> reader, Function<Object, Optional<W>> ofTree,
            Function<W, String> writer) {
        this.name = name;
        this.reader = reader;
        this.ofTree = ofTree;
        this.writer = writer;
    }

    private static Optional<String> text(Object tree) {
        boolean single = tree instanceof String || tree instanceof Integer || tree instanceof Long
                || tree instanceof Boolean;
        return single ? Optional.of(tree.toString()) : Optional.empty();
    }

    private static Optional<List<String>> strings(Collection<?> list) {
        return list.stream().allMatch(each -> text(each).isPresent())
                ? Optional.of(list.stream().map(String::valueOf).toList()) : Optional.empty();
    }

    /** Returns whether it is one text or several, used as written. */
    public boolean isText() {
        return this == TEXT || this == VERSION || this == NAMES || this == WORDS;
    }

    /**
     * Parses a word of the command line.
     *
     * @throws IllegalArgumentException that describes the expected form
     */
    public W read(String word) {
        try {
            return reader.apply(word);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("'" + word + "' is not " + name, e);
        }
    }

    /**
     * Converts a value of JSON or YAML, in the classes that Jackson reads it into.
     *
     * @throws IllegalArgumentException that describes the expected form
     */
    public W accept(Object tree) {
        return ofTree.apply(tree).orElseThrow(() -> new IllegalArgumentException("'" + tree + "' is not " + name));
    }

    /** Converts a value of an experiment file into the equivalent word of the command line. */
    String word(Object tree) {
        return writer.apply(accept(tree));
    }
}
