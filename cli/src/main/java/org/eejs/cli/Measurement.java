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

/** Measures for a command, so that a signal ends it in order, and keeps and shows what came of it as options say. */
final class Measurement {
    @Option(names = "--json", description = "Print the result as JSON instead of words.")
    private boolean json;

    @Option(names = "--out", paramLabel = "DIR",
            description = "Where to put the result (default: results/<time>-<command>).")
    private Path out;

    @Mixin
    private final ReadersOption readers = new ReadersOption();

    private final LiveProgress progress;
    private final AbortSwitch abort = new AbortSwitch();
    /** The files that the folder had before the result. */
    private Map<Path, Object> before = Map.of();

    /** Not begun; for {@code inFull} see {@link LiveProgress#onStandardError}. */
    Measurement(boolean inFull) {
        progress = LiveProgress.onStandardError(inFull);
    }

    boolean isJson() {
        return json;
    }

    /** Returns where the result was requested to go; null for a new folder. */
    Path out() {
        return out;
    }

    /** Makes the folder where the result goes. */
    RunDirectory directory(String command) {
        try {
            before = out == null ? Map.of() : ReadersOption.before(out);
        } catch (IOException e) {
            throw new InputException("--out " + out + " cannot be read (" + PrivateFile.reason(e)
                    + "); name another folder");
        }
        return RunDirectory.create(out, command);
    }

    /** Returns whether other users may read the result. */
    boolean isReadable() {
        return readers.isReadable();
    }

    /** Shows what goes on. */
    LiveProgress progress() {
        return progress;
    }

    /** Ends the measuring before its time. */
    AbortSwitch abort() {
        return abort;
    }

    /** Measures, with the result in a folder named by the command, and shows it in the words of its report. */
    int carryOut(String command, Function<RunDirectory, Outcome> measure, Predicate<Result> isGood) {
        return carryOut(directory(command), measure, Report::terminal, isGood);
    }

    /**
     * Measures.
     *
     * @param directory where the result goes
     * @param measure does the work
     * @param words what a person reads of the result
     * @param isGood whether every verdict is good
     * @return the exit code
     */
    int carryOut(RunDirectory directory, Function<RunDirectory, Outcome> measure, Function<Result, String> words,
            Predicate<Result> isGood) {
        return conclude(directory, measure, words, result -> isGood.test(result) ? Eejs.DONE : Eejs.BAD_VERDICT);
    }

    /**
     * Measures what a verdict may be open of.
     *
     * @param directory where the result goes
     * @param measure does the work
     * @param words what a person reads of the result
     * @param verdict the exit code of a result that is complete
     * @return the exit code
     */
    int conclude(RunDirectory directory, Function<RunDirectory, Outcome> measure, Function<Result, String> words,
            ToIntFunction<Result> verdict) {
        Runtime.getRuntime().addShutdownHook(new Thread(this::stop, "on-signal"));
        try {
            Outcome outcome = measure.apply(directory);
            progress.end();
            Kept kept = keep(outcome.result(), directory);
            if (json) {
                Printer.of(System.out).json(RunDirectory.json(outcome.result()));
            } else {
                System.out.print(words.apply(outcome.result()));
            }
            return exitCode(kept, outcome.failure(), verdict.applyAsInt(outcome.result()));
        } catch (InputException e) {
            if (!abort.isAborted()) {
                throw e;
            }
            // The JVM ends as soon as the abort has been dealt with, and would leave nobody to say why.
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
            System.err.println("eejs: the modes of files in " + folder + " are not set: " + PrivateFile.reason(e));
        }
    }

    /** The JVM was told to end, or it does because all is done. */
    private void stop() {
        if (!abort.isDealtWith()) {
            progress.stopping();
            abort.abort("the measurement was stopped by a signal");
        }
    }

    /** Writes result and reports; if that fails, elsewhere, so that nothing is lost. Returns where they are. */
    private Kept keep(Result result, RunDirectory directory) {
        try {
            write(result, directory);
            return new Kept(directory, null);
        } catch (IOException e) {
            try {
                // A new folder of a random name, since others can write to the folder of temporary files.
                RunDirectory elsewhere = new RunDirectory(
                        Files.createTempDirectory("eejs-" + directory.path().getFileName() + "-"));
                write(result, elsewhere);
                setModes(elsewhere.path(), Map.of());
                return new Kept(elsewhere, e.getMessage() + "; it is kept in " + elsewhere.path());
            } catch (IOException again) {
                return new Kept(null, e.getMessage() + ", nor in the folder of temporary files: " + again.getMessage());
            }
        }
    }

    /** Where the result is, and what went wrong on the way; either may be null. */
    private record Kept(RunDirectory directory, String problem) {}

    private static void write(Result result, RunDirectory directory) throws IOException {
        directory.write(result);
        Report.write(result, directory.path());
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
