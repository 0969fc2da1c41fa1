package org.eejs.report.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eejs.report.text.Change;
import org.eejs.report.text.Format;
import org.eejs.report.text.Rate;
import org.eejs.report.text.Subject;
import org.eejs.result.Bench.NativeScore;
import org.eejs.result.Bench.Score;

/** Every figure of a group, those of native code last. */
public record ScoreTable(List<Row> rows, boolean sized, boolean allocated) {
    /** One figure; {@code error} is null where there is one. */
    public record Row(String what, String provider, String jdk, String threads, String opsPerSecond, String megabytes,
            String interval, String cpu, String allocated, String ofNative, String error) {}

    static ScoreTable of(BenchScores scores) {
        List<Row> rows = new ArrayList<>();
        scores.scores().values().forEach(score -> rows.add(row(scores, score)));
        scores.natives().forEach(score -> rows.add(row(score)));
        return new ScoreTable(List.copyOf(rows), scores.group().sized(),
                scores.scores().values().stream().anyMatch(score -> score.allocatedBytesPerOp() != null));
    }

    private static Row row(BenchScores scores, Score score) {
        String what = Subject.of(score.cell()).words(scores.varying());
        boolean measured = BenchScores.isMeasured(score);
        Integer bytes = score.cell().bytes();
        return new Row(what, BenchProviders.name(score.cell().provider())
                + (score.cell().intrinsics() ? "" : ", software"), String.valueOf(score.cell().jdk()),
                Format.count(score.cell().threads()), measured ? Rate.digits(score.opsPerSecond()) : Format.NONE,
                measured && bytes != null ? Rate.digits(Rate.megabytes(score.opsPerSecond(), bytes)) : Format.NONE,
                measured && Change.isInterval(score.ci95()) ? "%s to %s".formatted(Rate.digits(score.ci95().get(0)),
                        Rate.digits(score.ci95().get(1))) : Format.NONE,
                known(score.cpuMicrosPerOp()), known(score.allocatedBytesPerOp()),
                score.ofNative() == null ? Format.NONE : Rate.percent(score.ofNative()),
                measured ? null : BenchScores.error(score));
    }

    private static Row row(NativeScore score) {
        boolean measured = score.opsPerSecond() != null;
        Subject subject = new Subject(score.algorithm(), score.operation(), score.bytes(), Map.of());
        return new Row(subject.words(Set.of()), score.program() == null ? "native" : score.program(),
                "native", Format.count(score.threads()), measured ? Rate.digits(score.opsPerSecond()) : Format.NONE,
                measured && score.bytes() != null ? Rate.digits(Rate.megabytes(score.opsPerSecond(), score.bytes()))
                        : Format.NONE, Format.NONE, Format.NONE, Format.NONE, Format.NONE,
                measured ? null : score.error() == null ? "no reason was recorded" : score.error());
    }

    private static String known(Double value) {
        return value == null ? Format.NONE : Rate.digits(value);
    }
}
