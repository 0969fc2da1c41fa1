package org.eejs.remotekey.keys;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.security.GeneralSecurityException;
import java.security.NoSuchAlgorithmException;
import java.security.Provider;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.eejs.pki.files.FaultyFileException;
import org.eejs.pki.files.YamlFile;
import org.eejs.remotekey.files.Causes;
import org.eejs.remotekey.keys.ServedKeys.StoredKey;
import org.eejs.remotekey.settings.KeyServerSettings;
import org.eejs.remotekey.signature.SignatureScheme;

/**
 * The security provider that was chosen for a kind of key, and the measurements behind it.
 *
 * @param key the kind of key that was measured, such as "RSA 2048"
 * @param algorithm of the keys that the choice is for, RSA or EC
 * @param chosen the provider's name
 * @param perSecond signatures of each in a second of processor time, by name
 * @param passedOver those that failed, with the reason
 */
public record ProviderTrial(String key, String algorithm, String chosen, Map<String, Long> perSecond,
        List<String> passedOver) {
    /** The factor by which a provider must be faster to be chosen before one that precedes it. */
    private static final double MARGIN = 1.1;
    private static final long ROUND_NANOS = 100_000_000;
    private static final int ROUNDS_TO_WARM_UP = 10;
    private static final int ROUNDS = 7;

    /** A provider that signs in rounds, with its rates. */
    private static final class Candidate {
        private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

        private final String name;
        private final ServedKey key;
        private final SignatureScheme scheme;
        private final byte[] digest;
        private final double[] rates = new double[ROUNDS];

        Candidate(String name, ServedKey key) {
            this.name = name;
            this.key = key;
            this.scheme = Arrays.stream(SignatureScheme.values()).filter(key::fits).findFirst().orElseThrow();
            this.digest = new byte[scheme.digest().length()];
        }

        /**
         * Returns the rate of a round by this thread's own time: other work on the machine, such as the JIT compiler's,
         * does not count.
         */
        double round() throws GeneralSecurityException {
            long begin = THREADS.getCurrentThreadCpuTime();
            long now = begin;
            int count = 0;
            for (; now - begin < ROUND_NANOS; count++) {
                key.sign(scheme, true, digest);
                now = THREADS.getCurrentThreadCpuTime();
            }
            return count * 1e9 / (now - begin);
        }

        double median() {
            double[] sorted = rates.clone();
            Arrays.sort(sorted);
            return sorted[ROUNDS / 2];
        }
    }

    /**
     * Measures: all warm up in turns, so that the JIT compiler has time, then all are measured in turns.
     *
     * @throws GeneralSecurityException if none signs with the key
     */
    static ProviderTrial of(StoredKey key) throws GeneralSecurityException {
        List<String> passedOver = new ArrayList<>();
        List<Candidate> candidates = new ArrayList<>();
        for (Map.Entry<String, Provider> each : SoftwareProviders.allowedFor(key.algorithm()).entrySet()) {
            try {
                ServedKey served = SoftwareProviders.served(key, each.getValue());
                served.check();
                candidates.add(new Candidate(each.getKey(), served));
            } catch (GeneralSecurityException | RuntimeException | LinkageError e) {
                passedOver.add(each.getKey() + " (" + Causes.first(e) + ")");
            }
        }
        if (candidates.isEmpty()) {
            throw new NoSuchAlgorithmException("no security provider here signs with it"
                    + (passedOver.isEmpty() ? "" : ": " + String.join(", ", passedOver)));
        }
        for (int round = -ROUNDS_TO_WARM_UP; round < ROUNDS; round++) {
            for (Candidate candidate : candidates) {
                double rate = candidate.round();
                if (round >= 0) {
                    candidate.rates[round] = rate;
                }
            }
        }
        Map<String, Long> rates = new LinkedHashMap<>();
        candidates.forEach(each -> rates.put(each.name, Math.round(each.median())));
        return new ProviderTrial(key.kind(), key.algorithm(), chosen(rates), rates, passedOver);
    }

    /** Returns the first provider that no other exceeds by more than the margin. */
    static String chosen(Map<String, Long> rates) {
        double best = rates.values().stream().mapToLong(Long::longValue).max().orElseThrow();
        return rates.entrySet().stream().filter(each -> each.getValue() * MARGIN >= best).findFirst().orElseThrow()
                .getKey();
    }

    /**
     * Returns the choices for all kinds of keys in files: of each algorithm the first is measured.
     *
     * @throws FaultyFileException if the keys are not readable, or no provider signs with one
     */
    public static List<ProviderTrial> of(YamlFile<KeyServerSettings> file) throws FaultyFileException {
        Map<String, ProviderTrial> choices = new LinkedHashMap<>();
        for (StoredKey key : ServedKeys.stored(file)) {
            if (!choices.containsKey(key.algorithm())) {
                try {
                    choices.put(key.algorithm(), of(key));
                } catch (GeneralSecurityException e) {
                    throw new FaultyFileException("the key %s is unusable: %s".formatted(key.name(),
                            e.getMessage()), e);
                }
            }
        }
        return List.copyOf(choices.values());
    }

    /** Returns the choices as lines of a server's file, with the figures as comments. */
    public static String yaml(List<ProviderTrial> choices) {
        StringBuilder yaml = new StringBuilder("""
                # Signatures in a second of processor time, measured on %s with Java %s. The JDK's own provider is
                # taken unless another is faster by more than a tenth.
                """.formatted(LocalDate.now(), Runtime.version().feature()));
        choices.forEach(each -> yaml.append("# ").append(each.text()).append('\n'));
        yaml.append("provider:\n");
        choices.forEach(each -> yaml.append("  %s: %s\n".formatted(each.algorithm.toLowerCase(Locale.ROOT),
                each.chosen)));
        return yaml.toString();
    }

    /** Returns the measurements, in one line. */
    public String text() {
        return "%s: %s".formatted(key, perSecond.entrySet().stream().map(each -> each.getKey() + " " + each.getValue())
                .collect(Collectors.joining(", "))) + (passedOver.isEmpty() ? ""
                        : "; passed over: " + String.join(", ", passedOver));
    }
}
