package org.eejs.xmlload.engine;

import org.eejs.xmlload.documents.OutcomeException;

/**
 * One XML transaction on a document in memory: what a thread of the workload does over and over. Not thread-safe; each
 * thread has one of its own, made by {@link PreparedTransaction#forThread}.
 */
public interface Transaction {
    /**
     * Performs the transaction once.
     *
     * @return a number that depends on all of the work, so that no compiler leaves any of it out
     * @throws Exception what the library throws; the workload ends with it
     */
    long run() throws Exception;

    /**
     * Performs the transaction once and holds its outcome against what is known of the document from elsewhere.
     *
     * @throws OutcomeException when the outcome is wrong
     * @throws Exception what the library throws
     */
    void check() throws Exception;
}
