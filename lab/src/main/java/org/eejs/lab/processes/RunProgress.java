package org.eejs.lab.processes;

import org.eejs.result.Result;

/** Follows a run while it goes on. Called by one thread at a time. */
public interface RunProgress {
    /** Something begins, in a few words, for example that the bank is being started. */
    void step(String what);

    /**
     * A second of load has passed.
     *
     * @param second what it brought
     * @param good fraction of good pages in it, 0 to 1; 1 when there was none
     * @param totalSeconds how long all phases take together
     */
    void second(Result.Second second, double good, long totalSeconds);

    /** One of several runs begins, or what they have come to so far, in one line. */
    void campaign(String line);

    /**
     * All configurations of a comparison are running, and none has been measured yet if they take turns.
     *
     * @param soFar what each of them turned out to be is in its disclosure
     */
    default void disclosed(Result soFar) {}

    /** Something that should be known now although the run goes on, in one line. */
    void warning(String line);
}
