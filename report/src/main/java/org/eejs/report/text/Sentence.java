package org.eejs.report.text;

import java.util.List;
import java.util.Locale;

/** Helpers for sentences. */
public final class Sentence {
    private Sentence() {}

    /** Returns words with a capital and a full stop. */
    public static String of(String words) {
        String capitalised = capitalised(words);
        return capitalised.matches("(?s)|.*[.!?]") ? capitalised : capitalised + '.';
    }

    /** Returns words with a capital. */
    public static String capitalised(String words) {
        if (words.isEmpty()) {
            return words;
        }
        int second = words.offsetByCodePoints(0, 1);
        return words.substring(0, second).toUpperCase(Locale.ROOT) + words.substring(second);
    }

    /** Returns names as "A, B and C". */
    public static String joined(List<String> names) {
        int last = names.size() - 1;
        return last < 1 ? String.join("", names)
                : String.join(", ", names.subList(0, last)) + " and " + names.get(last);
    }

    /** Returns a count with a noun, which takes an s in the plural: "1 run", "2,000 runs". */
    public static String count(long count, String one) {
        return Format.count(count) + " " + one + (count == 1 ? "" : "s");
    }
}
