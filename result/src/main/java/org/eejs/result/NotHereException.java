package org.eejs.result;

/** A valid input that this machine does not support. Other configurations of an experiment may continue. */
public final class NotHereException extends InputException {
    private static final long serialVersionUID = 1;

    /**
     * An exception with this line.
     *
     * @param key the setting that this machine does not support, by its key in experiment files
     */
    public NotHereException(String key, String message) {
        super(key, message);
    }
}
