package org.eejs.report.bench;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.eejs.lab.statistics.CellRounds;
import org.eejs.lab.statistics.Estimate;
import org.eejs.lab.statistics.RatioInterval;
import org.eejs.lab.statistics.UnpairedRatio;
import org.eejs.report.experiment.Differences;
import org.eejs.report.page.Block;
import org.eejs.report.page.Section;
import org.eejs.report.table.Column;
import org.eejs.report.table.Column.Kind;
import org.eejs.report.table.Table;
import org.eejs.report.table.TableCell;
import org.eejs.report.table.Where;
import org.eejs.report.text.Change;
import org.eejs.report.text.Format;
import org.eejs.report.text.JdkVersions;
import org.eejs.report.text.Rate;
import org.eejs.report.text.Sentence;
import org.eejs.result.Bench;
import org.eejs.result.BenchFigures;
import org.eejs.result.Cell;
import org.eejs.result.Figure;
import org.eejs.result.Result;

/**
 * Several results compared cell by cell with the first one, such as of two machines, JDKs or providers. They were
 * measured at different times, so their rounds are not pairs. {@code alone} has the number of cells with a figure that
 * only this result has, by result.
 *
 * @param names the names of the results
 * @param rows the cells that several results have
 * @param differences the differences between the results
 */
public record ComparedCells(List<String> names, List<Row> rows, List<Long> alone, Differences differences) {
    /** The cell of a result that does not have it. */
    private static final CellRounds NONE = new CellRounds(new Cell(Map.of()), List.of());
    private static final int MOST_ROWS = 60;

    /** A cell with its forks in each result. Iterations of one JVM would hide the differences between JVMs. */
    public record Row(String group, String name, List<CellRounds> cells) {
        private Change change(int place, Figure figure) {
            List<Double> values = cells.get(place).values(figure);
            List<Double> baseline = cells.get(0).values(figure);
            return values.isEmpty() || baseline.isEmpty() ? null : change(UnpairedRatio.interval(array(values),
                    array(baseline)));
        }

        private static Change change(RatioInterval interval) {
            return Change.of(interval.ratio(), interval.bounds());
        }

        private static double[] array(List<Double> values) {
            return values.stream().mapToDouble(Double::doubleValue).toArray();
        }
    }

    /**
     * A cell of a result.
     *
     * @param group the group, for readers
     * @param work the algorithm, operation and data, as text by name; equal for compared cells
     * @param circumstances the other conditions, as text by name. Two results may differ in a condition that is the
     *     same in all cells of a group within one result
     */
    private record Named(String group, Map<String, String> work, Map<String, String> circumstances,
            CellRounds rounds) {
        static List<Named> of(Result result) {
            return BenchScores.of(result).stream().flatMap(group -> group.scores().values().stream()
                    .map(score -> of(group.group().title(), score))).toList();
        }

        private static Named of(String group, Score score) {
            Bench.Cell cell = score.cell();
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
            return new Named(group, work, circumstances, score.rounds());
        }
    }

    /** Returns the settings of a measurement, as text by name. */
    private static Map<String, String> settings(Bench.Settings said) {
        Map<String, String> settings = new LinkedHashMap<>();
        if (said != null) {
            settings.put("forks", Format.count(said.forks()));
            settings.put("warm-up", said.warmupIterations() + " × " + said.warmupMs() + " ms");
            settings.put("iterations", said.measurementIterations() + " × " + said.measurementMs() + " ms");
        }
        return settings;
    }

    private static boolean isMeasured(CellRounds cell) {
        return !cell.values(BenchFigures.OPS).isEmpty();
    }

    /** Compares results with these names. */
    public static ComparedCells of(List<String> names, List<Result> results) {
        List<Row> rows = new ArrayList<>();
        Map<String, List<String>> settings = new LinkedHashMap<>();
        Map<String, Map<List<String>, List<String>>> circumstances = new LinkedHashMap<>();
        List<Map<String, String>> said = results.stream().map(result -> settings(result.bench().settings())).toList();
        said.stream().flatMap(each -> each.keySet().stream()).distinct().forEach(name -> settings.put(name,
                said.stream().map(each -> each.get(name)).toList()));
        List<List<Named>> cells = results.stream().map(Named::of).toList();
        long[] shared = new long[results.size()];
        for (String group : cells.stream().flatMap(List::stream).map(Named::group).collect(
                Collectors.toCollection(LinkedHashSet::new))) {
            List<List<Named>> own = cells.stream().map(side -> side.stream()
                    .filter(cell -> cell.group().equals(group)).toList()).toList();
            Map<String, List<String>> free = free(own);
            free.forEach((name, values) -> circumstances.computeIfAbsent(name, any -> new LinkedHashMap<>())
                    .computeIfAbsent(values, any -> new ArrayList<>()).add(group));
            rows.addAll(rows(group, own, free.keySet(), shared));
        }
        // A value that all groups share needs no group name.
        circumstances.forEach((name, groups) -> groups.forEach((values, of) -> settings.put(groups.size() == 1 ? name
                : name + " of " + Sentence.joined(of), values)));
        settings.values().removeIf(values -> new HashSet<>(values).size() < 2);
        return new ComparedCells(names, List.copyOf(rows), IntStream.range(0, shared.length).mapToObj(place ->
                cells.get(place).stream().filter(cell -> isMeasured(cell.rounds())).count() - shared[place]).toList(),
                Differences.of(names, names.get(0), results.stream().map(Result::disclosure).toList(),
                        settings.entrySet().stream().map(each -> Differences.Row.of(each.getKey(), each.getValue()))
                                .toList()));
    }

