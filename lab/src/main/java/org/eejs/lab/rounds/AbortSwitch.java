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
 * Ends a measurement in order before its time: whoever aborts it waits until the result has been written. An instance
 * serves one measurement with all its runs. Thread-safe.
 */
public final class AbortSwitch {
    /** Three processes of a run may each take ten seconds to end; then the result is written. */
    private static final long PATIENCE_SECONDS = 60;

    private final CountDownLatch dealtWith = new CountDownLatch(1);
    private final List<Consumer<String>> ends = new ArrayList<>();
    private String reason;

    /**
     * Ends the measurement, and waits until {@link #dealtWith}, but not forever.
     *
     * @param why in one line
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

    /** The result has been written and shown, so that {@link #abort} need not wait any longer. */
    public void dealtWith() {
        dealtWith.countDown();
    }

    /** Returns whether nothing is left to abort. */
    public boolean isDealtWith() {
        return dealtWith.getCount() == 0;
    }

    /**
     * Has this done, too, when the measurement is aborted.
     *
     * @param action ends what is going on, given the reason; returns at once
     * @throws RunFailedException when it has been aborted already
     */
    public synchronized void onAbort(Consumer<String> action) throws RunFailedException {
        failIfAborted();
        ends.add(action);
    }

    /**
     * Lets work continue unless the measurement has been aborted.
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
     * Carries work out.
     *
     * @param broken what happened when a file could not be read or written, such as "the run could not be prepared"
     * @return why it did not come to its end, in one line; null when it did
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
