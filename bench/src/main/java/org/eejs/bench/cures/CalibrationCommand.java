package org.eejs.bench.cures;

import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import org.eejs.bench.rounds.Comparison;
import org.eejs.bench.rounds.MeasuringOptions;
import org.eejs.bench.rounds.Rounds;
import org.eejs.bench.rounds.Spread;
import org.eejs.bench.rounds.VariantReadings;
import org.eejs.lab.machine.Jdk;
import org.openjdk.jmh.runner.RunnerException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/**
 * {@code agreement}: whether the suite finds what OpenJDK's own benchmarks would. Equal figures are taken for different
 * ones by chance in 1 of 16 pairs with 5 rounds, in 1 of 64 with 7, and in 1 of 4 with 3 ({@link Spread}).
 */
@Command(name = "agreement", sortOptions = false, mixinStandardHelpOptions = true,
        description = "Measures primitives of the JDK as the suite does and in OpenJDK's style, in the same rounds, "
                + "and exits with 3 when the ratios of a pair do not hold 1 between the lowest and the highest.")
public final class CalibrationCommand implements Callable<Integer> {
    private static final int SECONDS = 5;

    @Mixin
    private MeasuringOptions options;

    @Override
    public Integer call() throws RunnerException {
        List<Calibration> agreements = Calibration.all();
        Rounds asked = options.rounds();
        // Not every benchmark of the suite says how long: the suite tells it.
        Rounds rounds = new Rounds(asked.number(), OptionalInt.of(asked.seconds().orElse(SECONDS)));
        List<Jdk> jdks = options.jdks();
        Map<Jdk, VariantReadings> measured = rounds.measure(jdks, Calibration.groups(agreements), System.err);
        long missed = 0;
        for (Jdk jdk : jdks) {
            VariantReadings on = measured.get(jdk);
            System.out.println("### JDK " + jdk.version() + "\n\n" + Calibration.head());
            agreements.forEach(each -> System.out.println(each.row(on)));
            System.out.println();
            missed += agreements.stream().filter(each -> each.isMissed(on)).count();
        }
        System.out.println(missed == 0 ? "The suite agrees with OpenJDK's style." : missed + " of "
                + jdks.size() * agreements.size() + " pairs do NOT agree.");
        return missed == 0 ? 0 : Comparison.MISSED;
    }
}
