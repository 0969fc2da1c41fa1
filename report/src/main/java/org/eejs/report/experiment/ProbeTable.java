package org.eejs.report.experiment;

import java.util.ArrayList;
import java.util.List;
import org.eejs.report.text.Format;
import org.eejs.report.text.RunFigures;
import org.eejs.result.Result.Capacity;
import org.eejs.result.Result.Probe;
import org.eejs.result.Result.Run;

/**
 * Every probe of the capacity.
 *
 * @param rows configuration by configuration, the probes of each in their order
 */
public record ProbeTable(List<Row> rows) {
    /** The answer of a probe. */
    public enum Answer {
        PASSED("passed", "met"), FAILED("failed", "missed"), UNUSABLE("not usable", "invalid");

        private final String words;
        private final String style;

        Answer(String words, String style) {
            this.words = words;
            this.style = style;
        }

        public String words() {
            return words;
        }

        /** The class in the style sheet. */
        public String style() {
            return style;
        }
    }

    /**
     * One probe.
     *
     * @param asked so many sessions were asked for
     * @param run the run that answered; null when it is not in the result
     * @param reason why it cannot be used; null when it can
     */
    public record Row(String configuration, String repetition, int asked, String purpose, Answer answer, Run run,
            String reason) {
        public String sessions() {
            return Format.count(asked);
        }

        public String good() {
            return hasPages() ? Format.reached(run.banking().quality().good()).replace("\u00a0%", "") : Format.NONE;
        }

        public String tolerable() {
            return hasPages() ? Format.reached(run.banking().quality().tolerable()).replace("\u00a0%", "")
                    : Format.NONE;
        }

        public String mean() {
            return hasPages() ? Format.figure(new RunFigures(run).responseTime().mean()) : Format.NONE;
        }

        public String p95() {
            return hasPages() ? Format.figure(new RunFigures(run).responseTime().p95()) : Format.NONE;
        }

        public String cpu() {
            return run != null && new RunFigures(run).hasBankCpu()
                    ? Format.figure(run.banking().usage().cpuMsPerPage()) : Format.NONE;
        }

        boolean hasPages() {
            return run != null && new RunFigures(run).responseTime().count() > 0;
        }
    }

    static ProbeTable of(ExperimentReport experiment) {
        List<Row> rows = new ArrayList<>();
        for (Capacity capacity : experiment.capacities()) {
            ConfigurationRuns configuration = experiment.configuration(capacity.configuration());
            for (Probe probe : RunFigures.orEmpty(capacity.probes())) {
                Run run = configuration.runs().stream().filter(each -> each.repetition() == probe.repetition())
                        .findFirst().orElse(null);
                Answer answer = probe.passed() == null ? Answer.UNUSABLE
                        : probe.passed() ? Answer.PASSED : Answer.FAILED;
                rows.add(new Row(configuration.name(), Format.count(probe.repetition()), probe.sessions(),
                        probe.purpose() == null ? "" : probe.purpose(), answer, run,
                        run == null || run.valid() ? null : ProcedureNotes.reason(run)));
            }
        }
        return new ProbeTable(List.copyOf(rows));
    }
}
