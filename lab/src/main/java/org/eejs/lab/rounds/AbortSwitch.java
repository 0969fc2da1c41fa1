package org.eejs.lab.rounds;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.eejs.lab.processes.RunFailedException;

/**
 * The switch that ends a measurement early and in order. The caller that aborts it waits until the result has been
 * written. An instance serves one measurement with all its runs. Thread-safe.
 */
public final class AbortSwitch {
    /** The patience: three processes of a run may each take ten seconds to end, then the result is written. */
    private static final long PATIENCE_SECONDS = 60;

    private final CountDownLatch dealtWith = new CountDownLatch(1);
    private final List<Consumer<String>> ends = new ArrayList<>();
    private String reason;

    /**
     * Ends the measurement, and waits until {@link #dealtWith}, up to a limit.
     *
     * @param why the reason, in one line
     */
    public void abort(String why) {
        synchronized (this) {
            reason = why;
            ends.forEach(end -> end.accept(why));
        }
        try {
            dealtWith.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Notes that the result has been written and shown, so that {@link #abort} stops waiting. */
    public void dealtWith() {
        dealtWith.countDown();
    }

    /** Returns whether nothing is left to abort. */
    public boolean isDealtWith() {
        return dealtWith.getCount() == 0;
    }

    /**
     * Adds an action for when the measurement is aborted.
     *
     * @param action ends the current work, given the reason; returns at once
     * @throws RunFailedException when it has been aborted already
     */
    public synchronized void onAbort(Consumer<String> action) throws RunFailedException {
        failIfAborted();
        ends.add(action);
    }

    /**
     * Returns unless the measurement has been aborted.
     *
     * @throws RunFailedException with the reason when it has
     */
    public synchronized void failIfAborted() throws RunFailedException {
        if (reason != null) {
            throw new RunFailedException(reason);
        }
    }

    public synchronized boolean isAborted() {
        return reason != null;
    }

    /**
     * Carries out a piece of work.
     *
     * @param broken the description of an error in reading or writing a file, such as "the run could not be prepared"
     * @return why it did not complete, in one line; null when it did
     */
    public String carryOut(Work work, String broken) {
        String failure = null;
        try {
            work.carryOut();
        } catch (RunFailedException e) {
            failure = e.getMessage();
        } catch (IOException | GeneralSecurityException | UncheckedIOException e) {
            failure = broken + ": " + e.getMessage();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            failure = "the measurement was interrupted";
        }
        synchronized (this) {
            return failure == null || reason == null ? failure : reason;
        }
    }
}
