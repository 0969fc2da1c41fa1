package org.eejs.pix.message;

/** A message that is unfit for signing, with the fault and its place. The message is one line. */
public final class PixFormatException extends Exception {
    private static final long serialVersionUID = 1;

    private final PixCheck check;

    /**
     * Creates an exception for a fault at a place.
     *
     * @param line the line where reading ended, from 1; 0 for the message as a whole
     * @param column the column, likewise
     */
    public PixFormatException(PixCheck check, String what, int line, int column) {
        super((line > 0 ? "line " + line + ", column " + column + ": " : "") + OneLine.of(what));
        this.check = check;
    }

    public PixCheck check() {
        return check;
    }
}
