package org.eejs.lab.rounds;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.eejs.lab.processes.RunFailedException;
import org.eejs.lab.processes.RunProgress;
import org.eejs.lab.statistics.TimeLeft;
import org.eejs.result.Result;
import org.eejs.result.RunDirectory;

/**
 * Measures step by step, usually in rounds that each have a random order ({@link
 * org.eejs.lab.statistics.ShuffledOrder}). So a temporary change of the machine affects all cells alike. Meanwhile it
 * reports progress and the time left, and keeps on disk what was measured so far. Not thread-safe.
 */
public final class MeasurementRounds {
    private static final Duration BETWEEN_WRITES = Duration.ofSeconds(20);
    private static final Duration BETWEEN_LINES = Duration.ofSeconds(30);

    private final RunProgress progress;
    private final AbortSwitch abort;
    private final RunDirectory directory;
    private final Supplier<Result> soFar;
    private long written = System.nanoTime();
    private long reported = System.nanoTime();

    /**
     * A part of a round.
     *
     * @param round the round that it belongs to, such as "round 1 of 3"; null for a preparation, which is no
     *     measurement
     * @param about what is measured or prepared, for the reports of progress
     * @param plannedMs the expected time in milliseconds
     */
    public record Step(String round, String about, double plannedMs, Work work) {
        /** Returns a step that prepares others. */
        public static Step preparing(String about, double plannedMs, Work work) {
            return new Step(null, about, plannedMs, work);
        }
    }

    /**
     * Prepares a measurement.
     *
     * @param progress gets reports of progress and the time left
     * @param abort ends it between two steps
     * @param directory the directory of the result
     * @param soFar the result of what was measured so far
     */
    public MeasurementRounds(RunProgress progress, AbortSwitch abort, RunDirectory directory, Supplier<Result> soFar) {
        this.progress = progress;
        this.abort = abort;
        this.directory = directory;
        this.soFar = soFar;
    }

    /**
     * Carries out all steps in their order.
     *
     * @param about the description of the work, for example "12 cells"
     * @throws RunFailedException when it was aborted, or a step found that the measurement cannot continue
     */
    public void carryOut(String about, List<Step> steps)
            throws IOException, GeneralSecurityException, RunFailedException, InterruptedException {
        TimeLeft left = new TimeLeft(steps.stream().mapToDouble(Step::plannedMs).sum());
        long all = steps.stream().filter(step -> step.round() != null).count();
        progress.campaign("%s, %d measurements, about %s".formatted(about, all, left));
        int done = 0;
        for (Step step : steps) {
            abort.failIfAborted();
            if (step.round() == null) {
                progress.step(step.about());
            } else {
                String state = "%s, %d of %d measured, about %s left".formatted(step.round(), done++, all, left);
                progress.step(state + ": " + step.about());
                reportNowAndThen(state);
            }
            long start = System.nanoTime();
            step.work().carryOut();
            abort.failIfAborted();
            left.done(step.plannedMs(), (System.nanoTime() - start) / 1e6);
            keepNowAndThen();
        }
    }

    /**
     * Carries out one of several long steps, and keeps the result. The number of steps need not be known.
     *
     * @param line the report of progress
     * @throws RunFailedException when it was aborted, or the measurement cannot continue
     */
    public void carryOut(String line, Work work)
            throws IOException, GeneralSecurityException, RunFailedException, InterruptedException {
        abort.failIfAborted();
        progress.campaign(line);
        work.carryOut();
        directory.write(soFar.get());
    }

    private void reportNowAndThen(String line) {
        if (System.nanoTime() - reported > BETWEEN_LINES.toNanos()) {
            progress.campaign(line);
            reported = System.nanoTime();
        }
    }

    private void keepNowAndThen() throws IOException {
        if (System.nanoTime() - written > BETWEEN_WRITES.toNanos()) {
            directory.write(soFar.get());
            written = System.nanoTime();
        }
    }
}
