package org.eejs.bench.measuring;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collection;
import java.util.regex.Pattern;
import org.eejs.lab.processes.RunFailedException;
import org.eejs.pki.files.PrivateFile;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Runs one JMH benchmark in one fork, keeps its log, and finds the cause of a failure in it. */
public final class JmhFork {
    /** The cause of a failure: the lines of a stack trace that name an exception, the root cause the last. */
    private static final Pattern CAUSE = Pattern.compile("^(?:Caused by: )?([\\w.$]+(?:Exception|Error)(?:: .*)?)$",
            Pattern.MULTILINE);
    /** JMH's message that another JMH measures on this machine; both would disturb each other. */
    private static final String LOCK = "JMH lock";

    private JmhFork() {}

    /** A fork without a figure; the message is the reason in one line. */
    public static final class FailedException extends Exception {
        private static final long serialVersionUID = 1;

        /** An exception with the reason, in one line. */
        public FailedException(String reason) {
            super(reason);
        }
    }

    /**
     * Measures a benchmark.
     *
     * @param options the options for exactly one benchmark
     * @param title the title in JMH's log
     * @param folder the folder for JMH's own output, {@code jmh.log}
     * @throws FailedException when there is no figure
     * @throws RunFailedException when nothing can be measured now
     */
    public static RunResult run(Options options, String title, Path folder)
            throws FailedException, RunFailedException, IOException {
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        try (PrintStream out = new PrintStream(said, true, StandardCharsets.UTF_8)) {
            Collection<RunResult> results = new Runner(options,
                    OutputFormatFactory.createFormatInstance(out, VerboseMode.NORMAL)).run();
            if (results.size() != 1) {
                throw new FailedException(cause(said.toString(StandardCharsets.UTF_8)));
            }
            return results.iterator().next();
        } catch (RunnerException e) {
            if (String.valueOf(e.getMessage()).contains(LOCK)) {
                throw new RunFailedException("another JMH measures on this machine; wait until it has ended");
            }
            throw new FailedException(String.valueOf(e.getMessage()));
        } finally {
            PrivateFile.append(folder.resolve("jmh.log"),
                    "\n## " + title + "\n" + said.toString(StandardCharsets.UTF_8));
        }
    }

    private static String cause(String output) {
        return CAUSE.matcher(output).results().map(match -> match.group(1)).reduce((first, next) -> next)
                .orElse("the JVM that measured it ended without a result; see jmh.log");
    }
}
