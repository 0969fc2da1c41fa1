package org.eejs.lab.processes;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.eejs.banking.AlgorithmUse;
import org.eejs.banking.KnownProvider;
import org.eejs.lab.settings.AlgorithmFamily;
import org.eejs.lab.settings.ProviderChoice;
import org.eejs.result.Result;

/**
 * A comparison of the providers that a JVM reports with those that the configuration requests. A configured provider
 * proves nothing: JSSE silently falls back to another one.
 */
public final class ProviderProofs {
    /**
     * The share of a family that may come from other providers than the requested one. The JDK always takes some
     * digests and key derivations from its own.
     */
    private static final double TOLERATED_SHARE = 0.05;

    /**
     * The extended master secret (RFC 7627), which only SunJCE offers, under the name of the plain one. So it is
     * unknown which of them was requested.
     */
    private static final String EXTENDED_MASTER_SECRET = "KeyGenerator.SunTlsMasterSecret";

    /** The provider that does no cryptography: it lets JSSE ask the preferred provider. */
    private static final String PREMASTER = "EEJS-Premaster";

    private ProviderProofs() {}

    /**
     * Returns the providers of each family that was used or requested.
     *
     * @param uses the counts of the JVM
     * @param offers the algorithms that each provider of the JVM offers, as type.algorithm; empty when they are not
     *     known
     */
    public static List<Result.AlgorithmProof> of(ProviderChoice choice, List<AlgorithmUse> uses,
            Map<String, List<String>> offers) {
        Map<AlgorithmFamily, Map<String, Map<String, Long>>> used = new EnumMap<>(AlgorithmFamily.class);
        for (AlgorithmUse use : uses) {
            AlgorithmFamily family = AlgorithmFamily.of(use.type(), use.algorithm());
            if (family != null) {
                used.computeIfAbsent(family, unused -> new TreeMap<>())
                        .computeIfAbsent(use.type() + "." + use.algorithm(), unused -> new TreeMap<>())
                        .merge(use.provider(), use.count(), Long::sum);
            }
        }
        List<Result.AlgorithmProof> proofs = new ArrayList<>();
        for (AlgorithmFamily family : AlgorithmFamily.values()) {
            KnownProvider asked = choice.of(family);
            Map<String, Map<String, Long>> algorithms = used.getOrDefault(family, Map.of());
            if (asked != null || !algorithms.isEmpty()) {
                Map<String, Long> servedBy = servedBy(algorithms);
                proofs.add(new Result.AlgorithmProof(family.id(), asked == null ? null : asked.id(), servedBy,
                        algorithms, asked == null ? List.of() : servedBy.keySet().stream().filter(asked::is).toList(),
                        asked == null ? List.of() : instead(asked, algorithms, offers)));
            }
        }
        return List.copyOf(proofs);
    }

    private static Map<String, Long> servedBy(Map<String, Map<String, Long>> algorithms) {
        Map<String, Long> sums = new TreeMap<>();
        algorithms.values().forEach(byProvider -> byProvider.forEach((provider, count) ->
                sums.merge(provider, count, Long::sum)));
        Map<String, Long> ordered = new LinkedHashMap<>();
        sums.entrySet().stream().sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder()))
                .forEach(entry -> ordered.put(entry.getKey(), entry.getValue()));
        return ordered;
    }

    /** Returns other providers that replaced the requested one, if their share is not tolerated. */
    private static List<String> instead(KnownProvider asked, Map<String, Map<String, Long>> algorithms,
            Map<String, List<String>> offers) {
        long own = 0;
        Map<String, Long> others = new TreeMap<>();
        for (Map.Entry<String, Map<String, Long>> algorithm : algorithms.entrySet()) {
            for (Map.Entry<String, Long> use : algorithm.getValue().entrySet()) {
                if (use.getKey().equals(PREMASTER)
                        || algorithm.getKey().endsWith(AlgorithmFamily.RSA_PREMASTER_SECRET)) {
                    continue;
                }
                if (asked.is(use.getKey())) {
                    own += use.getValue();
                } else if (asked == KnownProvider.JDK || !algorithm.getKey().equals(EXTENDED_MASTER_SECRET)
                        && offers(offers, asked, algorithm.getKey())) {
                    others.merge(use.getKey(), use.getValue(), Long::sum);
                }
            }
        }
        long sum = others.values().stream().mapToLong(Long::longValue).sum();
        return sum > TOLERATED_SHARE * (own + sum) ? List.copyOf(others.keySet()) : List.of();
    }

    /**
     * Returns why a run does not have its configured providers: another provider replaced the requested one.
     *
     * @param served the provider of the JVM's SecureRandom; null when not known
     */
    public static List<String> contradictions(ProviderChoice choice, List<AlgorithmUse> uses, String served,
            Map<String, List<String>> offers) {
        List<String> reasons = new ArrayList<>();
        for (Result.AlgorithmProof proof : of(choice, uses, offers)) {
            if (!proof.instead().isEmpty()) {
                reasons.add("%s was requested from %s, but the JVM reports that %s served it: %s".formatted(
                        proof.family(), proof.asked(), String.join(", ", proof.instead()),
                        proof.algorithms().entrySet().stream()
                                .filter(algorithm -> algorithm.getValue().keySet().stream()
                                        .anyMatch(proof.instead()::contains))
                                .map(Map.Entry::getKey).collect(Collectors.joining(", "))));
            }
        }
        KnownProvider random = choice.of(AlgorithmFamily.RANDOM);
        if (random != null && served != null && !random.is(served)) {
            reasons.add("random was requested from %s, but the JVM's SecureRandom is from %s".formatted(random.id(),
                    served));
        }
        return reasons;
    }

    /** Returns whether a provider offers an algorithm. A cipher may be listed without its mode. */
    private static boolean offers(Map<String, List<String>> offers, KnownProvider provider, String algorithm) {
        String wanted = algorithm.toLowerCase(Locale.ROOT);
        return offers.getOrDefault(provider.jcaName(), List.of()).stream()
                .map(offered -> offered.toLowerCase(Locale.ROOT))
                .anyMatch(offered -> offered.equals(wanted) || wanted.startsWith("cipher.")
                        && (wanted.startsWith(offered + "/") || offered.startsWith(wanted + "/")));
    }
}
