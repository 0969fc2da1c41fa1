package org.eejs.bench.measuring;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import org.eejs.lab.processes.RunFailedException;
import org.eejs.lab.processes.RunProgress;
import org.eejs.lab.rounds.AbortSwitch;
import org.eejs.pki.files.PrivateFile;
import org.eejs.result.Bench;
import org.eejs.result.InvalidReason;
import org.eejs.result.Observation;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;

/**
 * The results of JMH's forks of one cell so far, until one of them failed. For one thread.
 *
 * @param <C> the type of the cell's description; its text is shown
 */
public final class JmhCell<C> {
    private static final String FILE = "jmh.json";

    private final C cell;
    private final List<RunResult> forks = new ArrayList<>();
    private String error;

    /** A fork of the cell. */
    @FunctionalInterface
    public interface Fork {
        RunResult measure() throws JmhFork.FailedException, RunFailedException, IOException;
    }

    public JmhCell(C cell) {
        this.cell = cell;
    }

    /**
     * Measures once more, unless a fork of the cell has failed.
     *
     * @throws RunFailedException when no cell can be measured now
     */
    public void measure(Fork fork, RunProgress progress, AbortSwitch abort) throws RunFailedException, IOException {
        if (error != null) {
            return;
        }
        try {
            forks.add(fork.measure());
        } catch (JmhFork.FailedException e) {
            abort.failIfAborted();
            error = e.getMessage();
            progress.warning(cell + " failed: " + error);
        }
    }

    public C cell() {
        return cell;
    }

    public List<RunResult> forks() {
        return List.copyOf(forks);
    }

    /** Returns why the last fork failed, in one line; null when none did. */
    public String error() {
        return error;
    }

    /** Returns the observations of a cell, one per fork. All are invalid where a fork failed. */
    public List<Observation> observations(Bench.Cell of, Reading.Reader reader) {
        List<Observation> all = new ArrayList<>();
        forks.forEach(fork -> all.add(reader.read(of, all.size() + 1, fork)));
        if (error == null) {
            return all;
        }
        all.add(new Observation(of.facets(), all.size() + 1, List.of(), null, null, null));
        List<InvalidReason> failed = List.of(new InvalidReason(InvalidReason.Kind.BROKEN_OFF, error));
        return all.stream().map(each -> each.invalid(failed)).toList();
    }

    /** Returns all forks as one result of JMH; null when there is none. */
    public RunResult merged() {
        return forks.isEmpty() ? null : new RunResult(forks.get(forks.size() - 1).getParams(),
                forks.stream().flatMap(fork -> fork.getBenchmarkResults().stream()).toList());
    }

    /** Writes JMH's results in JMH's own form. */
    public static void write(Collection<? extends JmhCell<?>> cells, Path folder) throws IOException {
        List<RunResult> results = cells.stream().map(JmhCell::merged).filter(Objects::nonNull).toList();
        if (!results.isEmpty()) {
            try (PrintStream out = new PrintStream(PrivateFile.open(folder.resolve(FILE)), false,
                    StandardCharsets.UTF_8)) {
                ResultFormatFactory.getInstance(ResultFormatType.JSON, out).writeOut(results);
            }
        }
    }
}
