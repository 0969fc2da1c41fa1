package org.eejs.lab.machine;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.apache.commons.text.similarity.LevenshteinDistance;

/** Puts names that exist in the order in which a person who mistyped one may have meant them. */
public final class Nearest {
    private Nearest() {}

    /** The names, the nearest to what was typed first; letters' case does not matter. */
    public static List<String> first(String typed, Collection<String> names) {
        return first(typed, names, name -> name);
    }

    /** The things, that with the name nearest to what was typed first; letters' case does not matter. */
    static <T> List<T> first(String typed, Collection<T> things, Function<T, String> name) {
        LevenshteinDistance distance = LevenshteinDistance.getDefaultInstance();
        String word = typed.toLowerCase(Locale.ROOT);
        return things.stream().sorted(Comparator.comparingInt(thing ->
                distance.apply(word, name.apply(thing).toLowerCase(Locale.ROOT)))).toList();
    }
}