    /** Returns the conditions that have one value per result, with their values by result. */
    private static Map<String, List<String>> free(List<List<Named>> results) {
        Map<String, List<String>> free = new LinkedHashMap<>();
        Set<String> names = results.stream().flatMap(List::stream).flatMap(cell ->
                cell.circumstances().keySet().stream()).collect(Collectors.toCollection(LinkedHashSet::new));
        for (String name : names) {
            List<Set<String>> values = results.stream().map(cells -> cells.stream().map(cell ->
                    cell.circumstances().get(name)).collect(Collectors.toCollection(LinkedHashSet::new)))
                    .collect(Collectors.toList());
            if (values.stream().allMatch(each -> each.size() < 2)) {
                free.put(name, values.stream().map(each -> each.isEmpty() ? null : each.iterator().next())
                        .collect(Collectors.toList()));
            }
        }
        return free;
    }

    private static List<Row> rows(String group, List<List<Named>> results, Set<String> free, long[] shared) {
        Map<Map<String, String>, List<CellRounds>> cells = new LinkedHashMap<>();
        for (int place = 0; place < results.size(); place++) {
            for (Named cell : results.get(place)) {
                Map<String, String> key = new LinkedHashMap<>(cell.work());
                key.putAll(cell.circumstances());
                key.keySet().removeAll(free);
                List<CellRounds> row = cells.computeIfAbsent(key, any -> new ArrayList<>(
                        results.stream().map(none -> NONE).toList()));
                row.set(place, row.get(place) == NONE ? cell.rounds() : row.get(place));
            }
        }
        cells.values().removeIf(row -> row.stream().filter(each -> each != NONE).count() < 2
                || row.stream().noneMatch(ComparedCells::isMeasured));
        cells.values().forEach(row -> IntStream.range(0, shared.length).forEach(place ->
                shared[place] += isMeasured(row.get(place)) ? 1 : 0));
        Set<String> varying = varying(cells.keySet());
        return cells.entrySet().stream().map(each -> new Row(group, each.getKey().entrySet().stream()
                .filter(part -> varying.contains(part.getKey())).map(Map.Entry::getValue).filter(Objects::nonNull)
                .collect(Collectors.joining(", ")), List.copyOf(each.getValue()))).toList();
    }

    /** Returns the names whose values distinguish cells; all names if there is only one cell. */
    private static Set<String> varying(Collection<Map<String, String>> keys) {
        Set<String> names = keys.stream().flatMap(key -> key.keySet().stream()).collect(Collectors.toSet());
        if (keys.size() > 1) {
            names.removeIf(name -> keys.stream().map(key -> key.get(name)).distinct().count() < 2);
        }
        return names;
    }

    /** Returns the sections of the report. */
    public List<Section> sections() {
        Table table = table();
        Block all = rows.size() <= MOST_ROWS ? Block.table(table)
                : new Block.Folded("All " + Format.count(rows.size()) + " cells", null, List.of(Block.table(table)),
                        Where.EVERYWHERE);
        List<String> sentences = Stream.concat(Stream.of(rows.isEmpty() ? "The results have no cell in common." : ""),
                Stream.concat(IntStream.range(1, names.size()).mapToObj(this::counted),
                        IntStream.range(0, names.size()).mapToObj(this::left))).filter(words -> !words.isEmpty())
                .toList();
        return List.of(Section.of("Cell by cell", new Block.Bullets("plain", sentences, Where.EVERYWHERE)).with(
                        Block.when(!rows.isEmpty(), all, Block.note("Small: 95% CI; those of ratios are "
                                + "Fieller’s for unpaired rounds. A missing CI means a single round, or too large a "
                                + "spread. More operations per second and less CPU are better. A difference between "
                                + "two times or machines does not prove its cause; see “Differences between the "
                                + "results”.", Where.FILES)))
                        .styled("side"),
                differences.section("Differences between the results"));
    }

