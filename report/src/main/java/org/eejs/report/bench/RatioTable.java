package org.eejs.report.bench;

import java.util.List;
import java.util.Objects;
import org.eejs.report.page.Block;
import org.eejs.report.page.Section;
import org.eejs.report.table.Cell;
import org.eejs.report.table.Column;
import org.eejs.report.table.Column.Kind;
import org.eejs.report.table.Table;
import org.eejs.report.table.Where;
import org.eejs.result.Bench;
import org.eejs.result.Bench.Ratio;
import org.eejs.result.Spread;

/** What a group with a baseline compares, and whether what it requires was reached. */
final class RatioTable {
    private RatioTable() {}

    /** A section for each JDK; none for a group without a baseline. */
    static List<Section> sections(Bench bench, String group, String title) {
        List<Ratio> all = bench.ratios().stream().filter(ratio -> ratio.cell().group().equals(group)).toList();
        return all.stream().map(ratio -> ratio.cell().jdk()).distinct()
                .map(jdk -> section("%s beside the baseline, JDK %s".formatted(title, jdk), all.stream()
                        .filter(ratio -> ratio.cell().jdk().equals(jdk)).toList())).toList();
    }

    private static Section section(String title, List<Ratio> ratios) {
        List<String> notes = ratios.stream().filter(ratio -> ratio.note() != null)
                .map(ratio -> "%s: %s.".formatted(ratio.cell().algorithm(), ratio.note())).distinct().toList();
        return Section.of(title, Block.table(table(ratios)), new Block.Bullets("plain", notes, Where.EVERYWHERE),
                Block.note("Medians of the rounds, with the lowest and the highest round.", Where.FILES));
    }

    private static Table table(List<Ratio> ratios) {
        return Table.of(List.of(
                Column.words("", RatioTable::compared),
                Column.figure("Ratio of rates", ratio -> ratio.rates().toString()),
                Column.figure("Ratio of CPU", ratio -> ratio.cpu().toString()),
                Column.figure("More, µs", ratio -> ratio.more().micros().toString()),
                Column.figure("More CPU, µs", ratio -> ratio.more().cpuMicros().toString()),
                Column.figure("Of it in the kernel, µs", ratio -> ratio.more().kernelMicros().toString()),
                Column.words("Required", RatioTable::required),
                Column.of("Verdict", Kind.WORDS, RatioTable::verdict)), ratios);
    }

    private static String compared(Ratio ratio) {
        Bench.Cell cell = ratio.cell();
        Bench.Cell baseline = ratio.baseline();
        return "%s: %s%s beside %s%s".formatted(cell.algorithm(), cell.provider(), cell.threads() == 1 ? ""
                : " in " + cell.threads() + " threads", baseline.provider(),
                Objects.equals(baseline.threads(), cell.threads()) ? "" : " in " + baseline.threads());
    }

    private static String required(Ratio ratio) {
        return ratio.met() == null ? "" : ratio.atLeast() == null ? "1 is among the rounds"
                : "at least " + Spread.digits(ratio.atLeast());
    }

    private static Cell verdict(Ratio ratio) {
        return ratio.met() == null ? Cell.of("") : ratio.met() ? Cell.badge("reached", "better")
                : Cell.badge("MISSED", "worse");
    }

    /** In a sentence whether all requirements were reached; empty where nothing was required. */
    static String outcome(Bench bench) {
        long missed = bench.ratios().stream().filter(Ratio::wasMissed).count();
        return bench.ratios().stream().allMatch(ratio -> ratio.met() == null) ? ""
                : missed == 0 ? "All requirements are reached." : missed + " requirements are MISSED.";
    }
}
