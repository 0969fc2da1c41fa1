package org.eejs.banking;

import java.util.Locale;

/** The processes of a run. */
public enum RoleName {
    BANK, BESIM, DRIVER;

    /** The name in results, options and file names. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }
}
