package org.eejs.terminal;

/** A value as one word of a line that users copy into a POSIX shell. */
public final class ShellWord {
    /** Replaces a value that is not safe to copy. */
    static final String REFUSED = "VALUE-WITH-CONTROL-CHARACTERS";

    private ShellWord() {}

    /** Returns the value, quoted if necessary, or a replacement for a value that is not {@link Printable}. */
    public static String of(String value) {
        if (!value.equals(Printable.line(value))) {
            return REFUSED;
        }
        return value.matches("[A-Za-z0-9_./:=,+@%-]+") ? value : "'" + value.replace("'", "'\\''") + "'";
    }
}
