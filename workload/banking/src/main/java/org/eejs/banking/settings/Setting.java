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
 * A setting, declared once: options of the command line, keys of experiment files and their schema, the command lines
 * of processes, and the words of reports all follow from it. Immutable.
 *
 * @param <T> what its value is where it is used
 */
public final class Setting<T> {
    private static final int LARGEST_PORT = 65_535;
    private static final String PER_CENT = "\\d{1,3}(\\.\\d+)?%";

    private final String key;
    private final String label;
    private final String about;
    private final Kind<?, T> kind;
    private final Object usual;
    private final Setting<?> rival;
    private final Map<RoleName, String> roles;

    /**
     * How values are written, and what becomes of them.
     *
     * @param reader gives nothing where a value is not possible
     * @param expected what to give instead
     * @param names those that are possible; empty where there is no such list
     * @param nothing what says the same as leaving the setting out; null where nothing does
     */
    private record Kind<W, T>(Form<W> form, Function<W, Optional<T>> reader, String expected, List<String> names,
            W nothing) {
        private static <W, T> Kind<W, T> of(Form<W> form, Function<W, T> reader) {
            return new Kind<>(form, reader.andThen(Optional::of), "", List.of(), null);
        }

        private static Kind<Long, Integer> within(long least, long most, String expected) {
            return new Kind<>(Form.WHOLE, number -> number < least || number > most ? Optional.empty()
                    : Optional.of(number.intValue()), expected, List.of(), null);
        }

        private Kind<W, T> where(Predicate<T> possible, String otherwise) {
            return new Kind<>(form, reader.andThen(value -> value.filter(possible)), otherwise, names, nothing);
        }

        private Kind<W, T> named(List<String> choices) {
            return new Kind<>(form, reader, expected, choices, nothing);
        }

        private Kind<W, T> silentAt(W value) {
            return new Kind<>(form, reader, expected, names, value);
        }

        private T value(String option, Object written) {
            Optional<T> value;
            try {
                value = reader.apply(form.accept(written));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(option + ": " + e.getMessage(), e);
            }
            return value.orElseThrow(() -> new IllegalArgumentException("%s '%s' is not possible; give %s".formatted(
                    option, form.write(form.accept(written)), expected)));
        }

        private String word(Object written) {
            W accepted = form.accept(written);
            return accepted.equals(nothing) ? "" : form.write(accepted);
        }
    }

    private Setting(String key, String label, String about, Kind<?, T> kind, Object usual, Setting<?> rival,
            Map<RoleName, String> roles) {
        this.key = key;
        this.label = label;
        this.about = about;
        this.kind = kind;
        this.usual = usual;
        this.rival = rival;
        this.roles = roles;
    }

    private static <T> Setting<T> of(String key, String label, String about, Kind<?, T> kind) {
        return new Setting<>(key, label, about, kind, null, null, Map.of());
    }

    /**
     * Text with a meaning.
     *
     * @param reader throws IllegalArgumentException with a line that says what is expected
     */
    public static <T> Setting<T> text(String key, String label, String about, Function<String, T> reader) {
        return of(key, label, about, Kind.of(Form.TEXT, reader));
    }

    /** Text with a meaning that may also look like a whole number, such as a version. */
    public static <T> Setting<T> version(String key, String label, String about, Function<String, T> reader) {
        return of(key, label, about, Kind.of(Form.VERSION, reader));
    }

    /** One of several names. */
    public static <T> Setting<T> named(String key, String label, String about, List<String> names,
            Function<String, T> reader) {
        return of(key, label, about, Kind.of(Form.TEXT, reader).named(names));
    }

    /** One of several names; {@code what} says what a name is, such as "a TLS profile". */
    public static <E extends Enum<E> & Named> Setting<E> choice(String key, String label, String about, Class<E> type,
            String what) {
        return named(key, label, about, Named.ids(type), id -> Named.byId(type, what, id));
    }

    /** Several of several names, or {@link Named#ALL} or {@link Named#NONE}. */
    public static <T> Setting<Set<T>> choices(String key, String label, String about, List<String> names,
            Function<List<String>, Set<T>> reader) {
        return of(key, label, about, Kind.of(Form.NAMES, reader).named(names).silentAt(List.of()));
    }

    /** A number of things, at least one. */
    public static Setting<Integer> count(String key, String label, String about) {
        return of(key, label, about, Kind.within(1, Integer.MAX_VALUE, "a number of at least 1"));
    }

