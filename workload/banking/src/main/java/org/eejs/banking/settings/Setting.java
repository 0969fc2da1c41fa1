package org.eejs.banking.settings;

import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.eejs.banking.Named;
import org.eejs.banking.RoleName;

/**
 * A setting, declared once. Options of the command line, keys of experiment files and their schema, the command lines
 * of processes, and the words of reports follow from it. Immutable after its declaration.
 *
 * @param <T> the type of its value in use
 */
public final class Setting<T> {
    private static final int LARGEST_PORT = 65_535;
    private static final String PER_CENT = "\\d{1,3}(\\.\\d+)?%";

    private final String key;
    private final String label;
    private final String about;
    private final Form<?> form;
    /** Returns nothing for a value that is not allowed. */
    private Function<Object, Optional<T>> reader;
    /** The allowed values, for messages: follows "must be". */
    private String expected = "";
    /** The allowed names; empty without such a list. */
    private List<String> names = List.of();
    /** The value that is equivalent to leaving the setting out; null without one. */
    private Object nothing;
    private Object usual;
    private Setting<?> rival;
    private final Map<RoleName, String> roles = new EnumMap<>(RoleName.class);

    private <W> Setting(String key, String label, String about, Form<W> form, Function<W, Optional<T>> reader) {
        this.key = key;
        this.label = label;
        this.about = about;
        this.form = form;
        this.reader = written -> reader.apply(form.accept(written));
    }

    private static <W, T> Setting<T> of(String key, String label, String about, Form<W> form, Function<W, T> reader) {
        return new Setting<>(key, label, about, form, reader.andThen(Optional::of));
    }

    private static Setting<Integer> within(String key, String label, String about, int least, int most,
            String expected) {
        return of(key, label, about, Form.WHOLE, number -> number == number.intValue() ? number.intValue() : -1)
                .where(number -> number >= least && number <= most, expected);
    }

    private Setting<T> named(List<String> choices) {
        names = choices;
        return this;
    }

    private Setting<T> silentAt(Object value) {
        nothing = value;
        return this;
    }

    /**
     * Returns text with a meaning.
     *
     * @param reader throws IllegalArgumentException with a line that describes what is expected
     */
    public static <T> Setting<T> text(String key, String label, String about, Function<String, T> reader) {
        return of(key, label, about, Form.TEXT, reader);
    }

    /** Returns text with a meaning that may also look like a whole number, such as a version. */
    public static <T> Setting<T> version(String key, String label, String about, Function<String, T> reader) {
        return of(key, label, about, Form.VERSION, reader);
    }

    /** Returns one of several names. */
    public static <T> Setting<T> named(String key, String label, String about, List<String> names,
            Function<String, T> reader) {
        return text(key, label, about, reader).named(names);
    }

    /** Returns one of several names; {@code what} describes a name, such as "a TLS profile". */
    public static <E extends Enum<E> & Named> Setting<E> choice(String key, String label, String about, Class<E> type,
            String what) {
        return named(key, label, about, Named.ids(type), id -> Named.byId(type, what, id));
    }

    /** Returns a set of several names, or {@link Named#ALL} or {@link Named#NONE}. */
    public static <T> Setting<Set<T>> choices(String key, String label, String about, List<String> names,
            Function<List<String>, Set<T>> reader) {
        return of(key, label, about, Form.NAMES, reader).named(names).silentAt(List.of());
    }

    /** Returns a number of things, at least one. */
    public static Setting<Integer> count(String key, String label, String about) {
        return within(key, label, about, 1, Integer.MAX_VALUE, "a number of at least 1");
    }

    /** Returns a port; 0 for any free one. */
    public static Setting<Integer> port(String key, String about) {
        return within(key, "PORT", about, 0, LARGEST_PORT, "a port up to " + LARGEST_PORT
                + ", or 0 for any free one").silentAt(0L);
    }

    /** Returns a whole number. */
    public static Setting<Long> whole(String key, String label, String about) {
        return of(key, label, about, Form.WHOLE, number -> number);
    }

    /** Returns a number. */
    public static Setting<Double> number(String key, String label, String about) {
        return of(key, label, about, Form.NUMBER, number -> number);
    }

