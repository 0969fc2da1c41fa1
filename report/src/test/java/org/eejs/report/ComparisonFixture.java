package org.eejs.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.eejs.banking.settings.BankingSettings;
import org.eejs.result.BankFigures;
import org.eejs.result.Cell;
import org.eejs.result.Figure;
import org.eejs.result.InvalidReason;
import org.eejs.result.Observation;
import org.eejs.result.Published;
import org.eejs.result.PublishedFigure;
import org.eejs.result.Result.Comparison;
import org.eejs.result.Result.AlgorithmProof;
import org.eejs.result.Result;
import org.eejs.result.settings.RunSettings;

/**
 * A comparison to render: invented, not measured. It combines runs of {@link RenderingFixture}: six configurations in
 * five blocks. E costs less, C the same, D is undecided, A costs more, and F was stopped because it is too slow.
 */
final class ComparisonFixture {
    private static final int BLOCKS = 5;
    private static final double MARGIN = 0.03;
    private static final Map<String, Double> COSTS = costs();

    private ComparisonFixture() {}

    /** Returns all six configurations. */
    static Result six() {
        return result(List.copyOf(COSTS.keySet()),
                "every interval but that of D was narrow enough, and D had its 5 runs");
    }

    /** Returns the baseline and another configuration. */
    static Result of(String other) {
        return result(List.of("B", other), "the interval was narrow enough");
    }

    /** Returns a comparison without any run. */
    static Result begun() {
        Result six = six();
        return Result.of(six.command(), six.startedAt(), six.settings(), null, procedure(1, null),
                List.of(new Result.Configuration("A", null, null, null),
                        new Result.Configuration("B", null, "the JDK 99 was not found", null)),
                List.of(), List.of(), null, null);
    }

    private static Result result(List<String> names, String stoppedBecause) {
        List<Observation> runs = new ArrayList<>();
        for (int block = 1; block <= BLOCKS; block++) {
            for (String name : names) {
                if (!name.equals("F") || block <= 2) {
                    runs.add(run(name, block));
                }
            }
        }
        List<Result.Configuration> configurations = names.stream().map(name -> new Result.Configuration(name,
                settings(name), name.equals("F") ? "fewer than half of its pages were good in both runs" : null,
                disclosure(name))).toList();
        List<Comparison> comparisons = new ArrayList<>();
        for (String name : names) {
            if (!name.equals("B")) {
                comparisons.addAll(comparisons(runs, name));
            }
        }
        return Result.of("compare", "2026-11-21T06:11:00Z", RenderingFixture.settings(), disclosure("B"),
                procedure(names.size() - 1, stoppedBecause), configurations, runs, comparisons, null,
                names.contains("E") ? published() : null);
    }

    /** Returns invented published figures, some of them without a measured one. */
    private static Result.Published published() {
        return new Result.Published("Nobody, Proceedings of Nothing, Table 0 (rendering fixture)", List.of(
                new PublishedFigure(new Published.Row("responseTimeMs.mean", "E", "B", 0.742, null, null), 0.903,
                        List.of(0.8912, 0.9151), 5, Published.Verdict.DIFFERS, "the same direction, but less of it"),
                new PublishedFigure(new Published.Row("pages", "E", "C", 1.345, null, "of all users"), 1.01, null,
                        1),
                new PublishedFigure(new Published.Row("good", "E", null, null, 0.956, null), 0.98996,
                        List.of(0.9811, 0.9988), 5),
                new PublishedFigure(new Published.Row("failed", "F", null, null, 0.004, null), null, null, 0)));
    }

    private static Map<String, Double> costs() {
        Map<String, Double> costs = new LinkedHashMap<>();
        costs.put("A", 1.17);
        costs.put("B", 1.0);
        costs.put("C", 1.004);
        costs.put("D", 0.985);
        costs.put("E", 0.88);
        costs.put("F", 2.4);
        return costs;
    }

    private static Observation run(String name, int block) {
        long seed = 100L * block + name.charAt(0);
        double wobble = new SplittableRandom(seed).nextDouble() - 0.5;
        double cost = COSTS.get(name) * (1 + wobble * (name.equals("D") ? 0.15 : 0.02));
        Observation run = RenderingFixture.run(seed, 400, cost, name.equals("F") ? 140 : cost);
        List<InvalidReason> reasons = name.equals("D") && block == 3
                ? RenderingFixture.reasons("the driver used 97% of its processors, so that response times may be its "
                        + "own") : List.of();
        return copy(run, name, block, reasons, !(name.equals("C") && block == 1), algorithms(name));
    }

    /** Returns a run with another name and another verdict. */
    static Observation copy(Observation run, String name, int repetition, List<InvalidReason> invalid, boolean steady,
            List<AlgorithmProof> algorithms) {
        return ChangedRun.of(run).named(name, repetition).invalid(invalid).steady(steady)
                .served(algorithms, algorithms == null ? null : "events of the JVM (rendering fixture)")
                .profiled(name.equals("F") ? null : CpuProfileFixture.of(run.value("cpuMsPerPage")), null).run();
    }

