package org.eejs.driver.service;

import com.jayway.jsonpath.InvalidPathException;
import com.jayway.jsonpath.JsonPath;
import com.jayway.jsonpath.PathNotFoundException;
import java.io.IOException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.text.StringEscapeUtils;
import org.eejs.service.PercentEncoding;
import org.eejs.service.ServiceRequest.Part;
import org.eejs.service.ServiceRequest.Take;

/** Finds something in answers. */
interface Finder {
    /** What is there, or null; throws IOException with what is wrong where the body cannot be read. */
    String in(ServiceAnswer answer) throws IOException;

    /** Whether it looks at bodies. */
    static boolean needsBody(Part part) {
        return part == Part.JSON || part == Part.REGEX;
    }

    /**
     * Finds a part.
     *
     * @param source where it is described
     * @throws IllegalArgumentException if the name is no JSON path
     */
    static Finder of(Part part, String name, String source) {
        return switch (part) {
            case STATUS -> answer -> Integer.toString(answer.status());
            case HEADER -> header(name.split(": ", 2));
            case JSON -> json(path(name, source));
            case REGEX -> regex(Pattern.compile(name));
        };
    }

    /** Finds what is taken, decoded. */
    static Finder of(Take take) {
        Finder finder = of(take.part(), take.from(), take.source());
        return answer -> {
            String found = finder.in(answer);
            String text = found == null || !take.html() ? found : StringEscapeUtils.unescapeHtml4(found);
            return text == null || !take.url() ? text : PercentEncoding.decoded(text);
        };
    }

    private static JsonPath path(String path, String source) {
        try {
            return JsonPath.compile(path);
        } catch (InvalidPathException e) {
            throw new IllegalArgumentException(source + ": '" + path + "' is no JSON path: "
                    + e.getMessage().replaceFirst("(?s)\\R.*", ""));
        }
    }

    /** A header, or the first group of a pattern in it, where each time that the header is there is a line. */
    private static Finder header(String[] nameAndPattern) {
        if (nameAndPattern.length == 1) {
            return answer -> answer.headers().get(nameAndPattern[0]);
        }
        Pattern pattern = Pattern.compile(nameAndPattern[1]);
        return answer -> {
            Matcher matcher = pattern.matcher(String.join("\n", answer.headers().getAll(nameAndPattern[0])));
            return matcher.find() ? matcher.group(Math.min(1, matcher.groupCount())) : null;
        };
    }

    private static Finder json(JsonPath path) {
        return answer -> {
            Object document = answer.document();
            if (document == null) {
                return null;
            }
            Object found;
            try {
                found = path.read(document, ServiceAnswer.JSON);
            } catch (PathNotFoundException e) {
                return null;
            }
            if (!path.isDefinite() && found instanceof List<?> all) {
                if (all.isEmpty()) {
                    return null;
                }
                found = all.get(0);
            }
            if (found == null) {
                return null;
            }
            return found instanceof String text ? text : ServiceAnswer.JSON.jsonProvider().toJson(found);
        };
    }

    private static Finder regex(Pattern pattern) {
        return answer -> {
            Matcher matcher = pattern.matcher(answer.text());
            return matcher.find() ? matcher.group(Math.min(1, matcher.groupCount())) : null;
        };
    }
}
