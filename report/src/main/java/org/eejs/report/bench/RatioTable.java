package org.eejs.report.bench;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleBiFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eejs.lab.statistics.CellRounds;
import org.eejs.lab.statistics.RunPairs;
import org.eejs.report.experiment.ExperimentTables;
import org.eejs.report.page.Block;
import org.eejs.report.page.Section;
import org.eejs.report.table.Column;
import org.eejs.report.table.Column.Kind;
import org.eejs.report.table.Table;
import org.eejs.report.table.TableCell;
import org.eejs.report.table.Where;
import org.eejs.report.text.Change;
import org.eejs.report.text.Format;
import org.eejs.report.text.Rate;
import org.eejs.report.text.Sentence;
import org.eejs.result.Bench.Cell;
import org.eejs.result.BenchFigures;
import org.eejs.result.Figure;
import org.eejs.result.Observation;
import org.eejs.result.Result;
import org.eejs.result.Result.Comparison;
import org.eejs.result.Spread;

/** The ratios of a group to its baseline, and whether they meet their requirements. */
final class RatioTable {
    private RatioTable() {}

    /** Returns the ratios of rates of all groups. */
    static List<Comparison> rates(Result result) {
        return result.comparisons().stream().filter(each -> each.figure().equals(BenchFigures.OPS.id())).toList();
    }

    /** Returns a section per JDK; none for a group without a baseline. */
    static List<Section> sections(Result result, String group, String title) {
        Map<org.eejs.result.Cell, CellRounds> cells = CellRounds.of(result.observations()).stream()
                .collect(Collectors.toMap(CellRounds::cell, Function.identity()));
        Map<String, List<Row>> byJdk = rates(result).stream().filter(each -> group.equals(each.cell().get("group")))
                .map(each -> new Row(each, Cell.of(each.cell()), Cell.of(each.baseline()), RunPairs.of(
                        cells.get(each.cell()), cells.get(each.baseline()))))
                .collect(Collectors.groupingBy(row -> row.cell().jdk(), LinkedHashMap::new, Collectors.toList()));
        return byJdk.entrySet().stream().map(each -> section("%s compared with the baseline, JDK %s".formatted(title,
                each.getKey()), each.getValue())).toList();
    }

    /** A ratio with the rounds of both cells. */
    private record Row(Comparison rates, Cell cell, Cell baseline, RunPairs pairs) {
        /** Returns the ratios or differences of the rounds. */
        private String spread(ToDoubleBiFunction<Observation, Observation> figure) {
            Spread spread = pairs.spread(figure);
            return spread == null ? Format.NONE : spread.toString();
        }

        private String more(Figure figure) {
            return spread((ours, others) -> figure.of(ours) - figure.of(others));
        }
    }

    private static Section section(String title, List<Row> rows) {
        List<String> notes = rows.stream().filter(row -> row.rates().required() != null
                && row.rates().required().note() != null).map(row -> "%s: %s.".formatted(row.cell().algorithm(),
                        row.rates().required().note())).distinct().toList();
        return Section.of(title, Block.table(table(rows)), new Block.Bullets("plain", notes, Where.EVERYWHERE),
                Block.note("Median of the rounds, with the lowest and the highest round.", Where.FILES));
    }

    private static Table table(List<Row> rows) {
        return Table.of(List.of(
                Column.words("", row -> compared(row.rates())),
                Column.figure("Ratio of rates", row -> row.spread((ours, others) ->
                        BenchFigures.OPS.of(ours) / BenchFigures.OPS.of(others))),
                Column.figure("95% CI", row -> Change.words(row.rates().ci95(), Rate::digits)),
                Column.figure("Ratio of CPU", row -> row.spread((ours, others) ->
                        BenchFigures.CPU.of(others) / BenchFigures.CPU.of(ours))),
                Column.figure("More, µs", row -> row.spread((ours, others) ->
                        1e6 * (row.cell().threads() / BenchFigures.OPS.of(ours)
                                - row.baseline().threads() / BenchFigures.OPS.of(others)))),
                Column.figure("More CPU, µs", row -> row.more(BenchFigures.CPU)),
                Column.figure("Of it in the kernel, µs", row -> row.more(BenchFigures.KERNEL)),
                Column.words("Required", row -> required(row.rates())),
                Column.of("Verdict", Kind.WORDS, row -> verdict(row.rates()))), rows);
    }

    /** Returns the common facets of both cells, and those in which they differ. */
    static String compared(Comparison ratio) {
        Map<String, String> cell = facets(Cell.of(ratio.cell()));
        Map<String, String> baseline = facets(Cell.of(ratio.baseline()));
        Set<String> names = new LinkedHashSet<>(cell.keySet());
        names.addAll(baseline.keySet());
        names.removeIf(name -> Objects.equals(cell.get(name), baseline.get(name)));
        String both = Stream.of("algorithm", "bytes", "key", "threads").filter(name -> !names.contains(name))
                .map(cell::get).filter(Objects::nonNull).collect(Collectors.joining(", "));
        return "%s%s compared with %s".formatted(both.isEmpty() ? "" : both + ": ", values(cell, names),
                values(baseline, names));
    }

    private static String values(Map<String, String> facets, Set<String> names) {
        return names.stream().map(facets::get).filter(Objects::nonNull).collect(Collectors.joining(", "));
    }

    private static Map<String, String> facets(Cell cell) {
        Map<String, String> facets = new LinkedHashMap<>();
        facets.put("algorithm", cell.algorithm());
        facets.put("bytes", cell.bytes() == null ? null : Rate.size(cell.bytes()));
        facets.putAll(cell.parameters());
        facets.put("provider", cell.provider());
        facets.put("threads", Sentence.count(cell.threads(), "thread"));
        facets.put("jdk", "JDK " + cell.jdk());
        return facets;
    }

    private static Boolean met(Comparison ratio) {
        return ratio.required() == null ? null : ratio.required().met();
    }

    private static String required(Comparison ratio) {
        return met(ratio) == null ? "" : ratio.required().atLeast() == null ? "1 is among the rounds"
                : "at least " + Spread.digits(ratio.required().atLeast());
    }

    private static TableCell verdict(Comparison ratio) {
        return met(ratio) == null ? ExperimentTables.badge(ratio.verdict())
                : met(ratio) ? TableCell.badge("reached", "better") : TableCell.badge("MISSED", "worse");
    }

    /** Returns a sentence on the requirements; empty if there are none. */
    static String outcome(Result result) {
        long missed = rates(result).stream().filter(Comparison::wasMissed).count();
        return rates(result).stream().allMatch(ratio -> met(ratio) == null) ? ""
                : missed == 0 ? "All requirements are reached." : missed + " requirements are MISSED.";
    }
}
