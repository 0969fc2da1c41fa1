package org.eejs.report.reproduction;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
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
import org.eejs.result.Published.Row;
import org.eejs.result.Published.Verdict;
import org.eejs.result.PublishedFigure;
import org.eejs.result.Result;

/** What others have published beside what was measured. */
public final class PublishedTable {
    private static final double SMALL = 0.1;

    private PublishedTable() {}

    private static final List<Column<PublishedFigure>> NAMES = List.of(
            Column.of("Figure", Kind.LONG_WORDS, figure -> Cell.of(name(figure.row().metric()))
                    .small(Objects.toString(figure.row().words(), ""))),
            Column.longWords("Configuration", PublishedTable::subject));
    /** Figures and what came of them. */
    static final List<Column<PublishedFigure>> FIGURES = List.of(
            Column.figure("Published", PublishedTable::published),
            Column.figure("Measured", PublishedTable::measured),
            Column.figure("95 % interval", PublishedTable::interval));
    private static final Column<PublishedFigure> RUNS = Column.figure("Runs", figure -> Format.count(figure.runs()));
    /** What came of comparing them. */
    static final List<Column<PublishedFigure>> VERDICT = List.of(
            Column.of("Verdict", Kind.WORDS, figure -> figure.verdict() == null ? Cell.NONE : badge(figure.verdict())),
            Column.longWords("Why", figure -> Objects.toString(figure.reason(), "")));

    /** Empty when the experiment names no such figure, or none that a result of its kind can measure. */
    public static Section section(Result.Published published) {
        boolean judged = published != null && published.figures().stream().anyMatch(each -> each.verdict() != null);
        Section section = Section.of("Beside what was published");
        return published == null || published.figures().isEmpty() ? section : section.with(
                Block.paragraph(Block.Style.TEXT, Objects.toString(published.source(), ""), Where.EVERYWHERE),
                Block.table(Table.of(Stream.of(NAMES, FIGURES, List.of(RUNS), judged ? VERDICT
                        : List.<Column<PublishedFigure>>of()).flatMap(List::stream).toList(), published.figures())));
    }

    /** A verdict as a word in its colour. */
    static Cell badge(Verdict verdict) {
        return switch (verdict) {
            case REPRODUCED -> Cell.badge("✓ reproduced", "met");
            case DIFFERS -> Cell.badge("✕ differs", "missed");
            case NOT_HERE -> Cell.badge("not here", "open");
        };
    }

    /** Of what it is a figure; empty where a result has only one. */
    static String subject(PublishedFigure figure) {
        Row row = figure.row();
        return row.configuration() == null ? "" : row.relativeTo() == null ? row.configuration()
                : row.configuration() + ", relative to " + row.relativeTo();
    }

    private static boolean isRatio(PublishedFigure figure) {
        return figure.row().relativeTo() != null;
    }

    private static String published(PublishedFigure figure) {
        Row row = figure.row();
        String relation = row.relation() == null ? "" : switch (row.relation()) {
            case HIGHER -> "more";
            case LOWER -> "less";
            case SAME -> "the same";
            case AT_LEAST -> "at least\u00a0";
            case AT_MOST -> "at most\u00a0";
            case BESIDE -> "";
        };
        return row.ratio() != null ? "×\u00a0" + Format.plain(row.ratio())
                : relation + (row.value() == null ? "" : value(figure, row.value()));
    }

    private static String measured(PublishedFigure figure) {
        return figure.measured() == null ? Format.NONE
                : isRatio(figure) ? "×\u00a0" + ratio(figure.measured(), change(figure).plain())
                        : value(figure, figure.measured());
    }

    private static String interval(PublishedFigure figure) {
        return figure.measured() == null || !change(figure).hasInterval() ? Format.NONE
                : isRatio(figure) ? figure.measured() >= SMALL ? change(figure).plainInterval()
                        : Change.words(figure.ci95(), Format::figure)
                        : value(figure, change(figure).low()) + " to " + value(figure, change(figure).high());
    }

    /** What is far below 1 keeps its digits. */
    private static String ratio(double ratio, String usual) {
        return ratio < SMALL ? Format.figure(ratio) : usual;
    }

    private static Change change(PublishedFigure figure) {
        return Change.of(figure.measured(), figure.ci95());
    }

    /** The figure in words. */
    static String name(String metric) {
        return switch (metric) {
            case "good" -> "Good pages";
            case "tolerable" -> "Tolerable pages";
            case "failed" -> "Failed pages";
            case "fullHandshakes.ofPages" -> "Full handshakes of pages";
            case "fullHandshakes.ofConnections" -> "Full handshakes of TLS connections";
            case "sessions" -> "Capacity in sessions";
            case "opsPerSecond" -> "Operations per second";
            case "megabytesPerSecond" -> "MB per second";
            case "cpuMicrosPerOp" -> "CPU per operation";
            case "meanMs" -> "Mean latency";
            case "p50Ms" -> "Median latency";
            case "p99Ms" -> "99th percentile of latency";
            case "clientCpuMicros" -> "Client’s CPU per operation";
            case "serversPerClient" -> "Processors of servers for one of a client";
            case "signatureShare" -> "Share of the signature in the transaction";
            case "tlbMissesPerTransaction" -> "TLB misses per transaction";
            default -> MetricText.of(metric).name();
        };
    }

    private static String value(PublishedFigure figure, double value) {
        return switch (figure.row().metric()) {
            // As everywhere else: never rounded up to a threshold.
            case "good", "tolerable" -> Format.reached(value);
            case "failed", "signatureShare", "fullHandshakes.ofPages", "fullHandshakes.ofConnections" ->
                Format.percent(value);
            case "sessions" -> Format.count(Math.round(value));
            case "meanMs", "p50Ms", "p99Ms" -> Format.time(value);
            case "cpuMicrosPerOp", "clientCpuMicros" -> Format.figure(value, "µs");
            default -> MetricText.of(figure.row().metric()).value(value);
        };
    }
}
