package org.eejs.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;
import org.eejs.result.settings.RunSettings;

/**
 * What a command measured, as it stands in {@code result.json}; the schema is {@code eejs-result-1.schema.json} beside
 * this class. Units are part of the names; fractions are between 0 and 1. Immutable.
 *
 * @param schema {@link #SCHEMA}
 * @param command the command that measured, for example {@code run}
 * @param startedAt when the command began, ISO 8601 in UTC
 * @param experiment what was asked for, of all configurations alike
 * @param procedure how configurations were compared, or their capacity sought; null for a single run
 * @param disclosure under which circumstances it was measured; of several configurations, those of the baseline
 * @param configurations what was compared, in the order of the experiment; null for a single run
 * @param runs each run of each configuration, in the order in which they ran
 * @param comparisons ratios between configurations; empty for a single run
 * @param capacities how many sessions each configuration can serve; null where that was not sought
 * @param published what others have published, beside what was measured; null when the experiment names nothing
 * @param bench what the primitives cost by themselves; null where they were not measured
 * @param remoteKey what keys cost that live elsewhere; null where that was not measured
 * @param xml what XML transactions cost; null where they were not measured
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Result(String schema, String command, String startedAt, RunSettings experiment, Procedure procedure,
        Disclosure disclosure, List<Configuration> configurations, List<Run> runs, List<Comparison> comparisons,
        List<Capacity> capacities, Published published, Bench bench, RemoteKeys remoteKey,
        Xml xml) {
    /** The id of this form of result. */
    public static final String SCHEMA = "eejs-result/1";
    /** The phase that is measured, as its seconds name it. */
    public static final String STEADY = "steady";

    /** Of a command that measured the banking workload or primitives. */
    public Result(String schema, String command, String startedAt, RunSettings experiment, Procedure procedure,
            Disclosure disclosure, List<Configuration> configurations, List<Run> runs, List<Comparison> comparisons,
            List<Capacity> capacities, Published published, Bench bench) {
        this(schema, command, startedAt, experiment, procedure, disclosure, configurations, runs, comparisons,
                capacities, published, bench, null, null);
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
     * @param tls what was negotiated, read back from the connections
     * @param seeds what every random choice followed from
     * @param deviations in what the run differs from the published workload and from defaults
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Disclosure(Map<String, JdkInfo> jdks, String kernel, Cpu cpu, Memory memory, List<String> providers,
            Map<String, List<String>> flags, Map<String, String> placement, Tls tls, Seeds seeds,
            List<String> deviations) {}

    /** A JDK by its version, vendor and home folder. */
    public record JdkInfo(String version, String vendor, String home) {}

    /** The machine's processors: model, logical processors, and threads that share a core. */
    public record Cpu(String model, int processors, int threadsPerCore) {}

    /** The machine's memory. */
    public record Memory(long totalBytes) {}

    /**
     * What TLS was used.
     *
     * @param profile the profile that was asked for
     * @param protocol the version that was negotiated on the connections of users
     * @param cipherSuite the suite that was negotiated on the connections of users
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
    public record Seeds(long users) {}

    /**
     * How runs were repeated.
     *
     * @param baseline the name of the configuration that others are compared with
     * @param metric the figure whose interval decides when enough has been repeated
     * @param precision the half width of that interval, as a fraction of the ratio, at which repeating ends
     * @param margin a ratio that is surely within 1 plus or minus this is called no difference
     * @param minRuns the fewest runs of each configuration
     * @param maxRuns the most runs of each configuration, or probes of its capacity
     * @param confidence of the intervals: above 0.95 where the number of runs depends on them, so that they hold the
     *     truth in 95 of 100 comparisons nevertheless
     * @param stoppedBecause why repeating ended, in words; null while it goes on
     * @param criterion what a probe of the capacity must keep, in words; null for a comparison
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Procedure(String baseline, String metric, double precision, double margin, int minRuns, int maxRuns,
            double confidence, String stoppedBecause, String criterion) {}

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
     * Which providers served a cryptographic service of the bank while the load rose, as its JVM told.
     *
     * @param service rsa, ec, keyGeneration, aes, digest or random
     * @param asked the provider that the configuration names for it; null when it names none
     * @param servedBy how often each provider gave an implementation, by the provider's name, most first
     * @param algorithms the same by algorithm, such as {@code Signature.RSASSA-PSS}, with its providers
     * @param asAsked the providers that are meant by what was asked for
     * @param instead the providers that did what the asked one could have done; a run with any of them is invalid
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record ServiceProof(String service, String asked, Map<String, Long> servedBy,
            Map<String, Map<String, Long>> algorithms, List<String> asAsked, List<String> instead) {}

    /**
     * One run of one configuration. All counts and times are of the steady state unless the name says otherwise.
     *
     * @param configuration the configuration's name
     * @param repetition which run of this configuration, from 1
     * @param valid whether the figures may be believed
     * @param invalidReasons why they may not be; empty when valid
     * @param invalidKinds the kind of each of these reasons, in their order; null in results older than this field
     * @param steady whether the bank's CPU per page had settled in the steady state: no change of its level was found
     * @param sessions simultaneous user sessions, on average
     * @param phasesSeconds the length of each phase
     * @param pages completed pages, failed ones included
     * @param httpRequests requests for pages and images
     * @param notModified image requests that were answered 304: about a third of them in the published workload
     * @param failedPages pages that were wrong, broken off, or slower than tolerable
     * @param failures how often each reason made a page fail; slow pages under {@code slow}
     * @param responseTimeMs from a page's intended start to the last byte of its last image
     * @param percentiles the response time's percentile curve
     * @param loginMs response time of the login
     * @param perPage by page
     * @param mixDeviation the sum over pages of the absolute difference between observed and expected share
     * @param mixDeviationLimit the largest such sum for a valid run at this number of pages; null below 2,000 pages
     * @param good fraction of good pages
     * @param tolerable fraction of tolerable pages
     * @param failed fraction of failed pages
     * @param handshakes completed handshakes as each role saw them
     * @param handshakesWholeRun the same from the start to the end of the load, when they must agree
     * @param handshakeMs duration of handshakes as the driver saw them
     * @param cpuSeconds processor time of each role
     * @param cpuMsPerPage processor time of the bank for a page
     * @param gcMs time of the bank's garbage collections
     * @param allocatedBytesPerPage heap that the bank allocated for a page
     * @param residentBytes largest resident memory of each role at any time of the run
     * @param backEndCalls calls of the bank to the back end
     * @param services which providers served the bank; null when that was not counted
     * @param serviceCounting the means by which they were counted; null when they were not
     * @param qos the verdict
     * @param timeSeries second by second through all phases
     * @param xml of a run of the XML workload, what it measured; whatever is of pages, sessions, handshakes and the bank is
     *     null or 0 then. Null in a run of the banking workload
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Run(String configuration, int repetition, boolean valid, List<String> invalidReasons,
            List<InvalidReason.Kind> invalidKinds, boolean steady, double sessions, PhaseSeconds phasesSeconds,
            long pages, double pagesPerSecond, long httpRequests, long notModified, long failedPages,
            Map<String, Long> failures, Times responseTimeMs, List<Percentile> percentiles, Times loginMs,
            Map<String, PageFigures> perPage, double mixDeviation, Double mixDeviationLimit, double good,
            double tolerable, double failed, Handshakes handshakes, Handshakes handshakesWholeRun,
            HandshakeTimes handshakeMs, Map<String, CpuSeconds> cpuSeconds, double cpuMsPerPage, long gcMs,
            long allocatedBytesPerPage, Map<String, Long> residentBytes, long backEndCalls, List<ServiceProof> services,
            String serviceCounting, QosVerdict qos, List<Second> timeSeries, Xml.Round xml) {
        /** A run of the XML workload. */
        public static Run ofXml(String configuration, int repetition, List<InvalidReason> invalid,
                PhaseSeconds phasesSeconds, Xml.Round xml) {
            return new Run(configuration, repetition, invalid.isEmpty(),
                    invalid.stream().map(InvalidReason::text).toList(),
                    invalid.stream().map(InvalidReason::kind).toList(), xml.steady(), 0, phasesSeconds, 0, 0, 0,
                    0, 0, null, null, null, null, null, 0, null, 0, 0, 0, null, null, null, null, 0, xml.gcMs(), 0,
                    null, 0, null, null, null, null, xml);
        }

        /** How long the steady state lasted, in seconds: less than was planned if the run was broken off. */
        public double steadySeconds() {
            return timeSeries == null ? 0
                    : timeSeries.stream().filter(second -> STEADY.equals(second.phase())).count();
        }
    }

    /** The length of each phase in seconds. */
    public record PhaseSeconds(long rampUp, long warmUp, long steady, long rampDown) {}

    /** A distribution of times in milliseconds; all 0 when nothing was counted. */
    public record Times(long count, double mean, double p50, double p90, double p95, double p99, double max) {}

    /** A point of a percentile curve: {@code percentile} per cent of the times were at most {@code ms}. */
    public record Percentile(double percentile, double ms) {}

    /** One page: completions, observed and expected share as fractions, failures, response times. */
    public record PageFigures(long count, double share, double expectedShare, long failed, Times responseTimeMs) {}

    /** Completed handshakes as the driver, the bank and the back end counted them. */
    public record Handshakes(HandshakeCount client, HandshakeCount bank, HandshakeCount backEndClient,
            HandshakeCount backend) {}

    /** Full and resumed handshakes. */
    public record HandshakeCount(long full, long resumed) {}

    /** Durations of full and resumed handshakes. */
    public record HandshakeTimes(Times full, Times resumed) {}

    /** Processor seconds in user and in system mode. */
    public record CpuSeconds(double user, double system) {}

    /** Whether the quality of service was kept, with the fractions that decided it. */
    public record QosVerdict(boolean met, double good, double tolerable) {}

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
     */
    public record Second(int second, String phase, int sessions, long pages, long failedPages, double p50Ms,
            double p95Ms, long fullHandshakes, long resumedHandshakes, double bankCpu, double besimCpu,
            double driverCpu) {}

    /**
     * A ratio between two configurations.
     *
     * @param metric the figure, for example {@code cpuMsPerPage}
     * @param better which way is better, {@code lower} or {@code higher}
     * @param baseline the configuration below the line
     * @param configuration the configuration above the line
     * @param ratio of the means over runs
     * @param ci95 its 95 % confidence interval; null when there are too few runs for one
     * @param verdict better, worse, noDifference or inconclusive
     * @param runs how many pairs of runs it rests on
     * @param baselineMean the baseline's mean over these runs
     * @param mean the configuration's mean over these runs
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Comparison(String metric, String better, String baseline, String configuration, double ratio,
            List<Double> ci95, String verdict, int runs, double baselineMean, double mean) {}

    /**
     * The most simultaneous sessions that a configuration can serve.
     *
     * @param configuration its name
     * @param sessions the estimate
     * @param ci95 the 95 % interval of it
     * @param openAbove whether the search met the limit of what loads the bank, so that the capacity may be higher
     * @param settled whether the search came to its end: the interval is as narrow as was asked for and confirmed
     * @param probes every probe, in the order of its runs
     */
    public record Capacity(String configuration, int sessions, List<Double> ci95, boolean openAbove, boolean settled,
            List<Probe> probes) {}

    /**
     * Figures that were published elsewhere.
     *
     * @param source where they stand
     * @param figures each of them, as far as a result of this kind can measure it
     */
    public record Published(String source, List<PublishedFigure> figures) {}

    /**
     * A figure that was published, and the one that was measured.
     *
     * @param metric what it is a figure of
     * @param configuration the configuration that stands for the one that was published
     * @param relativeTo the configuration that it was divided by; null for a figure that is no ratio
     * @param ratio what was published; null for a figure that is no ratio
     * @param value what was published; null for a ratio
     * @param words more about it; null for nothing
     * @param measured the same, measured; null while there is nothing to measure it by
     * @param ci95 the 95 % interval of it; null when there are too few runs for one
     * @param runs how many runs, pairs of runs or probes it rests on
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record PublishedFigure(String metric, String configuration, String relativeTo, Double ratio, Double value,
            String words, Double measured, List<Double> ci95, int runs) {}

    /**
     * A run that asked whether a number of sessions can be served.
     *
     * @param repetition which run of its configuration
     * @param sessions so many were asked for
     * @param passed the answer; null when the run was not valid
     * @param purpose explore, narrow or confirm
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Probe(int repetition, int sessions, Boolean passed, String purpose) {}
}
