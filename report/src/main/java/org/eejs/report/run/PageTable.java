package org.eejs.report.run;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.eejs.banking.Page;
import org.eejs.report.page.Block;
import org.eejs.report.page.Section;
import org.eejs.report.table.TableCell.Look;
import org.eejs.report.table.TableCell;
import org.eejs.report.table.Column.Kind;
import org.eejs.report.table.Column;
import org.eejs.report.table.Table;
import org.eejs.report.table.Where;
import org.eejs.report.text.Format;
import org.eejs.report.text.RunQuality;
import org.eejs.report.text.Tested;
import org.eejs.result.BankFigures;
import org.eejs.result.Observation;
import org.eejs.result.Result;

/** A table of the pages of runs, in the order of the workload. */
public final class PageTable {
    private static final String FAMILY = "perPage.";
    private static final String COUNT = ".count";

    private PageTable() {}

    /**
     * A page of a run, or the sum of all pages.
     *
     * @param longest the share that a full bar represents
     */
    public record Row(Observation run, String page, double longest) {
        /** Returns a figure of the page, or of all pages by the other id. */
        private double value(String word, String ofAll) {
            return run.value(page == null ? ofAll : FAMILY + page + "." + word);
        }

        private long count() {
            return (long) value("count", BankFigures.PAGES.id());
        }

        private long failedPages() {
            return (long) value("failed", BankFigures.FAILED_PAGES.id());
        }

        private double share() {
            return page == null ? 1 : value("share", null);
        }

        private double expected() {
            return page == null ? 1 : value("expectedShare", null);
        }

        private Double time(String word) {
            double time = value("responseTimeMs." + word, "responseTimeMs." + word);
            return Double.isFinite(time) ? (Double) time : null;
        }

        private TableCell bar() {
            double scale = longest > 0 ? 100 / longest : 0;
            return page == null ? TableCell.of("") : TableCell.bar(share() * scale, expected() * scale);
        }

        private TableCell failed() {
            return TableCell.of(Format.count(failedPages())).toned(failedPages() == 0 || page == null ? "" : "alarm");
        }
    }

    public static final List<Column<Row>> COLUMNS = List.of(
            Column.data("configuration", row -> row.run().configuration()),
            Column.data("round", row -> row.run().round()),
            Column.<Row>words("Page", row -> row.page() == null ? Tested.of(row.run()).words("All pages") : row.page())
                    .as("page", Row::page),
            Column.<Row>figure("Count", row -> Format.count(row.count())).as("count", Row::count),
            Column.of("Share against expected", Kind.BAR, Row::bar).in(Where.PAGE),
            Column.<Row>figure("Share, %", row -> Format.share(row.share())).as("share", Row::share),
            Column.<Row>figure("Expected, %", row -> Format.share(row.expected())).as("expectedShare", Row::expected),
            Column.figure("Deviation, points", row -> row.page() == null ? ""
                    : Format.points(row.share() - row.expected())),
            Column.of("Failed", Kind.FIGURE, Row::failed).as("failed", Row::failedPages),
            ms("Mean, ms", "mean"), ms(null, "p50"), ms(null, "p90"), ms("p95, ms", "p95"), ms("p99, ms", "p99"),
            ms(null, "max"));

    /** The columns of a service, whose steps have no expected share. */
    private static final List<Column<Row>> OF_SERVICE = COLUMNS.stream().filter(column -> column.heading() == null
            || !Set.of("Share against expected", "Expected, %", "Deviation, points").contains(column.heading()))
            .toList();

    private static Column<Row> ms(String heading, String word) {
        return Column.known(heading, "responseTimeMs." + word, row -> row.time(word), Format::figure);
    }

    /** Returns the recorded pages of all runs of a result. */
    public static List<Row> recorded(Result result) {
        return result.observations().stream().flatMap(run -> inOrder(run).stream().map(page -> new Row(run, page, 1)))
                .toList();
    }

    static Section section(Observation run) {
        Tested tested = Tested.of(run);
        List<String> pages = inOrder(run);
        Section section = Section.of("Pages").in(Where.FILES);
        if (!RunQuality.hasPages(run) || pages.isEmpty()) {
            return section.with(Block.nothing(tested.words("No page was completed in the steady state."), Where.FILES));
        }
        double longest = pages.stream().mapToDouble(page -> Math.max(run.value(FAMILY + page + ".share"),
                run.value(FAMILY + page + ".expectedShare"))).max().orElse(1);
        List<Column<Row>> columns = tested.isService() ? OF_SERVICE : COLUMNS;
        return section.with(Block.table(Table.of(columns, pages.stream().map(page -> new Row(run, page, longest))
                .toList()).totalled(Table.of(columns, List.of(new Row(run, null, longest))).rows().get(0))
                .styled(tested.isService() ? "wide" : "pages")),
                Block.note(RunQuality.unanswered(run) == 0 ? "" : tested.words("Times and percentiles do not include "
                        + "failed pages."), Where.FILES),
                new Block.Paragraph(Block.Style.NOTE, tested.isService() ? TableCell.of("") : mix(run), Where.FILES));
    }

    /** Returns the pages in the order of the workload; unknown pages follow, sorted. */
    private static List<String> inOrder(Observation run) {
        Set<String> recorded = new LinkedHashSet<>();
        run.figures().keySet().stream().filter(id -> id.startsWith(FAMILY) && id.endsWith(COUNT))
                .forEach(id -> recorded.add(id.substring(FAMILY.length(), id.length() - COUNT.length())));
        List<String> known = Stream.of(Page.values()).map(Page::id).toList();
        return Stream.concat(known.stream().filter(recorded::contains),
                recorded.stream().filter(id -> !known.contains(id))).toList();
    }

    private static TableCell mix(Observation run) {
        double deviation = BankFigures.MIX_DEVIATION.of(run);
        double limit = BankFigures.MIX_LIMIT.of(run);
        String sum = "The deviations sum to %s percentage points".formatted(Format.figure(100 * deviation));
        return Double.isNaN(limit) ? TableCell.of(sum + "; there are too few pages for a limit.")
                : TableCell.of("").and(Look.MARK, deviation <= limit ? "✓ " : "✕ ", deviation <= limit ? "ok" : "alarm")
                        .and(Look.PLAIN, "%s, %s the limit of %s for this number of pages.".formatted(sum,
                                deviation <= limit ? "within" : "over", Format.figure(100 * limit)));
    }
}
