package org.eejs.result;

/**
 * An input that EEJS is unable to process. The message is one line that names the fault, its place and what to do
 * instead.
 */
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
     * @param key the setting at fault, by its key in experiment files; null when it is none of them
     */
    public InputException(String key, String message) {
        super(message);
        this.key = key;
    }

    /** Returns the setting at fault, by its key in experiment files; null when it is none of them. */
    public String key() {
        return key;
    }
}
