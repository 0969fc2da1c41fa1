package org.eejs.lab.service;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.eejs.banking.service.ServiceRequest.Header;
import org.eejs.banking.service.ServiceRequest.Part;

/** Finds a rule by which drivers extract a value from answers like a recorded one. */
final class AnswerSearch {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String SET_COOKIE = "Set-Cookie";
    private static final Pattern COOKIE = Pattern.compile("(?m)^([^=;\\n]+)=([^;\\n]+)");
    /** Headers without values of an application, at least without those of other requests. */
    private static final Set<String> TRANSPORT = Set.of("date", "content-length", "content-type", "content-encoding",
            "content-security-policy", "content-security-policy-report-only", "report-to", "nel", "location", "age",
            "expires", "vary", "server", "via");
    private static final int FARTHEST = 100;
    private static final int MOST_PLACES = 8;
    private static final Pattern LETTERS = Pattern.compile("(?s).*\\w\\w.*");

    private AnswerSearch() {}

    /**
     * The rule that extracts a value.
     *
     * @param from the header, the JSON path or the regular expression, in the form of takes
     */
    record Found(Part part, String from, boolean html) {}

    /**
     * Returns the rule for a value in an answer; null if the answer lacks it, or has it in several ways.
     *
     * @param name the parameter that sends it, which may be next to it
     */
    static Found find(RecordedCall call, String value, String name) {
        Found header = call.answered().stream().anyMatch(each -> each.value().contains(value))
                ? header(call, value, name) : null;
        if (header != null) {
            return header;
        }
        if (call.json() && call.answer().contains(value)) {
            try {
                String path = path("$", JSON.readTree(call.answer()), value);
                if (path != null) {
                    return new Found(Part.JSON, path, false);
                }
            } catch (JsonProcessingException e) {
                // Invalid JSON may still be searched as text.
            }
        }
        String basic = value.replace("&", "&amp;").replace("\"", "&quot;").replace("'", "&#39;").replace("<", "&lt;")
                .replace(">", "&gt;");
        return Stream.of(value, basic, basic.replace("+", "&#43;"), basic.replace("=", "&#x3D;").replace("/", "&#x2F;"))
                .distinct().limit(call.html() ? Long.MAX_VALUE : 1)
                .filter(call.answer()::contains).map(written -> call.html() ? regex(call.answer(), written, name)
                        : regexOrLine(call.answer(), written, name))
                .filter(regex -> regex != null).findFirst()
                .map(regex -> new Found(Part.REGEX, regex, call.html())).orElse(null);
    }

    /** Returns the rule for a value in headers: in the target of a redirect, in a cookie, or in any other header. */
    private static Found header(RecordedCall call, String value, String name) {
        Found location = location(call, value, name);
        if (location != null) {
            return location;
        }
        String cookies = call.answered(SET_COOKIE);
        Matcher cookie = COOKIE.matcher(cookies);
        while (cookie.find()) {
            boolean isQuoted = cookie.group(2).equals("\"" + value + "\"");
            if (isQuoted || cookie.group(2).equals(value)) {
                return new Found(Part.HEADER, "Set-Cookie: (?m)^" + quoted(cookie.group(1)) + (isQuoted
                        ? "=\"([^;\"\\n]+)" : "=([^;\\n]+)"), false);
            }
        }
        for (Header each : call.answered()) {
            Found whole = whole(call, each.name(), value);
            String regex = whole != null || !each.value().contains(value) || isOfTransport(each.name()) ? null
                    : regexOrLine(call.answered(each.name()), value, name);
            if (whole != null || regex != null) {
                return whole != null ? whole : new Found(Part.HEADER, each.name() + ": " + regex, false);
            }
        }
        return null;
    }

    private static boolean isOfTransport(String header) {
        return TRANSPORT.contains(header.toLowerCase(Locale.ROOT));
    }

    /** Returns the rule for a value in the target of a redirect; null if it is not there. */
    static Found location(RecordedCall call, String value, String name) {
        String regex = call.location().contains(value) ? regexOrLine(call.location(), value, name) : null;
        return regex == null ? null : new Found(Part.HEADER, "Location: " + regex, false);
    }

    /** Returns the rule for a header that consists of a value only; null if there is none. */
    static Found whole(RecordedCall call, String header, String value) {
        return !isOfTransport(header) && call.answered(header).equals(value)
                ? new Found(Part.HEADER, header, false) : null;
    }

    private static String regexOrLine(String text, String value, String name) {
        String regex = regex(text, value, name);
        return regex != null ? regex : line(text, value);
    }

