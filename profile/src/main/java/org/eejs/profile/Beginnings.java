package org.eejs.profile;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A test whether a name begins in one of many ways; an asterisk matches any characters. Not thread-safe. */
final class Beginnings {
    /** A pattern that no name matches. */
    private static final String NOTHING = "(?!)";

    private final Pattern pattern;
    private final Map<String, Boolean> known = new HashMap<>();

    Beginnings(Collection<String> beginnings) {
        pattern = Pattern.compile(Stream.concat(Stream.of(NOTHING), beginnings.stream()
                .map(text -> Pattern.quote(text).replace("*", "\\E.*\\Q"))).collect(Collectors.joining("|")));
    }

    boolean matches(String name) {
        return known.computeIfAbsent(name, each -> pattern.matcher(each).lookingAt());
    }
}
