package org.eejs.bench.gate;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.eejs.lab.statistics.ComparisonVerdict;
import org.eejs.lab.statistics.RatioInterval;
import org.eejs.result.Bench;
import org.eejs.result.BenchFigures;
import org.eejs.result.Cell;
import org.eejs.result.InputException;
import org.eejs.result.Result;
import org.eejs.result.RunDirectory;

/**
 * A cell-by-cell comparison of two results of {@code eejs bench}: how fast the second is relative to the first, and
 * whether any cell fails a gate. {@code CellPairs} decides which cells correspond, {@code Gate} which of them fail. A
 * cell fails if it is slower by more than the gate and significantly slower, with all cells tested at once. It also
 * fails if it had a figure and has an error now.
 *
 * <p>A cell's ratio has a 95% interval of the means of the forks where each side has three or more. Otherwise the
 * interval is of all iterations, and does not cover the differences between JVMs. Immutable.
 */
public final class BenchComparison {
    private static final double CONFIDENCE = 0.95;
    /** Enough for both builds at the thorough pace; a virtual machine may be another one by the next day. */
    private static final Duration SESSION = Duration.ofHours(12);
    private static final int MOST_ROWS = 20;
    private static final int MOST_NAMES = 5;

    private final String nameA;
    private final String nameB;
    private final Result result;
    private final List<Row> rows;
    private final CellPairs pairs;
    private final List<String> differences;
    private final double gate;
    private final long iterationsOnly;
    private final long notJudged;
    /** The common change of all cells. */
    private final double common;
    /** Whether the common change is beyond the gate, and significant. */
    private final boolean allAreSlower;

    /** A cell with its result. */
    private record Row(Bench.Cell cell, RatioInterval interval, ComparisonVerdict verdict, boolean fails,
            Result.Comparison comparison) {}

    private BenchComparison(String nameA, Result a, String nameB, Result b, double gate) {
        this.nameA = nameA;
        this.nameB = nameB;
        this.gate = gate;
        this.differences = BenchDifferences.of(a, b);
        this.pairs = CellPairs.of(a, b);
        List<CellPairs.Pair> measured = pairs.measured();
        Set<CellPairs.Pair> failing = new Gate(gate).failing(measured);
        this.allAreSlower = new Gate(gate).allAreSlower(measured);
        this.rows = measured.stream().map(pair -> row(pair, failing.contains(pair)))
                .sorted(Comparator.comparing((Row row) -> !row.fails()).thenComparing(row -> row.interval().ratio()))
                .toList();
        this.iterationsOnly = measured.stream().filter(pair -> !Gate.hasForks(pair)).count();
        this.common = Gate.common(measured);
        this.notJudged = measured.stream().filter(pair -> Gate.cannotJudge(pair, measured)).count();
        this.result = result(a, b);
    }

    /**
     * Compares two results.
     *
     * @param a the baseline result, as a file or folder
     * @param b the result to judge, as a file or folder
     * @param gate how much slower a cell may be, as a fraction, such as 0.05
     * @throws InputException with a line that names the fault: no result, none of {@code eejs bench}, two of different
     *     sessions, or no common cell
     */
    public static BenchComparison of(Path a, Path b, double gate) {
        Result ofA = read(a);
        Result ofB = read(b);
        checkOneSession(a, ofA, b, ofB);
        List<String> names = names(a, b);
        BenchComparison comparison = new BenchComparison(names.get(0), ofA, names.get(1), ofB, gate);
        if (comparison.rows.isEmpty() && comparison.pairs.broken().isEmpty()) {
            throw new InputException(a + " and " + b + " have no cell in common: "
                    + comparison.pairs.onlyInA().size() + " cells are in the first only and "
                    + comparison.pairs.onlyInB().size() + " in the second only");
        }
        return comparison;
    }

    private static void checkOneSession(Path a, Result ofA, Path b, Result ofB) {
        Duration between = Duration.between(began(a, ofA), began(b, ofB)).abs();
        boolean isOneMachine = ofA.disclosure().cpu().equals(ofB.disclosure().cpu());
        if (!isOneMachine || between.compareTo(SESSION) > 0) {
            throw new InputException(("%s and %s were measured %s. A slower machine does not slow all cells equally; "
                    + "measure both again in one session").formatted(a, b, isOneMachine
                    ? between.toHours() + " hours apart" : "on different processors"));
        }
    }

    private static Instant began(Path path, Result result) {
        try {
            return Instant.parse(result.startedAt());
        } catch (DateTimeParseException e) {
            throw new InputException(path + ": startedAt must be a time in UTC such as 2026-11-01T00:00:00Z");
        }
    }

