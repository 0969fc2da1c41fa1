package org.eejs.lab.processes;

import org.eejs.result.Result;

/** The listener that follows a run. Called by one thread at a time. */
public interface RunProgress {
    /** Reports the start of a step in a few words, for example that the bank is being started. */
    void step(String what);

    /**
     * Reports a second of load.
     *
     * @param second the figures of the second
     * @param good the share of good pages in it, 0 to 1; 1 when there was none
     * @param totalSeconds the length of all phases together
     */
    void second(Result.Second second, double good, long totalSeconds);

    /** Reports the start of one of several runs, or their figures so far, in one line. */
    void campaign(String line);

    /**
     * Reports that all configurations of a comparison are running. If they take turns, none has been measured yet.
     *
     * @param soFar the result so far, with what each of them reported in its disclosure
     */
    default void disclosed(Result soFar) {}

    /**
     * Reports that the JDKs of configurations have been compared, before any run.
     *
     * @param soFar the result with their differences
     */
    default void jdksDiffer(Result soFar) {}

    /** Reports a problem that does not end the run, in one line. */
    void warning(String line);
}
