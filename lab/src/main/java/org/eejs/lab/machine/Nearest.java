package org.eejs.lab.machine;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.apache.commons.text.similarity.LongestCommonSubsequenceDistance;

/** A search for the names that a mistyped name is near to. */
public final class Nearest {
    private static final LongestCommonSubsequenceDistance DISTANCE = new LongestCommonSubsequenceDistance();
    /** The largest distance: two swapped letters or a wrong one count 2, a missing or additional one counts 1. */
    private static final int NEAR = 2;
    private static final int LETTERS_FOR_ONE = 3;

    private Nearest() {}

    /** Returns the names near to the typed one, the nearest first; case does not matter. */
    public static List<String> to(String typed, Collection<String> names) {
        return names.stream().filter(name -> distance(typed, name) <= Math.max(NEAR, typed.length() / LETTERS_FOR_ONE)
                        && distance(typed, name) < typed.length() + name.length())
                .sorted(Comparator.comparingInt(name -> distance(typed, name))).toList();
    }

    /** Returns the end of a message about an unknown name: the near names, or else all names. */
    public static String hint(String typed, Collection<String> names) {
        List<String> near = to(typed, names);
        return near.isEmpty() ? "there are " + String.join(", ", names)
                : "did you mean " + String.join(" or ", near) + "?";
    }

    private static int distance(String typed, String name) {
        return DISTANCE.apply(typed.toLowerCase(Locale.ROOT), name.toLowerCase(Locale.ROOT));
    }
}
