package org.eejs.cli;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.eejs.bench.gate.BenchComparison;
import org.eejs.lab.rounds.Outcome;
import org.eejs.lab.statistics.PartOfWhole;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code eejs bench compare}: compares two results of {@code eejs bench} in CI. */
@Command(name = "compare", sortOptions = false, mixinStandardHelpOptions = true,
        description = {
            "Compares two results of `eejs bench` cell by cell, and exits with 3 if a cell has become slower.", "",
            "A cell fails if it is slower by more than the gate, and significantly so in a simultaneous test of all "
            + "cells. So at most 5%% of comparisons of equal results fail. A cell with a figure in A and "
            + "an error in B fails, too. A cell that is missing in B is a "
            + "warning.", "",
            "Measure both with five forks (at least three), one after the other on the same machine. Results that "
            + "began more than 12 hours apart, or on other processors, are refused. With fewer forks, the spread of "
            + "all cells serves as noise; then only large changes of a few cells are found.", ""})
final class BenchCompareCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "A", description = "The result to compare with: a folder or result.json.")
    private Path a;

    @Parameters(index = "1", paramLabel = "B", description = "The result that is judged.")
    private Path b;

    @Option(names = "--gate", paramLabel = "PART", defaultValue = "5%",
            description = "How much slower a cell may be, for example 3%% (default: 5%%).")
    private String gate;

    @Mixin
    private final Measurement measurement = new Measurement(false);

    @Override
    public Integer call() {
        BenchComparison comparison = BenchComparison.of(a, b, PartOfWhole.of("gate", gate));
        return measurement.carryOut(measurement.directory("bench-compare"),
                directory -> new Outcome(comparison.result(), null),
                result -> comparison.lines().stream().collect(Collectors.joining("\n", "", "\n")),
                result -> comparison.passes());
    }
}
