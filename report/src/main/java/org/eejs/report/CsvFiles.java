package org.eejs.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.eejs.report.bench.ScoreTable;
import org.eejs.report.experiment.ExperimentReport;
import org.eejs.report.experiment.ExperimentTables;
import org.eejs.report.experiment.JdkTable;
import org.eejs.report.experiment.ProbeTable;
import org.eejs.report.remotekeys.PointTable;
import org.eejs.report.run.PageTable;
import org.eejs.report.table.Column;
import org.eejs.report.table.CsvTable;
import org.eejs.result.CpuProfile.Part;
import org.eejs.result.Observation;
import org.eejs.result.Result;
import org.eejs.result.Result.Second;

/** Series and pages as comma-separated values. The names of columns contain their units, as in {@code result.json}. */
final class CsvFiles {
    private CsvFiles() {}

    private record Moment(Observation run, Second second) {
        /** Returns null for a second without an answered page. */
        private Double time(ToDoubleFunction<Second> ms) {
            return ms.applyAsDouble(second) == 0 ? null : (Double) ms.applyAsDouble(second);
        }
    }

    private static final List<Column<Moment>> SERIES = List.of(
            Column.data("configuration", row -> row.run().configuration()),
            Column.data("round", row -> row.run().round()),
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

    private record Used(Observation run, Part part) {}

    private static final List<Column<Used>> CPU = List.of(
            Column.data("configuration", row -> row.run().configuration()),
            Column.data("round", row -> row.run().round()),
            Column.data("category", row -> row.part().category().id()),
            Column.data("detail", row -> row.part().detail()),
            Column.data("cpuMsPerPage", row -> row.part().cpuMsPerPage()),
            Column.data("share", row -> row.part().share()),
            Column.data("ci95Low", row -> row.part().ci95().get(0)),
            Column.data("ci95High", row -> row.part().ci95().get(1)));

    /**
     * Returns the files by name. Runs have {@code timeseries.csv}, {@code pages.csv} and {@code cpu.csv}. Results with
     * several configurations also have {@code runs.csv}, {@code comparisons.csv}, {@code capacity.csv}, and of several
     * JDKs {@code jdk-differences.csv}. Primitives have {@code bench.csv}, remote keys {@code remote-key.csv}, and
     * several results {@code side-by-side.csv}.
     */
    static Map<String, String> files(List<Result> results) {
        Map<String, String> files = new LinkedHashMap<>();
        Predicate<Result> ofRuns = result -> result.isOfOneRun() || result.isExperiment();
        put(files, "timeseries.csv", results, ofRuns, result -> ofRuns(result, run -> run.evidence().everySecond()
                .stream().map(second -> new Moment(run, second))), SERIES);
        put(files, "pages.csv", results, ofRuns, PageTable::recorded, PageTable.COLUMNS);
        put(files, "cpu.csv", results, ofRuns, result -> ofRuns(result, run -> run.evidence().profile().attribution()
                .stream().map(part -> new Used(run, part))), CPU);
        put(files, "runs.csv", results, Result::isExperiment, Result::observations, ExperimentTables.RUNS);
        put(files, "comparisons.csv", results, result -> result.configurations() != null, Result::comparisons,
                ExperimentTables.COMPARISONS);
        put(files, "jdk-differences.csv", results, result -> !JdkTable.of(result).isEmpty(), JdkTable::of,
                JdkTable.COLUMNS);
        put(files, "capacity.csv", results, result -> result.capacities() != null,
                result -> ProbeTable.rows(ExperimentReport.of(result)), ProbeTable.COLUMNS);
        if (results.stream().anyMatch(result -> result.bench() != null)) {
            files.put("bench.csv", ScoreTable.csv(results));
        }
        if (results.stream().anyMatch(result -> result.remoteKey() != null)) {
            files.put("remote-key.csv", PointTable.csv(results));
        }
        if (!SideBySide.alike(results).isEmpty()) {
            files.put("side-by-side.csv", SideBySide.csv(results));
        }
        return files;
    }

    private static <T> List<T> ofRuns(Result result, Function<Observation, Stream<T>> rows) {
        return result.observations().stream().flatMap(rows).toList();
    }

    private static <T> void put(Map<String, String> files, String name, List<Result> results, Predicate<Result> which,
            Function<Result, List<T>> rows, List<Column<T>> columns) {
        List<Result> own = results.stream().filter(which).toList();
        if (!own.isEmpty()) {
            files.put(name, CsvTable.of(own, rows, columns));
        }
    }
}
