package org.eejs.doctor.evidence;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A pattern for method names, made of prefixes in which an asterisk matches any characters. Thread-safe. */
public final class FramePattern {
    /** A pattern that matches no name. */
    private static final String NOTHING = "(?!)";

    private final Pattern pattern;
    private final Map<String, Boolean> known = new ConcurrentHashMap<>();

    /** Creates a pattern from prefixes of names. */
    public FramePattern(String... beginnings) {
        pattern = Pattern.compile(beginnings.length == 0 ? NOTHING : Stream.of(beginnings).map(text ->
                Pattern.quote(text).replace("*", "\\E.*\\Q"))
                .collect(Collectors.joining("|")));
    }

    /** Returns whether the name begins with one of the prefixes. */
    public boolean matches(String method) {
        return known.computeIfAbsent(method, each -> pattern.matcher(each).lookingAt());
    }
}
