package org.eejs.report.bench;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eejs.report.table.Column;
import org.eejs.report.table.CsvTable;
import org.eejs.report.table.Table;
import org.eejs.report.text.Change;
import org.eejs.report.text.Format;
import org.eejs.report.text.Rate;
import org.eejs.report.text.Subject;
import org.eejs.result.Bench;
import org.eejs.result.Bench.Cell;
import org.eejs.result.Bench.NativeScore;
import org.eejs.result.Bench.Score;
import org.eejs.result.Result;

/** Every figure, those of native code last: they have no JDK, and their program stands where else the provider does. */
public final class ScoreTable {
    private static final String NATIVE = "native";

    private ScoreTable() {}

    /** Of a group. */
    static Table of(BenchScores scores) {
        boolean allocated = scores.scores().values().stream().anyMatch(score -> score.allocatedBytesPerOp() != null);
        List<Column<Score>> figures = figures().stream().filter(column -> (scores.group().sized()
                || !"MB/s".equals(column.heading())) && (allocated || !"Heap, B/operation".equals(column.heading())))
                .toList();
        return Table.of(names(scores.varying()), figures, Stream.concat(scores.scores().values().stream(),
                scores.natives().stream().map(ScoreTable::ofNative)).toList(), score -> BenchScores.isMeasured(score)
                        ? null : BenchScores.error(score)).styled("wide all");
    }

    /** Of all results that have any, as comma-separated values. */
    public static String csv(List<Result> results) {
        return CsvTable.of(results, result -> result.measured() instanceof Bench bench ? Stream.concat(
                bench.scores().stream(),
                bench.natives().stream().map(ScoreTable::ofNative)).toList() : List.of(),
                Stream.concat(names(Set.of()).stream(), figures().stream()).toList());
    }

    private static Score ofNative(NativeScore score) {
        return new Score(new Cell(score.group(), score.operation(), score.algorithm(), score.bytes(), Map.of(), NATIVE,
                score.program(), true, score.threads()), score.opsPerSecond(), null, List.of(), null, null, null,
                score.error());
    }

    private static List<Column<Score>> names(Set<String> varying) {
        return List.of(
                Column.data("group", score -> score.cell().group()),
                Column.<Score>words("Operation", score -> Subject.of(score.cell()).words(varying))
                        .as("operation", score -> score.cell().operation()),
                Column.data("algorithm", score -> score.cell().algorithm()),
                Column.data("bytes", score -> score.cell().bytes()),
                Column.data("parameters", score -> score.cell().parameters().entrySet().stream()
                        .map(entry -> entry.getKey() + "=" + entry.getValue()).collect(Collectors.joining(" "))),
                Column.data("jdk", score -> score.cell().jdk()),
                Column.words("Provider", ScoreTable::provider).as("provider", score -> score.cell().provider()),
                Column.words("JDK", score -> score.cell().jdk()),
                Column.data("intrinsics", score -> isNative(score) ? null : score.cell().intrinsics()),
                Column.<Score>figure("Threads", score -> Format.count(score.cell().threads()))
                        .as("threads", score -> score.cell().threads()));
    }

    private static List<Column<Score>> figures() {
        return List.of(
                Column.known("Operations/s", "opsPerSecond", Score::opsPerSecond, Rate::digits),
                Column.interval(Score::ci95, Rate::digits).as("ci95Low", score -> Change.low(score.ci95())),
                Column.data("ci95High", score -> Change.high(score.ci95())),
                Column.known("MB/s", "megabytesPerSecond", ScoreTable::megabytes, Rate::digits),
                Column.known("CPU, µs/operation", "cpuMicrosPerOp", Score::cpuMicrosPerOp, Rate::digits),
                Column.known("Heap, B/operation", "allocatedBytesPerOp", Score::allocatedBytesPerOp, Rate::digits),
                Column.known("Of native", "ofNative", Score::ofNative, Rate::percent),
                Column.data("error", Score::error),
                Column.data("switchedOff", score -> String.join(" ", score.cell().switchedOff())));
    }

    private static boolean isNative(Score score) {
        return NATIVE.equals(score.cell().jdk());
    }

    private static String provider(Score score) {
        return isNative(score) ? score.cell().provider() == null ? NATIVE : score.cell().provider()
                : BenchProviders.name(score.cell().provider(), score.cell().machineCode());
    }

    private static Double megabytes(Score score) {
        return score.opsPerSecond() == null || score.cell().bytes() == null ? null
                : (Double) Rate.megabytes(score.opsPerSecond(), score.cell().bytes());
    }
}
