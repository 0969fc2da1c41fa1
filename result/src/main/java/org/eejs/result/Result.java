package org.eejs.result;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;
import org.eejs.result.settings.Allowed;
import org.eejs.result.settings.RunSettings;

/**
 * The result of a command, as in {@code result.json}; the schema is {@code eejs-result-2.schema.json} next to this
 * class. Shares are between 0 and 1. Immutable.
 *
 * @param schema the form of this document
 * @param version the version of EEJS that measured, and a digest of its sources; null where it was not recorded
 * @param commandLine the command line that measured, to be repeated in a shell; null where it was not recorded
 * @param command the command that measured, for example {@code run}
 * @param startedAt when the command began, ISO 8601 in UTC
 * @param settings the settings that all configurations have in common; empty for commands without runs
 * @param disclosure the circumstances of the measurement; of several configurations, those of the baseline; null where
 *     results were compared
 * @param configurations the compared configurations, in the order of the experiment; null where there is one run, or
 *     none
 * @param observations every round of every cell, in the order in which they were measured
 * @param comparisons ratios to a baseline; empty where nothing was compared
 * @param procedure how configurations were compared, or their capacity was searched; null where there is one
 * @param capacities how many sessions each configuration can serve; null where that was not searched
 * @param published published figures with the measured ones; null where the experiment names none
 * @param bench the benchmark of primitives; null where they were not measured
 * @param remoteKey the analysis of keys in key servers; null where that was not measured
 * @param reproduction the reproduced experiments; null where there are none
 * @param diagnosis the bottlenecks of a JVM; null where none was examined
 * @param tuning the search for the cheapest configuration; null where none was searched
 * @param jdkDifferences the defaults in which the JDKs of configurations differ from the baseline's; null where their
 *     JDKs are the same, or were not compared
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Result(@Allowed(Result.SCHEMA) String schema, String version, String commandLine, String command,
        String startedAt, RunSettings settings, Disclosure disclosure, List<Configuration> configurations,
        List<Observation> observations, List<Comparison> comparisons, Procedure procedure, List<Capacity> capacities,
        Published published, Bench bench, RemoteKeys remoteKey, Reproduction reproduction, Diagnosis diagnosis,
        Tuning tuning, List<JdkDifference> jdkDifferences) {
    /** The id of this form of result. */
    public static final String SCHEMA = "eejs-result/2";
    /** The phase that is measured, as its seconds name it. */
    public static final String STEADY = "steady";
    /** The command that compares results about primitives. */
    public static final String BENCH_COMPARE = "bench compare";

    public Result {
        settings = settings == null ? RunSettings.unsaid() : settings;
        observations = observations == null ? List.of() : List.copyOf(observations);
        comparisons = comparisons == null ? List.of() : List.copyOf(comparisons);
    }

    private Result(String command, String startedAt, RunSettings settings, Disclosure disclosure,
            List<Configuration> configurations, List<Observation> observations, List<Comparison> comparisons,
            Procedure procedure, List<Capacity> capacities, Published published, Bench bench, RemoteKeys remoteKey,
            Reproduction reproduction, Diagnosis diagnosis) {
        this(SCHEMA, Origin.version(), Origin.commandLine(), command, startedAt, settings, disclosure, configurations,
                observations, comparisons, procedure, capacities, published, bench, remoteKey, reproduction, diagnosis,
                null, null);
    }

    /** Returns the result of a single run. */
    public static Result ofRun(String command, String startedAt, RunSettings settings, Disclosure disclosure,
            Observation run) {
        return new Result(command, startedAt, settings, disclosure, null, List.of(run), null, null, null, null,
                null, null, null, null);
    }

    /** Returns the result of several configurations; the procedure describes how they were measured. */
    public static Result of(String command, String startedAt, RunSettings settings, Disclosure disclosure,
            Procedure procedure, List<Configuration> configurations, List<Observation> observations,
            List<Comparison> comparisons, List<Capacity> capacities, Published published) {
        return new Result(command, startedAt, settings, disclosure, configurations, observations, comparisons,
                procedure, capacities, published, null, null, null, null);
    }

    /** Returns the result of a benchmark of primitives. */
    public static Result of(String command, String startedAt, Disclosure disclosure, Bench bench,
            List<Observation> observations, List<Comparison> comparisons) {
        return new Result(command, startedAt, null, disclosure, null, observations, comparisons, null, null,
                null, bench, null, null, null);
    }

    /** Returns the result of a sweep of remote keys. */
    public static Result of(String command, String startedAt, Disclosure disclosure, List<Observation> observations,
            RemoteKeys remoteKey) {
        return new Result(command, startedAt, null, disclosure, null, observations, null, null, null, null,
                null, remoteKey, null, null);
    }

    public static Result of(String command, String startedAt, Disclosure disclosure, Reproduction reproduction) {
        return new Result(command, startedAt, null, disclosure, null, null, null, null, null, null, null, null,
                reproduction, null);
    }

    public static Result of(String command, String startedAt, Disclosure disclosure, Diagnosis diagnosis) {
        return new Result(command, startedAt, null, disclosure, null, null, null, null, null, null, null, null, null,
                diagnosis);
    }

    /** Returns this result with published figures. */
    public Result with(Published figures) {
        return new Result(schema, version, commandLine, command, startedAt, settings, disclosure, configurations,
                observations, comparisons, procedure, capacities, figures, bench, remoteKey, reproduction, diagnosis,
                tuning, jdkDifferences);
    }

    /** Returns this result with the search for the cheapest configuration. */
    public Result with(Tuning search) {
        return new Result(schema, version, commandLine, command, startedAt, settings, disclosure, configurations,
                observations, comparisons, procedure, capacities, published, bench, remoteKey, reproduction, diagnosis,
                search, jdkDifferences);
    }

    /** Returns this result with the differences of JDKs; null for none. */
    public Result withJdks(List<JdkDifference> differences) {
        return new Result(schema, version, commandLine, command, startedAt, settings, disclosure, configurations,
                observations, comparisons, procedure, capacities, published, bench, remoteKey, reproduction, diagnosis,
                tuning, differences);
    }

    /** Returns whether several configurations were measured, or the capacity of one was searched. */
    @JsonIgnore
    public boolean isExperiment() {
        return configurations != null && !comparesBenches();
    }

    /** Returns whether two results of primitives were compared. */
    public boolean comparesBenches() {
        return BENCH_COMPARE.equals(command);
    }

    /** Returns whether it is of one run of the bank or of a service. */
    @JsonIgnore
    public boolean isOfOneRun() {
        return configurations == null && bench == null && remoteKey == null && reproduction == null
                && diagnosis == null;
    }

    /**
     * The circumstances of the measurement.
     *
     * @param jdks the JDK of each role
     * @param kernel the operating system's kernel
     * @param cpu the processors
     * @param memory the machine's memory
     * @param providers the security providers of the bank's JVM, in their order
     * @param flags the JVM options of each role
     * @param placement the processors of each role, for example {@code 1}; empty when not pinned
     * @param tls the negotiated TLS, read from the connections; null where there were none
     * @param seeds the seeds of all random choices; null where there were none
     * @param deviations how the run differs from the published workload and from defaults
     * @param finalFlags the flags of each role's JVM that differ from the defaults of every JVM. They include those
     *     that it chose for this machine, such as its collector and its heap; null where they were not read
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Disclosure(Map<String, JdkInfo> jdks, String kernel, Cpu cpu, Memory memory, List<String> providers,
            Map<String, List<String>> flags, Map<String, String> placement, Tls tls, Seeds seeds,
            List<String> deviations, Map<String, List<String>> finalFlags) {
        /** A disclosure without the flags of JVMs. */
        public Disclosure(Map<String, JdkInfo> jdks, String kernel, Cpu cpu, Memory memory, List<String> providers,
                Map<String, List<String>> flags, Map<String, String> placement, Tls tls, Seeds seeds,
                List<String> deviations) {
            this(jdks, kernel, cpu, memory, providers, flags, placement, tls, seeds, deviations, null);
        }
    }

    /** A JDK by its version, vendor and home folder. */
    public record JdkInfo(String version, String vendor, String home) {}

    /**
     * The machine's processors.
     *
     * @param model their name
     * @param processors the number of hardware threads
     * @param threadsPerCore how many hardware threads share a core
     * @param governor the governor of their clock rate, such as {@code performance}; null where there is none
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Cpu(String model, int processors, int threadsPerCore, String governor) {
        /** Processors without a governor. */
        public Cpu(String model, int processors, int threadsPerCore) {
            this(model, processors, threadsPerCore, null);
        }
    }

    /**
     * The machine's memory.
     *
     * @param totalBytes its size
     * @param transparentHugePages whether the kernel makes large pages by itself: {@code always}, {@code madvise} or
     *     {@code never}; null where that is not known
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Memory(long totalBytes, String transparentHugePages) {
        /** A memory with only its size. */
        public Memory(long totalBytes) {
            this(totalBytes, null);
        }
    }

    /**
     * The TLS that was used.
     *
     * @param profile the profile that was asked for
     * @param protocol the version that was negotiated on the connections of users; null when there were none
     * @param cipherSuite the suite that was negotiated on the connections of users; null when there were none
     * @param namedGroup the group of the key exchange as the driver or the bank read it from users' connections; null
     *     when the suite has none
     * @param signatureScheme the only scheme of TLS 1.3 for the key that the server showed, or the common name of
     *     those for RSA; null for older versions
     * @param certificate the kind of the servers' certificate
     * @param backEndProtocol the version that was negotiated with the back end; null without TLS there
     * @param backEndCipherSuite the suite that was negotiated with the back end; null without TLS there
     * @param backEndNamedGroup the group that was negotiated with the back end; null if there is none, or it is unknown
     * @param engines the TLS implementation of each role
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Tls(String profile, String protocol, String cipherSuite, String namedGroup, String signatureScheme,
            String certificate, String backEndProtocol, String backEndCipherSuite, String backEndNamedGroup,
            Map<String, String> engines) {}

    /** The seed of the users' choices. */
    public record Seeds(@Allowed(least = Double.NEGATIVE_INFINITY) long users) {}

    /**
     * The repetition of runs.
     *
     * @param baseline the name of the configuration that others are compared with
     * @param metric the figure whose verdicts or intervals end the repetition
     * @param precision the half width of that interval, as a fraction of the ratio, at which repetition ends. With 0,
     *     it ends when every interval excludes 1 or lies within the margin
     * @param margin the equivalence margin: a ratio whose interval lies within 1 plus or minus this counts as no
     *     difference
     * @param minRuns the fewest runs of each configuration
     * @param maxRuns the most runs of each configuration, or probes of its capacity
     * @param confidence the simultaneous confidence of the intervals of a figure, all configurations together. It is
     *     above 0.95 where the number of runs depends on the intervals, so that they still hold in 95 of 100
     *     comparisons
     * @param intervalConfidence the confidence of each interval, which is higher than that of all together for several
     *     configurations (Bonferroni); null for one configuration, and in results that lack it
     * @param stoppedBecause why repetition ended, in words; null while it goes on
     * @param criterion the criterion of a capacity probe, in words; null for a comparison
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Procedure(String baseline, String metric, double precision, double margin, int minRuns, int maxRuns,
            double confidence, Double intervalConfidence, String stoppedBecause, String criterion) {
        /** A procedure without the confidence of each interval. */
        public Procedure(String baseline, String metric, double precision, double margin, int minRuns, int maxRuns,
                double confidence, String stoppedBecause, String criterion) {
            this(baseline, metric, precision, margin, minRuns, maxRuns, confidence, null, stoppedBecause, criterion);
        }
    }

    /**
     * A configuration of an experiment.
     *
     * @param cell its name, unique in the result
     * @param settings the settings that differ from the common ones
     * @param skipped why it was not run, or was stopped early; null when it was run in full
     * @param disclosure the circumstances of its runs; null when it never ran
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Configuration(Cell cell, RunSettings settings, String skipped, Disclosure disclosure) {
        public Configuration(String name, RunSettings settings, String skipped, Disclosure disclosure) {
            this(Cell.ofConfiguration(name), settings, skipped, disclosure);
        }

        /** Returns its name, unique in the result. */
        public String name() {
            return cell.get(Cell.CONFIGURATION);
        }
    }

    /**
     * The providers of a family of the bank's algorithms while the load rose, as its JVM reports them.
     *
     * @param family rsa, ec, xdh, keyGeneration, aes, digest or random
     * @param asked the provider that the configuration names for it; null when it names none
     * @param servedBy how often each provider gave an implementation, by the provider's name, most first
     * @param algorithms the same by algorithm, such as {@code Signature.RSASSA-PSS}, with its providers
     * @param asAsked the providers that match the one that was asked for
     * @param instead the providers that served what the requested provider offers; any of them makes the run invalid
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record AlgorithmProof(
            @Allowed({"rsa", "ec", "xdh", "keyGeneration", "aes", "digest", "random"}) String family, String asked,
            Map<String, Long> servedBy,
            Map<String, Map<String, Long>> algorithms, List<String> asAsked, List<String> instead) {}

    /** The length of each phase in seconds. */
    public record PhaseSeconds(long rampUp, long warmUp, long steady, long rampDown) {}

    /**
     * One second of a run.
     *
     * @param second counted from the start of the load
     * @param phase rampUp, warmUp, steady or rampDown
     * @param sessions simultaneous sessions at its end
     * @param pages completed pages
     * @param failedPages the failed ones among them
     * @param p50Ms median response time of these pages
     * @param p95Ms 95th percentile of their response time
     * @param fullHandshakes full handshakes of users
     * @param resumedHandshakes resumed handshakes of users
     * @param bankCpu processors that the bank used, in user and system mode
     * @param besimCpu processors that the back end used
     * @param driverCpu processors that the driver used
     * @param bankJitCpu the bank's processors that its JIT compiler used; null in results that did not count it
     * @param bankGcCpu the bank's processors that its garbage collector used; null in results that did not count it
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Second(int second, @Allowed({"rampUp", "warmUp", "steady", "rampDown"}) String phase, int sessions,
            long pages, long failedPages, double p50Ms, double p95Ms, long fullHandshakes, long resumedHandshakes,
            double bankCpu, double besimCpu, double driverCpu,
            Double bankJitCpu, Double bankGcCpu) {}

    /**
     * A ratio between two cells.
     *
     * @param figure the id of the figure
     * @param cell the numerator
     * @param baseline the denominator
     * @param ratio of the means over rounds; of groups of benchmarks the median of the rounds' own ratios
     * @param ci95 its simultaneous 95% confidence interval, together with those of the other cells; null when there are
     *     too few rounds for one
     * @param runs the number of pairs of rounds
     * @param baselineMean the baseline's mean over these rounds
     * @param mean the cell's mean over these rounds
     * @param detectable the smallest ratio above 1 that such an interval with as many rounds would distinguish from 1
     *     in four of five cases; null where it is not known
     * @param required the requirement and the prior knowledge about the ratio; null for nothing
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Comparison(String figure, Cell cell, Cell baseline, double ratio, List<Double> ci95,
            @Allowed({"better", "worse", "noDifference", "inconclusive"}) String verdict, int runs, double baselineMean,
            double mean, Double detectable, Required required) {
        /** A comparison without a requirement. */
        public Comparison(String figure, Cell cell, Cell baseline, double ratio, List<Double> ci95, String verdict,
                int runs, double baselineMean, double mean, Double detectable) {
            this(figure, cell, baseline, ratio, ci95, verdict, runs, baselineMean, mean, detectable, null);
        }

        /** Returns whether a requirement was missed. */
        public boolean wasMissed() {
            return required != null && Boolean.FALSE.equals(required.met());
        }

        /** Returns the name of the cell among others of the experiment. */
        public String name() {
            return cell.name();
        }

        /** Returns whether it is of this figure and of the configuration of this name. */
        public boolean isOf(String id, String configuration) {
            return figure.equals(id) && configuration.equals(cell.get(Cell.CONFIGURATION));
        }
    }

    /**
     * A requirement of a ratio.
     *
     * @param atLeast the minimum of the ratio; null where there is no requirement, or where 1 must be among the rounds'
     *     ratios
     * @param met whether the requirement was met; null where there is none
     * @param note what was known of the difference before; null for nothing
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Required(Double atLeast, Boolean met, String note) {}

    /**
     * The largest number of simultaneous sessions that a configuration can serve.
     *
     * @param cell the configuration
     * @param sessions the estimate
     * @param ci95 its 95% interval, whose upper end may be unknown
     * @param openAbove whether the search met the limit of the load generator, so that the capacity may be higher
     * @param settled whether the search finished: the interval is as narrow as requested, and confirmed
     * @param probes every probe, in the order of its runs
     */
    public record Capacity(Cell cell, int sessions, @Allowed(open = true) List<Double> ci95,
            boolean openAbove, boolean settled, List<Probe> probes) {
        /** Returns the name of its configuration. */
        public String configuration() {
            return cell.get(Cell.CONFIGURATION);
        }
    }

    /**
     * Published figures, compared with the measured ones.
     *
     * @param source the publication; null where the experiment does not name it
     * @param figures each figure that a result of this kind can contain
     */
    public record Published(String source, List<PublishedFigure> figures) {}

    /**
     * A run that tests whether a configuration can serve a number of sessions.
     *
     * @param round the number of the run of its configuration
     * @param sessions the number of sessions
     * @param passed the answer; null when the run was not valid
     * @param purpose explore, narrow or confirm
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Probe(@Allowed(least = 1) int round, @Allowed(least = 1) int sessions, Boolean passed,
            @Allowed({"explore", "narrow", "confirm"}) String purpose) {}
}
