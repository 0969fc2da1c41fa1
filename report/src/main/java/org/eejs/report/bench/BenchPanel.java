package org.eejs.report.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.eejs.report.text.Change;
import org.eejs.report.text.Rate;
import org.eejs.report.text.Routine;
import org.eejs.result.MachineCode;

/**
 * What a small chart of primitives draws.
 *
 * @param kind {@code sizes} for MB/s by bytes, {@code threads} for throughput relative to one thread
 * @param title what it shows
 * @param operation by which panels are put together
 * @param low the lowest figure of all panels of its kind in the group, so that they can be compared by eye
 * @param high the highest one, as well
 */
public record BenchPanel(String kind, String title, String operation, double low, double high, List<Line> lines) {
    static final String SIZES = "sizes";
    static final String THREADS = "threads";

    /**
     * A provider's line.
     *
     * @param column the provider by the column of its tables, which decides on the colour; null for native code
     * @param software whether the JVM used no machine code, or less than it has
     */
    public record Line(String name, String column, boolean software, List<Point> points) {}

    /**
     * A figure.
     *
     * @param x bytes or threads
     * @param y MB/s, or the multiple of one thread
     * @param low the lower end of the 95 % interval of y; null when there is none
     * @param high the upper end, as well
     * @param speed in words
     * @param ofNative the fraction of native code, in words; null when it is not known
     */
    public record Point(int x, double y, Double low, Double high, String speed, String ofNative) {}

    /** MB/s over bytes, a panel for each operation on each JDK; none where operations have no or one size. */
    static List<BenchPanel> sizes(BenchScores scores) {
        List<BenchPanel> panels = new ArrayList<>();
        List<Routine> subjects = scores.subjects();
        for (Routine row : subjects.stream().filter(each -> each.bytes() != null).map(each -> each.withBytes(null))
                .distinct().toList()) {
            List<Routine> sizes = subjects.stream().filter(each -> each.bytes() != null
                    && each.withBytes(null).equals(row)).toList();
            for (String jdk : sizes.size() < 2 ? List.<String>of() : scores.jdks()) {
                List<Line> lines = new ArrayList<>();
                for (String provider : scores.providers()) {
                    for (MachineCode code : scores.codes()) {
                        add(lines, new Line(BenchProviders.name(provider, code),
                                BenchProviders.column(provider), !code.whole(), sizes.stream()
                                        .map(each -> scores.score(each, jdk, provider, code, scores.threads()))
                                        .filter(Score::isMeasured).map(score -> bySize(scores, score)).toList()));
                    }
                }
                if (!lines.isEmpty()) {
                    add(lines, new Line(Objects.requireNonNullElse(scores.nativeProgram(), Score.NATIVE), null, false,
                            sizes.stream().map(each -> scores.ofNative(each, scores.threads()))
                                    .filter(Objects::nonNull).map(score -> bySize(scores, score)).toList()));
                    panels.add(new BenchPanel(SIZES, row.words(scores.varying()) + ", JDK " + jdk, row.operation(), 0,
                            0, List.copyOf(lines)));
                }
            }
        }
        return ranged(panels);
    }

    /** Throughput over threads, of the typical size; none where nothing was measured with one thread and with more. */
    public static List<BenchPanel> threads(BenchScores scores) {
        List<Integer> threads = scores.scores().keySet().stream().map(cell -> cell.threads()).distinct().sorted()
                .toList();
        Integer size = scores.typicalSize();
        List<BenchPanel> panels = new ArrayList<>();
        for (Routine subject : threads.size() < 2 || threads.get(0) != 1 ? List.<Routine>of() : scores.subjects()) {
            for (String jdk : Objects.equals(subject.bytes(), size) ? scores.jdks()
                    : List.<String>of()) {
                List<Line> lines = new ArrayList<>();
                for (String provider : scores.providers()) {
                    Score one = scores.score(subject, jdk, provider);
                    if (Score.isMeasured(one)) {
                        add(lines, new Line(BenchProviders.name(provider), BenchProviders.column(provider), false,
                                threads.stream().map(count -> scores.score(subject, jdk, provider,
                                        scores.code(), count)).filter(Score::isMeasured)
                                        .map(score -> byThreads(scores, score, one)).toList()));
                    }
                }
                // One point alone is one thread's, which is 1 by itself.
                lines.removeIf(line -> line.points().size() < 2);
                if (!lines.isEmpty()) {
                    panels.add(new BenchPanel(THREADS, subject.words(scores.varying()) + ", JDK " + jdk,
                            subject.operation(), 0, 0, List.copyOf(lines)));
                }
            }
        }
        return ranged(panels);
    }

    private static void add(List<Line> lines, Line line) {
        if (!line.points().isEmpty()) {
            lines.add(line);
        }
    }

    private static List<BenchPanel> ranged(List<BenchPanel> panels) {
        List<Double> figures = panels.stream().flatMap(panel -> panel.lines().stream())
                .flatMap(line -> line.points().stream()).map(Point::y).sorted().toList();
        return panels.stream().map(panel -> new BenchPanel(panel.kind(), panel.title(), panel.operation(),
                figures.get(0), figures.get(figures.size() - 1), panel.lines())).toList();
    }

    private static Point bySize(BenchScores scores, Score score) {
        int bytes = score.cell().bytes();
        boolean interval = Change.isInterval(score.ci95());
        return new Point(bytes, score.megabytes(), interval ? Rate.megabytes(score.ci95().get(0), bytes) : null,
                interval ? Rate.megabytes(score.ci95().get(1), bytes) : null, score.words(), ofNative(scores, score));
    }

    private static Point byThreads(BenchScores scores, Score score, Score one) {
        Change change = score == one ? new Change(1, null, null) : score.dividedBy(one);
        return new Point(score.cell().threads(), change.ratio(), change.low(), change.high(), score.words(),
                ofNative(scores, score));
    }

    private static String ofNative(BenchScores scores, Score score) {
        return scores.ofNative(score) == null ? null : scores.percentOfNative(score);
    }
}
