package org.eejs.report.experiment;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.eejs.report.text.Format;
import org.eejs.report.text.RunFigures;
import org.eejs.result.BankingFigures;
import org.eejs.result.Result.Run;
import org.eejs.result.Result.ServiceProof;

/**
 * Which providers served which cryptographic service of the bank in each configuration: the proof that what was
 * configured was used.
 *
 * @param configurations the names of the columns
 * @param rows one for each service; empty when nothing was counted in any run
 * @param means by which means was counted, without repetition
 */
public record ServiceMatrix(List<String> configurations, List<Row> rows, List<String> means) {
    /** One service in all configurations. */
    public record Row(String service, List<Cell> cells) {}

    /**
     * One service in one configuration.
     *
     * @param words what stands there instead of providers; null when there are providers
     * @param asked the provider that the configuration names; null when it names none
     * @param providers who served it, most first
     */
    public record Cell(String words, String asked, List<Served> providers) {
        /** Whether others than the asked provider had a share. */
        public boolean differs() {
            return providers.stream().anyMatch(served -> served.mark() != Mark.AS_ASKED);
        }
    }

    /** What is to be thought of a provider that served. */
    public enum Mark {
        /** It was asked for. */
        AS_ASKED("✓ ", "ok"),
        /** It did what the asked one could have done. */
        INSTEAD("✕ ", "alarm"),
        /** None was asked for, or the asked one does not offer what this one did. */
        NONE("", "");

        private final String sign;
        private final String style;

        Mark(String sign, String style) {
            this.sign = sign;
            this.style = style;
        }

        public String sign() {
            return sign;
        }

        public String style() {
            return style;
        }
    }

    /** One provider, its share of the calls, and what is to be thought of it. */
    public record Served(String provider, String share, Mark mark) {
        /** The provider's name in the parts between which it may be broken into lines. */
        public List<String> parts() {
            return List.of(provider.split("(?<=[a-z])(?=[A-Z])"));
        }
    }

    private static final List<String> ORDER = List.of("rsa", "ec", "keyGeneration", "aes", "digest", "random");

    static ServiceMatrix of(ExperimentReport experiment) {
        List<ConfigurationRuns> configurations = experiment.configurations();
        Set<String> services = new LinkedHashSet<>();
        Set<String> means = new LinkedHashSet<>();
        for (ConfigurationRuns configuration : configurations) {
            for (Run run : configuration.runs()) {
                BankingFigures.Served served = new RunFigures(run).banking().served();
                RunFigures.orEmpty(served.services()).forEach(proof -> services.add(String.valueOf(proof.service())));
                if (served.serviceCounting() != null) {
                    means.add(served.serviceCounting());
                }
            }
        }
        List<String> inOrder = new ArrayList<>(services.isEmpty() ? List.of() : ORDER);
        services.stream().filter(service -> !ORDER.contains(service)).sorted().forEach(inOrder::add);
        return new ServiceMatrix(experiment.names(), inOrder.stream().map(service -> new Row(name(service),
                configurations.stream().map(configuration -> cell(configuration, service)).toList())).toList(),
                List.copyOf(means));
    }

    private static Cell cell(ConfigurationRuns configuration, String service) {
        List<List<ServiceProof>> counted = configuration.runs().stream()
                .map(run -> new RunFigures(run).banking().served().services()).filter(Objects::nonNull).toList();
        if (counted.isEmpty()) {
            return new Cell(configuration.runs().isEmpty() ? "not run" : "not counted", null, List.of());
        }
        List<ServiceProof> proofs = counted.stream().flatMap(List::stream)
                .filter(proof -> service.equals(proof.service())).toList();
        String asked = proofs.stream().map(ServiceProof::asked).filter(Objects::nonNull).findFirst().orElse(null);
        Map<String, Long> served = proofs.stream()
                .flatMap(proof -> RunFigures.orEmpty(proof.servedBy()).entrySet().stream())
                .filter(entry -> entry.getValue() != null && entry.getValue() > 0)
                .collect(Collectors.groupingBy(Map.Entry::getKey, TreeMap::new,
                        Collectors.summingLong(Map.Entry::getValue)));
        long all = served.values().stream().mapToLong(Long::longValue).sum();
        Map<String, Long> mostFirst = new LinkedHashMap<>();
        served.entrySet().stream().sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                .forEach(entry -> mostFirst.put(entry.getKey(), entry.getValue()));
        List<Served> providers = mostFirst.entrySet().stream().map(entry -> new Served(entry.getKey(),
                share(entry.getValue(), all), mark(proofs, entry.getKey()))).toList();
        return new Cell(providers.isEmpty() ? "not used" : null, asked, providers);
    }

    // All and nothing are said only of all and nothing.
    private static String share(long count, long all) {
        double percent = 100.0 * count / all;
        return count == all ? "100\u00a0%" : percent > 99.9 ? ">\u00a099.9\u00a0%"
                : percent < 0.1 ? "<\u00a00.1\u00a0%" : Format.figure(percent) + "\u00a0%";
    }

    private static Mark mark(List<ServiceProof> proofs, String provider) {
        return proofs.stream().anyMatch(proof -> RunFigures.orEmpty(proof.instead()).contains(provider)) ? Mark.INSTEAD
                : proofs.stream().anyMatch(proof -> RunFigures.orEmpty(proof.asAsked()).contains(provider))
                        ? Mark.AS_ASKED : Mark.NONE;
    }

    private static String name(String service) {
        return switch (service) {
            case "rsa" -> "RSA";
            case "ec" -> "Elliptic curves";
            case "keyGeneration" -> "Key generation";
            case "aes" -> "AES";
            case "digest" -> "Digests";
            case "random" -> "Random numbers";
            default -> service;
        };
    }
}