    private String counted(int place) {
        long cells = rows.stream().filter(row -> row.change(place, BenchFigures.OPS) != null).count();
        return cells == 0 ? "" : ("%s is faster than %s in %s and slower in %s of %s. It takes less CPU in %s and "
                + "more in %s. The other cells are undecided.").formatted(names.get(place), names.get(0),
                        sure(place, BenchFigures.OPS, true), sure(place, BenchFigures.OPS, false),
                        Sentence.count(cells, "cell"), sure(place, BenchFigures.CPU, false),
                        sure(place, BenchFigures.CPU, true));
    }

    /** Returns the number of ratios that are significantly above 1, or below 1. */
    private String sure(int place, Figure figure, boolean above) {
        return Format.count(rows.stream().map(row -> row.change(place, figure)).filter(change -> change != null
                && change.isSure() && above == change.ratio() > 1).count());
    }

    private String left(int place) {
        return alone.get(place) == 0 ? "" : "Only %s has a figure in %s.".formatted(names.get(place),
                Sentence.count(alone.get(place), "cell"));
    }

    private Table table() {
        List<Column<Row>> columns = new ArrayList<>(List.of(Column.longWords("Cell", Row::name)));
        add(columns, "/s", BenchFigures.OPS);
        if (rows.stream().anyMatch(row -> row.cells().stream().anyMatch(each -> each.mean(BenchFigures.CPU) != null))) {
            add(columns, " CPU, µs", BenchFigures.CPU);
        }
        Map<String, List<Row>> groups = rows.stream().collect(Collectors.groupingBy(Row::group, LinkedHashMap::new,
                Collectors.toList()));
        return Table.grouped(columns, groups).styled("wide cells told").groupedUnder("Of");
    }

    private void add(List<Column<Row>> columns, String unit, Figure figure) {
        for (int i = 0; i < names.size(); i++) {
            int place = i;
            columns.add(Column.of(names.get(place) + unit, Kind.FIGURE, row -> figure(row.cells().get(place),
                    figure)));
        }
        for (int i = 1; i < names.size(); i++) {
            int place = i;
            columns.add(Column.of("%s : %s%s".formatted(names.get(place), names.get(0), unit.replaceAll(",.*|/s", "")),
                    Kind.FIGURE, row -> {
                        Change change = row.change(place, figure);
                        return change == null ? TableCell.NONE : TableCell.times(change);
                    }));
        }
    }

    private static TableCell figure(CellRounds cell, Figure figure) {
        Estimate mean = Estimate.mean(cell.values(figure), RatioInterval.CONFIDENCE);
        if (mean.value() == null) {
            return cell.error() == null ? TableCell.NONE : TableCell.of("✕").hinted(cell.error()).toned("alarm");
        }
        return TableCell.of(Format.figure(mean.value())).small(Change.words(mean.ci95(), Format::figure));
    }

    /** A cell in a result other than the first. */
    public record Data(ComparedCells all, Row row, int place) {
        private Double mean(int which, Figure figure) {
            return row.cells().get(which).mean(figure);
        }

        private <T> T of(Figure figure, Function<Change, T> value) {
            Change change = row.change(place, figure);
            return change == null ? null : value.apply(change);
        }

        private String error(int which) {
            return row.cells().get(which).error();
        }
    }

    /** Returns the comparison for spreadsheets. */
    public List<Data> data() {
        return rows.stream().flatMap(row -> IntStream.range(1, names.size()).mapToObj(place -> new Data(this, row,
                place))).toList();
    }

    /** The columns for spreadsheets; ratios are relative to the baseline. */
    public static final List<Column<Data>> COLUMNS = List.of(
            Column.data("group", data -> data.row().group()),
            Column.data("cell", data -> data.row().name()),
            Column.data("baseline", data -> data.all().names().get(0)),
            Column.data("result", data -> data.all().names().get(data.place())),
            Column.data("baselinePerSecond", data -> data.mean(0, BenchFigures.OPS)),
            Column.data("perSecond", data -> data.mean(data.place(), BenchFigures.OPS)),
            Column.data("ratio", data -> data.of(BenchFigures.OPS, Change::ratio)),
            Column.data("ratioCi95Low", data -> data.of(BenchFigures.OPS, Change::low)),
            Column.data("ratioCi95High", data -> data.of(BenchFigures.OPS, Change::high)),
            Column.data("baselineCpuMicros", data -> data.mean(0, BenchFigures.CPU)),
            Column.data("cpuMicros", data -> data.mean(data.place(), BenchFigures.CPU)),
            Column.data("cpuRatio", data -> data.of(BenchFigures.CPU, Change::ratio)),
            Column.data("cpuRatioCi95Low", data -> data.of(BenchFigures.CPU, Change::low)),
            Column.data("cpuRatioCi95High", data -> data.of(BenchFigures.CPU, Change::high)),
            Column.data("baselineError", data -> data.error(0)),
            Column.data("error", data -> data.error(data.place())));
}
