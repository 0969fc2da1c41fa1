package org.eejs.driver.script;

import com.fasterxml.jackson.databind.node.NullNode;
import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import com.jayway.jsonpath.InvalidPathException;
import com.jayway.jsonpath.JsonPath;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import org.apache.commons.text.StringEscapeUtils;
import org.eejs.banking.service.PercentEncoding;
import org.eejs.banking.service.ServiceRequest.Part;
import org.eejs.banking.service.ServiceRequest.Take;

/** A search for values in answers. */
interface Finder {
    /** The longest value that a session keeps. */
    int MOST_TAKEN = 64 * 1_024;

    /** Returns the value, or null; throws IOException with the reason if the body is not readable. */
    String in(ScriptAnswer answer) throws IOException;

    /** Returns whether it reads bodies. */
    static boolean needsBody(Part part) {
        return part == Part.JSON || part == Part.REGEX;
    }

    /**
     * Creates the finder of a part.
     *
     * @param source where it is described
     * @throws IllegalArgumentException if the name is not a JSON path or not a regular expression
     */
    static Finder of(Part part, String name, String source) {
        return of(part, name, false, source);
    }

    /**
     * Creates the finder of a part.
     *
     * @param nulls whether JSON's null is found, as the text null, or ignored
     */
    static Finder of(Part part, String name, boolean nulls, String source) {
        return switch (part) {
            case STATUS -> answer -> Integer.toString(answer.status());
            case HEADER -> header(name.split(": ", 2));
            case JSON -> json(path(name, source), nulls);
            case REGEX -> regex(Pattern.compile(name));
        };
    }

    /** Creates the finder of a value to take, decoded. */
    static Finder of(Take take) {
        Finder finder = of(take.part(), take.from(), take.source());
        return answer -> {
            String found = finder.in(answer);
            if (found != null && found.length() > MOST_TAKEN) {
                throw new IOException("its value for ${" + take.variable() + "} is longer than " + MOST_TAKEN
                        + " characters");
            }
            String text = found == null || !take.html() ? found : StringEscapeUtils.unescapeHtml4(found);
            return text == null || !take.url() ? text : PercentEncoding.decoded(text);
        };
    }

    private static JsonPath path(String path, String source) {
        if (path.contains("=~")) {
            throw new IllegalArgumentException(source + ": '" + path + "' has a regular expression, which may take "
                    + "endless time; check by regex instead");
        }
        try {
            return JsonPath.compile(path);
        } catch (InvalidPathException e) {
            throw new IllegalArgumentException(source + ": '" + path + "' is not a JSON path: "
                    + e.getMessage().replaceFirst("(?s)\\R.*", ""));
        }
    }

    /**
     * Returns the finder of a header, or of the first group of a pattern in it; each occurrence of the header is a
     * line.
     */
    private static Finder header(String[] nameAndPattern) {
        if (nameAndPattern.length == 1) {
            return answer -> answer.headers().get(nameAndPattern[0]);
        }
        Pattern pattern = Pattern.compile(nameAndPattern[1]);
        return answer -> first(pattern, String.join("\n", answer.headers().getAll(nameAndPattern[0])), answer);
    }

    private static Finder json(JsonPath path, boolean nulls) {
        return answer -> {
            Object found = answer.find(path);
            if (!path.isDefinite() && found instanceof List<?> all) {
                found = all.isEmpty() ? null : Objects.requireNonNullElse(all.get(0), NullNode.instance);
            }
            return found == null || !nulls && found == NullNode.instance ? null : answer.written(found);
        };
    }

    private static Finder regex(Pattern pattern) {
        return answer -> first(pattern, answer.text(), answer);
    }

    /** Returns the first group of a pattern's first match, or all of it; null for none. */
    private static String first(Pattern pattern, String text, ScriptAnswer answer) {
        Matcher matcher = pattern.matcher(answer.deadline().bounded(text));
        return matcher.find() ? matcher.group(Math.min(1, matcher.groupCount())) : null;
    }
}
