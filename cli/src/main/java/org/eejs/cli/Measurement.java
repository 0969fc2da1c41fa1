package org.eejs.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.eejs.lab.rounds.AbortSwitch;
import org.eejs.lab.rounds.Outcome;
import org.eejs.report.Report;
import org.eejs.result.Result;
import org.eejs.result.RunDirectory;

/** Measures for a command, so that a signal ends it in order, and keeps and shows what came of it. */
final class Measurement {
    private Measurement() {}

    /**
     * Measures.
     *
     * @param directory where the result goes
     * @param abort ends the measuring
     * @param progress shows it while it goes on
     * @param measure does the work
     * @param tell writes the result to standard output; returns whether every verdict is good
     * @return the exit code
     */
    static int carryOut(RunDirectory directory, AbortSwitch abort, LiveProgress progress, Supplier<Outcome> measure,
            Predicate<Result> tell) {
        Runtime.getRuntime().addShutdownHook(
                new Thread(() -> abort.abort("the measurement was stopped by a signal"), "on-signal"));
        try {
            Outcome outcome = measure.get();
            progress.end();
            Kept kept = keep(outcome.result(), directory);
            return exitCode(kept, outcome.failure(), tell.test(outcome.result()));
        } finally {
            abort.dealtWith();
        }
    }

    /** Writes result and reports; if that fails, elsewhere, so that nothing is lost. Returns where they are. */
    private static Kept keep(Result result, RunDirectory directory) {
        try {
            write(result, directory);
            return new Kept(directory, null);
        } catch (IOException e) {
            RunDirectory elsewhere = RunDirectory.create(
                    Path.of(System.getProperty("java.io.tmpdir"), "eejs-" + directory.path().getFileName()), "run");
            try {
                write(result, elsewhere);
                return new Kept(elsewhere, e.getMessage() + "; it is kept in " + elsewhere.path());
            } catch (IOException again) {
                return new Kept(null, e.getMessage() + ", nor in " + elsewhere.path());
            }
        }
    }

    /** Where the result is, and what went wrong on the way; either may be null. */
    private record Kept(RunDirectory directory, String problem) {}

    private static void write(Result result, RunDirectory directory) throws IOException {
        directory.write(result);
        Report.write(result, directory.path());
    }

    private static int exitCode(Kept kept, String failure, boolean good) {
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
