package org.eejs.result;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eejs.result.settings.Allowed;

/**
 * The report of {@code doctor} on a JVM: the cost of TLS and cryptography, and how to reduce it. Shares are those of
 * all CPU of the process, compiler and collector included. Immutable.
 *
 * @param target the JVM that was examined
 * @param seconds for how long
 * @param samples how many stacks the shares are based on
 * @param source the profiler, by its name in {@link CpuProfile.Sampling}
 * @param biased whether shares of these samples are not shares of CPU
 * @param cpuSeconds processor time of the process meanwhile, in seconds; null for a recording, which lacks it
 * @param grade how much of the CPU can be saved, and C at best where threads wait for long. It is null where that is
 *     unknown: nothing was sampled, the JVM was idle, or TLS may have been missed. It is null, too, where nothing was
 *     found and some rule lacked its data, and where no rule explains the largest cost
 * @param threshold the saved share above which a finding fails the command
 * @param attribution where the CPU went, in the order of categories
 * @param operations the operations of TLS and cryptography, the most expensive first; their shares sum to those of TLS
 *     and cryptography in the attribution. A row {@code unknown code} is added where such code costs much
 * @param findings the findings by the CPU that their fixes save, the most first
 * @param inventory the protocols, algorithms and keys that the JVM was seen to use
 * @param notSeen what was not visible, and why
 * @param hellos the answers of the JVM's TLS ports to hellos in several forms; null in earlier results
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Diagnosis(Target target, double seconds, long samples, String source, boolean biased, Double cpuSeconds,
        Grade grade, double threshold, List<Part> attribution, List<Operation> operations, List<Finding> findings,
        List<Asset> inventory, List<NotSeen> notSeen, List<Hellos> hellos) {
    /** Below this part of a processor a JVM is idle, and shares of its CPU mean nothing. */
    private static final double IDLE = 0.01;
    /** The weight of a cost that may be necessary, compared with a saving. A choice, not a measurement. */
    private static final double UNSURE = 0.4;
    /** From this total wait of threads on, in milliseconds of each second, the grade is C at best. */
    private static final double LONG = 100;
    /** The name of the row for code that belongs to no known part. */
    public static final String UNKNOWN = "unknown code";

    /** The grade by how much of the CPU all fixes together save. */
    public enum Grade {
        /** At most 1%. */
        A(0.01),
        /** At most 5%. */
        B(0.05),
        /** At most 15%. */
        C(0.15),
        /** At most 40%. */
        D(0.40),
        /** More than 40%. */
        E(1);

        private final double most;

        Grade(double most) {
            this.most = most;
        }

        /** Returns the grade for a share that can be saved. */
        public static Grade of(double saved) {
            return Stream.of(values()).filter(grade -> saved <= grade.most).findFirst().orElse(E);
        }
    }

    /**
     * A JVM.
     *
     * @param pid its process id; null for a recording from elsewhere
     * @param recording the recording's file; null for a live JVM
     * @param jdk its version; null where the recording lacks it
     * @param command the main class or jar, without arguments, which may be secret; null where it is not known
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Target(Long pid, String recording, String jdk, String command) {}

    /**
     * A part of the CPU.
     *
     * @param detail the detail within the category; null where the category is not divided
     * @param ci95 the interval of the share that follows from the number of samples; twice the share where it was
     *     counted
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Part(CpuCategory category, String detail, @Allowed(most = 1) double share, List<Double> ci95) {}

    /** The judgement of an operation's cost. */
    public enum Verdict {
        /** A finding explains it, and its fix saves a part of it. */
        AVOIDABLE("avoidable"),
        /** Another algorithm, provider or size does the same work for less. */
        CHEAPER_ELSEWHERE("cheaperElsewhere"),
        /** A finding explains it, and no fix saves anything. */
        NECESSARY("necessary"),
        /** No finding explains it. */
        UNEXPLAINED("unexplained");

        private final String id;

        Verdict(String id) {
            this.id = id;
        }

        /** Returns the name in results. */
        @JsonValue
        public String id() {
            return id;
        }

        /** Returns the name in reports. */
        public String words() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    /**
     * An operation of TLS or cryptography for one caller. Each sampled stack of TLS or cryptography belongs to one
     * operation.
     *
     * @param name what is done, such as {@code key generation}
     * @param algorithm the algorithm that costs most of it; null where that is unknown
     * @param provider the security provider of that algorithm; null likewise
     * @param library the package that calls it, of a library or of the JDK; null where the service itself does
     * @param caller the first method that belongs to neither the JDK nor a well-known library; null where there is none
     * @param share the share of CPU
     * @param ci95 the interval of that share
     * @param perSecond how often it happens; null where that is unknown
     * @param basis the kind of evidence for {@code perSecond}; null where that is null
     * @param floor the share that the cheapest way of the same work costs; null where that is unknown
     * @param verdict null for a row that sums up small operations, and for records of unknown length
     * @param rule the id of the finding that explains it; null where none does
     * @param way the cheapest way in words, where another algorithm or provider is cheaper; null otherwise
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Operation(String name, String algorithm, String provider, String library, String caller,
            @Allowed(most = 1) double share, List<Double> ci95, Double perSecond, Basis basis,
            @Allowed(most = 1) Double floor, Verdict verdict, String rule, String way) {
        /** Returns the share that the cheapest way saves; the whole share where no way is known. */
        private double saved() {
            return verdict == Verdict.CHEAPER_ELSEWHERE ? share - floor : share;
        }

        private boolean isOpen() {
            return verdict == Verdict.UNEXPLAINED || verdict == Verdict.CHEAPER_ELSEWHERE;
        }

        /** Returns the method that causes it, else the library; empty where both are unknown. */
        public Optional<String> cause() {
            return Optional.ofNullable(caller).or(() -> Optional.ofNullable(library));
        }

        /** Returns the name with algorithm and provider: {@code key generation (RSA, SunRsaSign)}. */
        public String words() {
            return algorithm == null ? name : "%s (%s, %s)".formatted(name, algorithm, provider);
        }

        private Operation with(double all) {
            return new Operation(name, algorithm, provider, library, caller, all, ci95, perSecond, basis,
                    floor == null ? null : floor * all / share, verdict, rule, way);
        }
    }

    /** The kind of evidence for a finding. */
    public enum Basis {
        /** Sampled stacks. */
        SAMPLED,
        /** Events: each one was recorded. */
        COUNTED,
        /** A count, multiplied by the cost of one. */
        ESTIMATED,
        /** Only a setting. */
        CONFIGURED;

        /** Returns the name in results. */
        @JsonValue
        public String id() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * A bottleneck.
     *
     * @param rule the id of the rule that found it
     * @param title what it is, in a sentence
     * @param cpuShare the share of CPU that it costs
     * @param ci95 the interval of that share
     * @param savedShare how much of all CPU the fix saves
     * @param savedCi95 the interval of that share
     * @param waitedMs for how long threads waited because of it, in milliseconds of each second, all threads together
     * @param basis the kind of evidence
     * @param caller the method that causes it, or the library; null where both are unknown
     * @param evidence the observations, a line each
     * @param source publications about it
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Finding(String rule, String title, @Allowed(most = 1) double cpuShare, List<Double> ci95,
            @Allowed(most = 1) double savedShare, List<Double> savedCi95, double waitedMs, Basis basis,
            String caller, List<String> evidence, Cure cure, String source) {
        /** Returns whether the capture does not show if the fix saves something. */
        @JsonIgnore
        public boolean isOpen() {
            return savedShare == 0 && savedCi95.get(1) > 0;
        }
    }

    /**
     * A fix.
     *
     * @param words what to do, in a sentence
     * @param lines lines to copy: options, properties, a dependency, code
     */
    public record Cure(String words, List<String> lines) {}

    /** The kind of a cryptographic asset. */
    public enum AssetKind {
        /** A TLS version with a cipher suite. */
        PROTOCOL,
        /** A key exchange group. */
        GROUP,
        /** A certificate’s key. */
        KEY,
        /** An algorithm of a security provider. */
        ALGORITHM;

        /** Returns the name in results. */
        @JsonValue
        public String id() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** The resistance of an asset to a large quantum computer. */
    public enum Quantum {
        /** Breaks: RSA, Diffie-Hellman and elliptic curves. */
        VULNERABLE,
        /** A classical and a post-quantum algorithm together. */
        HYBRID,
        /** Resists: ML-KEM, ML-DSA, SLH-DSA, and symmetric algorithms. */
        RESISTANT,
        /** Not known. */
        UNKNOWN;

        /** Returns the name in results. */
        @JsonValue
        public String id() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * A cryptographic asset that the JVM used.
     *
     * @param name such as {@code TLSv1.3 TLS_AES_256_GCM_SHA384}, {@code x25519}, {@code RSA-2048} or {@code AES-GCM}
     * @param provider the security provider of an algorithm; null for others
     * @param seen where it was seen, such as {@code port 8443}
     * @param share the share of CPU that the algorithm costs; null where that is unknown
     * @param replacing what its work costs by a replacement, in words; null where that is unknown
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Asset(AssetKind kind, String name, String provider, String seen, Quantum quantum,
            @Allowed(most = 1) Double share, String replacing) {
        /** Returns its cryptography for reports: classical, hybrid, post-quantum, symmetric or unknown. */
        public String cryptography() {
            return switch (quantum) {
                case VULNERABLE -> "classical";
                case HYBRID -> "hybrid";
                case RESISTANT -> QuantumResistance.isPostQuantum(name) ? "post-quantum" : "symmetric";
                case UNKNOWN -> "unknown";
            };
        }
    }

    /**
     * A limit of what was visible.
     *
     * @param rule the id of a rule; null for all of them
     * @param impairs whether it may hide the whole cost of TLS, so that there is no grade
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record NotSeen(String rule, String why, boolean impairs) {
        /** A limit that does not prevent a grade. */
        public NotSeen(String rule, String why) {
            this(rule, why, false);
        }
    }

    /** Earlier results lack operations, inventory and hellos. */
    public Diagnosis {
        operations = operations == null ? List.of() : operations;
        inventory = inventory == null ? List.of() : inventory;
        hellos = hellos == null ? List.of() : hellos;
    }

    /** Creates a diagnosis of a JVM without known TLS ports. */
    public Diagnosis(Target target, double seconds, long samples, String source, boolean biased, Double cpuSeconds,
            Grade grade, double threshold, List<Part> attribution, List<Operation> operations, List<Finding> findings,
            List<Asset> inventory, List<NotSeen> notSeen) {
        this(target, seconds, samples, source, biased, cpuSeconds, grade, threshold, attribution, operations, findings,
                inventory, notSeen, List.of());
    }

    /** Returns this diagnosis with the answers of TLS ports. */
    public Diagnosis with(List<Hellos> answers) {
        return new Diagnosis(target, seconds, samples, source, biased, cpuSeconds, grade, threshold, attribution,
                operations, findings, inventory, notSeen, answers);
    }

    /** Returns this diagnosis with the grade that follows from it. */
    public Diagnosis graded() {
        boolean known = isSampled() && impairment().isEmpty() && (!findings.isEmpty() || isComplete())
                && unexplained().isEmpty() && undecided().isEmpty();
        Grade saved = Grade.of(savedShare());
        Grade grade = waiting().isPresent() && saved.compareTo(Grade.C) < 0 ? Grade.C : saved;
        return new Diagnosis(target, seconds, samples, source, biased, cpuSeconds, known ? grade : null, threshold,
                attribution, operations, findings, inventory, notSeen, hellos);
    }

    /**
     * Returns the largest cost above the threshold that no finding explains, or that costs less elsewhere. It is an
     * operation with the share of all its callers, or unknown code. Returns empty if findings above the threshold save
     * more than a part of it, since it may be necessary.
     */
    @JsonIgnore
    public Optional<Operation> unexplained() {
        Map<String, List<Operation>> byName = operations.stream().filter(Operation::isOpen)
                .collect(Collectors.groupingBy(each -> each.name() + each.verdict(), LinkedHashMap::new,
                        Collectors.toList()));
        return isSampled() ? byName.values().stream().map(rows -> rows.get(0).with(rows.stream()
                .mapToDouble(Operation::share).sum())).filter(each -> each.saved() > threshold)
                .max(Comparator.comparing(Operation::saved))
                .filter(each -> isHealthy() || UNSURE * each.saved() > savedShare()) : Optional.empty();
    }

    /** Returns the share of CPU that neither a finding nor a known cheapest way explains, 0 to 1. */
    @JsonIgnore
    public double unexplainedShare() {
        return operations.stream().filter(each -> each.verdict() == Verdict.UNEXPLAINED)
                .mapToDouble(Operation::share).sum();
    }

    /**
     * Returns the largest finding above the threshold that may be necessary, such as the password hashes of logins.
     * Returns empty if there is none, or if another fix saves more than the threshold.
     */
    @JsonIgnore
    public Optional<Finding> undecided() {
        return findings.stream().filter(each -> isHealthy() && each.isOpen()
                && each.savedCi95().get(1) > threshold).max(Comparator.comparing(Finding::cpuShare));
    }

    /** Returns the bottleneck that threads wait for longest; empty where they do not wait for long. */
    @JsonIgnore
    public Optional<Finding> waiting() {
        return findings.stream().filter(each -> each.waitedMs() >= LONG).max(Comparator.comparing(Finding::waitedMs));
    }

    /** Returns whether nothing is above the threshold. */
    @JsonIgnore
    public boolean isHealthy() {
        return findings.stream().noneMatch(finding -> finding.savedShare() > threshold);
    }

    /** Returns whether the JVM hardly used the CPU, so that shares of it mean nothing. */
    @JsonIgnore
    public boolean isIdle() {
        return cpuSeconds != null && cpuSeconds < IDLE * seconds;
    }

    /** Returns the share of the CPU that the JIT compiler used, 0 to 1. */
    public double compiling() {
        return attribution.stream().filter(part -> part.category() == CpuCategory.JIT).mapToDouble(Part::share).sum();
    }

    /** Returns whether there are samples of a busy JVM; otherwise nothing is known of its CPU. */
    @JsonIgnore
    public boolean isSampled() {
        return samples > 0 && !isIdle();
    }

    /** Returns whether every rule had the data that it needs. */
    @JsonIgnore
    public boolean isComplete() {
        return impairment().isEmpty() && notSeen.stream().allMatch(each -> each.rule() == null);
    }

    /** Returns why TLS may have been missed; empty where it was visible. */
    @JsonIgnore
    public Optional<String> impairment() {
        return notSeen.stream().filter(NotSeen::impairs).map(NotSeen::why).findFirst();
    }

    /** Returns how much of the CPU all fixes together save, 0 to 1. */
    public double savedShare() {
        return Math.min(1, findings.stream().mapToDouble(Finding::savedShare).sum());
    }
}
