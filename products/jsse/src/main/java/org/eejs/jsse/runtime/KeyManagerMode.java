package org.eejs.jsse.runtime;

import java.util.Locale;

/** The handling of changed stores by a key manager. */
public enum KeyManagerMode {
    /** Keys are decrypted once, and again when the store changes. */
    REFRESH,
    /** Keys are decrypted when the key manager is created; changes of the store are not seen. */
    INIT,
    /** The JDK's own behaviour: keys are decrypted in every handshake. */
    STOCK;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ENGLISH);
    }
}
