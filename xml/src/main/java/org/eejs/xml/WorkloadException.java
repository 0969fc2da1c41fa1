package org.eejs.xml;

import java.util.Locale;
import org.eejs.role.RoleMain;

/** The workload cannot go on; the message is one line that says why. */
public final class WorkloadException extends Exception {
    private static final long serialVersionUID = 1;

    private final Stage stage;

    /** How far it had come. */
    enum Stage {
        /** The library, key or provider cannot be used. */
        PREPARE,
        /** The outcome of the first transaction was wrong, or there was none. */
        CHECK,
        /** A transaction failed under load. */
        RUN;

        /** The name in the line protocol. */
        String id() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    WorkloadException(Stage stage, Throwable cause) {
        super(OneLine.of(cause instanceof OutcomeException || cause instanceof IllegalArgumentException
                ? RoleMain.describe(cause) : cause.getClass().getSimpleName() + ": " + RoleMain.describe(cause)),
                cause);
        this.stage = stage;
    }

    Stage stage() {
        return stage;
    }
}
