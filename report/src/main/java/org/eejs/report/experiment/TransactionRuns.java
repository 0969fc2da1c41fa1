package org.eejs.report.experiment;

import java.util.List;
import org.eejs.report.text.Format;
import org.eejs.report.text.RunFigures;
import org.eejs.result.Result.Run;
import org.eejs.result.Xml;

/**
 * All runs of an experiment on the XML workload in short.
 *
 * @param rows in the order in which they ran
 */
public record TransactionRuns(List<Row> rows) {
    /**
     * One run.
     *
     * @param reason why it is not valid; null when it is
     */
    public record Row(String configuration, String repetition, boolean valid, boolean settled, String rate, String cpu,
            String allocated, String collections, String reason) {
        public String validity() {
            return valid ? "yes" : "NO";
        }

        /** Nothing settles in a run that is not valid. */
        public String steadiness() {
            return !valid ? Format.NONE : settled ? "yes" : "no";
        }
    }

    static TransactionRuns of(ExperimentReport experiment) {
        return new TransactionRuns(experiment.measured().runs().stream().map(TransactionRuns::row).toList());
    }

    private static Row row(Run run) {
        Xml.Round round = new RunFigures(run).round();
        boolean any = round.transactionsPerSecond() > 0;
        return new Row(run.configuration(), Format.count(run.repetition()), run.valid(), run.steady(),
                any ? Format.average(round.transactionsPerSecond()) : Format.NONE,
                any ? Format.figure(round.cpuMicrosPerTransaction()) : Format.NONE,
                any ? Format.bytes(round.allocatedBytesPerTransaction()) : Format.NONE,
                any ? "%s, %s\u00a0ms".formatted(Format.count(round.collections()), Format.count(round.gcMs()))
                        : Format.NONE,
                run.valid() ? null : ProcedureNotes.reason(run));
    }
}
