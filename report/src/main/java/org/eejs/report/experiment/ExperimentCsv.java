package org.eejs.report.experiment;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import org.eejs.report.table.Column;
import org.eejs.report.table.CsvTable;
import org.eejs.result.Experiment;
import org.eejs.result.Experiment.CapacitiesSought;
import org.eejs.result.Result;

/** Experiments as comma-separated values: runs, comparisons and probes. */
public final class ExperimentCsv {
    private ExperimentCsv() {}

    /** The files by name; none when no result is an experiment or a comparison of primitives. */
    public static Map<String, String> files(List<Result> results) {
        Predicate<Result> ofXml = ExperimentReport::isOfXml;
        Predicate<Result> experiment = ExperimentReport::isOne;
        Map<String, String> files = new LinkedHashMap<>();
        put(files, "runs.csv", results, experiment.and(ofXml.negate()), Result::runs, RunTables.OF_BANK);
        put(files, "transaction-runs.csv", results, experiment.and(ofXml), Result::runs, RunTables.OF_XML);
        put(files, "comparisons.csv", results, result -> result.measured() instanceof Experiment, Result::comparisons,
                ComparisonTable.FIELDS);
        put(files, "capacity.csv", results, result -> result.measured() instanceof CapacitiesSought,
                result -> ProbeTable.rows(ExperimentReport.of((Experiment) result.measured())), ProbeTable.COLUMNS);
        return files;
    }

    private static <T> void put(Map<String, String> files, String name, List<Result> results, Predicate<Result> which,
            Function<Result, List<T>> rows, List<Column<T>> columns) {
        List<Result> own = results.stream().filter(which).toList();
        if (!own.isEmpty()) {
            files.put(name, CsvTable.of(own, rows, columns));
        }
    }
}
