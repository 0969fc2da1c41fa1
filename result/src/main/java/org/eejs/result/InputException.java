package org.eejs.result;

/** What was asked for cannot be done: the message is one line that says what, where and what to do instead. */
public class InputException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final String key;

    /** An exception with this line. */
    public InputException(String message) {
        this(null, message);
    }

    /**
     * An exception with this line.
     *
     * @param key the setting that is at fault, by its key in experiment files; null when it is none of them
     */
    public InputException(String key, String message) {
        super(message);
        this.key = key;
    }

    /** Returns the setting that is at fault, by its key in experiment files; null when it is none of them. */
    public String key() {
        return key;
    }
}
