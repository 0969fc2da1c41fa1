package org.eejs.terminal;

/** A value as one word of a line that users copy into a POSIX shell. */
public final class ShellWord {
    /** Appears in place of a value that cannot be copied safely. */
    static final String REFUSED = "VALUE-WITH-CONTROL-CHARACTERS";

    private ShellWord() {}

    /** Returns the value, quoted where it must be; a value that is not {@link Printable} is refused. */
    public static String of(String value) {
        if (!value.equals(Printable.line(value))) {
            return REFUSED;
        }
        return value.matches("[A-Za-z0-9_./:=,+@%-]+") ? value : "'" + value.replace("'", "'\\''") + "'";
    }
}
