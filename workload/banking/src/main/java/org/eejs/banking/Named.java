package org.eejs.banking;

import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** A choice that options, experiment files and results call by a name. Implemented by enums. */
public interface Named {
    /** Means all choices; must be the only name in a list. */
    String ALL = "all";
    /** Means no choice; must be the only name in a list. */
    String NONE = "none";

    /** Returns the constant's name in Java. */
    String name();

    /** Returns the name in options, experiment files and results, for example {@code new-connection}. */
    default String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns the names of all choices, in their order. */
    static <E extends Enum<E> & Named> List<String> ids(Class<E> type) {
        return Arrays.stream(type.getEnumConstants()).map(Named::id).toList();
    }

    /**
     * Returns the choice with this {@link #id()}.
     *
     * @param noun the word for a choice, with its article, such as "a TLS profile"
     * @throws IllegalArgumentException with a line that lists those that exist
     */
    static <E extends Enum<E> & Named> E byId(Class<E> type, String noun, String id) {
        return byId(type, noun, id, "");
    }

    private static <E extends Enum<E> & Named> E byId(Class<E> type, String noun, String id, String others) {
        return Arrays.stream(type.getEnumConstants()).filter(each -> each.id().equals(id)).findFirst()
                .orElseThrow(() -> new IllegalArgumentException("'%s' is not %s; there are %s%s".formatted(id, noun,
                        String.join(", ", ids(type)), others)));
    }

    /**
     * Returns the choices with these names.
     *
     * @param ids each an {@link #id()}, or {@link #ALL} or {@link #NONE} as the only name; empty for none
     * @throws IllegalArgumentException with a line that lists those that exist
     */
    static <E extends Enum<E> & Named> Set<E> byIds(Class<E> type, String noun, List<String> ids) {
        if (ids.equals(List.of(ALL))) {
            return Collections.unmodifiableSet(EnumSet.allOf(type));
        }
        return (ids.equals(List.of(NONE)) ? List.<String>of() : ids).stream()
                .map(each -> byId(type, noun, each, ", or " + ALL + " or " + NONE))
                .collect(Collectors.collectingAndThen(Collectors.toCollection(() -> EnumSet.noneOf(type)),
                        Collections::unmodifiableSet));
    }
}
