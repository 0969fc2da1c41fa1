package org.eejs.report.bench;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.eejs.report.experiment.ComparisonFinding;
import org.eejs.report.text.Change;
import org.eejs.report.text.Format;
import org.eejs.report.text.Rate;
import org.eejs.report.text.Subject;
import org.eejs.result.Bench.Score;

/**
 * What changed from the oldest JDK to the newest, the largest change first.
 *
 * @param newest its version
 * @param oldest its version
 * @param rows those operations that were measured on both
 */
public record JdkTable(String newest, String oldest, List<Row> rows) {
    /** A difference that is surely smaller does not matter. */
    static final double MARGIN = 0.05;
    /** So many rows tell what is to be known at a glance. */
    static final int FIRST_ROWS = 8;

    /** One operation of a provider; {@code verdict} is as of comparisons. */
    public record Row(String what, String provider, String was, String is, Change change, String verdict) {
        /** The newest by the oldest. */
        public String ratio() {
            return "×" + Rate.digits(change.ratio());
        }

        public String interval() {
            return IntrinsicsTable.interval(change);
        }
    }

    /** The table of a group; null where it was measured on one JDK only. */
    public static JdkTable of(BenchScores scores) {
        List<String> jdks = scores.jdks();
        if (jdks.size() < 2) {
            return null;
        }
        String newest = jdks.get(0);
        String oldest = jdks.get(jdks.size() - 1);
        List<Row> rows = new ArrayList<>();
        for (Subject subject : scores.subjects()) {
            for (String provider : scores.providers()) {
                Score is = scores.score(subject, newest, provider);
                Score was = scores.score(subject, oldest, provider);
                if (BenchScores.isMeasured(is) && BenchScores.isMeasured(was)) {
                    Change change = BenchScores.ratio(is, was);
                    rows.add(new Row(subject.words(scores.varying()), BenchProviders.name(provider),
                            Rate.words(was.opsPerSecond(), subject.bytes()),
                            Rate.words(is.opsPerSecond(), subject.bytes()), change, verdict(change)));
                }
            }
        }
        rows.sort(Comparator.comparingDouble((Row row) -> Math.abs(Math.log(row.change().ratio()))).reversed());
        return rows.isEmpty() ? null : new JdkTable(newest, oldest, List.copyOf(rows));
    }

    /** How many are better, worse, the same and not decided. */
    public String summary() {
        Map<String, Long> counts = new LinkedHashMap<>();
        for (String verdict : List.of("better", "worse", "noDifference", "inconclusive")) {
            long count = rows.stream().filter(row -> row.verdict().equals(verdict)).count();
            if (count > 0) {
                counts.put(verdict, count);
            }
        }
        return "JDK %s against JDK %s: %s.".formatted(newest, oldest, counts.entrySet().stream().map(entry ->
                Format.count(entry.getValue()) + " " + ComparisonFinding.words(entry.getKey()))
                .collect(Collectors.joining(", ")));
    }

    /** The largest changes. */
    public List<Row> first() {
        return rows.stream().filter(row -> !row.verdict().equals("noDifference")).limit(FIRST_ROWS).toList();
    }

    /** All others. */
    public List<Row> rest() {
        List<Row> first = first();
        return rows.stream().filter(row -> !first.contains(row)).toList();
    }

    // More operations a second are better.
    private static String verdict(Change change) {
        return change.isWithin(MARGIN) ? "noDifference" : !change.isSure() ? "inconclusive"
                : change.ratio() > 1 ? "better" : "worse";
    }
}
