package org.eejs.pki.files;

/** A key in a file of the operator that its form does not have at that place. */
public final class UnknownKeyException extends FaultyFileException {
    private static final long serialVersionUID = 1;

    private final String key;

    UnknownKeyException(String message, String key) {
        super(message);
        this.key = key;
    }

    /** Returns the last part of the key. */
    public String key() {
        return key;
    }
}
