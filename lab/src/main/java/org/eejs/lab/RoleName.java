package org.eejs.lab;

import java.util.Locale;

/** The processes of a run. */
enum RoleName {
    BANK, BESIM, DRIVER;

    /** The name in results, options and file names. */
    String id() {
        return name().toLowerCase(Locale.ROOT);
    }
}
