package org.eejs.lab.xml;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import org.eejs.lab.settings.XmlTask;
import org.eejs.lab.statistics.MeanInterval;
import org.eejs.result.CpuProfile;
import org.eejs.result.Xml;
import org.eejs.result.settings.XmlSettings;
import org.eejs.xmlload.engine.WorkloadDone;

/** What the rounds of a cell have measured so far. For one thread. */
final class XmlTally {
    private static final double MICROS = 1e6;
    private static final double MILLIS = 1e3;
    private static final String NOT_REACHED = "it was not measured before the end";

    private final XmlStudy.Cell cell;
    private final XmlTask task;
    private final List<XmlRun.Outcome> outcomes = new ArrayList<>();
    private XmlProof proof = new XmlProof(null, null);
    private Xml.State state = Xml.State.NOT_REACHED;
    private String error;

    /**
     * Of a cell.
     *
     * @param task what the workload does for it; null where the machine does not allow it
     */
    XmlTally(XmlStudy.Cell cell, XmlTask task) {
        this.cell = cell;
        this.task = task;
        if (cell.refused() != null) {
            refuse(cell.refused());
        }
    }

    XmlStudy.Cell cell() {
        return cell;
    }

    XmlTask task() {
        return task;
    }

    /** Adds a round. */
    void add(XmlRun.Outcome outcome) {
        outcomes.add(outcome);
        state = Xml.State.MEASURED;
    }

    /** What was counted of who makes the signatures. */
    void prove(XmlProof counted) {
        proof = counted;
    }

    /**
     * Why nobody counted who makes the signatures, in one line; null when somebody did, or there is nothing to count.
     */
    String note() {
        return proof.note() == null ? null : cell.study() + ": " + task.settings().provider() + ": " + proof.note();
    }

    /** A JVM, a provider or the machine does not do it: it is not measured any more. */
    void refuse(String reason) {
        state = Xml.State.REFUSED;
        error = reason;
    }

    /** Something went wrong that should not: it is not measured any more. */
    void fail(String reason) {
        state = Xml.State.FAILED;
        error = reason;
    }

    /** Whether it is not measured any more. */
    boolean isOut() {
        return state == Xml.State.REFUSED || state == Xml.State.FAILED;
    }

    /** Whether something went wrong that no JVM, provider or machine refused, such as a check. */
    boolean isWrong() {
        return state == Xml.State.FAILED || proof.proof() != null && !proof.proof().held();
    }

    /** The rounds so far. */
    List<Xml.Round> rounds() {
        return outcomes.stream().map(XmlRun.Outcome::round).toList();
    }

    /**
     * What came of it.
     *
     * @param tlbMissing why misses of TLBs are not counted; null when they are
     */
    Xml.Cell result(String tlbMissing) {
        XmlSettings settings = task == null ? cell.settings() : task.settings();
        String processors = task == null ? "" : task.processors();
        if (state != Xml.State.MEASURED) {
            return Xml.Cell.unmeasured(cell.study(), cell.label(), settings, processors, rounds(), state,
                    isOut() ? error : NOT_REACHED);
        }
        MeanInterval rate = mean(outcome -> outcome.round().transactionsPerSecond());
        MeanInterval cpu = mean(outcome -> outcome.round().cpuMicrosPerTransaction());
        XmlRun.Outcome last = outcomes.get(outcomes.size() - 1);
        return new Xml.Cell(cell.study(), cell.label(), settings, processors, last.documentBytes(), rate.mean(),
                rate.bounds(), cpu.mean(), cpu.bounds(), mean(outcome ->
                        outcome.round().allocatedBytesPerTransaction()).mean(),
                signature(rate.mean()), pages(last, tlbMissing), cpu(cpu.mean()), rounds(), state, null);
    }

    /** Shares of one round, of the mean over all. */
    private CpuProfile cpu(double micros) {
        double jit = mean(XmlRun.Outcome::jitMicros).mean() / MILLIS;
        double gc = mean(XmlRun.Outcome::gcMicros).mean() / MILLIS;
        return outcomes.stream().map(XmlRun.Outcome::samples).filter(Objects::nonNull).findFirst().map(samples ->
                samples.share(Math.max(0, micros / MILLIS - jit - gc), jit, gc).ofTransaction()).orElse(null);
    }

    private MeanInterval mean(ToDoubleFunction<XmlRun.Outcome> figure) {
        return MeanInterval.of(outcomes.stream().map(figure::applyAsDouble).toList());
    }

    /** Of the last round: the memory of each is alike. */
    private static Xml.Pages pages(XmlRun.Outcome last, String tlbMissing) {
        return last.pages() == null ? null : new Xml.Pages(last.pages().residentKb(), last.pages().transparentHugeKb(),
                last.pages().hugetlbKb(), last.heapPageKb(), last.tlbMissesPerTransaction(),
                last.tlbMissesPerTransaction() != null ? null : tlbMissing != null ? tlbMissing : "perf gave no count");
    }

    private Xml.Signature signature(double rate) {
        List<WorkloadDone.Signature> known = outcomes.stream().map(XmlRun.Outcome::signature).filter(Objects::nonNull)
                .toList();
        if (known.isEmpty()) {
            return null;
        }
        OptionalDouble micros = known.stream().map(WorkloadDone.Signature::micros).filter(Objects::nonNull)
                .mapToDouble(Double::doubleValue).average();
        if (micros.isEmpty()) {
            return new Xml.Signature(known.get(0).servedBy(), null, null, proof.proof());
        }
        // Each thread spends so long in a transaction.
        double transactionMicros = MICROS * task.settings().threads() / rate;
        return new Xml.Signature(known.get(0).servedBy(), micros.getAsDouble(),
                micros.getAsDouble() / transactionMicros, proof.proof());
    }
}
