package org.eejs.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.eejs.bench.campaign.BenchCampaign;
import org.eejs.bench.campaign.BenchCatalogue;
import org.eejs.bench.campaign.BenchRequest;
import org.eejs.result.Bench;
import org.eejs.result.Result;
import org.eejs.terminal.Printer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code eejs bench}: what each primitive costs, by provider, size, thread and JDK. */
@Command(name = "bench", sortOptions = false, mixinStandardHelpOptions = true,
        subcommands = {BenchCompareCommand.class, BenchRemoteKeyCommand.class},
        description = "Measures ciphers, digests, signatures, key agreement, random numbers and TLS by JMH, beside "
                + "what native code does. Each provider is asked for known answers first.")
final class BenchCommand implements Callable<Integer> {
    @Parameters(arity = "0..*", paramLabel = "GROUP",
            description = "What to measure, for example gcm, sign or handshake (default: all; see --list).")
    private List<String> groups = new ArrayList<>();

    @Option(names = "--list", description = "List groups, algorithms and providers, and measure nothing.")
    private boolean list;

    @Option(names = "--quick", description = "A first look at JVMs that are too young to judge: "
            + "half a minute to three for a group, as it tells before it begins.")
    private boolean quick;

    @Option(names = "--jdk", split = ",", paramLabel = "JDK",
            description = "Versions or homes of JDKs, for example 17,25; each for one of each release "
                    + "from 17 on (default: the one that runs EEJS).")
    private List<String> jdks = new ArrayList<>();

    @Option(names = "--provider", split = ",", paramLabel = "NAME",
            description = "Providers, for example SunJCE,ACCP; JDK for the JDK's own; class@jar for any other "
                    + "(default: all that are found).")
    private List<String> providers = new ArrayList<>();

    @Option(names = "--threads", split = ",", paramLabel = "N",
            description = "How many threads call at once, for example 1,2,4 (default: powers of two up to the "
                    + "number of processors).")
    private List<Integer> threads = new ArrayList<>();

    @Option(names = "--size", split = ",", paramLabel = "BYTES",
            description = "On how many bytes, for example 16,16384 (default: those of --list).")
    private List<Integer> sizes = new ArrayList<>();

    @Option(names = "--algorithm", split = ",", paramLabel = "NAME",
            description = "Only these algorithms, as --list shows them.")
    private List<String> algorithms = new ArrayList<>();

    @Option(names = "--operation", split = ",", paramLabel = "NAME",
            description = "Only these operations, as --list shows them.")
    private List<String> operations = new ArrayList<>();

    @Option(names = "--forks", paramLabel = "N",
            description = "How many JVMs measure each cell, one after the other (default: 3, with --quick 1; 5 for "
                    + "eejs bench compare).")
    private Integer forks;

    @Option(names = "--intrinsics", split = ",", paramLabel = "on|off|-FLAG",
            description = "How much of their machine code for cryptography JVMs use, a figure for each: on, off, or "
                    + "all but named flags, for example on,off,-UseGHASHIntrinsics,-UseAES-UseAESIntrinsics; eejs "
                    + "env lists them. Only the JDK's own providers depend on it (default: on, and off in one "
                    + "thread).")
    private List<String> intrinsics = new ArrayList<>();

    @Option(names = "--parameter", paramLabel = "NAME=VALUES",
            description = "Values of what else a group varies, as --list shows it, for example "
                    + "keyManager=SunX509,PKIX; can be repeated.")
    private Map<String, String> parameters = new LinkedHashMap<>();

    @Option(names = "--profile",
            description = "Also measure the heap that an operation allocates, and draw flame graphs.")
    private boolean profile;

    @Mixin
    private final Measurement measurement = new Measurement(false);

    @Override
    public Integer call() {
        BenchRequest request = new BenchRequest(groups, jdks, providers, threads, sizes, algorithms, operations,
                forks, intrinsics, valuesOfParameters(), quick, profile);
        if (list) {
            BenchCatalogue catalogue = BenchCatalogue.of(request);
            if (measurement.isJson()) {
                Printer.of(System.out).json(catalogue.json());
            } else {
                System.out.print(catalogue.words());
            }
            return Eejs.DONE;
        }
        // Tokens of PKCS#11 are kept there, which is said before any JVM makes one.
        Home.state();
        BenchCampaign campaign = new BenchCampaign(request, measurement.progress(), measurement.abort());
        return measurement.carryOut(BenchCampaign.COMMAND, campaign::run, BenchCommand::isGood);
    }

    private Map<String, List<String>> valuesOfParameters() {
        Map<String, List<String>> values = new LinkedHashMap<>();
        parameters.forEach((name, words) -> values.put(name, List.of(words.split(","))));
        return values;
    }

    /**
     * Returns a provider that computes something else than it should is a bad verdict, and so is a ratio that misses
     * what is required; a provider that fails somewhere is none.
     */
    static boolean isGood(Result result) {
        return result.bench().checks().stream().noneMatch(check -> check.verdict() == Bench.Verdict.MISMATCH)
                && result.comparisons().stream().noneMatch(Result.Comparison::wasMissed);
    }
}
