package org.eejs.report.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eejs.report.table.Column;
import org.eejs.report.table.CsvTable;
import org.eejs.report.table.Table;
import org.eejs.report.text.Change;
import org.eejs.report.text.Format;
import org.eejs.report.text.Rate;
import org.eejs.report.text.Routine;
import org.eejs.result.BenchFigures;
import org.eejs.result.Figure;
import org.eejs.result.Figures;
import org.eejs.result.Result;

/** A table of every figure. Native code comes last; it has no JDK, and its program is in the column of the provider. */
public final class ScoreTable {
    private static final Set<String> USUAL = Stream.of(BenchFigures.OPS, BenchFigures.MEGABYTES, BenchFigures.CPU,
            BenchFigures.KERNEL, BenchFigures.ALLOCATED).map(Figure::id).collect(Collectors.toSet());

    private ScoreTable() {}

    /** Returns the table of a group. */
    static Table of(BenchScores scores) {
        boolean allocated = scores.scores().values().stream().anyMatch(score -> score.mean(BenchFigures.ALLOCATED)
                != null);
        List<Column<Score>> figures = new ArrayList<>(figures(scores::ofNative).stream().filter(column ->
                (scores.group().sized() || !"MB/s".equals(column.heading()))
                        && (allocated || !"Heap, B/operation".equals(column.heading()))).toList());
        scores.scores().values().stream().flatMap(score -> more(score).keySet().stream()).distinct().forEach(name ->
                figures.add(Column.known(Figures.of(name).heading(), name, score -> more(score).get(name),
                        Rate::digits)));
        return Table.of(names(scores.varying()), figures, rows(scores).toList(), score -> Score.isMeasured(score) ? null
                : score.error()).styled("wide all");
    }

    private static Stream<Score> rows(BenchScores scores) {
        return Stream.concat(scores.scores().values().stream(), scores.natives().stream());
    }

    /** Returns the scores of all results as comma-separated values. */
    public static String csv(List<Result> results) {
        Map<Score, BenchScores> groups = new LinkedHashMap<>();
        return CsvTable.of(results, result -> {
            List<BenchScores> all = result.bench() == null ? List.of() : BenchScores.of(result);
            all.forEach(group -> rows(group).forEach(score -> groups.put(score, group)));
            return Stream.of(false, true).flatMap(natives -> all.stream().flatMap(ScoreTable::rows)
                    .filter(score -> score.isNative() == natives)).toList();
        }, Stream.concat(names(Set.of()).stream(), figures(score -> groups.get(score).ofNative(score)).stream())
                .toList());
    }

    /** Returns figures of profilers by their ids. */
    private static Map<String, Double> more(Score score) {
        Map<String, Double> more = new LinkedHashMap<>();
        score.rounds().valid().stream().flatMap(round -> round.figures().keySet().stream()).distinct()
                .filter(id -> !USUAL.contains(id))
                .forEach(id -> more.put(id, score.mean(Figures.of(id))));
        return more;
    }

    private static List<Column<Score>> names(Set<String> varying) {
        return List.of(
                Column.data("group", score -> score.cell().group()),
                Column.<Score>words("Operation", score -> Routine.of(score.cell()).words(varying))
                        .as("operation", score -> score.cell().operation()),
                Column.data("algorithm", score -> score.cell().algorithm()),
                Column.data("bytes", score -> score.cell().bytes()),
                Column.data("parameters", score -> score.cell().parameters().entrySet().stream()
                        .map(entry -> entry.getKey() + "=" + entry.getValue()).collect(Collectors.joining(" "))),
                Column.data("jdk", score -> score.cell().jdk()),
                Column.words("Provider", ScoreTable::provider).as("provider", score -> score.cell().provider()),
                Column.words("JDK", score -> score.cell().jdk()),
                Column.data("intrinsics", score -> score.isNative() ? null : score.cell().intrinsics()),
                Column.<Score>figure("Threads", score -> Format.count(score.cell().threads()))
                        .as("threads", score -> score.cell().threads()));
    }

    private static List<Column<Score>> figures(Function<Score, Double> ofNative) {
        return List.of(
                Column.known("Operations/s", "opsPerSecond", Score::opsPerSecond, Rate::digits),
                Column.interval(Score::ci95, Rate::digits).as("ci95Low", score -> Change.low(score.ci95())),
                Column.data("ci95High", score -> Change.high(score.ci95())),
                Column.known("MB/s", "megabytesPerSecond", Score::megabytes, Rate::digits),
                Column.known("CPU, µs/operation", "cpuMicrosPerOp", score -> score.mean(BenchFigures.CPU),
                        Rate::digits),
                Column.known("Heap, B/operation", "allocatedBytesPerOp",
                        score -> score.mean(BenchFigures.ALLOCATED), Rate::digits),
                Column.known("Of native", "ofNative", ofNative::apply, Rate::percent),
                Column.data("error", score -> score.rounds().error()),
                Column.data("switchedOff", score -> String.join(" ", score.cell().switchedOff())),
                Column.data("more", score -> more(score).entrySet().stream()
                        .map(each -> each.getKey() + "=" + each.getValue()).collect(Collectors.joining(" "))));
    }

    private static String provider(Score score) {
        return score.isNative() ? score.cell().provider()
                : BenchProviders.name(score.cell().provider(), score.cell().machineCode());
    }
}
