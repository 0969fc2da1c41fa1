package org.eejs.remotekey.files;

import com.google.common.base.Throwables;

/** The messages for people in exceptions that wrap each other. */
public final class Causes {
    private Causes() {}

    /** Returns the first cause of all, in one line. */
    public static String first(Throwable e) {
        Throwable first = Throwables.getRootCause(e);
        String name = first.getClass().getSimpleName();
        return first.getMessage() == null ? name : name + ": " + first.getMessage().lines().findFirst().orElse("");
    }
}
