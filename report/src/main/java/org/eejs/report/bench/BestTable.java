package org.eejs.report.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.eejs.report.text.Format;
import org.eejs.report.text.Rate;
import org.eejs.report.text.Subject;
import org.eejs.result.Bench.Check;
import org.eejs.result.Bench.NativeScore;
import org.eejs.result.Bench.Score;
import org.eejs.result.Bench.Verdict;

/**
 * Who is fastest at what on one JDK: a row for each operation, a column for each provider.
 *
 * @param jdk its version
 * @param nativeProgram what measured the last column; null when there is none
 * @param rows in the order in which they were planned
 * @param notes what went wrong, each by the number at its cells, from 1
 */
public record BestTable(String jdk, List<Column> columns, String nativeProgram, List<Row> rows, List<String> notes) {
    /** A provider, or those of the JDK together; {@code sub} says which. */
    public record Column(String name, String sub) {}

    /**
     * One operation.
     *
     * @param algorithm heads its rows; null where it stands in a row above, or in {@code what}
     * @param full as it is called where no other row is near
     * @param nativeFigure what native code does; null when that is not known
     */
    public record Row(String algorithm, String what, String full, List<Cell> cells, String nativeFigure) {}

    /**
     * One figure.
     *
     * @param figure in the unit of the table, or a sign that there is none
     * @param sub whose it is, where the column does not tell, and the fraction of native code
     * @param style the class of its colour in the style sheet
     * @param best whether it is the fastest, or not surely slower
     * @param title the figure in full
     * @param note the number of what went wrong; 0 for nothing
     */
    public record Cell(String figure, String sub, String style, boolean best, String title, int note) {}

    /** Fractions of the fastest from which on a colour is another one. */
    private static final double[] STEPS = {0.05, 0.2, 0.5, 0.8, 0.95};

    static BestTable of(BenchScores scores, String jdk) {
        List<String> columns = scores.columns();
        Map<String, Integer> notes = new LinkedHashMap<>();
        List<Row> rows = new ArrayList<>();
        String algorithm = null;
        for (Subject subject : subjects(scores, jdk)) {
            boolean headed = scores.group().sized();
            boolean first = !Objects.equals(algorithm, subject.algorithm());
            algorithm = subject.algorithm();
            Map<String, Score> measured = scores.measured(subject, jdk);
            List<String> best = BenchScores.best(measured);
            List<Cell> cells = new ArrayList<>();
            for (String column : columns) {
                cells.add(measured.containsKey(column) ? figure(scores, measured, best, column)
                        : nothing(scores, subject, jdk, column, notes));
            }
            NativeScore limit = scores.ofNative(subject, scores.threads());
            rows.add(new Row(headed && first ? String.valueOf(algorithm) : null,
                    headed ? subject.shortWords(scores.varying()) : subject.words(scores.varying()),
                    subject.words(scores.varying()), List.copyOf(cells),
                    limit == null ? null : Rate.cell(limit.opsPerSecond(), subject.bytes())));
        }
        boolean limited = rows.stream().anyMatch(row -> row.nativeFigure() != null);
        return new BestTable(jdk, columns.stream().map(column -> column(scores, jdk, column)).toList(),
                limited ? scores.nativeProgram() == null ? "native" : scores.nativeProgram() : null,
                List.copyOf(rows), List.copyOf(notes.keySet()));
    }

    // An algorithm of which nothing could be measured has a row, too, unless it is simply not offered.
    private static List<Subject> subjects(BenchScores scores, String jdk) {
        List<Subject> subjects = new ArrayList<>(scores.shown(scores.subjects(jdk)));
        scores.checks().stream().filter(check -> Objects.equals(check.jdk(), jdk)
                && (check.verdict() == Verdict.MISMATCH || check.verdict() == Verdict.FAILED)
                && subjects.stream().noneMatch(each -> Objects.equals(each.algorithm(), check.algorithm())))
                .map(Check::algorithm).distinct().toList()
                .forEach(algorithm -> subjects.add(new Subject(algorithm, null, null, Map.of())));
        return subjects;
    }

    private static Column column(BenchScores scores, String jdk, String column) {
        if (!column.equals(BenchProviders.JDK)) {
            return new Column(BenchProviders.name(column), "");
        }
        return new Column("JDK " + jdk, String.join(", ", scores.providers(column).stream()
                .filter(provider -> scores.scores().keySet().stream().map(cell -> cell.provider())
                        .anyMatch(provider::equals)).toList()));
    }

    private static Cell figure(BenchScores scores, Map<String, Score> measured, List<String> best, String column) {
        Score score = measured.get(column);
        double fraction = score.opsPerSecond() / measured.get(best.get(0)).opsPerSecond();
        List<String> title = new ArrayList<>(List.of("%s: %s".formatted(BenchProviders.name(score.cell().provider()),
                Rate.words(score)), Rate.percent(fraction) + " of the best"));
        List<String> sub = new ArrayList<>();
        boolean shared = column.equals(BenchProviders.JDK) && scores.scores().keySet().stream()
                .map(cell -> cell.provider()).filter(BenchProviders::isOfTheJdk).distinct().count() > 1;
        if (shared) {
            sub.add(score.cell().provider());
        }
        if (score.ofNative() != null) {
            sub.add(Rate.percent(score.ofNative()));
            title.add(Rate.percent(score.ofNative()) + " of native code");
        }
        boolean isBest = best.contains(column) && measured.size() > 1;
        return new Cell(Rate.cell(score.opsPerSecond(), score.cell().bytes()), String.join(", ", sub),
                measured.size() < 2 ? "alone" : "heat-" + step(fraction), isBest,
                String.join(", ", title), 0);
    }

    private static int step(double fraction) {
        int step = 0;
        while (step < STEPS.length && fraction >= STEPS[step]) {
            step++;
        }
        return step;
    }

    private static Cell nothing(BenchScores scores, Subject subject, String jdk, String column,
            Map<String, Integer> notes) {
        String unavailable = "";
        for (String provider : scores.providers(column)) {
            Score score = scores.score(subject, jdk, provider);
            Check check = scores.check(subject.algorithm(), jdk, provider);
            if (score != null) {
                return failure("✕ failed", "%s, %s: %s".formatted(BenchProviders.name(provider),
                        subject.words(scores.varying()), BenchScores.error(score)), notes);
            }
            if (check != null && (check.verdict() == Verdict.MISMATCH || check.verdict() == Verdict.FAILED)) {
                return failure(check.verdict() == Verdict.MISMATCH ? "✕ wrong" : "✕ failed", "%s, %s: %s".formatted(
                        BenchProviders.name(provider), subject.algorithm(), CheckTable.message(check)), notes);
            }
            if (check != null && check.message() != null && unavailable.isEmpty()) {
                unavailable = check.message();
            }
        }
        return new Cell(Format.NONE, "", "none", false, unavailable, 0);
    }

    private static Cell failure(String sign, String note, Map<String, Integer> notes) {
        return new Cell(sign, "", "broken", false, note, notes.computeIfAbsent(note, key -> notes.size() + 1));
    }
}
