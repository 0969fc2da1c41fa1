package org.eejs.besim;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;

/**
 * A reader of the arguments of requests. Each method throws IllegalArgumentException with a line that names the
 * argument.
 */
final class Argument {
    private Argument() {}

    static long number(String name, String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(name + " '" + text + "' is not a whole number", e);
        }
    }

    static int smallNumber(String name, String text) {
        long number = number(name, text);
        if (number != (int) number) {
            throw new IllegalArgumentException(name + " " + text + " is out of range");
        }
        return (int) number;
    }

    /** Returns a whole number above 0, for example an amount in cents. */
    static long positive(String name, String text) {
        long number = number(name, text);
        if (number <= 0) {
            throw new IllegalArgumentException(name + " must be above 0, not " + text);
        }
        return number;
    }

    /** Returns a date in the form 20260115. */
    static LocalDate date(String name, String text) {
        try {
            return LocalDate.parse(text, DateTimeFormatter.BASIC_ISO_DATE);
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(name + " '" + text + "' is not a date such as 20260115", e);
        }
    }

    static String text(String name, String text) {
        if (text.isBlank()) {
            throw new IllegalArgumentException(name + " is missing");
        }
        return text;
    }
}
