package org.eejs.report.bench;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.eejs.report.page.Block;
import org.eejs.report.page.Section;
import org.eejs.report.table.Column;
import org.eejs.report.table.Column.Kind;
import org.eejs.report.table.Table;
import org.eejs.report.table.TableCell;
import org.eejs.report.table.Where;
import org.eejs.report.text.Format;
import org.eejs.report.text.JdkVersions;
import org.eejs.report.text.Rate;
import org.eejs.report.text.Routine;
import org.eejs.result.Bench;
import org.eejs.result.CryptoIntrinsics;

/** The overhead of measuring compared with the shortest operation of each JDK, and the intrinsics of its JVM. */
final class OverheadTable {
    /** The highest overhead as a share of the measured operation. */
    private static final double LIMIT = 0.02;

    private OverheadTable() {}

    /** The overhead on a JDK; either value may be null. */
    record Overhead(String jdk, Double nanos, Score shortest) {
        private double shortestNanos() {
            return 1e9 / shortest.opsPerSecond();
        }

        /** Returns whether the share is below the limit; null if unknown. */
        Boolean kept() {
            return nanos == null || shortest == null ? null : (Boolean) (nanos / shortestNanos() < LIMIT);
        }

        /** Returns the share of the shortest operation. */
        String words() {
            return kept() == null ? Format.NONE : Format.percent(nanos / shortestNanos());
        }

        /** Returns the name of the shortest operation. */
        String what() {
            return shortest == null ? "" : Routine.of(shortest.cell()).words(shortest.cell().parameters().keySet())
                    + " by " + BenchProviders.name(shortest.cell().provider());
        }

        private TableCell share() {
            return kept() == null ? TableCell.of(words())
                    : TableCell.of((kept() ? "✓ " : "✕ ") + words()).toned(kept() ? "ok" : "alarm");
        }
    }

    static List<Overhead> of(Bench bench, List<BenchScores> groups) {
        Map<String, Double> overheads = bench.overheadNanos();
        return JdkVersions.newestFirst(overheads.keySet().stream()).stream().map(jdk -> new Overhead(jdk,
                overheads.get(jdk), groups.stream().flatMap(group -> group.scores().values().stream())
                        .filter(score -> Score.isMeasured(score) && jdk.equals(score.cell().jdk())
                                && score.cell().threads() == 1)
                        .max(Comparator.comparingDouble(Score::opsPerSecond)).orElse(null))).toList();
    }

    static Section section(Bench bench, List<Overhead> overheads) {
        return Section.of("Overhead of measuring").with(
                Block.nothing(overheads.isEmpty() ? "The overhead was not measured." : "", Where.PAGE),
                new Block.Figures(Table.of(List.of(
                        Column.words("JDK", Overhead::jdk),
                        Column.figure("Empty call", each -> each.nanos() == null ? Format.NONE
                                : Format.figure(each.nanos(), "ns")),
                        Column.figure("Shortest operation", each -> each.shortest() == null ? Format.NONE
                                : Rate.digits(each.shortestNanos()) + "\u00a0ns"),
                        Column.of("Share", Kind.FIGURE, Overhead::share),
                        Column.longWords("Name", Overhead::what)), overheads), Where.SCREENS),
                Block.note(overheads.isEmpty() ? "" : "Every figure includes this overhead. Below 2% of the shortest "
                        + "operation it is negligible.")).with(Block.when(!flags(bench).isEmpty(),
                                Block.heading("The JVM’s flags for intrinsics"),
                                new Block.Figures(flags(bench), Where.PAGE)));
    }

    private static Table flags(Bench bench) {
        Map<String, CryptoIntrinsics> intrinsics = bench.intrinsics();
        return Table.of(List.of(
                Column.words("JDK", jdk -> jdk),
                Column.figure("In use", jdk -> Format.count(flags(intrinsics.get(jdk), true).size())),
                Column.longWords("Known, not in use", jdk -> listed(flags(intrinsics.get(jdk), false))),
                Column.longWords("Not known to this JVM", jdk -> listed(intrinsics.get(jdk).unknown()))),
                JdkVersions.newestFirst(intrinsics.keySet().stream()));
    }

    private static List<String> flags(CryptoIntrinsics known, boolean used) {
        return known.used().entrySet().stream()
                .filter(flag -> Boolean.TRUE.equals(flag.getValue()) == used).map(Map.Entry::getKey).toList();
    }

    private static String listed(List<String> names) {
        return names.isEmpty() ? Format.NONE : String.join(", ", names);
    }
}
