package org.eejs.lab.machine;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.apache.commons.text.similarity.LongestCommonSubsequenceDistance;

/** What a person who mistyped a name may have meant. */
public final class Nearest {
    private static final LongestCommonSubsequenceDistance DISTANCE = new LongestCommonSubsequenceDistance();
    /** Two letters that changed places, or one that became another, are 2 apart; one more or less is 1. */
    private static final int NEAR = 2;
    private static final int LETTERS_FOR_ONE = 3;

    private Nearest() {}

    /** Returns the names that are near to what was typed, the nearest first; letters' case does not matter. */
    public static List<String> to(String typed, Collection<String> names) {
        return names.stream().filter(name -> distance(typed, name) <= Math.max(NEAR, typed.length() / LETTERS_FOR_ONE)
                        && distance(typed, name) < typed.length() + name.length())
                .sorted(Comparator.comparingInt(name -> distance(typed, name))).toList();
    }

    /** Returns the end of a line about a name that does not exist: which was meant, or else which there are. */
    public static String hint(String typed, Collection<String> names) {
        List<String> near = to(typed, names);
        return near.isEmpty() ? "there are " + String.join(", ", names)
                : "did you mean " + String.join(" or ", near) + "?";
    }

    private static int distance(String typed, String name) {
        return DISTANCE.apply(typed.toLowerCase(Locale.ROOT), name.toLowerCase(Locale.ROOT));
    }
}
