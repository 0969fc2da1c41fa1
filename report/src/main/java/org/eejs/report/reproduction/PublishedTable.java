package org.eejs.report.experiment;

import java.util.List;
import java.util.Objects;
import org.eejs.report.page.Block;
import org.eejs.report.page.Section;
import org.eejs.report.table.Cell;
import org.eejs.report.table.Column.Kind;
import org.eejs.report.table.Column;
import org.eejs.report.table.Table;
import org.eejs.report.table.Where;
import org.eejs.report.text.Change;
import org.eejs.report.text.Format;
import org.eejs.report.text.MetricText;
import org.eejs.result.Result.PublishedFigure;
import org.eejs.result.Result;

/** What others have published beside what was measured. */
final class PublishedTable {
    private PublishedTable() {}

    private static final List<Column<PublishedFigure>> COLUMNS = List.of(
            Column.of("Figure", Kind.WORDS, figure -> Cell.of(name(figure)).small(
                    Objects.toString(figure.row().words(), ""))),
            Column.longWords("Configuration", figure -> isRatio(figure)
                    ? figure.row().configuration() + ", relative to " + figure.row().relativeTo()
                    : figure.row().configuration()),
            Column.figure("Published", PublishedTable::published),
            Column.figure("Measured", PublishedTable::measured),
            Column.figure("95 % interval", PublishedTable::interval),
            Column.figure("Runs", figure -> Format.count(figure.runs())));

    /** Empty when the experiment names no such figure, or none that a result of its kind can measure. */
    static Section section(Result.Published published) {
        Section section = Section.of("Beside what was published");
        return published == null || published.figures().isEmpty() ? section : section.with(
                Block.paragraph(Block.Style.TEXT, Objects.toString(published.source(), ""), Where.EVERYWHERE),
                Block.table(Table.of(COLUMNS, published.figures())));
    }

    private static boolean isRatio(PublishedFigure figure) {
        return figure.row().ratio() != null;
    }

    private static String published(PublishedFigure figure) {
        return isRatio(figure) ? "×\u00a0" + Format.plain(figure.row().ratio())
                : figure.row().value() == null ? Format.NONE : value(figure, figure.row().value());
    }

    private static String measured(PublishedFigure figure) {
        return figure.measured() == null ? Format.NONE
                : isRatio(figure) ? "×\u00a0" + change(figure).plain() : value(figure, figure.measured());
    }

    private static String interval(PublishedFigure figure) {
        return figure.measured() == null || !change(figure).hasInterval() ? Format.NONE
                : isRatio(figure) ? change(figure).plainInterval()
                        : value(figure, change(figure).low()) + " to " + value(figure, change(figure).high());
    }

    private static Change change(PublishedFigure figure) {
        return Change.of(figure.measured(), figure.ci95());
    }

    private static String name(PublishedFigure figure) {
        return switch (figure.row().metric()) {
            case "good" -> "Good pages";
            case "tolerable" -> "Tolerable pages";
            case "failed" -> "Failed pages";
            case "sessions" -> "Capacity in sessions";
            default -> MetricText.of(figure.row().metric()).name();
        };
    }

    private static String value(PublishedFigure figure, double value) {
        return switch (figure.row().metric()) {
            // As everywhere else: never rounded up to a threshold.
            case "good", "tolerable" -> Format.reached(value);
            case "failed" -> Format.percent(value);
            case "sessions" -> Format.count(Math.round(value));
            default -> MetricText.of(figure.row().metric()).value(value);
        };
    }
}