    /** A port; 0 for any free one. */
    public static Setting<Integer> port(String key, String about) {
        return of(key, "PORT", about, Kind.within(0, LARGEST_PORT, "a port up to " + LARGEST_PORT
                + ", or 0 for any free one").silentAt(0L));
    }

    /** A whole number. */
    public static Setting<Long> whole(String key, String label, String about) {
        return of(key, label, about, Kind.of(Form.WHOLE, number -> number));
    }

    /** A number. */
    public static Setting<Double> number(String key, String label, String about) {
        return of(key, label, about, Kind.of(Form.NUMBER, number -> number));
    }

    /** On or off. */
    public static Setting<Boolean> onOff(String key, String about) {
        List<String> words = List.of("on", "off");
        return of(key, "on|off", about, new Kind<>(Form.SWITCH,
                word -> words.contains(word) ? Optional.of(word.equals("on")) : Optional.empty(), "on or off", words,
                null));
    }

    /** A share of something as a fraction from 0 to 1, which is written in per cent, such as {@code 30%}. */
    public static Setting<Double> share(String key, String about) {
        return text(key, "SHARE", about, text -> text.matches(PER_CENT)
                ? Double.parseDouble(text.substring(0, text.length() - 1)) / 100 : Double.NaN)
                .where(share -> share >= 0 && share <= 1, "a share from 0% to 100%");
    }

    /** Words that are taken as they are. */
    public static Setting<List<String>> words(String key, String label, String about) {
        return of(key, label, about, Kind.of(Form.WORDS, (List<String> words) -> words).silentAt(List.of()));
    }

    /** The same where only some values are possible. */
    public Setting<T> where(Predicate<T> possible, String expected) {
        return new Setting<>(key, label, about, kind.where(possible, expected), usual, rival, roles);
    }

    /** The same with what holds where nothing is said, as experiment files write it. */
    public Setting<T> otherwise(Object value) {
        return new Setting<>(key, label, about, kind, kind.form.accept(value), rival, roles);
    }

    /** The same as one that excludes another, whose value it replaces. */
    public Setting<T> insteadOf(Setting<?> other) {
        return new Setting<>(key, label, about, kind, usual, other, roles);
    }

    /** The same as one of a role's process, which has an option of the same name. */
    public Setting<T> of(RoleName... users) {
        Setting<T> setting = this;
        for (RoleName user : users) {
            setting = setting.of(user, option());
        }
        return setting;
    }

    /** The same as one of a role's process, which has this option. */
    public Setting<T> of(RoleName user, String option) {
        Map<RoleName, String> all = new EnumMap<>(RoleName.class);
        all.putAll(roles);
        all.put(user, option);
        return new Setting<>(key, label, about, kind, usual, rival, Map.copyOf(all));
    }

    /** The key in experiment files and results, for example {@code thinkTime}. */
    public String key() {
        return key;
    }

    /** The option of the command line, for example {@code --think-time}. */
    public String option() {
        return "--" + key.replaceAll("(?=\\p{Upper})", "-").toLowerCase(Locale.ROOT);
    }

    /** The option of a role's process; empty where it has none. */
    public Optional<String> option(RoleName role) {
        return Optional.ofNullable(roles.get(role));
    }

    /** What stands for the value in help. */
    public String label() {
        return label;
    }

    /** What it says and what is possible, in a sentence. */
    public String meaning() {
        return names().isEmpty() ? about + "." : listed(null, "");
    }

    /** The same with what is usual. */
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

    /** How values are written. */
    public Form<?> form() {
        return kind.form;
    }

    /** The names that are possible; empty where there is no such list. */
    public List<String> names() {
        return kind.names;
    }

    /** What holds where nothing is said, as it is written; empty where the process decides. */
    public Optional<Object> usual() {
        return Optional.ofNullable(usual);
    }

    /** Whether one of the two replaces the other. */
    public boolean excludes(Setting<?> other) {
        return rival == other || other.rival == this;
    }

    /** The word of the command line that says what is written; empty where leaving the setting out says the same. */
    public String word(Object written) {
        return kind.word(written);
    }

    /**
     * The value of what is written.
     *
     * @throws IllegalArgumentException with a line that names the option, the value and the way out
     */
    public T value(Object written) {
        return value(option(), written);
    }

    T value(String option, Object written) {
        return kind.value(option, written);
    }

    @Override
    public String toString() {
        return key;
    }
}
