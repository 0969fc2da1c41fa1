package org.eejs.lab.processes;

import org.eejs.result.Result;

/** One run in processes of its own. {@link #run} is called by one thread; {@link #abort} by any. */
public interface WorkloadRun {
    /**
     * What came of a run.
     *
     * @param result what was measured
     * @param failure why the run did not come to its end, in one line; null when it did
     */
    record Outcome(Result result, String failure) {}

    /** Runs, and returns when all processes have ended. The result has not been written finally. */
    Outcome run();

    /** Says that the outcome has been dealt with, so that {@link #abort} need not wait any longer. */
    void close();

    /**
     * Breaks the run off and waits until its result has been dealt with.
     *
     * @param reason why, in one line
     */
    void abort(String reason);
}
