package org.eejs.xmlload.engine;

import org.eejs.banking.Named;
import org.eejs.pix.message.OneLine;
import org.eejs.role.RoleMain;
import org.eejs.xmlload.documents.OutcomeException;

/** The workload has failed; the message is the reason, in one line. */
public final class WorkloadException extends Exception {
    private static final long serialVersionUID = 1;

    private final Stage stage;

    public enum Stage implements Named {
        /** The library, key or provider cannot be used. */
        PREPARE,
        /** The outcome of the first transaction was wrong, or there was none. */
        CHECK,
        /** A transaction failed under load. */
        RUN
    }

    public WorkloadException(Stage stage, Throwable cause) {
        super(OneLine.of(cause instanceof OutcomeException || cause instanceof IllegalArgumentException
                ? RoleMain.describe(cause) : cause.getClass().getSimpleName() + ": " + RoleMain.describe(cause)),
                cause);
        this.stage = stage;
    }

    Stage stage() {
        return stage;
    }
}
