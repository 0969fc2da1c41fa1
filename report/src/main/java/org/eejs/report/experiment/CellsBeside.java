package org.eejs.report.experiment;

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
import org.eejs.lab.statistics.MeanInterval;
import org.eejs.lab.statistics.RatioInterval;
import org.eejs.lab.statistics.UnpairedRatio;
import org.eejs.report.page.Block;
import org.eejs.report.page.Section;
import org.eejs.report.table.Cell;
import org.eejs.report.table.Column.Kind;
import org.eejs.report.table.Column;
import org.eejs.report.table.Table;
import org.eejs.report.table.Where;
import org.eejs.report.text.Change;
import org.eejs.report.text.Format;
import org.eejs.report.text.Sentence;
import org.eejs.result.Result.Disclosure;

/**
 * Several results cell by cell, such as of two machines, two JDKs or two providers, each held against the first. They
 * were not measured at the same time, so their rounds are no pairs.
 *
 * @param names of the results
 * @param rows cells that several have
 * @param alone how many cells with a figure each has that no other has
 * @param differences in what the results differ
 */
public record CellsBeside(List<String> names, List<Row> rows, List<Long> alone, Differences differences) {
    /** What stands at a place of a result that does not have the cell. */
    private static final CellSeries NONE = new CellSeries("", Map.of(), Map.of(), List.of(), List.of(), "", null);
    private static final int MOST_ROWS = 60;

    /** A cell; of each result what it measured of it. */
    public record Row(String group, String name, List<CellSeries> series) {
        private Change change(int place, Function<CellSeries, List<Double>> figure) {
            double[] values = values(figure.apply(series.get(place)));
            double[] baseline = values(figure.apply(series.get(0)));
            if (values.length == 0 || baseline.length == 0) {
                return null;
            }
            RatioInterval interval = UnpairedRatio.interval(values, baseline);
            return Change.of(interval.ratio(), interval.bounds());
        }

        private static double[] values(List<Double> list) {
            return list.stream().mapToDouble(Double::doubleValue).filter(Double::isFinite).toArray();
        }
    }

    /** A result as it stands beside others; how it was measured, by name, is only shown where they differ in it. */
    public record Side(String name, Disclosure disclosure, Map<String, String> settings, List<CellSeries> cells) {}

    /** Sets results beside each other. */
    public static CellsBeside of(List<Side> sides) {
        List<Row> rows = new ArrayList<>();
        Map<String, List<String>> settings = new LinkedHashMap<>();
        Map<String, Map<List<String>, List<String>>> circumstances = new LinkedHashMap<>();
        sides.stream().flatMap(side -> side.settings().keySet().stream()).distinct().forEach(name -> settings.put(name,
                sides.stream().map(side -> side.settings().get(name)).toList()));
        long[] shared = new long[sides.size()];
        for (String group : sides.stream().flatMap(side -> side.cells().stream()).map(CellSeries::group).collect(
                Collectors.toCollection(LinkedHashSet::new))) {
            List<List<CellSeries>> own = sides.stream().map(side -> side.cells().stream()
                    .filter(cell -> cell.group().equals(group)).toList()).toList();
            Map<String, List<String>> free = free(own);
            free.forEach((name, values) -> circumstances.computeIfAbsent(name, any -> new LinkedHashMap<>())
                    .computeIfAbsent(values, any -> new ArrayList<>()).add(group));
            rows.addAll(rows(group, own, free.keySet(), shared));
        }
        // What is the same for all groups needs no group's name.
        circumstances.forEach((name, groups) -> groups.forEach((values, of) -> settings.put(groups.size() == 1 ? name
                : name + " of " + Sentence.joined(of), values)));
        settings.values().removeIf(values -> new HashSet<>(values).size() < 2);
        List<String> names = sides.stream().map(Side::name).toList();
        return new CellsBeside(names, List.copyOf(rows), IntStream.range(0, shared.length).mapToObj(place ->
                sides.get(place).cells().stream().filter(CellSeries::isMeasured).count() - shared[place]).toList(),
                Differences.of(names, names.get(0), sides.stream().map(Side::disclosure).toList(), settings.entrySet()
                        .stream().map(each -> Differences.Row.of(each.getKey(), each.getValue())).toList()));
    }

