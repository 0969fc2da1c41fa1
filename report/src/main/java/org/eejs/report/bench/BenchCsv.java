package org.eejs.report.bench;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.eejs.report.text.Change;
import org.eejs.report.text.CsvTable;
import org.eejs.report.text.Format;
import org.eejs.report.text.Rate;
import org.eejs.report.text.RunFigures;
import org.eejs.result.Bench;
import org.eejs.result.Bench.Cell;
import org.eejs.result.Bench.NativeScore;
import org.eejs.result.Bench.Score;
import org.eejs.result.Result;

/**
 * What primitives cost as comma-separated values: one row for each figure, those of native code included. The names of
 * columns have their units; a figure that was not measured is an empty field, not 0.
 */
public final class BenchCsv {
    private BenchCsv() {}

    /** All figures of all results that have any. */
    public static String of(List<Result> results) {
        CsvTable csv = new CsvTable("startedAt", "group", "operation", "algorithm", "bytes", "parameters", "jdk",
                "provider", "intrinsics", "threads", "opsPerSecond", "ci95Low", "ci95High", "megabytesPerSecond",
                "cpuMicrosPerOp", "allocatedBytesPerOp", "ofNative", "error");
        for (Result result : results) {
            if (result.measured() instanceof Bench bench) {
                RunFigures.orEmpty(bench.scores()).forEach(score -> csv.row(row(result, score)));
                RunFigures.orEmpty(bench.natives()).forEach(score -> csv.row(row(result, score)));
            }
        }
        return csv.toString();
    }

    private static List<String> row(Result result, Score score) {
        Cell cell = score.cell();
        boolean interval = Change.isInterval(score.ci95());
        return List.of(CsvTable.text(result.startedAt()), CsvTable.text(cell.group()), CsvTable.text(cell.operation()),
                CsvTable.text(cell.algorithm()), number(cell.bytes()), parameters(cell.parameters()),
                CsvTable.text(cell.jdk()), CsvTable.text(cell.provider()), Boolean.toString(cell.intrinsics()),
                Integer.toString(cell.threads()), number(score.opsPerSecond()),
                interval ? Format.plain(score.ci95().get(0)) : "", interval ? Format.plain(score.ci95().get(1)) : "",
                megabytes(score.opsPerSecond(), cell.bytes()), number(score.cpuMicrosPerOp()),
                number(score.allocatedBytesPerOp()), number(score.ofNative()), CsvTable.text(score.error()));
    }

    // Native code has no JDK; the program stands where else the provider does.
    private static List<String> row(Result result, NativeScore score) {
        return List.of(CsvTable.text(result.startedAt()), CsvTable.text(score.group()),
                CsvTable.text(score.operation()), CsvTable.text(score.algorithm()), number(score.bytes()), "", "native",
                CsvTable.text(score.program()), "", Integer.toString(score.threads()), number(score.opsPerSecond()), "",
                "", megabytes(score.opsPerSecond(), score.bytes()), "", "", "", CsvTable.text(score.error()));
    }

    private static String parameters(Map<String, String> parameters) {
        return RunFigures.orEmpty(parameters).entrySet().stream().map(entry -> entry.getKey() + "=" + entry.getValue())
                .collect(Collectors.joining(" "));
    }

    private static String megabytes(Double opsPerSecond, Integer bytes) {
        return opsPerSecond == null || bytes == null ? "" : Format.plain(Rate.megabytes(opsPerSecond, bytes));
    }

    private static String number(Number number) {
        return number == null ? "" : Format.plain(number.doubleValue());
    }
}
