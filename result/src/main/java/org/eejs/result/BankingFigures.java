package org.eejs.result;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import java.util.Map;
import org.eejs.result.Result.CpuSeconds;
import org.eejs.result.Result.HandshakeTimes;
import org.eejs.result.Result.Handshakes;
import org.eejs.result.Result.PageFigures;
import org.eejs.result.Result.Percentile;
import org.eejs.result.Result.Second;
import org.eejs.result.Result.ServiceProof;
import org.eejs.result.Result.Times;
import org.eejs.result.settings.Allowed;

/**
 * What a run of the banking workload measured. All counts and times are of the steady state unless the name says
 * otherwise. The groups are of this class alone: in {@code result.json} their figures stand directly in the run. A
 * figure that a result does not have is 0 or empty, unless said otherwise. Immutable.
 *
 * @param served which providers served the bank
 * @param settling when the bank was warm; null in results that did not follow it
 * @param qos the verdict; null when the run was not judged
 * @param timeSeries second by second through all phases
 * @param cpuProfile where the bank's CPU went
 * @param waits what its threads waited for; null where nobody looked
 * @param hosts where its processes were; null where all were on the machine of the lab
 * @param service what is known of a user's own service, which was measured in the place of the bank; null of the bank
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record BankingFigures(@JsonUnwrapped Load load, @JsonUnwrapped ResponseTimes times, @JsonUnwrapped Mix mix,
        @JsonUnwrapped Quality quality, @JsonUnwrapped TlsHandshakes tls, @JsonUnwrapped Usage usage,
        @JsonUnwrapped Served served, Settling settling, QosVerdict qos, List<Second> timeSeries,
        @JsonUnwrapped CpuProfile cpuProfile, Waits waits, List<HostFigures> hosts,
        ServiceFigures service) implements Result.Figures {
    /** Those of a run in which nothing was measured. */
    public static final BankingFigures NONE = new BankingFigures(new Load(0, 0, 0, 0, 0, 0, null, null),
            new ResponseTimes(null, null, null), new Mix(null, 0, null), new Quality(0, 0, 0),
            new TlsHandshakes(null, null, null, null, null),
            new Usage(null, 0, null, null, 0, 0, null, 0, null, null),
            Served.NOT_COUNTED, null, null, null, CpuProfile.NONE, null, null);

    /** Those of the bank. */
    public BankingFigures(Load load, ResponseTimes times, Mix mix, Quality quality, TlsHandshakes tls, Usage usage,
            Served served, Settling settling, QosVerdict qos, List<Second> timeSeries, CpuProfile cpuProfile,
            Waits waits, List<HostFigures> hosts) {
        this(load, times, mix, quality, tls, usage, served, settling, qos, timeSeries, cpuProfile, waits, hosts, null);
    }

    public BankingFigures {
        timeSeries = timeSeries == null ? List.of() : timeSeries;
        cpuProfile = cpuProfile == null ? CpuProfile.NONE : cpuProfile;
    }

    /** How long the steady state lasted, in seconds: less than was planned if the run was broken off. */
    public double steadySeconds() {
        return timeSeries.stream().filter(second -> Result.STEADY.equals(second.phase())).count();
    }

    /** How many pages failed and have no response time; 0 in results in which they count as the time-out. */
    public long unanswered() {
        return Math.max(0, load.pages() - times.responseTimeMs().count());
    }

    /**
     * What users asked for.
     *
     * @param sessions simultaneous user sessions, on average
     * @param pages completed pages, failed ones included
     * @param httpRequests requests for pages and images
     * @param notModified image requests that were answered 304: about a third of them in the published workload
     * @param failedPages pages that were wrong, broken off, or slower than tolerable
     * @param failures how often each reason made a page fail; slow pages under {@code slow}
     * @param failuresByPhase the same of every phase in which pages failed, in their order; absent in results that
     *     did not count it
     */
    public record Load(double sessions, long pages, double pagesPerSecond, long httpRequests, long notModified,
            long failedPages, Map<String, Long> failures,
            @JsonInclude(JsonInclude.Include.NON_EMPTY) List<PhaseFailures> failuresByPhase) {
        public Load {
            failures = failures == null ? Map.of() : failures;
            failuresByPhase = failuresByPhase == null ? List.of() : failuresByPhase;
        }
    }

    /**
     * Pages that failed in a phase.
     *
     * @param pages completed pages of the phase, failed ones included
     * @param failures how often each reason made one fail; slow pages under {@code slow}
     */
    public record PhaseFailures(@Allowed({"rampUp", "warmUp", "steady", "rampDown"}) String phase, long pages,
            Map<String, Long> failures) {}

    /**
     * How long users waited.
     *
     * @param responseTimeMs from a page's intended start to the last byte of its last image, of pages that were
     *     answered well: {@code count} of {@code pages}. In results of which {@code count} is {@code pages}, a page
     *     that failed counts as one that took as long as the time-out
     * @param percentiles the response time's percentile curve, of the same pages
     * @param loginMs response time of the login
     */
    public record ResponseTimes(Times responseTimeMs, List<Percentile> percentiles, Times loginMs) {
        public ResponseTimes {
            responseTimeMs = Times.orNone(responseTimeMs);
            percentiles = percentiles == null ? List.of() : percentiles;
            loginMs = Times.orNone(loginMs);
        }
    }

    /**
     * Which pages they were.
     *
     * @param perPage by page
     * @param mixDeviation the sum over pages of the absolute difference between observed and expected share
     * @param mixDeviationLimit the largest such sum for a valid run at this number of pages; null below 2,000 pages
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Mix(Map<String, PageFigures> perPage, double mixDeviation, Double mixDeviationLimit) {
        public Mix {
            perPage = perPage == null ? Map.of() : perPage;
        }

        /** Whether the pages were those of the workload, as far as so many can tell. */
        public boolean withinLimit() {
            return mixDeviationLimit == null || mixDeviation <= mixDeviationLimit;
        }
    }

    /**
     * How many pages were as fast as they should be.
     *
     * @param good fraction of good pages
     * @param tolerable fraction of tolerable pages, good ones included
     * @param failed fraction of failed pages
     */
    public record Quality(@Allowed(most = 1) double good, @Allowed(most = 1) double tolerable,
            @Allowed(most = 1) double failed) {}

    /**
     * Whether the quality of service was kept, with the fractions that decided it.
     *
     * @param limits what was asked for; null in results that knew the published limits only
     * @param firm whether the run has what a verdict takes; where not, it is a first look ({@link Shortfall}); null in
     *     results that did not say
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record QosVerdict(boolean met, @Allowed(most = 1) double good, @Allowed(most = 1) double tolerable,
            QosLimits limits, Boolean firm) {}

    /** The times of good and tolerable pages in milliseconds, and the least fractions of such pages. */
    public record QosLimits(double goodMs, double tolerableMs, @Allowed(most = 1) double good,
            @Allowed(most = 1) double tolerable) {}

    /**
     * Completed handshakes.
     *
     * @param handshakes as each role saw them
     * @param fullHandshakes which share of what needed a full one; null in results that did not count it
     * @param handshakesWholeRun the same from the start to the end of the load, when they must agree
     * @param handshakeMs how long they took, as the driver saw it
     * @param userBytes what users' connections carried, as both ends saw it; null in results that did not count it
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record TlsHandshakes(Handshakes handshakes, FullHandshakes fullHandshakes,
            Handshakes handshakesWholeRun, HandshakeTimes handshakeMs, CarriedBytes userBytes) {
        public TlsHandshakes {
            handshakes = handshakes == null ? Handshakes.NONE : handshakes;
            handshakesWholeRun = handshakesWholeRun == null ? Handshakes.NONE : handshakesWholeRun;
            handshakeMs = handshakeMs == null ? new HandshakeTimes(null, null) : handshakeMs;
        }
    }

    /**
     * How much of the load involved full handshakes.
     *
     * @param pages pages that were right, and for which their user made at least one
     * @param ofPages these as a fraction of all pages; handshakes with the back end are not among them
     * @param ofHttpRequests users' full handshakes as a fraction of their requests for pages and images
     * @param ofConnections full handshakes as a fraction of all TLS connections of the bank, those of users and those
     *     with the back end
     * @param unplanned users' handshakes of the whole run that were full where they were to resume, or the reverse
     */
    public record FullHandshakes(long pages, @Allowed(most = 1) double ofPages, double ofHttpRequests,
            @Allowed(most = 1) double ofConnections, long unplanned) {}

    /**
     * Bytes of requests and answers in both directions, without what TLS adds.
     *
     * @param client of answers that were complete
     * @param bank of all that was encrypted or decrypted; 0 where its TLS does not count
     * @param records TLS records that carried answers which were complete, and their requests; null in results that
     *     did not count them
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record CarriedBytes(long client, long bank, Long records) {
        /** Bytes of a record, on average; 0 where records were not counted. */
        public double bytesPerRecord() {
            return records == null || records == 0 ? 0 : client / (double) records;
        }
    }

    /**
     * What it cost.
     *
     * @param cpuSeconds processor time of each role
     * @param cpuMsPerPage processor time of the bank for a page
     * @param appCpuMsPerPage the same without that of the JIT compiler; null in results that did not count it
     * @param cpuMsPerPageBy the same by what used it; null in results that did not count it
     * @param gcMs time of the bank's garbage collections
     * @param allocatedBytesPerPage heap that the bank allocated for a page
     * @param residentBytes largest resident memory of each role at any time of the run
     * @param backEndCalls calls of the bank to the back end
     * @param stolenCpu the share of the machine's processor time that a hypervisor gave to others, 0 to 1; null in
     *     results that did not count it
     * @param foreignCpu the share of it that processes used which are not the run's, 0 to 1; null where it was not
     *     counted
     */
    // A figure of earlier versions, in units of the back end's CPU: no longer measured, and so not read.
    @JsonIgnoreProperties("appCpuPerBackEndCpu")
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Usage(Map<String, CpuSeconds> cpuSeconds, double cpuMsPerPage, Double appCpuMsPerPage,
            CpuBy cpuMsPerPageBy, long gcMs, long allocatedBytesPerPage, Map<String, Long> residentBytes,
            long backEndCalls, Double stolenCpu, Double foreignCpu) {
        public Usage {
            cpuSeconds = cpuSeconds == null ? Map.of() : cpuSeconds;
            residentBytes = residentBytes == null ? Map.of() : residentBytes;
        }
    }

    /**
     * Processor time of the bank's JVM for a page, in milliseconds.
     *
     * @param app of the application, its libraries and the kernel for them
     * @param jit of the threads that compile
     * @param gc of the threads that collect garbage
     */
    public record CpuBy(double app, double jit, double gc) {}

    /**
     * When the bank was warm: when processor time for a page, without the compiler's, had come to the level of the
     * steady state.
     *
     * @param seconds after the start of the load; null when it did not settle
     * @param jitCpuSeconds processor time that compiling took until then, from the JVM's start; until the end of the
     *     steady state when it did not settle
     * @param settled whether it was warm when the steady state began, and stayed at its level
     * @param waitingCompilations how many methods waited to be compiled just before the steady state; null where that
     *     was not read
     * @param pages completed before the steady state; null in results that did not count them
     * @param slicesBesideCompilers slices of the steady state that began although JVMs of the runs that took turns
     *     still compiled, after a wait of 10 s; null where runs took no turns
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Settling(Integer seconds, double jitCpuSeconds, boolean settled, Integer waitingCompilations,
            Long pages, Integer slicesBesideCompilers) {
        /**
         * After so many pages what is called once in three pages has been called 5,000 times, which is when HotSpot
         * compiles it in full ({@code Tier4InvocationThreshold}). What is called less often costs little.
         */
        public static final int ENOUGH_PAGES = 15_000;

        /** Whether too few pages were served for all that matters to be compiled in full; not where it is not known. */
        @JsonIgnore
        public boolean isEarly() {
            return pages != null && pages < ENOUGH_PAGES;
        }
    }

    /**
     * Which providers served the bank.
     *
     * @param services by service; null when that was not counted
     * @param serviceCounting the means by which they were counted; null when they were not
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Served(List<ServiceProof> services, String serviceCounting) {
        /** Nobody counted. */
        public static final Served NOT_COUNTED = new Served(null, null);
    }
}
