package org.eejs.report.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;
import java.util.function.ToDoubleFunction;
import org.eejs.report.table.Cell.Look;
import org.eejs.report.table.Cell;
import org.eejs.report.table.Column.Kind;
import org.eejs.report.table.Column;
import org.eejs.report.text.Format;
import org.eejs.report.text.RunFigures;
import org.eejs.result.BankingFigures;
import org.eejs.result.Result.Capacity;
import org.eejs.result.Result.Probe;
import org.eejs.result.Result.Run;

/** Every probe of the capacity, configuration by configuration, those of each in their order. */
final class ProbeTable {
    private ProbeTable() {}

    /** The answer of a probe; its names stand in the data of charts. */
    enum Answer {
        PASSED("passed", "met"), FAILED("failed", "missed"), UNUSABLE("not usable", "invalid");

        private final String words;
        private final String style;

        Answer(String words, String style) {
            this.words = words;
            this.style = style;
        }
    }

    /** One probe; {@code run} is null when it is not in the result. */
    record Row(String configuration, Probe probe, Run run) {
        Answer answer() {
            return probe.passed() == null ? Answer.UNUSABLE : probe.passed() ? Answer.PASSED : Answer.FAILED;
        }

        boolean hasPages() {
            return run != null && new RunFigures(run).responseTime().count() > 0;
        }

        private Cell judgement() {
            return Cell.badge(answer().words, answer().style).and(Look.REASON,
                    run == null || run.valid() ? "" : ProcedureNotes.reason(run));
        }

        private Double figure(ToDoubleFunction<BankingFigures> figure) {
            return hasPages() ? (Double) figure.applyAsDouble(run.banking()) : null;
        }
    }

    static final List<Column<Row>> COLUMNS = List.of(
            Column.words("Configuration", Row::configuration).as("configuration", Row::configuration),
            Column.<Row>figure("Run", row -> Format.count(row.probe().repetition()))
                    .as("repetition", row -> row.probe().repetition()),
            Column.<Row>words("Purpose", row -> row.probe().purpose())
                    .as("purpose", row -> row.probe().purpose()),
            Column.of("Answer", Kind.WORDS, Row::judgement),
            Column.<Row>figure("Sessions", row -> Format.count(row.probe().sessions()))
                    .as("sessions", row -> row.probe().sessions()),
            Column.data("passed", row -> row.probe().passed()),
            known("Good, %", "goodFraction", figures -> figures.quality().good(), ProbeTable::reached),
            known("Tolerable, %", "tolerableFraction", figures -> figures.quality().tolerable(), ProbeTable::reached),
            known("Mean, ms", "meanMs", figures -> figures.times().responseTimeMs().mean(), Format::figure),
            known("p95, ms", "p95Ms", figures -> figures.times().responseTimeMs().p95(), Format::figure),
            Column.<Row>of("CPU, ms/page", Kind.FIGURE, row -> cpu(row) == null ? Cell.NONE
                    : Cell.of(Format.figure(cpu(row))).small(ConfigurationRuns.mark(List.of(row.run()))))
                    .as("cpuMsPerPage", ProbeTable::cpu));

    static List<Row> rows(ExperimentReport experiment) {
        List<Row> rows = new ArrayList<>();
        for (Capacity capacity : experiment.capacities()) {
            ConfigurationRuns configuration = experiment.configuration(capacity.configuration());
            capacity.probes().forEach(probe -> rows.add(new Row(configuration.name(), probe,
                    configuration.runs().stream().filter(each -> each.repetition() == probe.repetition()).findFirst()
                            .orElse(null))));
        }
        return List.copyOf(rows);
    }

    private static Column<Row> known(String heading, String field, ToDoubleFunction<BankingFigures> figure,
            DoubleFunction<String> words) {
        return Column.known(heading, field, row -> row.figure(figure), words);
    }

    private static Double cpu(Row row) {
        return row.hasPages() && new RunFigures(row.run()).hasBankCpu() ? (Double) row.run().banking().usage()
                .cpuMsPerPage() : null;
    }

    // The heading has the unit.
    static String reached(double fraction) {
        return Format.reached(fraction).replace("\u00a0%", "");
    }
}
