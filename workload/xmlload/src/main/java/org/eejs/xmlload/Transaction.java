package org.eejs.xmlload;

/**
 * One XML transaction on a document in memory, which a thread repeats. Not thread-safe;
 * {@link PreparedTransaction#forThread} makes one for each thread.
 */
@FunctionalInterface
public interface Transaction {
    /** A check of a transaction's outcome. */
    @FunctionalInterface
    interface Check {
        void run() throws Exception;
    }

    /**
     * Performs the transaction once.
     *
     * @return a number that depends on all of the work, so that no compiler leaves any of it out
     * @throws Exception what the library throws; the measurement ends with it
     */
    long run() throws Exception;

    /**
     * Performs the transaction once and compares its outcome with independent knowledge of the document. By default the
     * library itself judges it, as with validation.
     *
     * @throws OutcomeException when the outcome is wrong
     * @throws Exception what the library throws
     */
    default void check() throws Exception {
        run();
    }

    /** Returns a transaction with a check of its outcome. */
    static Transaction of(Transaction work, Check check) {
        return new Transaction() {
            @Override
            public long run() throws Exception {
                return work.run();
            }

            @Override
            public void check() throws Exception {
                check.run();
            }
        };
    }
}
