package org.eejs.driver.service;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** Values that no message may show. Immutable. */
public final class Secrets {
    private static final int MOST_SHOWN = 80;

    private final List<String> longestFirst;

    public Secrets(Collection<String> values) {
        longestFirst = values.stream().filter(value -> !value.isEmpty())
                .sorted(Comparator.comparingInt(String::length).reversed()).toList();
    }

    /** The text without secrets. */
    public String hidden(String text) {
        String safe = text;
        for (String secret : longestFirst) {
            safe = safe.replace(secret, "***");
        }
        return safe;
    }

    /** What was found, in one short line without secrets; null is nothing. */
    String shown(String found) {
        if (found == null) {
            return "nothing";
        }
        // A secret that is cut could not be found any more.
        String line = hidden(found).replaceAll("\\s+", " ").strip();
        return line.length() <= MOST_SHOWN ? line : line.substring(0, MOST_SHOWN) + "…";
    }
}
