package org.eejs.report.bench;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.eejs.banking.KnownProvider;
import org.eejs.report.table.Column;
import org.eejs.report.table.Column.Kind;
import org.eejs.report.table.Table;
import org.eejs.report.table.TableCell;
import org.eejs.report.table.TableCell.Look;
import org.eejs.report.table.Where;
import org.eejs.report.text.Rate;
import org.eejs.report.text.Routine;
import org.eejs.result.Bench.Cell;
import org.eejs.result.Bench.Check;
import org.eejs.result.Bench.Verdict;

/** A table of the fastest providers on one JDK: a row per operation, a column per provider. Created for one table. */
public final class BestTable {
    /** The fractions of the fastest provider at which the colour changes. */
    private static final double[] STEPS = {0.05, 0.2, 0.5, 0.8, 0.95};

    private final BenchScores scores;
    private final String jdk;
    /** Whether several providers of the JDK were measured. */
    private final boolean shared;
    /** Failures by the number of their footnote, from 1. */
    private final Map<String, Integer> notes = new LinkedHashMap<>();

    private final Map<Routine, Map<String, Score>> byColumn = new HashMap<>();

    private BestTable(BenchScores scores, String jdk) {
        this.scores = scores;
        this.jdk = jdk;
        this.shared = scores.scores().keySet().stream().map(Cell::provider).distinct()
                .filter(KnownProvider::isOfTheJdk).count() > 1;
    }

    /** A table with its footnotes. */
    public record Noted(String jdk, Table table, List<String> notes) {}

    /** Returns a table of the typical sizes; empty if there are neither figures nor failures. */
    static Noted of(BenchScores scores, String jdk) {
        return new BestTable(scores, jdk).table(scores.shown(scores.subjects(jdk)));
    }

    /** Returns a table of all sizes. */
    static Noted ofAll(BenchScores scores, String jdk) {
        return new BestTable(scores, jdk).table(scores.subjects(jdk));
    }

    private Noted table(List<Routine> measured) {
        // Some subjects are measured only in one thread, or only with intrinsics.
        List<Routine> subjects = new ArrayList<>(measured.stream().filter(subject -> scores.providers().stream()
                .anyMatch(provider -> scores.score(subject, jdk, provider) != null)).toList());
        // An algorithm without any figure has a row, too, unless no provider offers it.
        scores.checks().stream().filter(check -> Objects.equals(check.jdk(), jdk) && isBroken(check)
                && measured.stream().noneMatch(each -> Objects.equals(each.algorithm(), check.algorithm())))
                .map(Check::algorithm).distinct().toList()
                .forEach(algorithm -> subjects.add(new Routine(algorithm, null, null, Map.of())));
        Map<String, List<Routine>> groups = new LinkedHashMap<>();
        subjects.forEach(subject -> groups.computeIfAbsent(scores.group().sized() ? subject.algorithm()
                : "", name -> new ArrayList<>()).add(subject));
        Table table = Table.grouped(columns(), groups).styled("best wide");
        return new Noted(jdk, table, List.copyOf(notes.keySet()));
    }

    private List<Column<Routine>> columns() {
        List<Column<Routine>> columns = new ArrayList<>(List.of(
                Column.<Routine>words("JDK", subject -> jdk).in(Where.MARKDOWN),
                Column.<Routine>words("Operation", subject -> scores.group().sized()
                        ? subject.shortWords(scores.varying()) : subject.words(scores.varying())).in(Where.PAGE),
                Column.<Routine>words("Operation", subject -> subject.words(scores.varying())).in(Where.TEXT)));
        for (String column : scores.columns()) {
            if (column.equals(BenchProviders.JDK)) {
                columns.add(of("JDK " + jdk, column).under(ofTheJdk(column)).in(Where.PAGE));
                columns.add(of("JDK providers", column).in(Where.TEXT));
            } else {
                columns.add(of(BenchProviders.name(column), column));
            }
        }
        if (scores.subjects().stream().anyMatch(subject -> limit(subject) != null)) {
            columns.add(Column.<Routine>of("native", Kind.NATIVE, subject -> limit(subject) == null ? TableCell.NONE
                    : TableCell.of(Rate.cell(limit(subject).opsPerSecond(), subject.bytes())))
                    .under(Objects.toString(scores.nativeProgram(), "native")));
        }
        return columns;
    }

    private Score limit(Routine subject) {
        return scores.ofNative(subject, scores.threads());
    }

    private String ofTheJdk(String column) {
        return String.join(", ", scores.providers(column).stream().filter(provider -> scores.scores().keySet().stream()
                .anyMatch(cell -> cell.provider().equals(provider))).toList());
    }

    private Column<Routine> of(String heading, String column) {
        return Column.of(heading, Kind.FIGURE, subject -> {
            Map<String, Score> measured = byColumn.computeIfAbsent(subject, key -> scores.measured(key, jdk));
            return measured.containsKey(column) ? figure(measured, column) : nothing(subject, column);
        });
    }

    private TableCell figure(Map<String, Score> measured, String column) {
        List<String> best = BenchScores.best(measured);
        Score score = measured.get(column);
        double fraction = score.opsPerSecond() / measured.get(best.get(0)).opsPerSecond();
        String figure = Rate.cell(score.opsPerSecond(), score.cell().bytes());
        String ofNative = scores.percentOfNative(score);
        TableCell cell = best.contains(column) && measured.size() > 1
                ? TableCell.of("").and(Look.STRONG, "★", "star").and(Look.PLAIN, " ").and(Look.STRONG, figure)
                : TableCell.of(figure);
        return cell.small(joined(shared && column.equals(BenchProviders.JDK) ? score.cell().provider() : "", ofNative))
                .toned(measured.size() < 2 ? "alone" : "heat-" + step(fraction))
                .hinted(joined(
                        "%s: %s".formatted(BenchProviders.name(score.cell().provider()), score.wordsWithInterval()),
                        Rate.percent(fraction) + " of the best", ofNative.isEmpty() ? "" : ofNative
                                + " of native code"));
    }

    private static String joined(String... words) {
        return String.join(", ", Stream.of(words).filter(word -> !word.isEmpty()).toList());
    }

    private static int step(double fraction) {
        int step = 0;
        while (step < STEPS.length && fraction >= STEPS[step]) {
            step++;
        }
        return step;
    }

    private TableCell nothing(Routine subject, String column) {
        String unavailable = null;
        for (String provider : scores.providers(column)) {
            Score score = scores.score(subject, jdk, provider);
            Check check = scores.check(subject.algorithm(), jdk, provider);
            if (score != null) {
                return failure("✕ failed", "%s, %s: %s".formatted(BenchProviders.name(provider),
                        subject.words(scores.varying()), score.error()));
            }
            if (check != null && isBroken(check)) {
                return failure(check.verdict() == Verdict.MISMATCH ? "✕ wrong" : "✕ failed", "%s, %s: %s".formatted(
                        BenchProviders.name(provider), subject.algorithm(), CheckTables.message(check)));
            }
            if (check != null && unavailable == null) {
                unavailable = check.message();
            }
        }
        return TableCell.NONE.toned("none").hinted(unavailable);
    }

    private static boolean isBroken(Check check) {
        return check.verdict() == Verdict.MISMATCH || check.verdict() == Verdict.FAILED;
    }

    private TableCell failure(String sign, String note) {
        int number = notes.computeIfAbsent(note, key -> notes.size() + 1);
        return TableCell.of(sign).and(Look.FOOTNOTE, String.valueOf(number)).toned("broken").hinted(note);
    }
}
