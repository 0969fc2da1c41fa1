package org.eejs.report.bench;

import java.util.ArrayList;
import java.util.List;
import org.eejs.report.text.Change;
import org.eejs.report.text.Format;
import org.eejs.report.text.Rate;
import org.eejs.report.text.Subject;
import org.eejs.result.Bench.Score;

/**
 * What the JVM's machine code gains a provider: each operation with it and in software alone.
 *
 * @param jdks the columns
 */
public record IntrinsicsTable(List<String> jdks, List<Row> rows) {
    /** One operation of a provider. */
    public record Row(String what, String provider, List<Cell> cells) {}

    /** How many times faster machine code is on a JDK; a dash where that is not known. */
    public record Cell(String ratio, String interval, String speeds) {}

    static IntrinsicsTable of(BenchScores scores) {
        List<Row> rows = new ArrayList<>();
        for (Subject subject : scores.shown(scores.subjects())) {
            for (String provider : scores.providers()) {
                List<Cell> cells = scores.jdks().stream().map(jdk -> cell(scores, subject, jdk, provider)).toList();
                if (cells.stream().anyMatch(cell -> !cell.speeds().isEmpty())) {
                    rows.add(new Row(subject.words(scores.varying()), BenchProviders.name(provider), cells));
                }
            }
        }
        return new IntrinsicsTable(scores.jdks(), List.copyOf(rows));
    }

    private static Cell cell(BenchScores scores, Subject subject, String jdk, String provider) {
        Change change = gain(scores, subject, jdk, provider);
        if (change == null) {
            return new Cell(Format.NONE, "", "");
        }
        Score with = scores.score(subject, jdk, provider, true, scores.threads());
        Score without = scores.score(subject, jdk, provider, false, scores.threads());
        return new Cell("×" + Rate.digits(change.ratio()), change.hasInterval() ? interval(change) : "",
                "%s instead of %s".formatted(Rate.words(with.opsPerSecond(), subject.bytes()),
                        Rate.words(without.opsPerSecond(), subject.bytes())));
    }

    /** By how much machine code is faster; null where not both were measured. */
    static Change gain(BenchScores scores, Subject subject, String jdk, String provider) {
        Score with = scores.score(subject, jdk, provider, true, scores.threads());
        Score without = scores.score(subject, jdk, provider, false, scores.threads());
        return BenchScores.isMeasured(with) && BenchScores.isMeasured(without) ? BenchScores.ratio(with, without)
                : null;
    }

    /** The ends of a ratio's interval. */
    static String interval(Change change) {
        return !change.hasInterval() ? Format.NONE
                : "×%s to ×%s".formatted(Rate.digits(change.low()), Rate.digits(change.high()));
    }
}
