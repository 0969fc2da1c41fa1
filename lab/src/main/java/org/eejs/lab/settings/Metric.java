package org.eejs.lab.settings;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.eejs.banking.RoleName;
import org.eejs.result.BankingFigures;
import org.eejs.result.Result;
import org.eejs.result.Xml;
import org.eejs.result.settings.WorkloadKind;

/** A figure of a run by which configurations are compared. */
public enum Metric {
    /** What a page costs the bank's processors, without compiling. */
    APP_CPU_MS_PER_PAGE("appCpuMsPerPage", run -> orNaN(run.usage().appCpuMsPerPage()), Result.Second::pages),
    /** What a page costs the bank's processors with compiling. */
    CPU_MS_PER_PAGE("cpuMsPerPage", true, run -> run.usage().cpuMsPerPage()),
    /** The paper's response time. */
    RESPONSE_TIME("responseTimeMs.mean", true, run -> meanOrNaN(run.times().responseTimeMs())),
    RESPONSE_TIME_P95("responseTimeMs.p95", true, run -> run.times().responseTimeMs().count() == 0
            ? Double.NaN : run.times().responseTimeMs().p95()),
    /** The paper's login latency. */
    LOGIN("loginMs.mean", true, run -> meanOrNaN(run.times().loginMs())),
    /** The paper's total requests: pages that were right and tolerable. */
    PAGES("pages", false, run -> run.load().pages() - run.load().failedPages()),
    /** The paper's good requests. */
    GOOD_PAGES("goodPages", false, run -> Math.round(run.load().pages() * run.quality().good())),
    /** The paper's CPU utilisation, in processors. */
    BANK_PROCESSORS("bankProcessors", true, run -> {
        Result.CpuSeconds bank = run.usage().cpuSeconds().get(RoleName.BANK.id());
        return bank == null ? Double.NaN : (bank.user() + bank.system()) / Math.max(1, run.steadySeconds());
    }),
    /** The kernel's part of the bank's CPU: of contended locks, of the network, of memory. */
    BANK_SYSTEM_CPU_SHARE("bankSystemCpuShare", true, run -> {
        Result.CpuSeconds bank = run.usage().cpuSeconds().get(RoleName.BANK.id());
        return bank == null ? Double.NaN : bank.systemShare();
    }),
    FULL_HANDSHAKE("handshakeMs.full.mean", true, run -> meanOrNaN(run.tls().handshakeMs().full())),
    ALLOCATION("allocatedBytesPerPage", true, run -> run.service() != null ? Double.NaN
            : run.usage().allocatedBytesPerPage()),
    /** What an XML transaction costs the processors, and so its first figure: it varies least. */
    CPU_MICROS_PER_TRANSACTION("cpuMicrosPerTransaction", Xml.Round::cpuMicrosPerTransaction, true),
    /** XMLTest's figure, of all threads together. */
    TRANSACTIONS_PER_SECOND("transactionsPerSecond", Xml.Round::transactionsPerSecond, false),
    ALLOCATION_OF_TRANSACTION("allocatedBytesPerTransaction", Xml.Round::allocatedBytesPerTransaction, true);

    private final WorkloadKind workload;
    private final String id;
    private final boolean lowerIsBetter;
    private final ToDoubleFunction<Result.Run> value;
    private final ToDoubleFunction<Result.Second> divisor;

    Metric(String id, ToDoubleFunction<BankingFigures> value, ToDoubleFunction<Result.Second> divisor) {
        this(WorkloadKind.BANKING, id, true, run -> value.applyAsDouble(run.banking()), divisor);
    }

    Metric(String id, boolean lowerIsBetter, ToDoubleFunction<BankingFigures> value) {
        this(WorkloadKind.BANKING, id, lowerIsBetter, run -> value.applyAsDouble(run.banking()), null);
    }

    Metric(String id, ToDoubleFunction<Xml.Round> value, boolean lowerIsBetter) {
        this(WorkloadKind.XML, id, lowerIsBetter, run -> value.applyAsDouble((Xml.Round) run.figures()), null);
    }

    Metric(WorkloadKind workload, String id, boolean lowerIsBetter, ToDoubleFunction<Result.Run> value,
            ToDoubleFunction<Result.Second> divisor) {
        this.workload = workload;
        this.id = id;
        this.lowerIsBetter = lowerIsBetter;
        this.value = value;
        this.divisor = divisor;
    }

    /** The name in options and results. */
    public String id() {
        return id;
    }

    /** Whether less of it is better. */
    public boolean lowerIsBetter() {
        return lowerIsBetter;
    }

    /**
     * The figure of a run.
     *
     * @throws ClassCastException of a run of another workload
     */
    public double of(Result.Run run) {
        return value.applyAsDouble(run);
    }

    /** The figure of some seconds of a run; NaN where it is known of whole runs only. */
    public double of(List<Result.Second> part) {
        return divisor == null ? Double.NaN : part.stream().mapToDouble(Metric::appCpu).sum()
                / part.stream().mapToDouble(divisor).sum();
    }

    /** A mean of nothing is written with zeros, which are no times. */
    private static double meanOrNaN(Result.Times times) {
        return times.count() == 0 ? Double.NaN : times.mean();
    }

    /** A figure that some runs do not have. */
    private static double orNaN(Double figure) {
        return figure == null ? Double.NaN : figure;
    }

    private static double appCpu(Result.Second second) {
        return second.bankJitCpu() == null ? Double.NaN : second.bankCpu() - second.bankJitCpu();
    }

    /** All figures of a workload's runs; the one that decides unless another is named comes first. */
    public static List<Metric> all(WorkloadKind workload) {
        return Arrays.stream(values()).filter(metric -> metric.workload == workload).toList();
    }

    /**
     * The metric of a workload with this {@link #id()}.
     *
     * @throws IllegalArgumentException with a line that lists those that exist
     */
    static Metric byId(String id, WorkloadKind workload) {
        return all(workload).stream().filter(metric -> metric.id.equals(id)).findFirst()
                .orElseThrow(() -> new IllegalArgumentException("'%s' is not a metric of %s; there are %s".formatted(id,
                        workload, all(workload).stream().map(Metric::id).collect(Collectors.joining(", ")))));
    }
}