    private static Result read(Path path) {
        Result result = RunDirectory.read(path);
        if (result.bench() == null) {
            throw new InputException(path + ": is a result of `eejs " + result.command()
                    + "`, not of `eejs bench`; name two folders that `eejs bench` wrote");
        }
        return result;
    }

    /** Returns the folders' names, or, where these are equal, the paths, which differ unless it is the same result. */
    private static List<String> names(Path a, Path b) {
        String nameA = name(a);
        String nameB = name(b);
        if (!nameA.equals(nameB)) {
            return List.of(nameA, nameB);
        }
        return a.equals(b) ? List.of(nameA, nameB + " again") : List.of(a.toString(), b.toString());
    }

    private static String name(Path path) {
        Path absolute = path.toAbsolutePath().normalize();
        Path folder = absolute.endsWith(RunDirectory.RESULT) && absolute.getParent() != null ? absolute.getParent()
                : absolute;
        return folder.getFileName() == null ? folder.toString() : folder.getFileName().toString();
    }

    private Row row(CellPairs.Pair pair, boolean fails) {
        RatioInterval interval = Gate.ratio(pair);
        ComparisonVerdict verdict = verdict(interval, fails);
        Bench.Cell cell = pair.cell();
        return new Row(cell, interval, verdict, fails, new Result.Comparison(BenchFigures.OPS.id(),
                of(cell, nameB), of(Bench.Cell.of(pair.a().cell()), nameA), interval.ratio(),
                Double.isFinite(interval.high()) ? List.of(interval.low(), interval.high()) : null,
                verdict.id(), pair.fewestForks(), pair.a().mean(BenchFigures.OPS),
                pair.b().mean(BenchFigures.OPS), null));
    }

    /** Returns a cell with the name of its result. */
    private static Cell of(Bench.Cell cell, String result) {
        return new Cell(Map.of()).with("result", result).with("cell", cell);
    }

    /**
     * Returns the verdict on a cell. Of many cells, some intervals exclude 1 by chance, so beyond the gate a cell is
     * worse only if it fails the gate.
     */
    private ComparisonVerdict verdict(RatioInterval interval, boolean fails) {
        ComparisonVerdict alone = ComparisonVerdict.of(interval, false, gate);
        return fails ? ComparisonVerdict.WORSE : alone == ComparisonVerdict.WORSE && interval.ratio() < 1 - gate
                ? ComparisonVerdict.INCONCLUSIVE : alone;
    }

    private Result result(Result a, Result b) {
        List<Integer> forks = Stream.of(a, b).map(each -> BenchDifferences.bench(each).settings().forks())
                .toList();
        Result.Procedure procedure = new Result.Procedure(nameA, "opsPerSecond", 0, gate,
                Math.min(forks.get(0), forks.get(1)), Math.max(forks.get(0), forks.get(1)), CONFIDENCE, null, null);
        Result.Disclosure before = a.disclosure();
        List<String> deviations = new ArrayList<>(before.deviations());
        deviations.addAll(notes());
        rows.stream().filter(Row::fails).forEach(row -> deviations.add("%s is slower by more than the gate of %s"
                .formatted(row.cell(), percent(gate))));
        pairs.broken().forEach(broken -> deviations.add("%s failed in the second result: %s".formatted(broken.cell(),
                broken.error())));
        Result.Disclosure disclosure = new Result.Disclosure(before.jdks(), before.kernel(), before.cpu(),
                before.memory(), before.providers(), before.flags(), before.placement(), before.tls(), before.seeds(),
                List.copyOf(deviations));
        return Result.of(Result.BENCH_COMPARE, Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(), null,
                disclosure, procedure, List.of(new Result.Configuration(nameA, a.settings(), null, a.disclosure()),
                        new Result.Configuration(nameB, b.settings(), null, b.disclosure())), List.of(),
                Stream.concat(rows.stream().map(Row::comparison), pairs.broken().stream().map(this::broken)).toList(),
                null, null);
    }

    /** Returns the comparison of a cell that has an error now: its rate is 0. */
    private Result.Comparison broken(CellPairs.Broken broken) {
        return new Result.Comparison(BenchFigures.OPS.id(), of(broken.cell(), nameB).with("error", broken.error()),
                of(broken.cell(), nameA), 0, null, ComparisonVerdict.WORSE.id(), 0, broken.before(), 0, null);
    }

    /** Returns the comparison as a result; it has all comparisons, in the order of {@link #lines()}. */
    public Result result() {
        return result;
    }