    /** Returns a switch with the values on and off. */
    public static Setting<Boolean> onOff(String key, String about) {
        List<String> words = List.of("on", "off");
        Setting<Boolean> setting = new Setting<>(key, "on|off", about, Form.SWITCH,
                word -> words.contains(word) ? Optional.of(word.equals("on")) : Optional.empty());
        setting.expected = "on or off";
        return setting.named(words);
    }

    /** Returns a share as a fraction from 0 to 1, written in per cent, such as {@code 30%}. */
    public static Setting<Double> share(String key, String about) {
        return text(key, "SHARE", about, text -> text.matches(PER_CENT)
                ? Double.parseDouble(text.substring(0, text.length() - 1)) / 100 : Double.NaN)
                .where(share -> share >= 0 && share <= 1, "a share from 0% to 100%");
    }

    /** Returns words that are used as written. */
    public static Setting<List<String>> words(String key, String label, String about) {
        return of(key, label, about, Form.WORDS, words -> words).silentAt(List.of());
    }

    /** Restricts the allowed values. Like the methods that follow, for the declaration only. */
    public Setting<T> where(Predicate<T> possible, String otherwise) {
        Function<Object, Optional<T>> all = reader;
        reader = written -> all.apply(written).filter(possible);
        expected = otherwise;
        return this;
    }

    /** Sets the default value, as experiment files write it. */
    public Setting<T> otherwise(Object value) {
        usual = form.accept(value);
        return this;
    }

    /** Excludes another setting, whose value this one replaces. */
    public Setting<T> insteadOf(Setting<?> other) {
        rival = other;
        return this;
    }

    /** Gives processes of roles an option of the same name. */
    public Setting<T> of(RoleName... users) {
        for (RoleName user : users) {
            of(user, option());
        }
        return this;
    }

    /** Gives processes of a role this option. */
    public Setting<T> of(RoleName user, String option) {
        roles.put(user, option);
        return this;
    }

    /** Returns the key in experiment files and results, for example {@code thinkTime}. */
    public String key() {
        return key;
    }

    /** Returns the option of the command line, for example {@code --think-time}. */
    public String option() {
        return "--" + key.replaceAll("(?=\\p{Upper})", "-").toLowerCase(Locale.ROOT);
    }

    /** Returns the option of a role's process; empty where it has none. */
    public Optional<String> option(RoleName role) {
        return Optional.ofNullable(roles.get(role));
    }

    /** Returns the placeholder of the value in help. */
    public String label() {
        return label;
    }

    /** Returns a sentence of help with the allowed names, but without the default. */
    public String meaning() {
        return names().isEmpty() ? about + "." : listed(null, "");
    }

    /** Returns a sentence of help with the allowed names and the default. */
    public String help() {
        if (!names().isEmpty()) {
            return listed(usual, form() == Form.NAMES ? "; " + Named.ALL + ", " + Named.NONE + " (default)" : "");
        }
        return usual == null || word(usual).isEmpty() ? meaning() : "%s (default: %s).".formatted(about, word(usual));
    }

    private String listed(Object marked, String others) {
        return about + ": " + names().stream().map(name -> name.equals(marked) ? name + " (default)" : name)
                .collect(Collectors.joining(", ")) + others + ".";
    }

    /** Returns the written form of values. */
    public Form<?> form() {
        return form;
    }

    /** Returns the allowed names; empty without such a list. */
    public List<String> names() {
        return names;
    }

    /** Returns the default value in its written form; empty if the process decides. */
    public Optional<Object> usual() {
        return Optional.ofNullable(usual);
    }

    /** Returns whether one of the two replaces the other. */
    public boolean excludes(Setting<?> other) {
        return rival == other || other.rival == this;
    }

    /** Converts a written value into the word of the command line; empty if leaving the setting out is equivalent. */
    public String word(Object written) {
        return form.accept(written).equals(nothing) ? "" : form.word(written);
    }

    /**
     * Reads a written value.
     *
     * @throws IllegalArgumentException that names the option, the value and the way out
     */
    public T value(Object written) {
        return value(option(), written);
    }

    T value(String option, Object written) {
        Optional<T> value;
        try {
            value = reader.apply(written);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(option + ": " + e.getMessage(), e);
        }
        return value.orElseThrow(() -> new IllegalArgumentException("%s '%s': must be %s".formatted(
                option, form.word(written), expected)));
    }

    @Override
    public String toString() {
        return key;
    }
}
