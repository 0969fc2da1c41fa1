package org.eejs.lab.service;

import java.util.regex.Pattern;

/** Tells values that a service makes, such as tokens and numbers of records, from words. */
final class ChangingValue {
    private static final int SHORTEST = 6;
    private static final int LONG = 12;
    private static final int DIGITS = 3;
    private static final int SHARE = 4;
    /** Two letters in mid-word that are suddenly upper case. */
    private static final Pattern MIXED = Pattern.compile(".*[a-z0-9][A-Z].*[a-z0-9][A-Z].*");
    private static final Pattern NAME =
            Pattern.compile("(?i).*(csrf|xsrf|token|nonce|state|session|ticket|execution|code|verifier).*");

    private static final Pattern KEY = Pattern.compile("(?i).*(csrf|xsrf|token|nonce|ticket|authorization).*");
    /** What users type, what an application has of its own, and what is said of PKCE. */
    private static final Pattern TYPED =
            Pattern.compile("(?i).*(pass(?!enger)|pwd|user|mail|phone|secret|client.?id|api.?key|code_).*");
    /** A UUID, a long number in hexadecimal, a time, or letters and digits without order. */
    private static final Pattern MADE = Pattern.compile("(?i)[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"
            + "|(?=.*\\d)(?=.*[a-f])[0-9a-f]{16,}|1[5-9]\\d{8}(\\d{3})?"
            + "|(?=.*\\d)(?-i:(?=.*[a-z])(?=.*[A-Z]))[\\w+/=.~-]{20,}");

    private ChangingValue() {}

    /** Returns whether one of a parameter of this name may be another the next time. */
    static boolean is(String name, String value) {
        return value.length() >= SHORTEST && (looksMade(value) || NAME.matcher(name).matches())
                && value.indexOf('\n') < 0;
    }

    /** Returns whether it does not belong to what stands around values. */
    static boolean isLong(String value) {
        return value.length() >= LONG && looksMade(value);
    }

    /**
     * Returns whether a value that no answer had looks as if a script or a service had made it, so that it may be
     * refused when all users send it. Names of files and what users type do not count.
     */
    static boolean isMade(CallValues.Slot slot) {
        String name = slot.name();
        boolean isFile = slot.place() == CallValues.Place.PATH && name.equals(CallValues.FILE);
        return !isFile && !TYPED.matcher(name).matches() && !slot.value().regionMatches(true, 0, "Basic ", 0, 6)
                && (MADE.matcher(slot.value()).matches() || is(name, slot.value()) && KEY.matcher(name).matches());
    }

    private static boolean looksMade(String value) {
        long digits = value.chars().filter(Character::isDigit).count();
        return digits >= DIGITS || digits > 0 && digits * SHARE >= value.length() || MIXED.matcher(value).matches();
    }
}
