package org.eejs.bench.rounds;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.eejs.lab.machine.Jdk;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What all measurements are told. */
public final class MeasuringOptions {
    private static final int OLDEST_JDK = 17;
    private static final int CAREFUL_ROUNDS = 5;
    private static final int QUICK_ROUNDS = 2;
    private static final int QUICK_SECONDS = 2;

    @Parameters(index = "0", arity = "0..1", paramLabel = "ROUNDS", description = "How many rounds (default: 5).")
    private Integer rounds;

    @Option(names = "--jdk", paramLabel = "JDK",
            description = "Version or home of a JDK; may be repeated (default: one of each release from 17 on).")
    private List<String> jdks;

    @Option(names = "--quick", description = "Few and short rounds, for a first look.")
    private boolean quick;

    /** Whether a first look will do. */
    public boolean isQuick() {
        return quick;
    }

    /** How often and how long is measured. */
    public Rounds rounds() {
        int number = rounds != null ? rounds : quick ? QUICK_ROUNDS : CAREFUL_ROUNDS;
        return new Rounds(number, quick ? OptionalInt.of(QUICK_SECONDS) : OptionalInt.empty());
    }

    /**
     * The JDKs that are meant.
     *
     * @throws org.eejs.lab.InputException with a line that lists the JDKs that exist, for one that does not
     */
    public List<Jdk> jdks() {
        if (jdks != null) {
            return jdks.stream().map(Jdk::find).toList();
        }
        Map<Integer, Jdk> oneOfEach = new LinkedHashMap<>();
        Jdk.all().stream().filter(jdk -> jdk.feature() >= OLDEST_JDK)
                .forEach(jdk -> oneOfEach.putIfAbsent(jdk.feature(), jdk));
        return new ArrayList<>(oneOfEach.values());
    }
}
