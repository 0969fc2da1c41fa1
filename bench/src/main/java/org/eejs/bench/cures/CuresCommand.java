package org.eejs.bench.cures;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.eejs.bench.rounds.Comparison;
import org.eejs.bench.rounds.MeasuringOptions;
import org.eejs.bench.rounds.VariantReadings;
import org.eejs.bench.tls.KeyKind;
import org.eejs.lab.machine.Jdk;
import org.openjdk.jmh.runner.RunnerException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code cures}: whether the library of cures is as fast as it has to be. */
@Command(name = "cures", sortOptions = false, mixinStandardHelpOptions = true,
        description = "Measures the cures beside what they replace, and exits with 3 when a requirement is missed.")
public final class CuresCommand implements Callable<Integer> {
    /** What can be asked for alone. */
    enum Part { full, resumed, contexts, random }

    @Mixin
    private MeasuringOptions options;

    @Option(names = "--only", split = ",", paramLabel = "PART",
            description = "Of: ${COMPLETION-CANDIDATES} (default: all).")
    private Set<Part> only = new LinkedHashSet<>(List.of(Part.values()));

    @Option(names = "--certificate", split = ",", paramLabel = "KIND",
            description = "Of: ${COMPLETION-CANDIDATES} (default: all; RSA with --quick).")
    private List<KeyKind> certificates;

    @Override
    public Integer call() throws RunnerException {
        List<CureTargets> tables = tables();
        List<Jdk> jdks = options.jdks();
        Map<Jdk, VariantReadings> measured = options.rounds().measure(jdks, tables.stream().map(CureTargets::variants).toList(),
                System.err);
        long missed = 0;
        for (Jdk jdk : jdks) {
            System.out.println("### JDK " + jdk.version() + "\n");
            for (CureTargets table : tables) {
                System.out.println(table.table(measured.get(jdk)));
                missed += table.missed(measured.get(jdk));
            }
        }
        System.out.println(missed == 0 ? "All requirements are reached." : missed + " requirements are MISSED.");
        return missed == 0 ? 0 : Comparison.MISSED;
    }

    private List<CureTargets> tables() {
        List<KeyKind> kinds = certificates != null ? certificates
                : options.isQuick() ? List.of(KeyKind.RSA) : List.of(KeyKind.values());
        List<CureTargets> tables = new ArrayList<>();
        for (Part part : only) {
            tables.add(switch (part) {
                case full -> CureTargets.handshakes(false, kinds);
                case resumed -> CureTargets.handshakes(true, kinds);
                case contexts -> CureTargets.contexts();
                case random -> CureTargets.random();
            });
        }
        return tables;
    }
}
