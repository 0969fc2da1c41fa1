package org.eejs.lab;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;

/**
 * What a command measured, as it stands in {@code result.json}; the schema is {@code eejs-result-1.schema.json} beside
 * this class. Units are part of the names; fractions are between 0 and 1. Immutable.
 *
 * @param schema {@link #SCHEMA}
 * @param command the command that measured, for example {@code run}
 * @param startedAt when the command began, ISO 8601 in UTC
 * @param experiment what was asked for
 * @param disclosure under which circumstances it was measured
 * @param runs each run of each configuration
 * @param comparisons ratios between configurations; empty for a single run
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Result(String schema, String command, String startedAt, RunSettings experiment, Disclosure disclosure,
        List<Run> runs, List<Comparison> comparisons) {
    /** The id of this form of result. */
    public static final String SCHEMA = "eejs-result/1";
    /** The phase that is measured, as its seconds name it. */
    public static final String STEADY = "steady";

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
     * One run of one configuration. All counts and times are of the steady state unless the name says otherwise.
     *
     * @param configuration the configuration's name
     * @param repetition which run of this configuration, from 1
     * @param valid whether the figures may be believed
     * @param invalidReasons why they may not be; empty when valid
     * @param steady whether the bank's CPU per page had settled in the steady state
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
     * @param qos the verdict
     * @param timeSeries second by second through all phases
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Run(String configuration, int repetition, boolean valid, List<String> invalidReasons, boolean steady,
            double sessions, PhaseSeconds phasesSeconds, long pages, double pagesPerSecond, long httpRequests,
            long notModified, long failedPages, Map<String, Long> failures, Times responseTimeMs,
            List<Percentile> percentiles, Times loginMs, Map<String, PageFigures> perPage, double mixDeviation,
            Double mixDeviationLimit, double good, double tolerable, double failed, Handshakes handshakes,
            Handshakes handshakesWholeRun, HandshakeTimes handshakeMs, Map<String, CpuSeconds> cpuSeconds, double cpuMsPerPage, long gcMs,
            long allocatedBytesPerPage, Map<String, Long> residentBytes, long backEndCalls, QosVerdict qos,
            List<Second> timeSeries) {
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

    /** A ratio between two configurations with its 95 % confidence interval and a verdict. */
    public record Comparison(String metric, String baseline, String configuration, double ratio, List<Double> ci95,
            String verdict) {}
}
