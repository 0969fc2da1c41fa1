package org.eejs.report.run;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.eejs.banking.Page;
import org.eejs.banking.PageGraph;
import org.eejs.report.page.Block;
import org.eejs.report.page.Section;
import org.eejs.report.table.Cell.Look;
import org.eejs.report.table.Cell;
import org.eejs.report.table.Column.Kind;
import org.eejs.report.table.Column;
import org.eejs.report.table.Table;
import org.eejs.report.table.Where;
import org.eejs.report.text.Format;
import org.eejs.report.text.RunFigures;
import org.eejs.report.text.Tested;
import org.eejs.result.Result.PageFigures;
import org.eejs.result.Result.Run;
import org.eejs.result.Result.Times;
import org.eejs.result.BankingFigures;
import org.eejs.result.BankingFigures.Mix;
import org.eejs.result.Result;

/** The pages of runs in the order of the workload. */
public final class PageTable {
    private static final String ALL = "All pages";

    private PageTable() {}

    /** A page of a run, which only data name; {@code longest} is the share whose bar has the whole width. */
    public record Row(Run run, String page, PageFigures figures, double longest, boolean total) {
        Row(Run run, String page, PageFigures figures, double longest) {
            this(run, page, figures, longest, false);
        }

        Times times() {
            return figures.responseTimeMs();
        }

        private boolean isTotal() {
            return total;
        }

        private Cell bar() {
            double scale = longest > 0 ? 100 / longest : 0;
            return isTotal() ? Cell.of("") : Cell.bar(figures.share() * scale, figures.expectedShare() * scale);
        }

        private Cell failed() {
            return Cell.of(Format.count(figures.failed())).toned(figures.failed() == 0 || isTotal() ? "" : "alarm");
        }
    }

    public static final List<Column<Row>> COLUMNS = List.of(
            Column.data("configuration", row -> row.run().configuration()),
            Column.data("repetition", row -> row.run().repetition()),
            Column.words("Page", Row::page).as("page", Row::page),
            Column.<Row>figure("Count", row -> Format.count(row.figures().count()))
                    .as("count", row -> row.figures().count()),
            Column.of("Share against expected", Kind.BAR, Row::bar).in(Where.PAGE),
            Column.<Row>figure("Share, %", row -> Format.share(row.figures().share()))
                    .as("shareFraction", row -> row.figures().share()),
            Column.<Row>figure("Expected, %", row -> Format.share(row.figures().expectedShare()))
                    .as("expectedShareFraction", row -> row.figures().expectedShare()),
            Column.figure("Deviation, points", row -> row.isTotal() ? ""
                    : Format.points(row.figures().share() - row.figures().expectedShare())),
            Column.of("Failed", Kind.FIGURE, Row::failed).as("failedPages", row -> row.figures().failed()),
            ms("Mean, ms", "meanMs", Times::mean),
            ms(null, "p50Ms", Times::p50),
            ms(null, "p90Ms", Times::p90),
            ms("p95, ms", "p95Ms", Times::p95),
            ms("p99, ms", "p99Ms", Times::p99),
            ms(null, "maxMs", Times::max));

    /** How often a step of a service is to be made, nobody says. */
    private static final List<Column<Row>> OF_SERVICE = COLUMNS.stream().filter(column -> column.heading() == null
            || !Set.of("Share against expected", "Expected, %", "Deviation, points").contains(column.heading()))
            .toList();

    private static Column<Row> ms(String heading, String field, ToDoubleFunction<Times> ms) {
        return Column.known(heading, field, row -> row.times().count() == 0 ? null
                : (Double) ms.applyAsDouble(row.times()), Format::figure);
    }

    /** The pages that were recorded, of all runs of a result. */
    public static List<Row> recorded(Result result) {
        return result.runs().stream().flatMap(run -> {
            Map<String, PageFigures> perPage = new RunFigures(run).banking().mix().perPage();
            return inOrder(perPage.keySet()).filter(page -> perPage.get(page) != null)
                    .map(page -> new Row(run, page, perPage.get(page), 1));
        }).toList();
    }

    static Section section(BankingFigures run, Tested tested) {
        Map<String, PageFigures> perPage = run.mix().perPage();
        Section section = Section.of("Pages").in(Where.FILES);
        if (run.load().pages() == 0 || perPage.isEmpty()) {
            return section.with(Block.nothing(tested.words("No page was completed in the steady state."), Where.FILES));
        }
        double longest = perPage.values().stream()
                .mapToDouble(page -> Math.max(page.share(), page.expectedShare())).max().orElse(1);
        Row total = new Row(null, tested.words(ALL), new PageFigures(run.load().pages(), 1, 1, run.load().failedPages(),
                run.times().responseTimeMs()), longest, true);
        if (tested.isService()) {
            List<Row> steps = perPage.entrySet().stream().map(step -> new Row(null, step.getKey(), step.getValue(),
                    longest)).toList();
            return section.with(Block.table(table(OF_SERVICE, steps, total).styled("wide")), times(run));
        }
        return section.with(Block.table(table(COLUMNS, inOrder(perPage.keySet()).map(id -> new Row(null, id,
                perPage.getOrDefault(id, missing(id)), longest)).toList(), total).styled("pages")), times(run),
                mix(run.mix()));
    }

    private static Block times(BankingFigures run) {
        return Block.note(run.unanswered() == 0 || run.times().responseTimeMs().count() == 0 ? ""
                : "Times and percentiles are of pages that were answered well; pages that failed have none.",
                        Where.FILES);
    }

    private static Table table(List<Column<Row>> columns, List<Row> rows, Row total) {
        return Table.of(columns, rows).totalled(Table.of(columns, List.of(total)).rows().get(0));
    }

    /** The pages in the order of the workload; those it does not know follow, sorted. */
    private static Stream<String> inOrder(Set<String> recorded) {
        Set<String> ids = new LinkedHashSet<>(Stream.of(Page.values()).map(Page::id).toList());
        recorded.stream().sorted().forEach(ids::add);
        return ids.stream();
    }

    private static PageFigures missing(String id) {
        return new PageFigures(0, 0, PageGraph.expectedMix().getOrDefault(Page.byId(id), 0.0), 0, null);
    }

    private static Block mix(Mix mix) {
        String sum = Format.figure(100 * mix.mixDeviation());
        if (mix.mixDeviationLimit() == null) {
            return Block.paragraph(Block.Style.NOTE, "The deviations sum to %s percentage points; with so few pages "
                    .formatted(sum) + "there is no limit.", Where.FILES);
        }
        boolean kept = mix.withinLimit();
        return new Block.Paragraph(Block.Style.NOTE, Cell.of("").and(Look.MARK, kept ? "✓ " : "✕ ",
                kept ? "ok" : "alarm").and(Look.PLAIN, ("The deviations sum to %s percentage points, %s the limit of "
                        + "%s for this number of pages.").formatted(sum, kept ? "within" : "over",
                                Format.figure(100 * mix.mixDeviationLimit()))), Where.FILES);
    }
}
