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

    private ChangingValue() {}

    /** Whether one of a parameter of this name may be another the next time. */
    static boolean is(String name, String value) {
        return value.length() >= SHORTEST && (looksMade(value) || NAME.matcher(name).matches())
                && value.indexOf('\n') < 0;
    }

    /** Whether it does not belong to what stands around values. */
    static boolean isLong(String value) {
        return value.length() >= LONG && looksMade(value);
    }

    private static boolean looksMade(String value) {
        long digits = value.chars().filter(Character::isDigit).count();
        return digits >= DIGITS || digits > 0 && digits * SHARE >= value.length() || MIXED.matcher(value).matches();
    }
}