    /** Returns an expression for the text before a value in its line, which may be empty. */
    private static String line(String text, String value) {
        int at = text.indexOf(value);
        int end = at + value.length();
        String before = text.substring(text.lastIndexOf('\n', at - 1) + 1, at);
        String regex = "(?m)^" + quoted(before) + group(end < text.length() ? text.substring(end, end + 1) : "");
        return before.length() <= FARTHEST && !isMade(before) && finds(regex, text, value) ? regex : null;
    }

    private static boolean isMade(String context) {
        return Stream.of(context.split("\\W+")).anyMatch(ChangingValue::isLong);
    }

    /** Returns an expression for a value that ends before this character; empty for the end of the text. */
    private static String group(String next) {
        return next.isEmpty() ? "(\\S+)$" : next.isBlank() ? "([^\\s]+)\\s" : "([^" + quoted(next) + "]+)"
                + quoted(next);
    }

    private static String path(String at, JsonNode node, String value) {
        if (node.isValueNode()) {
            return node.asText().equals(value) ? at : null;
        }
        if (node.isArray()) {
            for (int i = 0; i < node.size(); i++) {
                String path = path(at + "[" + i + "]", node.get(i), value);
                if (path != null) {
                    return path;
                }
            }
            return null;
        }
        for (Map.Entry<String, JsonNode> each : node.properties()) {
            String path = path(at + key(each.getKey()), each.getValue(), value);
            if (path != null) {
                return path;
            }
        }
        return null;
    }

    private static String key(String name) {
        return name.matches("[A-Za-z_]\\w*") ? "." + name
                : "['" + name.replace("\\", "\\\\").replace("'", "\\'") + "']";
    }

    /**
     * Returns the path of a value in a JSON answer, as a field with such a name, but not in arrays; null if there is
     * none.
     */
    static Found number(RecordedCall call, String value, Pattern names) {
        if (!call.json() || !call.answer().contains(value)) {
            return null;
        }
        try {
            String path = number("$", JSON.readTree(call.answer()), value, names);
            return path == null ? null : new Found(Part.JSON, path, false);
        } catch (JsonProcessingException e) {
            return null;
        }
    }

    private static String number(String at, JsonNode node, String value, Pattern names) {
        for (Map.Entry<String, JsonNode> each : node.properties()) {
            String here = at + key(each.getKey());
            boolean isIt = each.getValue().isValueNode() && names.matcher(each.getKey()).matches()
                    && each.getValue().asText().equals(value);
            String path = isIt ? here : number(here, each.getValue(), value, names);
            if (path != null) {
                return path;
            }
        }
        return null;
    }

    /** Returns an expression with the value as its first group, and as little context as possible. */
    private static String regex(String text, String value, String name) {
        int at = text.indexOf(value);
        String regex = null;
        for (int i = 0; at >= 0 && i < MOST_PLACES && regex == null; i++, at = text.indexOf(value, at + 1)) {
            int end = at + value.length();
            String next = end < text.length() ? text.substring(end, end + 1) : "";
            if (next.isEmpty() || !value.contains(next)) {
                List<String> contexts = contexts(text, at, end, next);
                regex = Stream.concat(contexts.stream().filter(each -> !name.isEmpty() && each.contains(name)),
                        contexts.stream()).filter(each -> finds(each, text, value)).findFirst().orElse(null);
            }
        }
        return regex;
    }

    /** Returns expressions for the text before a value, and then also after it, from short to long. */
    private static List<String> contexts(String text, int at, int end, String next) {
        String group = group(next);
        List<String> before = Stream.iterate(at - 1, i -> i >= Math.max(0, at - FARTHEST), i -> i - 1)
                .filter(i -> i == 0 || "\"'<>&?;,/(=. \n".indexOf(text.charAt(i - 1)) >= 0)
                .map(i -> text.substring(i, at)).filter(context -> LETTERS.matcher(context).matches())
                .takeWhile(context -> !isMade(context))
                .map(context -> quoted(context) + group).toList();
        int behind = end + next.length();
        return Stream.concat(before.stream(), before.stream().limit(1).flatMap(shortest ->
                IntStream.range(behind, Math.min(text.length(), behind + FARTHEST))
                        .filter(stop -> "\"'>".indexOf(text.charAt(stop)) >= 0)
                        .mapToObj(stop -> shortest + quoted(text.substring(behind, stop + 1))))).toList();
    }

    private static boolean finds(String regex, String text, String value) {
        com.google.re2j.Matcher first = com.google.re2j.Pattern.compile(regex).matcher(text);
        return first.find() && first.group(1).equals(value);
    }

    /** Returns an expression in which any white space matches any white space, since the layout of pages changes. */
    private static String quoted(String text) {
        return text.replaceAll("[\\p{Punct}&&[^_]]", "\\\\$0").replaceAll("\\s+", "\\\\s+");
    }
}
