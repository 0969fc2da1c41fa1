package org.eejs.report;

import java.util.List;
import org.eejs.lab.Result.Run;
import org.eejs.lab.Xml;

/**
 * All runs of an experiment on the XML workload in short.
 *
 * @param rows in the order in which they ran
 */
record TransactionRuns(List<Row> rows) {
    /**
     * One run.
     *
     * @param reason why it is not valid; null when it is
     */
    record Row(String configuration, String repetition, boolean valid, boolean settled, String rate, String cpu,
            String allocated, String collections, String reason) {
        String validity() {
            return valid ? "yes" : "NO";
        }

        /** Nothing settles in a run that is not valid. */
        String steadiness() {
            return !valid ? Format.NONE : settled ? "yes" : "no";
        }
    }

    static TransactionRuns of(Experiment experiment) {
        return new TransactionRuns(Measured.orEmpty(experiment.result().runs()).stream().map(TransactionRuns::row)
                .toList());
    }

    private static Row row(Run run) {
        Xml.Round round = run.xml();
        boolean any = round != null && round.transactionsPerSecond() > 0;
        return new Row(run.configuration(), Format.count(run.repetition()), run.valid(), run.steady(),
                any ? Format.average(round.transactionsPerSecond()) : Format.NONE,
                any ? Format.figure(round.cpuMicrosPerTransaction()) : Format.NONE,
                any ? Format.bytes(round.allocatedBytesPerTransaction()) : Format.NONE,
                any ? "%s, %s\u00a0ms".formatted(Format.count(round.collections()), Format.count(round.gcMs()))
                        : Format.NONE,
                run.valid() ? null : ProcedureNotes.reason(run));
    }
}
