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

/** {@code eejs bench compare}: whether a result of {@code eejs bench} is slower than another, for CI. */
@Command(name = "compare", sortOptions = false, mixinStandardHelpOptions = true,
        description = {
            "Compares two results of `eejs bench` cell by cell, and exits with 3 when one has become slower.", "",
            "A cell fails when it is slower by more than the gate and, with all cells tested at once, "
            + "significantly slower at all: of comparisons of equals at most 5 of 100 fail, however many cells they "
            + "have. A cell that had a figure in A and has an error in B fails, too; one that is missing in B is a "
            + "warning.", "",
            "Measure both with five forks (the least is three), right after each other on the same machine: what "
            + "began more than 12 hours apart, or on other processors, is refused. With fewer forks the spread of all "
            + "cells is taken for noise, which finds large changes of a few cells only.", ""})
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
