package org.eejs.report.experiment;

import java.util.ArrayList;
import java.util.List;
import org.eejs.report.table.TableCell.Look;
import org.eejs.report.table.TableCell;
import org.eejs.report.table.Column.Kind;
import org.eejs.report.table.Column;
import org.eejs.report.text.Format;
import org.eejs.result.BankFigures;
import org.eejs.result.Figure;
import org.eejs.result.Observation;
import org.eejs.result.Result.Capacity;
import org.eejs.result.Result.Probe;

/** A table of all probes, by configuration and in their order. */
public final class ProbeTable {
    private ProbeTable() {}

    /** The outcome of a probe; the names appear in the data of charts. */
    enum Answer {
        PASSED("passed", "met"), FAILED("failed", "missed"), UNUSABLE("unusable", "invalid");

        private final String words;
        private final String style;

        Answer(String words, String style) {
            this.words = words;
            this.style = style;
        }
    }

    /** A probe; {@code run} is null if the result does not contain it. */
    public record Row(String configuration, Probe probe, Observation run) {
        Answer answer() {
            return probe.passed() == null ? Answer.UNUSABLE : probe.passed() ? Answer.PASSED : Answer.FAILED;
        }

        boolean hasPages() {
            return run != null && BankFigures.RESPONSE_TIME.in(run).isPresent();
        }

        private TableCell judgement() {
            return TableCell.badge(answer().words, answer().style).and(Look.REASON,
                    run == null || run.valid() ? "" : ProcedureNotes.reason(run));
        }

        private Double figure(Figure figure) {
            return hasPages() ? figure.orNull(run) : null;
        }
    }

    public static final List<Column<Row>> COLUMNS = List.of(
            Column.words("Configuration", Row::configuration).as("configuration", Row::configuration),
            Column.<Row>figure("Run", row -> Format.count(row.probe().round()))
                    .as("round", row -> row.probe().round()),
            Column.<Row>words("Purpose", row -> row.probe().purpose())
                    .as("purpose", row -> row.probe().purpose()),
            Column.of("Answer", Kind.WORDS, Row::judgement),
            Column.<Row>figure("Sessions", row -> Format.count(row.probe().sessions()))
                    .as("sessions", row -> row.probe().sessions()),
            Column.data("passed", row -> row.probe().passed()),
            known(BankFigures.GOOD), known(BankFigures.TOLERABLE), known(BankFigures.RESPONSE_TIME),
            known(BankFigures.RESPONSE_TIME_P95), ExperimentTables.marked(known(BankFigures.CPU),
                    row -> row.run() == null ? List.of() : List.of(row.run())));

    public static List<Row> rows(ExperimentReport experiment) {
        List<Row> rows = new ArrayList<>();
        for (Capacity capacity : experiment.capacities()) {
            ConfigurationRuns configuration = experiment.configuration(capacity.configuration());
            capacity.probes().forEach(probe -> rows.add(new Row(configuration.name(), probe,
                    configuration.runs().stream().filter(each -> each.round() == probe.round()).findFirst()
                            .orElse(null))));
        }
        return List.copyOf(rows);
    }

    private static Column<Row> known(Figure figure) {
        return Column.of(figure, row -> row.figure(figure));
    }
}
