package org.eejs.report.bench;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.eejs.report.experiment.CellSeries;
import org.eejs.report.text.Format;
import org.eejs.report.text.JdkVersions;
import org.eejs.report.text.Rate;
import org.eejs.report.text.Sentence;
import org.eejs.result.Bench.Cell;
import org.eejs.result.Bench.Group;
import org.eejs.result.Bench.Score;
import org.eejs.result.Bench;

/** Cells of primitives, to stand beside those of other results. */
public final class BenchSeries {
    private BenchSeries() {}

    /** All cells, by forks: iterations of one JVM hide how JVMs differ. */
    public static List<CellSeries> of(Bench bench) {
        Map<String, String> titles = bench.groups().stream().collect(Collectors.toMap(Group::name, Group::title,
                (one, same) -> one));
        return bench.scores().stream().map(score -> series(score, titles.getOrDefault(score.cell().group(),
                score.cell().group()))).toList();
    }

    /** How it was measured, in words by name. */
    public static Map<String, String> settings(Bench bench) {
        Map<String, String> settings = new LinkedHashMap<>();
        Bench.Settings said = bench.settings();
        if (said != null) {
            settings.put("forks", Format.count(said.forks()));
            settings.put("warm-up", said.warmupIterations() + " × " + said.warmupMs() + " ms");
            settings.put("iterations", said.measurementIterations() + " × " + said.measurementMs() + " ms");
        }
        return settings;
    }

    private static CellSeries series(Score score, String group) {
        Cell cell = score.cell();
        boolean measured = BenchScores.isMeasured(score);
        Map<String, String> work = new LinkedHashMap<>();
        work.put("algorithm", cell.algorithm());
        work.put("operation", cell.operation());
        if (cell.bytes() != null) {
            work.put("bytes", Rate.size(cell.bytes()));
        }
        cell.parameters().forEach((name, value) -> work.put("parameter " + name, name + " " + value));
        Map<String, String> circumstances = new LinkedHashMap<>();
        circumstances.put("provider", BenchProviders.name(cell.provider()));
        circumstances.put("threads", Sentence.count(cell.threads(), "thread"));
        circumstances.put("JDK", "JDK " + JdkVersions.feature(cell.jdk()));
        circumstances.put("intrinsics", cell.intrinsics() ? "with intrinsics" : "without intrinsics");
        return new CellSeries(group, work, circumstances, !measured ? List.of() : score.forks().stream()
                .filter(fork -> !fork.isEmpty()).map(fork -> fork.stream().mapToDouble(Double::doubleValue).average()
                        .orElseThrow()).toList(),
                measured && score.cpuMicrosPerOp() != null ? List.of(score.cpuMicrosPerOp()) : List.of(), "",
                measured ? null : BenchScores.error(score));
    }
}
