package org.eejs.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.eejs.result.settings.Allowed;
import org.eejs.result.settings.XmlSettings;

/**
 * What XML transactions cost, as it stands in a result under {@code xml}. Immutable.
 *
 * @param settings how it was measured
 * @param topology how the machine's processors stand to each other
 * @param cells what was measured, in the order of the report
 * @param ratios between cells, from rounds side by side
 * @param notes what could not be done here, and why, each a line for people
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Xml(Settings settings, Topology topology, List<Cell> cells, List<Ratio> ratios, List<String> notes)
        implements Measured {
    /** Every transaction by each library, on one document. */
    public static final String TRANSACTIONS = "transactions";
    /** Parsers against each other, over sizes. */
    public static final String PARSERS = "parsers";
    /** Throughput over threads, within and across cores. */
    public static final String THREADS = "threads";
    /** Options of the JVM: collectors, heap, stack, headers. */
    public static final String JVM_OPTIONS = "jvm-options";
    /** Default against large pages. */
    public static final String LARGE_PAGES = "large-pages";
    /** Signatures by key and provider. */
    public static final String SIGNATURES = "signatures";

    /** What became of a cell. */
    public enum State {
        /** It has figures. */
        @JsonProperty("measured")
        MEASURED,
        /** A JVM, a provider or the machine does not do it. */
        @JsonProperty("refused")
        REFUSED,
        /** Something went wrong that should not. */
        @JsonProperty("failed")
        FAILED,
        /** Its turn did not come before the end. */
        @JsonProperty("notReached")
        NOT_REACHED
    }
    /**
     * Says in a sentence that measuring broke off, and how far it came. Cells that failed were not to be measured any
     * more, and do not count; nor do those without a figure whose state an older result does not have.
     *
     * @return empty when each cell has all of its rounds
     */
    public Optional<String> brokenOff() {
        List<Cell> due = cells.stream().filter(cell -> cell.error() == null || cell.state() == State.NOT_REACHED)
                .toList();
        long asked = (long) settings.rounds() * due.size();
        long made = due.stream().mapToLong(cell ->
                Math.min(cell.rounds().size(), settings.rounds())).sum();
        return made == asked ? Optional.empty() : Optional.of(String.format(Locale.ROOT,
                "It was broken off: %,d of %,d measurements were made.", made, asked));
    }

    /**
     * How it was measured.
     *
     * @param studies what was asked for, in the order of the report
     * @param quick whether a first look was asked for
     * @param rounds how often each cell was measured, each time in a JVM of its own
     * @param warmUpSeconds how long a JVM performs transactions that do not count
     * @param steadySeconds how long it then performs those that count
     * @param seed what the documents follow from
     * @param libraries the versions of libraries that are not the JDK's, by their names
     * @param arguments what repeats it, behind {@code ./eejs xml}; null where it was no such command
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Settings(
            @Allowed({TRANSACTIONS, PARSERS, THREADS, JVM_OPTIONS, LARGE_PAGES, SIGNATURES}) List<String> studies,
            boolean quick, @Allowed(least = 1) int rounds, double warmUpSeconds, double steadySeconds,
            @Allowed(least = Double.NEGATIVE_INFINITY) long seed, Map<String, String> libraries,
            List<String> arguments) {}

    /**
     * How the machine's processors stand to each other, as the kernel tells.
     *
     * @param cores the processors of each core that the workload may use, such as {@code 0-1}
     * @param threadsPerCore the most hardware threads of a core
     * @param note what the machine does not have and so cannot be shown; null when it has all
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Topology(List<String> cores, @Allowed(least = 1) int threadsPerCore, String note) {}

    /**
     * What was measured, and what came of it.
     *
     * @param study the study that asked for it
     * @param label what tells it from the others of its study, for people, for example {@code ParallelGC}
     * @param settings all of its settings
     * @param processors those it was given, such as {@code 0-1}; empty when not pinned
     * @param documentBytes the length of the document; null when it failed
     * @param transactionsPerSecond of all threads together, the mean over the steady state and the rounds; null when it
     *     failed
     * @param ci95 its 95 % confidence interval over the rounds; null when it failed, or was measured only once
     * @param cpuMicrosPerTransaction processor time of the process for a transaction; null when it failed
     * @param cpuCi95 its 95 % interval; null as {@code ci95}
     * @param allocatedBytesPerTransaction heap allocated for a transaction; null when it failed
     * @param signature what is known of its signatures; null where there are none
     * @param pages of what pages the JVM's memory was; null where that was not asked for
     * @param cpu where the processor time of a transaction went; null where that was not asked for
     * @param rounds each round
     * @param state what became of it; null in results that are older than this field
     * @param error why there is no figure, in one line; null when there is one
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Cell(
            @Allowed({TRANSACTIONS, PARSERS, THREADS, JVM_OPTIONS, LARGE_PAGES, SIGNATURES}) String study,
            String label, XmlSettings settings, String processors, @Allowed(least = 1) Integer documentBytes,
            Double transactionsPerSecond, List<Double> ci95, Double cpuMicrosPerTransaction, List<Double> cpuCi95,
            Double allocatedBytesPerTransaction, Signature signature, Pages pages, CpuProfile cpu, List<Round> rounds,
            State state, String error) {
        /** A cell of which nobody asked where its processor time went. */
        public Cell(String study, String label, XmlSettings settings, String processors, Integer documentBytes,
                Double transactionsPerSecond, List<Double> ci95, Double cpuMicrosPerTransaction, List<Double> cpuCi95,
                Double allocatedBytesPerTransaction, Signature signature, Pages pages, List<Round> rounds, State state,
                String error) {
            this(study, label, settings, processors, documentBytes, transactionsPerSecond, ci95,
                    cpuMicrosPerTransaction, cpuCi95, allocatedBytesPerTransaction, signature, pages, null, rounds,
                    state, error);
        }

        /** A cell without figures. */
        public static Cell unmeasured(String study, String label, XmlSettings settings, String processors,
                List<Round> rounds, State state, String error) {
            return new Cell(study, label, settings, processors, null, null, null, null, null, null, null, null, rounds,
                    state, error);
        }

        /** The same with what is known of where its processor time went. */
        public Cell with(CpuProfile profile) {
            return new Cell(study, label, settings, processors, documentBytes, transactionsPerSecond, ci95,
                    cpuMicrosPerTransaction, cpuCi95, allocatedBytesPerTransaction, signature, pages, profile, rounds,
                    state, error);
        }

        /** Whether it has figures. */
        public boolean measured() {
            return transactionsPerSecond != null;
        }
    }

    /**
     * What a round measured in its steady state.
     *
     * @param transactionsPerSecond of all threads together
     * @param cpuMicrosPerTransaction processor time of the process for a transaction
     * @param allocatedBytesPerTransaction heap allocated for a transaction
     * @param gcMs time of garbage collections, in milliseconds
     * @param collections how many there were
     * @param steady whether no change of level was found in the seconds
     * @param perSecond transactions of each second
     */
    public record Round(double transactionsPerSecond, double cpuMicrosPerTransaction,
            double allocatedBytesPerTransaction, long gcMs, long collections, boolean steady, List<Double> perSecond)
            implements Result.Figures {
        /** Of a run that was broken off. */
        public static final Round NONE = new Round(0, 0, 0, 0, 0, false, List.of());
    }

    /**
     * What is known of a cell's signatures.
     *
     * @param servedBy the provider that the engine's Signature objects came from, with its version; null where that was
     *     not found out
     * @param microsPerSignature one bare operation with the same key by the same provider and threads, in microseconds;
     *     signing for transactions that sign, verifying for those that validate; null when it was not measured
     * @param share the part of a transaction's time that this is; null when it was not measured
     * @param proof that a token or server did the work; null for providers that work in the process
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Signature(String servedBy, Double microsPerSignature, Double share, Proof proof) {}

    /**
     * Proof that somebody else than the JVM made the signatures.
     *
     * @param means what counted, for example {@code pkcs11-spy on libsofthsm2.so}
     * @param operations what was counted, for example {@code C_Sign}
     * @param transactions how many transactions were performed meanwhile
     * @param counted how many operations were counted
     * @param held whether there was one for each transaction
     */
    public record Proof(String means, String operations, long transactions, long counted, boolean held) {}

    /**
     * Of what pages a JVM's memory was at the end of its steady state, as {@code /proc/PID/smaps} says, and what the
     * processor's buffers of translations made of it.
     *
     * @param residentKb all resident memory
     * @param transparentHugeKb of that, in transparent huge pages (AnonHugePages)
     * @param hugetlbKb in pages of hugetlbfs, which do not count as resident
     * @param heapPageKb how long the pages are that the JVM says its heap is of; null when it does not say
     * @param tlbMissesPerTransaction misses of data TLBs; null where the processor's counters are not to be had
     * @param tlbNote why they are not; null when they are
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Pages(long residentKb, long transparentHugeKb, long hugetlbKb, Long heapPageKb,
            Double tlbMissesPerTransaction, String tlbNote) {}

    /**
     * A ratio between two cells.
     *
     * @param study the study of both
     * @param metric {@code transactionsPerSecond} or {@code cpuMicrosPerTransaction}
     * @param baseline the place of the baseline among the result's cells, from 0
     * @param cell the place of the cell that is compared
     * @param ratio of the means over rounds
     * @param ci95 its 95 % interval, Fieller's of paired rounds; null when there are too few
     * @param verdict better, worse, noDifference or inconclusive
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Ratio(
            @Allowed({TRANSACTIONS, PARSERS, THREADS, JVM_OPTIONS, LARGE_PAGES, SIGNATURES}) String study,
            @Allowed({"transactionsPerSecond", "cpuMicrosPerTransaction"}) String metric, int baseline, int cell,
            double ratio, List<Double> ci95,
            @Allowed({"better", "worse", "noDifference", "inconclusive"}) String verdict) {}
}
