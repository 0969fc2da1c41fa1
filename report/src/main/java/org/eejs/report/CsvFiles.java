package org.eejs.report;

import java.util.List;
import java.util.function.ToDoubleFunction;
import org.eejs.report.run.PageTable;
import org.eejs.report.table.Column;
import org.eejs.report.table.CsvTable;
import org.eejs.report.text.RunFigures;
import org.eejs.result.CpuProfile.Part;
import org.eejs.result.Result.Run;
import org.eejs.result.Result.Second;
import org.eejs.result.Result;

/** Series and pages as comma-separated values; the names of columns have their units, as in {@code result.json}. */
final class CsvFiles {
    private CsvFiles() {}

    private record Moment(Run run, Second second) {
        /** None in a second in which no page was answered. */
        private Double time(ToDoubleFunction<Second> ms) {
            return ms.applyAsDouble(second) == 0 ? null : (Double) ms.applyAsDouble(second);
        }
    }

    private static final List<Column<Moment>> SERIES = List.of(
            Column.data("configuration", row -> row.run().configuration()),
            Column.data("repetition", row -> row.run().repetition()),
            Column.data("second", row -> row.second().second()),
            Column.data("phase", row -> row.second().phase()),
            Column.data("sessions", row -> row.second().sessions()),
            Column.data("pages", row -> row.second().pages()),
            Column.data("failedPages", row -> row.second().failedPages()),
            Column.data("p50Ms", row -> row.time(Second::p50Ms)),
            Column.data("p95Ms", row -> row.time(Second::p95Ms)),
            Column.data("fullHandshakes", row -> row.second().fullHandshakes()),
            Column.data("resumedHandshakes", row -> row.second().resumedHandshakes()),
            Column.data("bankCpuProcessors", row -> row.second().bankCpu()),
            Column.data("besimCpuProcessors", row -> row.second().besimCpu()),
            Column.data("driverCpuProcessors", row -> row.second().driverCpu()),
            Column.data("bankJitCpuProcessors", row -> row.second().bankJitCpu()),
            Column.data("bankGcCpuProcessors", row -> row.second().bankGcCpu()));

    private record Used(Run run, Part part) {}

    private static final List<Column<Used>> CPU = List.of(
            Column.data("configuration", row -> row.run().configuration()),
            Column.data("repetition", row -> row.run().repetition()),
            Column.data("category", row -> row.part().category().id()),
            Column.data("detail", row -> row.part().detail()),
            Column.data("cpuMsPerPage", row -> row.part().cpuMsPerPage()),
            Column.data("share", row -> row.part().share()),
            Column.data("ci95Low", row -> row.part().ci95().get(0)),
            Column.data("ci95High", row -> row.part().ci95().get(1)));

    /** One row for each part of the CPU of each run. */
    static String cpu(List<Result> results) {
        return CsvTable.of(results, result -> result.runs().stream().flatMap(run -> new RunFigures(run).banking()
                .cpuProfile().attribution().stream().map(part -> new Used(run, part))).toList(), CPU);
    }

    /** One row for each second of each run. */
    static String timeSeries(List<Result> results) {
        return CsvTable.of(results, result -> result.runs().stream().flatMap(run ->
                new RunFigures(run).banking().timeSeries().stream().map(second -> new Moment(run, second))).toList(),
                        SERIES);
    }

    /** One row for each page of each run. */
    static String pages(List<Result> results) {
        return CsvTable.of(results, PageTable::recorded, PageTable.COLUMNS);
    }
}
