package org.eejs.bench.xml;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.eejs.bench.measuring.Reading;
import org.eejs.lab.machine.Jdk;
import org.eejs.lab.machine.Machine;
import org.eejs.lab.machine.Nearest;
import org.eejs.lab.machine.SystemCommand;
import org.eejs.lab.statistics.RatioInterval;
import org.eejs.result.InputException;
import org.eejs.result.Spread;
import org.eejs.xmlload.documents.DocumentSize;
import org.openjdk.jmh.runner.RunnerException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code xml-engine}: whether the XML workload adds anything to what it measures. In each round every call has a
 * process in which the workload's engine and JMH measure it in turn, in an order drawn anew; ratios are of the means
 * over the rounds, with Fieller's interval for pairs.
 */
@Command(name = "xml-engine", sortOptions = false, mixinStandardHelpOptions = true,
        description = "Measures transactions of the XML workload by its engine and bare by JMH, in turn in one "
                + "process a round, and exits with 3 when the two differ by more than 3 %%.")
public final class XmlEngineCommand implements Callable<Integer> {
    /** How far the ratio of the rates may be from 1. */
    static final double MARGIN = 0.03;
    private static final int MISSED = 3;

    @Parameters(index = "0", arity = "0..1", paramLabel = "ROUNDS",
            description = "How many rounds, at least 2 (default: 5; --quick: 2).")
    private Integer rounds;

    @Option(names = "--jdk", paramLabel = "JDK", defaultValue = Jdk.SAME,
            description = "Version or home of a JDK (default: the one that runs this).")
    private String jdk;

    @Option(names = "--transaction", split = ",", paramLabel = "NAME",
            description = "Which of stax-parse, jaxb-unmarshal and sign-enveloped (default: all).")
    private List<String> transactions;

    @Option(names = "--size", paramLabel = "SIZE", defaultValue = "10KB",
            description = "About how long the document is (default: ${DEFAULT-VALUE}).")
    private String size;

    @Option(names = "--quick", description = "Few and short rounds, for a first look.")
    private boolean quick;

    @Override
    public Integer call() throws RunnerException, IOException {
        List<XmlCall> calls = calls();
        int many = rounds();
        int bytes = bytes();
        Jdk chosen = Jdk.find(jdk);
        // It stays where something failed: the logs are in it.
        Path folder = Files.createTempDirectory("eejs-xml-engine");
        XmlEngine engine = new XmlEngine(chosen, processor(System.err), bytes, quick ? 3 : 8, quick ? 2 : 5, folder);
        Map<XmlCall, Pairs> measured = measure(engine, calls, many);
        System.out.print("### JDK %s, %s\n\n%s\n".formatted(engine.jdk().version(),
                DocumentSize.format(engine.bytes()), Pairs.HEAD));
        measured.forEach((call, pairs) -> System.out.println(pairs.row(call)));
        long missed = measured.values().stream().filter(Pairs::isMissed).count();
        System.out.println();
        System.out.println(missed == 0 ? "The workload is within 3 % of JMH."
                : missed + " of " + measured.size() + " transactions are NOT within 3 % of JMH.");
        deleteAll(folder);
        return missed == 0 ? 0 : MISSED;
    }

    private int rounds() {
        int many = rounds != null ? rounds : quick ? 2 : 5;
        if (many < 2) {
            throw new InputException("ROUNDS " + many
                    + " cannot be; give 2 or more, since there is no interval of one");
        }
        return many;
    }

    private int bytes() {
        try {
            return DocumentSize.parse(size);
        } catch (IllegalArgumentException e) {
            throw new InputException("--size: " + e.getMessage());
        }
    }

    private List<XmlCall> calls() {
        List<String> known = XmlCall.ALL.stream().map(XmlCall::transaction).toList();
        for (String name : transactions == null ? known : transactions) {
            if (!known.contains(name)) {
                throw new InputException("there is no bare benchmark of '%s'; %s".formatted(name,
                        Nearest.hint(name, known)));
            }
        }
        return XmlCall.ALL.stream().filter(call -> transactions == null
                || transactions.contains(call.transaction())).toList();
    }

    /** The first of the last core, away from what waits; empty where nothing can be pinned. */
    private static String processor(PrintStream progress) {
        if (!SystemCommand.exists("taskset")) {
            progress.println("taskset is missing (package util-linux): nothing is pinned");
            return "";
        }
        List<String> cores = Machine.cores().stream().map(core -> String.valueOf(core.nextSetBit(0))).toList();
        return cores.get(cores.size() - 1);
    }

    private static Map<XmlCall, Pairs> measure(XmlEngine engine, List<XmlCall> calls, int rounds)
            throws RunnerException, IOException {
        Map<XmlCall, Pairs> measured = calls.stream().collect(Collectors.toMap(call -> call, call -> new Pairs(),
                (one, other) -> one, LinkedHashMap::new));
        Random order = new Random();
        for (int round = 1; round <= rounds; round++) {
            List<XmlCall> shuffled = new ArrayList<>(calls);
            Collections.shuffle(shuffled, order);
            for (XmlCall call : shuffled) {
                XmlEngine.Pair pair = engine.measure(call);
                Reading ours = pair.engine();
                Reading bare = pair.bare();
                measured.get(call).add(ours, bare);
                System.err.printf(Locale.ROOT, "round %d of %d: %s: %s/s and %s us of CPU by the engine, %s/s and %s "
                        + "us by JMH%n", round, rounds, call, Spread.digits(ours.rate()),
                        Spread.digits(ours.cpuMicros()), Spread.digits(bare.rate()), Spread.digits(bare.cpuMicros()));
            }
        }
        return measured;
    }

    private static void deleteAll(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(folder);
    }

    /** What the rounds measured of a call. */
    static final class Pairs {
        static final String HEAD = "| transaction | by the workload, per second | bare in JMH, per second | ratio of "
                + "rates (95 %) | ratio of CPU per transaction (95 %) | within 0.97 to 1.03 "
                + "|\n|---|---|---|---|---|---|";

        private final List<Reading> ours = new ArrayList<>();
        private final List<Reading> bare = new ArrayList<>();

        void add(Reading byEngine, Reading byJmh) {
            ours.add(byEngine);
            bare.add(byJmh);
        }

        private RatioInterval rates() {
            return RatioInterval.of(rates(ours), rates(bare));
        }

        private static double[] rates(List<Reading> readings) {
            return readings.stream().mapToDouble(Reading::rate).toArray();
        }

        private static double[] cpu(List<Reading> readings) {
            return readings.stream().mapToDouble(Reading::cpuMicros).toArray();
        }

        boolean isMissed() {
            return Math.abs(rates().ratio() - 1) > MARGIN;
        }

        String row(XmlCall call) {
            RatioInterval rates = rates();
            boolean within = rates.low() >= 1 - MARGIN && rates.high() <= 1 + MARGIN;
            return "| " + String.join(" | ", call.toString(), Spread.digits(mean(rates(ours))),
                    Spread.digits(mean(rates(bare))), words(rates), words(RatioInterval.of(cpu(ours), cpu(bare))),
                    isMissed() ? "**MISSED**" : within ? "reached" : "reached, its interval is wider") + " |";
        }

        private static double mean(double[] figures) {
            return Arrays.stream(figures).average().orElseThrow();
        }

        private static String words(RatioInterval interval) {
            return String.format(Locale.ROOT, interval.isBounded() ? "%.3f (%.3f to %.3f)" : "%.3f (no interval)",
                    interval.ratio(), interval.low(), interval.high());
        }
    }
}
