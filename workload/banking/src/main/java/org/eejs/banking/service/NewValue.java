package org.eejs.banking.service;

import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Values that drivers generate, such as keys of requests that must be unique. In {@code ${new:uuid}}, {@code new:uuid}
 * is the name of a value that is generated each time; {@code new:uuid:order} is generated once in a session. Values are
 * random and do not depend on the seed, since services may remember those of earlier runs. Thread-safe; the map of a
 * session is not.
 */
public final class NewValue {
    /** Examples of names, for messages. */
    public static final String EXAMPLES = "new:uuid, new:hex32, new:HEX32, new:digits10, new:text20, new:TEXT20";
    private static final Pattern NAME =
            Pattern.compile("new:(?:uuid|(hex|HEX|digits|text|TEXT)([1-9]\\d{0,2}))(:\\w+)?");
    /** Letters of Crockford's Base32, which identifiers in capitals such as ULID have. */
    private static final Map<String, String> SIGNS = Map.of("hex", "0123456789abcdef", "HEX", "0123456789ABCDEF",
            "digits", "0123456789", "text", "0123456789abcdefghijklmnopqrstuvwxyz",
            "TEXT", "0123456789ABCDEFGHJKMNPQRSTVWXYZ");
    private static final Pattern UUID_FORM = Pattern.compile("(?i)[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}");
    /** A part of a value that may be generated, unlike a word or a version. */
    private static final Pattern PART = Pattern.compile(UUID_FORM.pattern() + "|[0-9A-Za-z]{8,}");

    private NewValue() {}

    /** Returns whether this is a name of a value that drivers generate. */
    public static boolean is(String name) {
        return NAME.matcher(name).matches();
    }

    /**
     * Generates the value of a name.
     *
     * @param session the values of a session; keeps those that are generated once
     * @throws IllegalArgumentException if there is no such name
     */
    public static String of(String name, Map<String, String> session) {
        Matcher parts = NAME.matcher(name);
        if (!parts.matches()) {
            throw new IllegalArgumentException(name);
        }
        return parts.group(3) == null ? made(parts) : session.computeIfAbsent(name, unused -> made(parts));
    }

    private static String made(Matcher name) {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        if (name.group(1) == null) {
            // Version 4 of RFC 9562; UUID.randomUUID would ask the operating system each time.
            return new UUID(random.nextLong() & ~0xf000L | 0x4000L, random.nextLong() & ~(3L << 62) | 1L << 63)
                    .toString();
        }
        String signs = SIGNS.get(name.group(1));
        StringBuilder value = new StringBuilder();
        for (int i = Integer.parseInt(name.group(2)); i > 0; i--) {
            // Not 0: numbers do not begin with it, and identifiers of traces use it for none.
            value.append(signs.charAt(random.nextInt(value.isEmpty() ? 1 : 0, signs.length())));
        }
        return value.toString();
    }

    /**
     * Returns a text with names, for values like this one; null if no part of it looks generated.
     *
     * @param key by which a session keeps the generated values
     */
    public static String like(String value, String key) {
        int[] parts = {0};
        String text = PART.matcher(value).replaceAll(found -> {
            String kind = kind(found.group());
            return Matcher.quoteReplacement(kind == null ? found.group()
                    : "${new:" + kind + ":" + key + (parts[0]++ == 0 ? "" : "_" + parts[0]) + "}");
        });
        return parts[0] == 0 || value.contains("${") ? null : text;
    }

    private static String kind(String part) {
        if (UUID_FORM.matcher(part).matches()) {
            return "uuid";
        }
        if (part.chars().noneMatch(Character::isDigit) || part.length() > 999) {
            return null;
        }
        String kind = part.matches("\\d+") ? "digits" : part.matches("[0-9a-f]+") ? "hex"
                : part.matches("[0-9A-F]+") ? "HEX" : part.matches("[0-9A-Z]+") ? "TEXT" : "text";
        return kind + part.length();
    }
}
