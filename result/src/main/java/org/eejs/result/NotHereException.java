package org.eejs.result;

/** What was asked for makes sense, but not on this machine: others of an experiment's configurations may go on. */
public final class NotHereException extends InputException {
    private static final long serialVersionUID = 1;

    /**
     * An exception with this line.
     *
     * @param key the setting that cannot be had here, by its key in experiment files
     */
    public NotHereException(String key, String message) {
        super(key, message);
    }
}
