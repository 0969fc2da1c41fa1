package org.eejs.lab.service;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eejs.banking.service.PercentEncoding;
import org.eejs.banking.service.ServiceRequest.Header;
import org.eejs.lab.service.Placeholders.Within;

/** The values of a request: their places, and their replacements. */
final class CallValues {
    private static final Pattern QUERY = Pattern.compile("([^?&=]+)=([^&]*)");
    private static final Pattern SEGMENT = Pattern.compile("(?<=/)[^/?]+");
    /** A name with the hash of a file's content, as bundlers write them. */
    private static final Pattern FINGERPRINT =
            Pattern.compile("(.*[._~-])((?=[^.]*\\d)[0-9A-Za-z_]{6,})((?:\\.[A-Za-z0-9]+)+)");
    /** A string, which may be a key, or a number. */
    private static final Pattern JSON =
            Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*+)\"(\\s*:)?|-?\\d[\\d.eE+-]*");
    /** The text before the value of an attribute, its name, and the value. */
    private static final Pattern ATTRIBUTE = Pattern.compile("((?:[\\w.-]+:)?([\\w.-]+)=\")([^\"<>]*)(?=\")");
    /** The same for an element. */
    private static final Pattern ELEMENT = Pattern.compile("(<(?:[\\w.-]+:)?([\\w.-]+)[^<>]*>)([^<>]+)(?=</)");
    private static final Pattern WORD = Pattern.compile("[\\w+/=.~-]{6,}");
    /** Sessions in paths, as Java's servlets write them (RFC 3986, 3.3). */
    private static final Pattern MATRIX = Pattern.compile(";([^=;]+)=([^;]+)");
    private static final Pattern PART = Pattern.compile(
            "(?s)((?<!file)name=\"([^\"]*)\"(?:(?!\\r\\n\\r\\n|filename=).)*\\r\\n\\r\\n)(.*?)(?=\\r\\n--)");
    /** Authentication schemes whose value comes from a service (RFC 9110, 11.4). */
    private static final Pattern BEARER = Pattern.compile("(?i)((?:bearer|token|dpop|gnap|apikey) )(\\S+)");
    /** Headers about the browser, its abilities and the previous page. */
    private static final Set<String> COMMON = Set.of("accept", "accept-encoding", "accept-language", "cache-control",
            "content-type", "origin", "pragma", "priority", "referer", "upgrade-insecure-requests", "user-agent",
            "dnt");

    /** The parameter names of versions of a file. */
    static final String FILE = "hash";

    private CallValues() {}

    /** A kind of place, which determines how a value is written. */
    enum Place {
        PATH(Within.QUERY), QUERY(Within.QUERY), FORM(Within.FORM), JSON(Within.JSON), PART(Within.TEXT),
        HEADER(Within.TEXT);

        private final Within within;

        Place(Within within) {
            this.within = within;
        }

        Within within() {
            return within;
        }
    }

    /**
     * A value.
     *
     * @param name of the parameter or header; empty if it has none
     * @param value the decoded value
     * @param raw the value as written
     * @param before for a path, the text before it; else empty
     */
    record Slot(Place place, String name, String value, String raw, String before) {
        Slot(Place place, String name, String value, String raw) {
            this(place, name, value, raw, "");
        }
    }

    /**
     * Returns a path and query with replaced values; {@code instead} gives the replacement, or null to keep a value.
     */
    static String target(String target, Function<Slot, String> instead) {
        int query = target.indexOf('?');
        String path = query < 0 ? target : target.substring(0, query);
        String replaced = replace(SEGMENT, path, found -> {
            Matcher hashed = FINGERPRINT.matcher(found.group());
            if (hashed.matches()) {
                String hash = instead.apply(new Slot(Place.PATH, FILE, hashed.group(2), hashed.group(2)));
                return hash == null ? null : hashed.group(1) + hash + hashed.group(3);
            }
            if (found.group().contains(";")) {
                return replace(MATRIX, found.group(), matrix -> {
                    String value = instead.apply(new Slot(Place.PATH, matrix.group(1), decoded(matrix.group(2), false),
                            matrix.group(2)));
                    return value == null ? null : ";" + matrix.group(1) + "=" + value;
                });
            }
            return instead.apply(new Slot(Place.PATH, "", decoded(found.group(), false), found.group(),
                    path.substring(0, found.start())));
        });
        return query < 0 ? replaced : replaced + "?" + fields(Place.QUERY, target.substring(query + 1), instead);
    }

    private static String fields(Place place, String fields, Function<Slot, String> instead) {
        return replace(QUERY, fields, found -> {
            String value = instead.apply(new Slot(place, decoded(found.group(1), true), decoded(found.group(2), true),
                    found.group(2)));
            return value == null ? null : found.group(1) + "=" + value;
        });
    }

    /** Returns the same for a body of this type. */
    static String body(String type, String body, Function<Slot, String> instead) {
        String lower = type.toLowerCase(Locale.ROOT);
        if (lower.startsWith("application/x-www-form-urlencoded")) {
            return fields(Place.FORM, body, instead);
        }
        if (lower.startsWith("multipart/")) {
            return replace(PART, body, found -> {
                String value = instead.apply(new Slot(Place.PART, found.group(2), found.group(3), found.group(3)));
                return value == null ? null : found.group(1) + value;
            });
        }
        if (!lower.contains("json") && !body.startsWith("{") && !body.startsWith("[")) {
            return lower.contains("xml") ? elements(body, instead) : lower.matches("|text/.*|.*graphql.*")
                    ? replace(WORD, body, word -> instead.apply(new Slot(Place.PART, "", word.group(), word.group())))
                    : body;
        }
        String[] key = {""};
        return replace(JSON, body, found -> {
            if (found.group(2) != null) {
                key[0] = found.group(1);
                return null;
            }
            String raw = found.group(1) == null ? found.group() : found.group(1);
            String value = instead.apply(new Slot(Place.JSON, key[0], unescaped(raw), raw));
            return value == null || found.group(1) == null ? value : "\"" + value + "\"";
        });
    }

    /** Returns the same for elements and attributes of XML; escaped values stay as they are. */
    private static String elements(String body, Function<Slot, String> instead) {
        String replaced = body;
        for (Pattern pattern : List.of(ATTRIBUTE, ELEMENT)) {
            replaced = replace(pattern, replaced, found -> {
                String text = found.group(3);
                String other = text.isBlank() || text.contains("&") ? null
                        : instead.apply(new Slot(Place.PART, found.group(2), text, text));
                return other == null ? null : found.group(1) + other;
            });
        }
        return replaced;
    }

    /** Returns the same for headers that an application may have set. */
    static List<Header> headers(List<Header> headers, Function<Slot, String> instead) {
        return headers.stream().map(header -> {
            String name = header.name().toLowerCase(Locale.ROOT);
            if (COMMON.contains(name) || name.startsWith("sec-")) {
                return header;
            }
            Matcher bearer = BEARER.matcher(header.value());
            String kind = bearer.matches() ? bearer.group(1) : "";
            String token = header.value().substring(kind.length());
            String value = instead.apply(new Slot(Place.HEADER, header.name(), token, token));
            return value == null ? header : new Header(header.name(), kind + value);
        }).toList();
    }

    private static String replace(Pattern pattern, String text, Function<MatchResult, String> instead) {
        return pattern.matcher(text).replaceAll(found -> {
            String value = instead.apply(found);
            return Matcher.quoteReplacement(value == null ? found.group() : value);
        });
    }

    private static String unescaped(String json) {
        return json.replaceAll("\\\\([\"\\\\/])", "$1");
    }

    private static String decoded(String text, boolean form) {
        return PercentEncoding.decoded(form ? text : text.replace("+", "%2B"));
    }
}