    /** Returns whether nothing fails the gate. */
    public boolean passes() {
        return pairs.broken().isEmpty() && rows.stream().noneMatch(Row::fails) && !allAreSlower;
    }

    /** Returns the report in lines: failures, the largest changes, and a count of the rest; about 50 lines at most. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add("%s relative to %s: %d cells are in both; a cell may be %s slower.".formatted(nameB, nameA,
                rows.size(), percent(gate)));
        List<Row> shown = rows.stream().filter(row -> row.fails() || isClearChange(row)).toList();
        rows(shown.stream().filter(row -> row.interval().ratio() < 1), lines);
        pairs.broken().stream().limit(MOST_ROWS)
                .forEach(broken -> lines.add("  FAILS   %s: %s".formatted(broken.cell(), broken.error())));
        more(pairs.broken().size(), MOST_ROWS, lines);
        rows(shown.stream().filter(row -> row.interval().ratio() > 1)
                .sorted(Comparator.comparing(row -> -row.interval().ratio())), lines);
        lines.add("%d faster, %d slower, %d equivalent, %d inconclusive.".formatted(
                count(ComparisonVerdict.BETTER), count(ComparisonVerdict.WORSE),
                count(ComparisonVerdict.NO_DIFFERENCE), count(ComparisonVerdict.INCONCLUSIVE)));
        notes().forEach(note -> lines.add("Note: " + note + "."));
        long failed = rows.stream().filter(Row::fails).count();
        if (common != 1) {
            lines.add(String.format(Locale.ROOT, "All cells together, by their median: %+.1f%%%s. Each is compared "
                    + "with that.", 100 * (common - 1), allAreSlower ? ", which fails the gate" : ""));
        }
        lines.add(passes() ? "The gate passes." : "The gate fails: %d cells are slower by more than %s, %d have "
                .formatted(failed, percent(gate), pairs.broken().size()) + "an error where they had a figure.");
        return lines;
    }

    private boolean isClearChange(Row row) {
        return Math.abs(row.interval().ratio() - 1) > gate
                && (row.verdict() == ComparisonVerdict.BETTER || row.verdict() == ComparisonVerdict.WORSE);
    }

    private static void rows(Stream<Row> rows, List<String> lines) {
        List<Row> all = rows.toList();
        all.stream().limit(MOST_ROWS).forEach(row -> lines.add(String.format(Locale.ROOT, "  %-6s%+7.1f%% %-22s %s",
                row.fails() ? "FAILS" : "", 100 * (row.interval().ratio() - 1), interval(row.interval()),
                row.cell())));
        more(all.size(), MOST_ROWS, lines);
    }

    private static void more(int all, int shown, List<String> lines) {
        if (all > shown) {
            lines.add("  ... and " + (all - shown) + " more; the result has them all");
        }
    }

    private static String interval(RatioInterval interval) {
        return Double.isFinite(interval.high()) ? String.format(Locale.ROOT, "(%+.1f to %+.1f%%)",
                100 * (interval.low() - 1), 100 * (interval.high() - 1)) : "(one value only)";
    }

    private long count(ComparisonVerdict verdict) {
        return rows.stream().filter(row -> row.verdict() == verdict).count();
    }

    /** Returns the limits of the comparison, a sentence each. */
    private List<String> notes() {
        List<String> notes = new ArrayList<>(differences);
        notes.addAll(pairs.otherJdks());
        named(pairs.onlyInA(), "missing in the second result", notes);
        named(pairs.onlyInB(), "new in the second result", notes);
        if (iterationsOnly > 0) {
            notes.add("the intervals of %d of %d cells are of iterations, since they have fewer than %d forks; "
                    .formatted(iterationsOnly, rows.size(), Gate.FORKS) + "they do not cover differences between JVMs");
        }
        if (notJudged > 0) {
            notes.add("the gate does not judge %d of %d cells: that needs %d forks of each, or %d cells"
                    .formatted(notJudged, rows.size(), Gate.FORKS, Gate.CELLS));
        }
        return notes;
    }

    private static void named(List<Bench.Cell> cells, String how, List<String> notes) {
        if (!cells.isEmpty()) {
            notes.add(how + " (" + cells.size() + "): " + String.join("; ", IntStream
                    .range(0, Math.min(MOST_NAMES, cells.size())).mapToObj(i -> cells.get(i).toString()).toList())
                    + (cells.size() > MOST_NAMES ? "; ..." : ""));
        }
    }

    private static String percent(double part) {
        return String.format(Locale.ROOT, "%.3g%%", 100 * part).replaceFirst("\\.?0+%", "%");
    }
}
