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

/** {@code eejs bench}: the cost of each primitive, by provider, size, threads and JDK. */
@Command(name = "bench", sortOptions = false, mixinStandardHelpOptions = true,
        subcommands = {BenchCompareCommand.class, BenchRemoteKeyCommand.class},
        description = "Measures ciphers, digests, signatures, key agreement, random numbers and TLS by JMH, next to "
                + "native code. Known-answer tests of each provider come first.")
final class BenchCommand implements Callable<Integer> {
    @Parameters(arity = "0..*", paramLabel = "GROUP",
            description = "Group to measure, for example gcm, sign or handshake; or pq, all post-quantum algorithms "
                    + "(default: all groups; see --list).")
    private List<String> groups = new ArrayList<>();

    @Option(names = "--list", description = "List groups, algorithms and providers, and exit.")
    private boolean list;

    @Option(names = "--quick", description = "A quick look at cold JVMs, not fit for conclusions: half a minute to "
            + "three minutes per group. The duration is printed first.")
    private boolean quick;

    @Option(names = "--jdk", split = ",", paramLabel = "JDK",
            description = "Versions or homes of JDKs, for example 17,25; each for one JDK of each release from 17 on "
                    + "(default: the JDK that runs EEJS).")
    private List<String> jdks = new ArrayList<>();

    @Option(names = "--provider", split = ",", paramLabel = "NAME",
            description = "Providers, for example SunJCE,ACCP; JDK for the JDK's own; class@jar for any other "
                    + "(default: all that are found).")
    private List<String> providers = new ArrayList<>();

    @Option(names = "--threads", split = ",", paramLabel = "N",
            description = "Numbers of simultaneous threads, for example 1,2,4 (default: powers of two up to the "
                    + "number of processors).")
    private List<Integer> threads = new ArrayList<>();

    @Option(names = "--size", split = ",", paramLabel = "BYTES",
            description = "Lengths of the data in bytes, for example 16,16384 (default: see --list).")
    private List<Integer> sizes = new ArrayList<>();

    @Option(names = "--algorithm", split = ",", paramLabel = "NAME",
            description = "Only these algorithms; see --list.")
    private List<String> algorithms = new ArrayList<>();

    @Option(names = "--operation", split = ",", paramLabel = "NAME",
            description = "Only these operations; see --list.")
    private List<String> operations = new ArrayList<>();

    @Option(names = "--forks", paramLabel = "N",
            description = "Number of JVMs that measure each cell, one after the other (default: 3, with --quick 1; 5 "
                    + "for eejs bench compare).")
    private Integer forks;

    @Option(names = "--intrinsics", split = ",", paramLabel = "on|off|-FLAG",
            description = "Use of intrinsics, a figure for each value: on, off, or all except named flags. Example: "
                    + "on,off,-UseGHASHIntrinsics,-UseAES-UseAESIntrinsics. `eejs env` lists the flags. Only the JDK's "
                    + "own providers depend on them (default: on, and off in one "
                    + "thread).")
    private List<String> intrinsics = new ArrayList<>();

    @Option(names = "--parameter", paramLabel = "NAME=VALUES",
            description = "Values of a parameter of a group, see --list, for example keyManager=SunX509,PKIX; can be "
                    + "repeated.")
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
        // Tokens of PKCS#11 are kept there; the message about the folder must come before a JVM creates one.
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
     * Returns whether all verdicts are good. A wrong result of a provider is bad, and so is a ratio that misses its
     * requirement. An error of a provider is neutral.
     */
    static boolean isGood(Result result) {
        return result.bench().checks().stream().noneMatch(check -> check.verdict() == Bench.Verdict.MISMATCH)
                && result.comparisons().stream().noneMatch(Result.Comparison::wasMissed);
    }
}
