package org.eejs.report.experiment;

import java.util.List;
import org.eejs.report.text.Format;
import org.eejs.report.text.RunFigures;
import org.eejs.result.Result.Run;

/**
 * All runs of an experiment in short.
 *
 * @param rows in the order in which they ran
 */
public record RunTable(List<Row> rows) {
    /**
     * One run.
     *
     * @param reason why it is not valid; null when it is
     */
    public record Row(String configuration, String repetition, boolean valid, boolean settled, String sessions,
            String pagesPerSecond, String mean, String p95, String cpu, String good, String reason) {
        public String validity() {
            return valid ? "yes" : "NO";
        }

        /** Nothing settles in a run that is not valid. */
        public String steadiness() {
            return !valid ? Format.NONE : settled ? "yes" : "no";
        }
    }

    static RunTable of(ExperimentReport experiment) {
        return new RunTable(experiment.measured().runs().stream().map(RunTable::row).toList());
    }

    private static Row row(Run run) {
        RunFigures measured = new RunFigures(run);
        boolean times = measured.responseTime().count() > 0;
        return new Row(run.configuration() == null ? "unnamed" : run.configuration(), Format.count(run.repetition()),
                run.valid(), run.steady(),
                measured.load().sessions() > 0 ? Format.average(measured.load().sessions()) : Format.NONE,
                measured.hasPages() ? Format.figure(measured.load().pagesPerSecond()) : Format.NONE,
                times ? Format.figure(measured.responseTime().mean()) : Format.NONE,
                times ? Format.figure(measured.responseTime().p95()) : Format.NONE,
                measured.hasBankCpu() ? Format.figure(measured.usage().cpuMsPerPage()) : Format.NONE,
                measured.hasPages() ? Format.reached(measured.quality().good()).replace("\u00a0%", "") : Format.NONE,
                run.valid() ? null : ProcedureNotes.reason(run));
    }
}