    private static List<AlgorithmProof> algorithms(String name) {
        Map<String, Long> half = new LinkedHashMap<>();
        half.put("Conscrypt", 5_120L);
        half.put("SunJCE", 731L);
        return switch (name) {
            case "D" -> List.of(proof("rsa", "Conscrypt", Map.of("Conscrypt", 974L)),
                    proof("aes", "Conscrypt", half), proof("digest", "Conscrypt", Map.of("SUN", 9_312L)));
            case "E" -> List.of(proof("rsa", "ACCP", Map.of("AmazonCorrettoCryptoProvider", 974L)),
                    proof("aes", "ACCP", Map.of("AmazonCorrettoCryptoProvider", 5_848L)),
                    proof("keyGeneration", null, Map.of("SunEC", 974L)), proof("ec", "ACCP", Map.of()));
            case "F" -> null;
            default -> List.of(proof("rsa", null, Map.of("SunRsaSign", 974L)), proof("aes", null,
                    Map.of("SunJCE", 5_848L)), proof("digest", null, Map.of("SUN", 9_312L)));
        };
    }

    private static AlgorithmProof proof(String family, String asked, Map<String, Long> servedBy) {
        List<String> asAsked = asked == null ? List.of() : servedBy.keySet().stream()
                .filter(name -> name.equals(asked) || name.equals("AmazonCorrettoCryptoProvider")).toList();
        return new AlgorithmProof(family, asked, servedBy, Map.of(), asAsked, asked == null ? List.of()
                : servedBy.keySet().stream().filter(name -> !asAsked.contains(name)).toList());
    }

    private static Result.Procedure procedure(int family, String stoppedBecause) {
        return new Result.Procedure("B", "appCpuMsPerPage", 0.02, MARGIN, 3, BLOCKS, 0.95,
                family < 2 ? null : 1 - 0.05 / family, stoppedBecause, null);
    }

    /** Returns settings with another provider, or only the common ones. */
    static RunSettings settings(String name) {
        String provider = switch (name) {
            case "D" -> "Conscrypt";
            case "E" -> "ACCP";
            case "F" -> "BC";
            default -> null;
        };
        RunSettings settings = provider == null ? RunSettings.unsaid() : RunSettings.only("provider", provider);
        return !name.equals("A") ? settings
                : settings.or(RunSettings.only("keyStore", "jks")).or(RunSettings.only("cryptoIntrinsics", "off"));
    }

    /** Returns the circumstances of a configuration, with a few changes to those of the fixture. */
    static Result.Disclosure disclosure(String name) {
        Result.Disclosure common = RenderingFixture.disclosure();
        List<String> providers = new ArrayList<>(common.providers());
        String own = settings(name).word(BankingSettings.PROVIDER).orElse(null);
        if (own != null) {
            providers.add(0, own);
        }
        Map<String, List<String>> flags = new LinkedHashMap<>(common.flags());
        if (name.equals("A")) {
            List<String> bank = new ArrayList<>(flags.get("bank"));
            bank.add("-XX:-UseAESIntrinsics");
            bank.add("-XX:-UseSHA");
            flags.put("bank", bank);
        }
        return new Result.Disclosure(common.jdks(), common.kernel(), common.cpu(), common.memory(), providers, flags,
                common.placement(), common.tls(), common.seeds(), common.deviations());
    }

    private static List<Comparison> comparisons(List<Observation> runs, String name) {
        return Stream.of(BankFigures.APP_CPU, BankFigures.RESPONSE_TIME, BankFigures.RESPONSE_TIME_P95,
                BankFigures.LOGIN, BankFigures.TOLERABLE_PAGES, BankFigures.GOOD_PAGES, BankFigures.BANK_PROCESSORS,
                BankFigures.BANK_SYSTEM_SHARE, BankFigures.FULL_HANDSHAKE, BankFigures.ALLOCATED)
                .map(figure -> comparison(runs, name, figure)).toList();
    }

    // Means, and a t interval of the logarithms of the ratios of pairs.
    private static Comparison comparison(List<Observation> runs, String name, Figure figure) {
        List<double[]> pairs = new ArrayList<>();
        for (Observation run : runs) {
            if (run.configuration().equals(name) && run.valid()) {
                double baseline = runs.stream().filter(other -> other.configuration().equals("B")
                        && other.round() == run.round()).mapToDouble(figure::of).findFirst().orElseThrow();
                pairs.add(new double[] {baseline, figure.of(run)});
            }
        }
        int n = pairs.size();
        double baseline = pairs.stream().mapToDouble(pair -> pair[0]).average().orElseThrow();
        double mean = pairs.stream().mapToDouble(pair -> pair[1]).average().orElseThrow();
        double center = pairs.stream().mapToDouble(pair -> StrictMath.log(pair[1] / pair[0])).average().orElseThrow();
        double squares = pairs.stream().mapToDouble(pair -> StrictMath.pow(
                StrictMath.log(pair[1] / pair[0]) - center, 2)).sum();
        double[] t = {12.706, 4.303, 3.182, 2.776};
        double half = t[Math.min(3, n - 2)] * StrictMath.sqrt(squares / (n - 1) / n);
        List<Double> ci95 = n < 3 ? null : List.of(StrictMath.exp(center - half), StrictMath.exp(center + half));
        return new Comparison(figure.id(), Cell.ofConfiguration(name), Cell.ofConfiguration("B"), mean / baseline, ci95,
                verdict(ci95, figure.lowerIsBetter()), n, baseline, mean, null);
    }

    private static String verdict(List<Double> ci95, boolean lower) {
        if (ci95 == null) {
            return "inconclusive";
        }
        if (ci95.get(0) >= 1 - MARGIN && ci95.get(1) <= 1 + MARGIN) {
            return "noDifference";
        }
        return ci95.get(1) < 1 ? lower ? "better" : "worse" : ci95.get(0) > 1 ? lower ? "worse" : "better"
                : "inconclusive";
    }
}
