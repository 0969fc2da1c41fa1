package org.eejs.bench.cures;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.eejs.banking.Disease;
import org.eejs.bench.rounds.MeasuringOptions;
import org.eejs.bench.rounds.Variant;
import org.eejs.bench.rounds.VariantReadings;
import org.eejs.lab.machine.Jdk;
import org.eejs.result.InputException;
import org.openjdk.jmh.runner.RunnerException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code diseases}: what each costs. */
@Command(name = "diseases", sortOptions = false, mixinStandardHelpOptions = true,
        description = "Measures what each of the bank's diseases costs, beside what is said of it.")
public final class DiseasesCommand implements Callable<Integer> {
    @Mixin
    private MeasuringOptions options;

    @Option(names = "--only", split = ",", paramLabel = "DISEASE",
            description = "Names of diseases, such as cipher-probe (default: all).")
    private List<String> only = List.of(Disease.ALL);

    @Override
    public Integer call() throws RunnerException {
        List<BottleneckCosts> diseases = chosen();
        List<Jdk> jdks = options.jdks();
        Map<Jdk, VariantReadings> measured = options.rounds().measure(jdks, groups(diseases), System.err);
        for (Jdk jdk : jdks) {
            System.out.println("### JDK " + jdk.version() + "\n\n" + BottleneckCosts.head());
            diseases.forEach(each -> System.out.println(each.row(measured.get(jdk))));
            System.out.println();
        }
        return 0;
    }

    /** What runs the same benchmark is compared, and of the two of the trust store one is part of the other. */
    private static List<List<Variant>> groups(List<BottleneckCosts> diseases) {
        return diseases.stream().flatMap(each -> each.variants().stream()).distinct()
                .collect(Collectors.groupingBy(Variant::benchmark, LinkedHashMap::new, Collectors.toList()))
                .values().stream().toList();
    }

    private List<BottleneckCosts> chosen() {
        try {
            return BottleneckCosts.all().stream().filter(each -> Disease.parse(only).contains(each.disease())).toList();
        } catch (IllegalArgumentException e) {
            throw new InputException(e.getMessage());
        }
    }
}
