package org.eejs.bench.measuring;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.eejs.lab.processes.RunFailedException;
import org.eejs.result.Bench.Cell;
import org.eejs.result.CryptoIntrinsics;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * Measures one cell in one JMH fork. JMH itself would run all forks of a cell in a row, and a slow minute of the
 * machine would affect one cell only.
 *
 * @param jvm the fork's JVM
 * @param timing the durations
 * @param folder the folder for JMH's own output, {@code jmh.log}
 */
public record CellRun(MeasuredJvm jvm, Timing timing, Path folder) {
    private static final TimeValue PATIENCE = TimeValue.seconds(120);

    /**
     * Measures a cell.
     *
     * @param known the intrinsics of the JVM; null for cells with the default intrinsics
     * @param more further options of JMH
     * @throws JmhFork.FailedException when there is no figure
     * @throws RunFailedException when no cell can be measured now
     */
    public RunResult measure(Group group, Cell cell, CryptoIntrinsics known, Consumer<ChainedOptionsBuilder> more)
            throws JmhFork.FailedException, RunFailedException, IOException {
        return measure(cell.toString(), group.call(cell), cell.threads(),
                jvm.options(cell.machineCode(), known), more);
    }

    /**
     * Measures a call.
     *
     * @param title the call's title in the log
     * @param jvmOptions all options of the fork's JVM
     * @throws JmhFork.FailedException when there is no figure
     * @throws RunFailedException when nothing can be measured now
     */
    public RunResult measure(String title, Call call, int threads, List<String> jvmOptions,
            Consumer<ChainedOptionsBuilder> more) throws JmhFork.FailedException, RunFailedException, IOException {
        ChainedOptionsBuilder options = new OptionsBuilder().threads(threads).jvm(jvm.program(folder).toString())
                .jvmArgs(jvmOptions.toArray(String[]::new)).timeout(PATIENCE).addProfiler(CpuProfiler.class)
                .shouldFailOnError(false);
        timing.tell(options);
        call.tell(options);
        more.accept(options);
        return JmhFork.run(options.build(), title, folder);
    }
}
