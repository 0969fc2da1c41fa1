package org.eejs.result;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eejs.result.settings.Allowed;
import org.eejs.result.settings.RunSettings;

/**
 * What a command measured, as it stands in {@code result.json}; the schema is {@code eejs-result-1.schema.json} beside
 * this class. Units are part of the names; fractions are between 0 and 1. Immutable.
 *
 * @param command the command that measured, for example {@code run}
 * @param startedAt when the command began, ISO 8601 in UTC
 * @param experiment the settings that all configurations have in common; null in older results of commands that make no
 *     runs
 * @param disclosure under which circumstances it was measured; of several configurations, those of the
 *     baseline; null where results were compared
 * @param measured what was measured
 */
public record Result(String command, String startedAt, RunSettings experiment, Disclosure disclosure,
        Measured measured) {
    /** The id of this form of result. */
    public static final String SCHEMA = "eejs-result/1";
    /** The phase that is measured, as its seconds name it. */
    public static final String STEADY = "steady";

    /** Of a command that makes no runs, and so has no settings of them. */
    public Result(String command, String startedAt, Disclosure disclosure, Measured measured) {
        this(command, startedAt, RunSettings.unsaid(), disclosure, measured);
    }

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    static Result of(ResultJson json) {
        return json.toResult();
    }

    @JsonValue
    ResultJson json() {
        return ResultJson.of(this);
    }

    /** Every run of every configuration, in the order in which they ran; empty where primitives were measured. */
    public List<Run> runs() {
        return measured.runs();
    }

    /** Ratios to a baseline; empty where nothing was compared. */
    public List<Comparison> comparisons() {
        return measured.comparisons();
    }

    /** What XML transactions cost, where that was measured by itself. */
    public Optional<Xml> xml() {
        return Optional.ofNullable(measured instanceof Measured.RunOfXml run ? run.xml()
                : measured instanceof Xml studies ? studies : null);
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
     * @param placement the processors that each role was given, for example {@code 1}; empty when not pinned
     * @param tls what was negotiated, read back from the connections; null where there were none
     * @param seeds what every random choice followed from; null where there was none
     * @param deviations in what the run differs from the published workload and from defaults
     * @param finalFlags the flags of each role's JVM that are not the defaults of every JVM, those that it chose for
     *     this machine included, such as its collector and its heap; null where they were not read
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Disclosure(Map<String, JdkInfo> jdks, String kernel, Cpu cpu, Memory memory, List<String> providers,
            Map<String, List<String>> flags, Map<String, String> placement, Tls tls, Seeds seeds,
            List<String> deviations, Map<String, List<String>> finalFlags) {
        /** One whose JVMs' flags were not read. */
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
     * @param processors how many there are, each hardware thread being one
     * @param threadsPerCore how many of them share a core
     * @param governor what chooses their clock rate, such as {@code performance}; null where nothing does
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Cpu(String model, int processors, int threadsPerCore, String governor) {
        /** Those whose clock rate nothing chooses. */
        public Cpu(String model, int processors, int threadsPerCore) {
            this(model, processors, threadsPerCore, null);
        }
    }

    /**
     * The machine's memory.
     *
     * @param totalBytes its size
     * @param transparentHugePages whether the kernel makes large pages of it by itself: {@code always},
     *     {@code madvise} or {@code never}; null where that is not known
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Memory(long totalBytes, String transparentHugePages) {
        /** One of which only the size is known. */
        public Memory(long totalBytes) {
            this(totalBytes, null);
        }
    }

    /**
     * What TLS was used.
     *
     * @param profile the profile that was asked for
     * @param protocol the version that was negotiated on the connections of users; null when there were none
     * @param cipherSuite the suite that was negotiated on the connections of users; null when there were none
     * @param namedGroup the only group that was offered, and so the one that was used; null when the suite has none
     * @param certificate the kind of the servers' certificate
     * @param backEndProtocol the version that was negotiated with the back end; null without TLS there
     * @param backEndCipherSuite the suite that was negotiated with the back end; null without TLS there
     * @param engines the TLS implementation of each role
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Tls(String profile, String protocol, String cipherSuite, String namedGroup, String certificate,
            String backEndProtocol, String backEndCipherSuite, Map<String, String> engines) {}

    /** The seed of the users' choices. */
    public record Seeds(@Allowed(least = Double.NEGATIVE_INFINITY) long users) {}

    /**
     * How runs were repeated.
     *
     * @param baseline the name of the configuration that others are compared with
     * @param metric the figure that decides, by its verdicts or intervals, when enough has been repeated
     * @param precision the half width of that interval, as a fraction of the ratio, at which repeating ends; 0 where it
     *     ends when every interval excludes 1 or lies within the margin
     * @param margin a ratio whose interval lies within 1 plus or minus this is called no difference
     * @param minRuns the fewest runs of each configuration
     * @param maxRuns the most runs of each configuration, or probes of its capacity
     * @param confidence of the intervals of a figure, those of all configurations together: above 0.95 where the number
     *     of runs depends on them, so that they hold the truth in 95 of 100 comparisons nevertheless
     * @param intervalConfidence of each of these intervals: higher than that of all together where several
     *     configurations are compared (Bonferroni); null where there is one, and in results that did not have it
     * @param stoppedBecause why repeating ended, in words; null while it goes on
     * @param criterion what a probe of the capacity must keep, in words; null for a comparison
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Procedure(String baseline, String metric, double precision, double margin, int minRuns, int maxRuns,
            double confidence, Double intervalConfidence, String stoppedBecause, String criterion) {
        /** Repeating whose intervals are made each by itself. */
        public Procedure(String baseline, String metric, double precision, double margin, int minRuns, int maxRuns,
                double confidence, String stoppedBecause, String criterion) {
            this(baseline, metric, precision, margin, minRuns, maxRuns, confidence, null, stoppedBecause, criterion);
        }
    }

    /**
     * A configuration of an experiment.
     *
     * @param name its name, unique in the result
     * @param settings in what it differs from what all have in common
     * @param skipped why it was not run, or not run on; null when it was
     * @param disclosure the circumstances of its own runs; null when it never ran
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Configuration(String name, RunSettings settings, String skipped, Disclosure disclosure) {}

    /**
     * Which providers served a cryptographic service of the bank while the load rose, as its JVM reports.
     *
     * @param service rsa, ec, keyGeneration, aes, digest or random
     * @param asked the provider that the configuration names for it; null when it names none
     * @param servedBy how often each provider gave an implementation, by the provider's name, most first
     * @param algorithms the same by algorithm, such as {@code Signature.RSASSA-PSS}, with its providers
     * @param asAsked the providers that are meant by what was asked for
     * @param instead the providers that did what the asked one could have done; a run with any of them is invalid
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record ServiceProof(
            @Allowed({"rsa", "ec", "keyGeneration", "aes", "digest", "random"}) String service, String asked,
            Map<String, Long> servedBy,
            Map<String, Map<String, Long>> algorithms, List<String> asAsked, List<String> instead) {}

    /** What the workload of a run measured. */
    public sealed interface Figures permits BankingFigures, Xml.Round {}

    /**
     * One run of one configuration.
     *
     * @param configuration the configuration's name
     * @param repetition which run of this configuration, from 1
     * @param invalid why the figures may not be believed; empty when they may
     * @param steady whether what the run costs had settled in the steady state: no change of its level was found
     * @param phasesSeconds the length of each phase
     * @param figures what its workload measured
     */
    public record Run(String configuration, int repetition, List<InvalidReason> invalid, boolean steady,
            PhaseSeconds phasesSeconds, Figures figures) {
        @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
        static Run of(RunJson json) {
            return json.toRun();
        }

        @JsonValue
        RunJson json() {
            return RunJson.of(this);
        }

        /** Whether the figures may be believed. */
        public boolean valid() {
            return invalid.isEmpty();
        }

        /** Why they may not be, in lines for people; empty when valid. */
        public List<String> invalidReasons() {
            return invalid.stream().map(InvalidReason::text).toList();
        }

        /**
         * The figures of a run that is known to be of the banking workload.
         *
         * @throws ClassCastException of a run of the XML workload
         */
        public BankingFigures banking() {
            return (BankingFigures) figures;
        }
    }

    /** The length of each phase in seconds. */
    public record PhaseSeconds(long rampUp, long warmUp, long steady, long rampDown) {}

    /** A distribution of times in milliseconds; all 0 when nothing was counted. */
    public record Times(long count, double mean, double p50, double p90, double p95, double p99, double max) {
        /** Nothing was counted. */
        public static final Times NONE = new Times(0, 0, 0, 0, 0, 0, 0);

        static Times orNone(Times times) {
            return times == null ? NONE : times;
        }
    }

    /** A point of a percentile curve: {@code percentile} per cent of the times were at most {@code ms}. */
    public record Percentile(double percentile, double ms) {}

    /** One page: completions, observed and expected share as fractions, failures, response times. */
    public record PageFigures(long count, @Allowed(most = 1) double share, @Allowed(most = 1) double expectedShare,
            long failed, Times responseTimeMs) {
        public PageFigures {
            responseTimeMs = Times.orNone(responseTimeMs);
        }
    }

    /** Completed handshakes as the driver, the bank and the back end counted them. */
    public record Handshakes(HandshakeCount client, HandshakeCount bank, HandshakeCount backEndClient,
            HandshakeCount backend) {
        /** Nothing was counted. */
        public static final Handshakes NONE = new Handshakes(null, null, null, null);

        public Handshakes {
            client = HandshakeCount.orNone(client);
            bank = HandshakeCount.orNone(bank);
            backEndClient = HandshakeCount.orNone(backEndClient);
            backend = HandshakeCount.orNone(backend);
        }
    }

    /** Full and resumed handshakes. */
    public record HandshakeCount(long full, long resumed) {
        private static final HandshakeCount NONE = new HandshakeCount(0, 0);

        private static HandshakeCount orNone(HandshakeCount count) {
            return count == null ? NONE : count;
        }
    }

    /** Durations of full and resumed handshakes. */
    public record HandshakeTimes(Times full, Times resumed) {
        public HandshakeTimes {
            full = Times.orNone(full);
            resumed = Times.orNone(resumed);
        }
    }

    /** Processor seconds in user and in system mode. */
    public record CpuSeconds(double user, double system) {
        /** The part that the kernel used; NaN of nothing. */
        public double systemShare() {
            return system / (user + system);
        }
    }

    /**
     * One second of a run.
     *
     * @param second counted from the start of the load
     * @param phase rampUp, warmUp, steady or rampDown
     * @param sessions simultaneous sessions at its end
     * @param pages completed pages
     * @param failedPages those of them that failed
     * @param p50Ms median response time of the pages completed in it
     * @param p95Ms 95th percentile of it
     * @param fullHandshakes full handshakes of users
     * @param resumedHandshakes resumed handshakes of users
     * @param bankCpu processors that the bank used, in user and system mode
     * @param besimCpu processors that the back end used
     * @param driverCpu processors that the driver used
     * @param bankJitCpu those of the bank's processors that its JIT compiler used; null in results that did not count
     *     it
     * @param bankGcCpu those that its garbage collector used; null in results that did not count it
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Second(int second, @Allowed({"rampUp", "warmUp", "steady", "rampDown"}) String phase, int sessions,
            long pages, long failedPages, double p50Ms, double p95Ms, long fullHandshakes, long resumedHandshakes,
            double bankCpu, double besimCpu, double driverCpu,
            Double bankJitCpu, Double bankGcCpu) {}

    /**
     * A ratio between two configurations.
     *
     * @param metric the figure, for example {@code cpuMsPerPage}
     * @param better which way is better, {@code lower} or {@code higher}
     * @param baseline the configuration below the line
     * @param configuration the configuration above the line
     * @param ratio of the means over runs
     * @param ci95 its 95 % confidence interval, which holds together with those of the other configurations; null when
     *     there are too few runs for one
     * @param verdict better, worse, noDifference or inconclusive
     * @param runs how many pairs of runs it rests on
     * @param baselineMean the baseline's mean over these runs
     * @param mean the configuration's mean over these runs
     * @param detectable the smallest ratio above 1 that such an interval of as many runs would have distinguished from
     *     1 in four of five cases; null where it is not known
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Comparison(String metric, @Allowed({"lower", "higher"}) String better, String baseline,
            String configuration, double ratio, List<Double> ci95,
            @Allowed({"better", "worse", "noDifference", "inconclusive"}) String verdict, int runs, double baselineMean,
            double mean, Double detectable) {
        /** One of which it is not known what could have been detected. */
        public Comparison(String metric, String better, String baseline, String configuration, double ratio,
                List<Double> ci95, String verdict, int runs, double baselineMean, double mean) {
            this(metric, better, baseline, configuration, ratio, ci95, verdict, runs, baselineMean, mean, null);
        }
    }

    /**
     * The most simultaneous sessions that a configuration can serve.
     *
     * @param configuration its name
     * @param sessions the estimate
     * @param ci95 the 95 % interval of it, whose upper end may be unknown
     * @param openAbove whether the search met the limit of what loads the bank, so that the capacity may be higher
     * @param settled whether the search came to its end: the interval is as narrow as was asked for and confirmed
     * @param probes every probe, in the order of its runs
     */
    public record Capacity(String configuration, int sessions, @Allowed(open = true) List<Double> ci95,
            boolean openAbove, boolean settled, List<Probe> probes) {}

    /**
     * Figures that were published elsewhere.
     *
     * @param source where they stand; null where the experiment does not name it
     * @param figures each of them, as far as a result of this kind can measure it
     */
    public record Published(String source, List<PublishedFigure> figures) {}

    /**
     * A run that asked whether a number of sessions can be served.
     *
     * @param repetition which run of its configuration
     * @param sessions so many were asked for
     * @param passed the answer; null when the run was not valid
     * @param purpose explore, narrow or confirm
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Probe(@Allowed(least = 1) int repetition, @Allowed(least = 1) int sessions, Boolean passed,
            @Allowed({"explore", "narrow", "confirm"}) String purpose) {}
}
