package org.eejs.doctor.evidence;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Knows whether a method's name begins in one of some ways; an asterisk stands for any characters. Thread-safe. */
public final class FramePattern {
    /** A pattern that no name has. */
    private static final String NOTHING = "(?!)";

    private final Pattern pattern;
    private final Map<String, Boolean> known = new ConcurrentHashMap<>();

    /** Of names that begin so. */
    public FramePattern(String... beginnings) {
        pattern = Pattern.compile(beginnings.length == 0 ? NOTHING : Stream.of(beginnings).map(text ->
                Pattern.quote(text).replace("*", "\\E.*\\Q"))
                .collect(Collectors.joining("|")));
    }

    /** Returns whether a name does. */
    public boolean matches(String method) {
        return known.computeIfAbsent(method, each -> pattern.matcher(each).lookingAt());
    }
}
