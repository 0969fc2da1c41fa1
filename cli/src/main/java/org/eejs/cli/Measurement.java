package org.eejs.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import org.eejs.lab.rounds.AbortSwitch;
import org.eejs.lab.rounds.Outcome;
import org.eejs.pki.files.PrivateFile;
import org.eejs.report.Report;
import org.eejs.result.InputException;
import org.eejs.result.Result;
import org.eejs.result.RunDirectory;
import org.eejs.terminal.Printer;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A measurement of a command. It ends in order on a signal, and its result is stored and printed. */
final class Measurement {
    @Option(names = "--json", description = "Print the result as JSON instead of text.")
    private boolean json;

    @Option(names = "--out", paramLabel = "DIR",
            description = "Folder for the result (default: ${sys:eejs.results:-results}/<time>-<command>).")
    private Path out;

    @Mixin
    private final ReadersOption readers = new ReadersOption();

    private final LiveProgress progress;
    private final AbortSwitch abort = new AbortSwitch();
    /** Files that were in the folder before the result. */
    private Map<Path, Object> before = Map.of();

    /** Creates a measurement that has not started; for {@code inFull} see {@link LiveProgress#onStandardError}. */
    Measurement(boolean inFull) {
        progress = LiveProgress.onStandardError(inFull);
    }

    boolean isJson() {
        return json;
    }

    /** Returns the requested folder for the result; null for a new folder. */
    Path out() {
        return out;
    }

    /** Creates the folder for the result. */
    RunDirectory directory(String command) {
        try {
            before = out == null ? Map.of() : ReadersOption.before(out);
        } catch (IOException e) {
            throw new InputException("--out " + out + ": is not readable (" + PrivateFile.reason(e)
                    + "); name another folder");
        }
        return RunDirectory.create(out, command);
    }

    /** Returns whether other users may read the result. */
    boolean isReadable() {
        return readers.isReadable();
    }

    /** Returns the display of progress. */
    LiveProgress progress() {
        return progress;
    }

    /** Returns the switch that stops the measurement. */
    AbortSwitch abort() {
        return abort;
    }

    /** Measures into a folder named after the command, and prints the report. */
    int carryOut(String command, Function<RunDirectory, Outcome> measure, Predicate<Result> isGood) {
        return carryOut(directory(command), measure, Report::terminal, isGood);
    }

    /**
     * Measures.
     *
     * @param directory the folder for the result
     * @param measure does the work
     * @param words returns the text to print
     * @param isGood returns whether every verdict is good
     * @return the exit code
     */
    int carryOut(RunDirectory directory, Function<RunDirectory, Outcome> measure, Function<Result, String> words,
            Predicate<Result> isGood) {
        return conclude(directory, measure, words, result -> isGood.test(result) ? Eejs.DONE : Eejs.BAD_VERDICT);
    }

    /**
     * Measures, for results whose verdict may be undecided.
     *
     * @param directory the folder for the result
     * @param measure does the work
     * @param words returns the text to print
     * @param verdict returns the exit code of a complete result
     * @return the exit code
     */
    int conclude(RunDirectory directory, Function<RunDirectory, Outcome> measure, Function<Result, String> words,
            ToIntFunction<Result> verdict) {
        Runtime.getRuntime().addShutdownHook(new Thread(this::stop, "on-signal"));
        try {
            Outcome outcome = measure.apply(directory);
            progress.end();
            Kept kept = keep(outcome.result(), directory, new Answer(() -> {
                if (json) {
                    Printer.of(System.out).json(RunDirectory.json(outcome.result()));
                } else {
                    System.out.print(words.apply(outcome.result()));
                }
            }));
            return exitCode(kept, outcome.failure(), verdict.applyAsInt(outcome.result()));
        } catch (InputException e) {
            if (!abort.isAborted()) {
                throw e;
            }
            // The JVM exits as soon as the abort is handled, so the message must come first.
            progress.end();
            System.err.println("eejs: " + e.getMessage());
            return Eejs.FAILED;
        } finally {
            setModes(directory.path(), before);
            abort.dealtWith();
        }
    }

    private void setModes(Path folder, Map<Path, Object> others) {
        try {
            readers.apply(folder, others);
        } catch (IOException e) {
            System.err.println("eejs: setting the modes of files in " + folder + " failed: " + PrivateFile.reason(e));
        }
    }

    /** Aborts the measurement if the JVM exits by a signal, not because everything is done. */
    private void stop() {
        if (!abort.isDealtWith()) {
            progress.stopping();
            abort.abort("the measurement was stopped by a signal");
        }
    }

    /**
     * Writes result and reports; if that fails, to a temporary folder. The answer comes after the result, which must
     * not be lost, and before the reports, which take seconds on a busy machine. Returns the folder.
     */
    private Kept keep(Result result, RunDirectory directory, Answer answer) {
        try {
            directory.write(result);
            answer.give();
            Report.write(result, directory.path());
            return new Kept(directory, null);
        } catch (IOException e) {
            answer.give();
            try {
                // The folder has a random name, because other users can write to the folder of temporary files.
                RunDirectory elsewhere = new RunDirectory(
                        Files.createTempDirectory("eejs-" + directory.path().getFileName() + "-"));
                elsewhere.write(result);
                Report.write(result, elsewhere.path());
                setModes(elsewhere.path(), Map.of());
                return new Kept(elsewhere, e.getMessage() + "; the result is in " + elsewhere.path());
            } catch (IOException again) {
                return new Kept(null, e.getMessage() + "; nor is the folder of temporary files writable: "
                        + again.getMessage());
            }
        }
    }

    /** The folder of the result and the problem on the way; either may be null. */
    private record Kept(RunDirectory directory, String problem) {}

    /** Prints the answer of a command, once. For one thread. */
    private static final class Answer {
        private Runnable printing;

        Answer(Runnable printing) {
            this.printing = printing;
        }

        void give() {
            Runnable left = printing;
            printing = () -> { };
            left.run();
        }
    }

    private static int exitCode(Kept kept, String failure, int verdict) {
        if (kept.directory() != null) {
            System.err.println("Report: " + kept.directory().path().resolve("report.html"));
        }
        if (kept.problem() != null) {
            System.err.println("eejs: " + kept.problem());
        }
        if (failure != null) {
            System.err.println("eejs: " + failure);
        }
        return failure != null || kept.problem() != null ? Eejs.FAILED : verdict;
    }
}
