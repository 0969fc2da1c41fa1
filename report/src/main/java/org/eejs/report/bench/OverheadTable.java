package org.eejs.report.bench;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.eejs.report.text.Format;
import org.eejs.report.text.JdkVersions;
import org.eejs.report.text.Rate;
import org.eejs.report.text.RunFigures;
import org.eejs.report.text.Subject;
import org.eejs.result.Bench;
import org.eejs.result.Bench.Score;
import org.eejs.result.CryptoIntrinsics;

/** What measuring itself costs beside the shortest operation of each JDK, and what its JVM knows of machine code. */
public record OverheadTable(List<Row> rows, List<Flags> flags) {
    /** The most that measuring may cost of what it measures. */
    private static final double LIMIT = 0.02;

    /** One JDK; {@code kept} says whether the share stays below 2 %, null where it is not known. */
    public record Row(String jdk, String overhead, String shortest, String what, String share, Boolean kept) {}

    /** A JVM's flags by what it says of them; empty lists are shown as a dash. */
    public record Flags(String jdk, int used, String unused, String unknown) {}

    static OverheadTable of(Bench bench) {
        Map<String, Double> overheads = RunFigures.orEmpty(bench.overheadNanos());
        List<Row> rows = new ArrayList<>();
        for (String jdk : JdkVersions.newestFirst(overheads.keySet().stream())) {
            Double overhead = overheads.get(jdk);
            Score shortest = RunFigures.orEmpty(bench.scores()).stream().filter(score -> BenchScores.isMeasured(score)
                    && jdk.equals(score.cell().jdk()) && score.cell().threads() == 1)
                    .max(Comparator.comparingDouble(Score::opsPerSecond)).orElse(null);
            double nanos = shortest == null ? Double.NaN : 1e9 / shortest.opsPerSecond();
            boolean known = overhead != null && shortest != null;
            rows.add(new Row(jdk, overhead == null ? Format.NONE : Format.figure(overhead, "ns"),
                    shortest == null ? Format.NONE : Rate.digits(nanos) + "\u00a0ns",
                    shortest == null ? "" : Subject.of(shortest.cell()).words(RunFigures.orEmpty(
                            shortest.cell().parameters()).keySet()) + " by "
                            + BenchProviders.name(shortest.cell().provider()),
                    known ? Format.percent(overhead / nanos) : Format.NONE, known ? overhead / nanos < LIMIT : null));
        }
        List<Flags> flags = new ArrayList<>();
        Map<String, CryptoIntrinsics> intrinsics = RunFigures.orEmpty(bench.intrinsics());
        for (String jdk : JdkVersions.newestFirst(intrinsics.keySet().stream())) {
            CryptoIntrinsics said = intrinsics.get(jdk);
            if (said != null) {
                Map<String, Boolean> used = RunFigures.orEmpty(said.used());
                flags.add(new Flags(jdk, (int) used.values().stream().filter(Boolean.TRUE::equals).count(),
                        listed(used.keySet().stream().filter(flag -> !Boolean.TRUE.equals(used.get(flag))).toList()),
                        listed(RunFigures.orEmpty(said.unknown()))));
            }
        }
        return new OverheadTable(List.copyOf(rows), List.copyOf(flags));
    }

    private static String listed(List<String> names) {
        return names.isEmpty() ? Format.NONE : String.join(", ", names);
    }
}
