package org.eejs.report.experiment;

import java.util.List;
import org.eejs.report.text.Change;
import org.eejs.report.text.Format;
import org.eejs.report.text.MetricText;
import org.eejs.report.text.RunFigures;
import org.eejs.result.Result;
import org.eejs.result.Result.PublishedFigure;

/**
 * What others have published beside what was measured.
 *
 * @param source where it was published
 * @param rows one figure each
 */
public record PublishedTable(String source, List<Row> rows) {
    /**
     * One figure.
     *
     * @param words more about it; empty for nothing
     * @param configuration for a ratio with what it is relative to
     */
    public record Row(String figure, String words, String configuration, String published, String measured, String interval,
            String runs) {}

    /** The table; null when the experiment names no such figure, or none that a result of its kind can measure. */
    static PublishedTable of(Result.Published published) {
        return published == null || RunFigures.orEmpty(published.figures()).isEmpty() ? null
                : new PublishedTable(published.source() == null ? "" : published.source(),
                        published.figures().stream().map(PublishedTable::row).toList());
    }

    private static Row row(PublishedFigure figure) {
        boolean isRatio = figure.ratio() != null;
        Change change = figure.measured() == null ? null : Change.of(figure.measured(), figure.ci95());
        String metric = String.valueOf(figure.metric());
        return new Row(name(metric), figure.words() == null ? "" : figure.words(),
                isRatio ? figure.configuration() + ", relative to " + figure.relativeTo() : figure.configuration(),
                isRatio ? "×\u00a0" + Format.plain(figure.ratio())
                        : figure.value() == null ? Format.NONE : value(metric, figure.value()),
                change == null ? Format.NONE : isRatio ? "×\u00a0" + change.plain()
                        : value(metric, change.ratio()),
                change == null || !change.hasInterval() ? Format.NONE : isRatio ? change.plainInterval()
                        : value(metric, change.low()) + " to " + value(metric, change.high()),
                Format.count(figure.runs()));
    }

    private static String name(String metric) {
        return switch (metric) {
            case "good" -> "Good pages";
            case "tolerable" -> "Tolerable pages";
            case "failed" -> "Failed pages";
            case "sessions" -> "Capacity in sessions";
            default -> MetricText.name(metric);
        };
    }

    private static String value(String metric, double value) {
        return switch (metric) {
            // As a quality is told everywhere, never rounded up to a threshold.
            case "good", "tolerable" -> Format.reached(value);
            case "failed" -> Format.percent(value);
            case "sessions" -> Format.count(Math.round(value));
            default -> MetricText.value(metric, value);
        };
    }
}
