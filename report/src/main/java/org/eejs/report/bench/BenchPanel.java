package org.eejs.report.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.eejs.report.text.Change;
import org.eejs.report.text.Rate;
import org.eejs.report.text.Routine;
import org.eejs.result.MachineCode;

/**
 * A small chart of primitives.
 *
 * @param kind {@code sizes} for MB/s by bytes, {@code threads} for throughput relative to one thread
 * @param title the title of the chart
 * @param operation the operation, by which panels are grouped
 * @param low the lowest figure of all panels of this kind in the group, for a common scale
 * @param high the highest figure of these panels
 */
public record BenchPanel(String kind, String title, String operation, double low, double high, List<Line> lines) {
    static final String SIZES = "sizes";
    static final String THREADS = "threads";

    /**
     * The line of a provider.
     *
     * @param column the provider by the column of its tables, which determines the colour; null for native code
     * @param software whether the JVM ran without some or all intrinsics
     */
    public record Line(String name, String column, boolean software, List<Point> points) {}

    /**
     * A figure.
     *
     * @param x bytes or threads
     * @param y MB/s, or the multiple of one thread
     * @param low the lower bound of the 95% CI of y; null if there is none
     * @param high the upper bound; null if there is none
     * @param speed the speed as text
     * @param ofNative the fraction of native code as text; null if unknown
     */
    public record Point(int x, double y, Double low, Double high, String speed, String ofNative) {}

    /**
     * Returns panels of MB/s by bytes, one per operation and JDK; none for operations with one size or without sizes.
     */
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

    /** Returns panels of throughput by threads at the typical size; none unless one and more threads were measured. */
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
                // A single point would be that of one thread, which is 1 by definition.
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