    /** Of circumstances that have one value in each result that has any: these values, of each result. */
    private static Map<String, List<String>> free(List<List<CellSeries>> results) {
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

    private static List<Row> rows(String group, List<List<CellSeries>> results, Set<String> free, long[] shared) {
        Map<Map<String, String>, List<CellSeries>> cells = new LinkedHashMap<>();
        for (int place = 0; place < results.size(); place++) {
            for (CellSeries cell : results.get(place)) {
                Map<String, String> key = new LinkedHashMap<>(cell.work());
                key.putAll(cell.circumstances());
                key.keySet().removeAll(free);
                List<CellSeries> row = cells.computeIfAbsent(key, any -> new ArrayList<>(
                        results.stream().map(none -> NONE).toList()));
                row.set(place, row.get(place) == NONE ? cell : row.get(place));
            }
        }
        cells.values().removeIf(row -> row.stream().filter(each -> each != NONE).count() < 2
                || row.stream().noneMatch(CellSeries::isMeasured));
        cells.values().forEach(row -> IntStream.range(0, shared.length).forEach(place ->
                shared[place] += row.get(place).isMeasured() ? 1 : 0));
        Set<String> varying = varying(cells.keySet());
        return cells.entrySet().stream().map(each -> new Row(group, each.getKey().entrySet().stream()
                .filter(part -> varying.contains(part.getKey())).map(Map.Entry::getValue).filter(Objects::nonNull)
                .collect(Collectors.joining(", ")), List.copyOf(each.getValue()))).toList();
    }

    /** What tells cells apart; all of it where there is one only. */
    private static Set<String> varying(Collection<Map<String, String>> keys) {
        Set<String> names = keys.stream().flatMap(key -> key.keySet().stream()).collect(Collectors.toSet());
        if (keys.size() > 1) {
            names.removeIf(name -> keys.stream().map(key -> key.get(name)).distinct().count() < 2);
        }
        return names;
    }

    /** All of it. */
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
                        Block.when(!rows.isEmpty(), all, Block.note("Small: 95 % intervals; those of ratios are "
                                + "Fieller’s, of rounds that are no pairs. Where there is none, there was one "
                                + "round, or rounds vary too much. More a second and less CPU are better. A "
                                + "difference between two times and places is no proof of its cause: what the results "
                                + "differ in stands below.", Where.FILES)))
                        .styled("side"),
                differences.section("In what the results differ"));
    }

    private String counted(int place) {
        long cells = rows.stream().filter(row -> row.change(place, CellSeries::rates) != null).count();
        return cells == 0 ? "" : ("%s is faster than %s in %s and slower in %s of %s, and takes less CPU in %s and "
                + "more in %s; the others do not tell.").formatted(names.get(place), names.get(0),
                        sure(place, CellSeries::rates, true), sure(place, CellSeries::rates, false),
                        Sentence.count(cells, "cell"), sure(place, CellSeries::cpuMicros, false),
                        sure(place, CellSeries::cpuMicros, true));
    }

    /** How many ratios are significantly above 1, or below. */
    private String sure(int place, Function<CellSeries, List<Double>> figure, boolean above) {
        return Format.count(rows.stream().map(row -> row.change(place, figure)).filter(change -> change != null
                && change.isSure() && above == change.ratio() > 1).count());
    }

    private String left(int place) {
        return alone.get(place) == 0 ? "" : "%s has %s with a figure that no other has.".formatted(names.get(place),
                Sentence.count(alone.get(place), "cell"));
    }

    private Table table() {
        List<Column<Row>> columns = new ArrayList<>(List.of(Column.longWords("Cell", Row::name)));
        add(columns, "/s", CellSeries::rates, CellSeries::note);
        if (rows.stream().anyMatch(row -> row.series().stream().anyMatch(each -> !each.cpuMicros().isEmpty()))) {
            add(columns, " CPU, µs", CellSeries::cpuMicros, series -> "");
        }
        Map<String, List<Row>> groups = rows.stream().collect(Collectors.groupingBy(Row::group, LinkedHashMap::new,
                Collectors.toList()));
        return Table.grouped(columns, groups).styled("wide cells told").groupedUnder("Of");
    }

    private void add(List<Column<Row>> columns, String unit, Function<CellSeries, List<Double>> figure,
            Function<CellSeries, String> note) {
        for (int i = 0; i < names.size(); i++) {
            int place = i;
            columns.add(Column.of(names.get(place) + unit, Kind.FIGURE, row -> figure(row.series().get(place),
                    figure, note)));
        }
        for (int i = 1; i < names.size(); i++) {
            int place = i;
            columns.add(Column.of("%s : %s%s".formatted(names.get(place), names.get(0), unit.replaceAll(",.*|/s", "")),
                    Kind.FIGURE, row -> {
                        Change change = row.change(place, figure);
                        return change == null ? Cell.NONE : Cell.times(change);
                    }));
        }
    }

    private static Cell figure(CellSeries series, Function<CellSeries, List<Double>> figure,
            Function<CellSeries, String> note) {
        List<Double> values = figure.apply(series);
        if (values.isEmpty()) {
            return series.error() == null ? Cell.NONE : Cell.of("✕").hinted(series.error()).toned("alarm");
        }
        MeanInterval mean = MeanInterval.of(values);
        return Cell.of(Format.figure(mean.mean())).small(Stream.of(Change.words(mean.bounds(), Format::figure),
                note.apply(series)).filter(words -> !words.isEmpty()).collect(Collectors.joining(", ")));
    }

    /** A row for each cell and result but the first. */
    public record Data(CellsBeside all, Row row, int place) {
        private Double mean(int which, Function<CellSeries, List<Double>> figure) {
            List<Double> values = figure.apply(row.series().get(which));
            return values.isEmpty() ? null : Double.valueOf(MeanInterval.of(values).mean());
        }

        private <T> T of(Function<CellSeries, List<Double>> figure, Function<Change, T> value) {
            Change change = row.change(place, figure);
            return change == null ? null : value.apply(change);
        }

        private String error(int which) {
            return row.series().get(which).error();
        }
    }

    /** The same for spreadsheets. */
    public List<Data> data() {
        return rows.stream().flatMap(row -> IntStream.range(1, names.size()).mapToObj(place -> new Data(this, row,
                place))).toList();
    }

    /** Its columns; ratios are to the baseline. */
    public static final List<Column<Data>> COLUMNS = List.of(
            Column.data("group", data -> data.row().group()),
            Column.data("cell", data -> data.row().name()),
            Column.data("baseline", data -> data.all().names().get(0)),
            Column.data("result", data -> data.all().names().get(data.place())),
            Column.data("baselinePerSecond", data -> data.mean(0, CellSeries::rates)),
            Column.data("perSecond", data -> data.mean(data.place(), CellSeries::rates)),
            Column.data("ratio", data -> data.of(CellSeries::rates, Change::ratio)),
            Column.data("ratioCi95Low", data -> data.of(CellSeries::rates, Change::low)),
            Column.data("ratioCi95High", data -> data.of(CellSeries::rates, Change::high)),
            Column.data("baselineCpuMicros", data -> data.mean(0, CellSeries::cpuMicros)),
            Column.data("cpuMicros", data -> data.mean(data.place(), CellSeries::cpuMicros)),
            Column.data("cpuRatio", data -> data.of(CellSeries::cpuMicros, Change::ratio)),
            Column.data("cpuRatioCi95Low", data -> data.of(CellSeries::cpuMicros, Change::low)),
            Column.data("cpuRatioCi95High", data -> data.of(CellSeries::cpuMicros, Change::high)),
            Column.data("baselineError", data -> data.error(0)),
            Column.data("error", data -> data.error(data.place())));
}
