package org.eejs.bench;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Collection;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.eejs.lab.Bench.Cell;
import org.eejs.lab.CryptoIntrinsics;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Has JMH measure one cell in one fork.
 *
 * @param jvm how the fork's JVM is started
 * @param timing how long it is measured
 * @param folder where JMH's own output goes, {@code jmh.log}
 */
record CellRun(MeasuredJvm jvm, Timing timing, Path folder) {
    private static final TimeValue PATIENCE = TimeValue.seconds(120);
    /** How a fork tells why it failed: the lines of a stack trace that name what was thrown, the root's the last. */
    private static final Pattern CAUSE = Pattern.compile("^(?:Caused by: )?([\\w.$]+(?:Exception|Error)(?:: .*)?)$",
            Pattern.MULTILINE);
    /** What says that another JMH measures on this machine, and both would measure each other. */
    private static final String LOCK = "JMH lock";

    /** The cell has no figure; the message is the reason in one line. */
    static final class CellFailedException extends Exception {
        private static final long serialVersionUID = 1;

        CellFailedException(String reason) {
            super(reason);
        }
    }

    /**
     * Measures.
     *
     * @param off the flags that are switched off for it; null for none
     * @param more further options of JMH
     * @throws CellFailedException when there is no figure
     * @throws RunnerException when no cell can be measured now
     */
    RunResult measure(Group group, Cell cell, CryptoIntrinsics off, Consumer<ChainedOptionsBuilder> more)
            throws CellFailedException, RunnerException, IOException {
        ChainedOptionsBuilder options = new OptionsBuilder()
                .include("^" + Pattern.quote(group.benchmark().getName() + "." + cell.operation()) + "$")
                .threads(cell.threads()).jvm(jvm.program(folder).toString())
                .jvmArgs(jvm.options(off).toArray(String[]::new)).timeout(PATIENCE).addProfiler(CpuProfiler.class)
                .shouldFailOnError(false);
        timing.tell(options);
        options.param("provider", cell.provider());
        if (cell.bytes() != null) {
            options.param("bytes", String.valueOf(cell.bytes()));
        }
        group.parametersOf(cell.algorithm()).forEach(options::param);
        cell.parameters().forEach(options::param);
        more.accept(options);
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        try (PrintStream out = new PrintStream(said, true, StandardCharsets.UTF_8)) {
            Collection<RunResult> results = new Runner(options.build(),
                    OutputFormatFactory.createFormatInstance(out, VerboseMode.NORMAL)).run();
            if (results.size() != 1) {
                throw new CellFailedException(cause(said.toString(StandardCharsets.UTF_8)));
            }
            return results.iterator().next();
        } catch (RunnerException e) {
            if (String.valueOf(e.getMessage()).contains(LOCK)) {
                throw new RunnerException("another JMH measures on this machine; wait until it has ended");
            }
            throw new CellFailedException(String.valueOf(e.getMessage()));
        } finally {
            Files.writeString(folder.resolve("jmh.log"), "\n## " + cell + "\n" + said.toString(StandardCharsets.UTF_8),
                    StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        }
    }

    private static String cause(String output) {
        return CAUSE.matcher(output).results().map(match -> match.group(1)).reduce((first, next) -> next)
                .orElse("the JVM that measured it ended without a result; see jmh.log");
    }
}
