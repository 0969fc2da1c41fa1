package org.eejs.banking.settings;

/** A setting cannot be as it is written: the message is one line that says why and what is possible. */
public final class SettingException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    private final String key;

    SettingException(String key, String message) {
        super(message);
        this.key = key;
    }

    /** Returns the {@linkplain Setting#key() key} of the setting. */
    public String key() {
        return key;
    }
}
