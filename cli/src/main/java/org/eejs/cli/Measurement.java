package org.eejs.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.eejs.report.Report;
import org.eejs.result.Result;
import org.eejs.result.RunDirectory;

/**
 * What a command measured, on its way to the disk and the screen.
 *
 * @param result what was measured
 * @param failure why it did not come to its end, in one line; null when it did
 */
record Measurement(Result result, String failure) {
    /**
     * Measures, so that a signal breaks it off in order, and keeps and tells what came of it.
     *
     * @param directory where the result goes
     * @param abort breaks the measuring off, given the reason, and waits for what follows
     * @param dealtWith lets abort go
     * @param measure does the work
     * @param tell writes the result to standard output; returns whether every verdict is good
     * @return the exit code
     */
    static int carryOut(RunDirectory directory, Consumer<String> abort, Runnable dealtWith,
            Supplier<Measurement> measure, Predicate<Result> tell) {
        Runtime.getRuntime().addShutdownHook(
                new Thread(() -> abort.accept("the measurement was stopped by a signal"), "on-signal"));
        try {
            Measurement measurement = measure.get();
            return measurement.exitCode(measurement.keep(directory), tell.test(measurement.result));
        } finally {
            dealtWith.run();
        }
    }

    /** Writes result and reports; if that fails, elsewhere, so that nothing is lost. Returns where they are. */
    private Kept keep(RunDirectory directory) {
        try {
            write(directory);
            return new Kept(directory, null);
        } catch (IOException e) {
            RunDirectory elsewhere = RunDirectory.create(
                    Path.of(System.getProperty("java.io.tmpdir"), "eejs-" + directory.path().getFileName()), "run");
            try {
                write(elsewhere);
                return new Kept(elsewhere, e.getMessage() + "; it is kept in " + elsewhere.path());
            } catch (IOException again) {
                return new Kept(null, e.getMessage() + ", nor in " + elsewhere.path());
            }
        }
    }

    /** Where the result is, and what went wrong on the way; either may be null. */
    private record Kept(RunDirectory directory, String problem) {}

    private void write(RunDirectory directory) throws IOException {
        directory.write(result);
        Report.write(result, directory.path());
    }

    private int exitCode(Kept kept, boolean good) {
        if (kept.directory() != null) {
            System.err.println("Report: " + kept.directory().path().resolve("report.html"));
        }
        if (kept.problem() != null) {
            System.err.println("eejs: " + kept.problem());
        }
        if (failure != null) {
            System.err.println("eejs: " + failure);
        }
        return failure != null || kept.problem() != null ? Eejs.FAILED : good ? Eejs.DONE : Eejs.BAD_VERDICT;
    }
}
