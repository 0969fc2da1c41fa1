package org.eejs.banking.settings;

/**
 * A setting whose written value is not allowed. The message is one line that names the reason and the allowed values.
 */
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
