package org.eejs.report.bench;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.eejs.report.page.Block;
import org.eejs.report.page.Chart;
import org.eejs.report.page.Section;
import org.eejs.report.table.Table;
import org.eejs.report.table.Where;
import org.eejs.report.text.Routine;
import org.eejs.report.text.Sentence;
import org.eejs.result.MachineCode;

/**
 * A group of benchmarks.
 *
 * @param chapter the id of the chapter
 * @param id the id of its section
 * @param sizes panels of throughput by size
 * @param threads panels of throughput by threads
 * @param firstChart the number of its first chart in the chapter
 */
public record BenchGroup(String chapter, String id, BenchScores scores, List<BenchPanel> sizes,
        List<BenchPanel> threads, int firstChart) {
    static BenchGroup of(String chapter, int number, BenchScores scores, int firstChart) {
        return new BenchGroup(chapter, chapter + "-group-" + number, scores,
                firstFirst(scores, BenchPanel.sizes(scores)),
                firstFirst(scores, BenchPanel.threads(scores)), firstChart);
    }

    // The first operation is the most significant one.
    private static List<BenchPanel> firstFirst(BenchScores scores, List<BenchPanel> panels) {
        String first = firstOperation(scores);
        return Stream.of(true, false).flatMap(isFirst -> panels.stream()
                .filter(panel -> Objects.equals(panel.operation(), first) == isFirst)).toList();
    }

    private static String firstOperation(BenchScores scores) {
        return scores.subjects().stream().map(Routine::operation).findFirst().orElse(null);
    }

    List<BenchPanel> panels() {
        return Stream.concat(sizes.stream(), threads.stream()).toList();
    }

    List<Section> sections() {
        List<BestTable.Noted> tables = tables();
        List<Section> sections = new ArrayList<>(List.of(page(tables)));
        if (!tables.isEmpty()) {
            sections.add(brief(tables));
        }
        for (MachineCode code : scores.codes()) {
            scores.scores().keySet().stream().filter(cell -> cell.machineCode().equals(code))
                    .map(cell -> cell.threads())
                    .distinct().sorted().forEach(count -> sections.addAll(whole(scores.showing(code, count))));
        }
        return sections;
    }

    /** Returns tables of the fastest providers, one per JDK, the newest first. */
    public List<BestTable.Noted> tables() {
        return scores.jdks().stream().map(jdk -> BestTable.of(scores, jdk)).filter(best -> !best.table().isEmpty())
                .toList();
    }

    String title() {
        return Objects.requireNonNullElse(scores.group().title(), scores.group().name());
    }

    /** Returns the unit of these tables. */
    private String unit() {
        return scores.group().sized() ? "MB/s" : "operations/s";
    }

    private Section page(List<BestTable.Noted> tables) {
        Section section = Section.of(title(),
                Block.paragraph(Block.Style.ABOUT, Objects.toString(scores.group().about(), ""), Where.PAGE),
                Block.nothing(tables.isEmpty() ? "Nothing was measured." : "", Where.PAGE))
                .identified(id).styled("primitives").in(Where.PAGE);
        for (BestTable.Noted best : tables) {
            section = section.with(Block.heading("Fastest providers: JDK %s, %s".formatted(best.jdk(), unit())),
                    Block.table(best.table()), new Block.Bullets("notes", best.notes(), Where.PAGE));
        }
        Table intrinsics = ChangeTables.ofIntrinsics(scores);
        Table all = ScoreTable.of(scores);
        return section.with(new Block.HeatLegend(scores.columns().size() > 1 ? legend() : List.of()))
                .with(charts("Throughput by size", sizes, firstChart, "Both scales are logarithmic, and the same for "
                        + "all charts of the group. Dashed: without intrinsics"
                        + (scores.codes().stream().allMatch(code -> code.switchedOff().isEmpty()) ? ""
                                : ", or without some of them") + ". Long "
                        + "dashes: native code."))
                .with(charts("Throughput by threads", threads, firstChart + sizes.size(), "All threads together, "
                        + "relative to one thread of the same provider. Dotted: linear scaling."))
                .with(Block.when(!intrinsics.isEmpty(), Block.heading("Gain by intrinsics"),
                        Block.table(intrinsics),
                        Block.note("The ratio, its 95% CI, and the speeds with and without intrinsics.")))
                .with(ChangeTables.betweenJdks(scores))
                .with(Block.folded("All %d figures".formatted(all.rows().size()), Block.table(all)));
    }

    private List<String> legend() {
        List<String> words = new ArrayList<>();
        if (scores.nativeProgram() != null) {
            words.add("Small: percentage of native code.");
        }
        words.add("– not offered or not measured. ✕ failed or gave wrong answers.");
        if (scores.hasMoreSizes()) {
            words.add("The curves and “All figures” have all sizes.");
        }
        if (!scores.code().whole()) {
            words.add(scores.code().equals(MachineCode.OFF)
                    ? "All without intrinsics." : "All " + scores.code().words() + ".");
        }
        if (scores.threads() > 1) {
            words.add("With %d threads.".formatted(scores.threads()));
        }
        return words;
    }

    private Block[] charts(String title, List<BenchPanel> panels, int firstIndex, String note) {
        List<Chart> charts = IntStream.range(0, panels.size()).mapToObj(place -> {
            BenchPanel panel = panels.get(place);
            return Chart.of("panel", panel.kind(), chapter, "%s: throughput by %s".formatted(panel.title(),
                    panel.kind()))
                    .at(firstIndex + place).titled(panel.title());
        }).toList();
        String operation = firstOperation(scores);
        int first = (int) panels.stream().filter(panel -> Objects.equals(panel.operation(), operation)).count();
        return Block.when(!panels.isEmpty(), Block.headingOfChart(title),
                new Block.Charts(true, charts.subList(0, first)),
                new Block.Folded("The other operations", "chart-title", List.of(new Block.Charts(true,
                        charts.subList(first, charts.size()))), Where.PAGE),
                Block.noteOfChart(note));
    }

    /** Returns all JDKs in one table, for a short report. */
    private Section brief(List<BestTable.Noted> tables) {
        Set<String> notes = new LinkedHashSet<>();
        tables.forEach(best -> best.notes().forEach(note -> notes.add("✕ JDK %s, %s".formatted(best.jdk(), note))));
        return Section.of("%s: fastest providers, %s".formatted(title(), unit()),
                Block.table(Table.joined(tables.stream().map(BestTable.Noted::table).toList())),
                new Block.Bullets("plain", List.copyOf(notes), Where.MARKDOWN),
                Block.note("★ fastest, or not significantly slower."
                        + (scores.nativeProgram() != null ? " In brackets: percentage of native code." : ""),
                        Where.MARKDOWN)).in(Where.MARKDOWN);
    }

    /** Returns a line on providers without a figure, below the first table of a JDK. */
    private List<String> lacking(BenchScores shown, String jdk) {
        List<String> lacking = shown.lacking(jdk);
        return lacking.isEmpty() || shown.threads() != scores.threads() || !shown.code().equals(scores.code())
                ? List.of() : List.of("– not offered by " + Sentence.joined(lacking) + ".");
    }

    /** Returns tables with all sizes, one per JDK. */
    private List<Section> whole(BenchScores shown) {
        return shown.jdks().stream().map(jdk -> BestTable.ofAll(shown, jdk))
                .filter(best -> !best.table().isEmpty() || !lacking(shown, best.jdk()).isEmpty())
                .map(best -> Section.of("%s, JDK %s, %s%s%s (★ fastest, or not significantly slower)".formatted(title(),
                        best.jdk(), unit(), shown.threads() == 1 ? "" : ", %d threads".formatted(shown.threads()),
                        shown.code().whole() ? "" : shown.code().equals(MachineCode.OFF) ? ", in software"
                                : ", " + shown.code().words()), Block.table(best.table()),
                        new Block.Bullets("plain", lacking(shown, best.jdk()), Where.TERMINAL),
                        new Block.Bullets("plain", best.notes().stream().map(note -> "✕ " + note).toList(),
                                Where.TERMINAL)).in(Where.TERMINAL)).toList();
    }
}
