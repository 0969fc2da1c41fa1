package org.eejs.report.experiment;

import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eejs.report.page.Block;
import org.eejs.report.page.Section;
import org.eejs.report.table.Column;
import org.eejs.report.table.Column.Kind;
import org.eejs.report.table.Table;
import org.eejs.report.table.TableCell;
import org.eejs.report.table.TableCell.Look;
import org.eejs.report.text.Change;
import org.eejs.report.text.FigureText;
import org.eejs.report.text.Format;
import org.eejs.report.text.Sentence;
import org.eejs.report.text.Tested;
import org.eejs.result.BankFigures;
import org.eejs.result.Published.Row;
import org.eejs.result.Published.Verdict;
import org.eejs.result.PublishedFigure;
import org.eejs.result.Reproduction.Figure;
import org.eejs.result.Result;

/** A table of published figures next to the measured ones. */
final class PublishedTable {
    private static final String SESSIONS = BankFigures.SESSIONS.id();
    private static final double SMALL = 0.1;

    private PublishedTable() {}

    /** Returns an empty section if the experiment has no published figure that its result can contain. */
    static Section section(Result.Published published) {
        return Section.of("Published figures").with(published == null ? new Block[0] : new Block[] {
            Block.paragraph(Block.Style.TEXT, published.figures().isEmpty() ? ""
                    : Objects.toString(published.source(), "")),
            Block.table(of(published.figures().stream().map(figure -> new Figure("", "", "", null, null, figure))
                    .toList()))});
    }

    /** Returns figures of a paper or an experiment, without empty columns. */
    static Table of(List<Figure> figures) {
        return Table.of(Stream.of(Column.of("Figure", Kind.LONG_WORDS, PublishedTable::name),
                figures.stream().noneMatch(figure -> figure.printed() != null) ? null
                        : Column.words("As printed", PublishedTable::printed),
                Column.<Figure>figure("Published", each -> published(each.figure())),
                Column.<Figure>figure("Measured", each -> measured(each.figure())),
                Column.<Figure>figure("95% CI", each -> interval(each.figure())),
                Column.<Figure>figure("Runs", each -> Format.count(each.figure().runs())),
                figures.stream().allMatch(each -> each.figure().verdict() == null) ? null
                        : Column.<Figure>of("Verdict", Kind.WORDS, each -> badge(each.figure().verdict())),
                figures.stream().allMatch(each -> each.figure().reason() == null) ? null
                        : Column.<Figure>longWords("Why", each -> Objects.toString(each.figure().reason(), "")))
                .filter(Objects::nonNull).toList(), figures);
    }

    private static TableCell badge(Verdict verdict) {
        return verdict == null ? TableCell.NONE : switch (verdict) {
            case REPRODUCED -> TableCell.badge("✓ reproduced", "met");
            case DIFFERS -> TableCell.badge("✕ differs", "missed");
            case NOT_HERE -> TableCell.badge("not here", "open");
        };
    }

    private static TableCell name(Figure figure) {
        Row row = figure.figure().row();
        String metric = row.metric() == null ? "" : row.metric().equals(SESSIONS) ? "Capacity in sessions"
                : FigureText.of(row.metric(), Tested.BANK).name();
        String words = row.words() == null ? metric : row.words();
        return TableCell.of(Sentence.capitalised(words)).and(Look.SMALL_WORDY, Stream.of(figure.place(),
                words.equalsIgnoreCase(metric) ? "" : metric, row.configuration() == null ? ""
                        : row.relativeTo() == null ? row.configuration()
                        : row.configuration() + ", relative to " + row.relativeTo())
                .filter(part -> !part.isEmpty()).collect(Collectors.joining("; ")));
    }

    /** Returns the printed form, if it differs. */
    private static String printed(Figure figure) {
        return figure.printed() == null || figure.published() != null
                && figure.printed().equals(Format.plain(figure.published())) ? "" : figure.printed();
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

    /** Returns the measured ratio. A ratio far below 1 keeps its digits. */
    private static String measured(PublishedFigure figure) {
        return figure.measured() == null ? Format.NONE : !isRatio(figure) ? value(figure, figure.measured())
                : "×\u00a0" + (figure.measured() < SMALL ? Format.figure(figure.measured())
                        : Change.of(figure.measured(), figure.ci95()).plain());
    }

    private static String interval(PublishedFigure figure) {
        return figure.measured() == null || !Change.isInterval(figure.ci95()) ? Format.NONE
                : !isRatio(figure) ? Change.words(figure.ci95(), end -> value(figure, end))
                : figure.measured() < SMALL ? Change.words(figure.ci95(), Format::figure)
                : Change.of(figure.measured(), figure.ci95()).plainInterval();
    }

    private static String value(PublishedFigure figure, double value) {
        return figure.row().metric().equals(SESSIONS) ? Format.count(Math.round(value))
                : FigureText.of(figure.row().metric(), Tested.BANK).value(value);
    }
}
