package org.eejs.report.run;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eejs.banking.Page;
import org.eejs.banking.PageGraph;
import org.eejs.report.text.Format;
import org.eejs.result.BankingFigures;
import org.eejs.result.Result.PageFigures;
import org.eejs.result.Result.Times;

/**
 * The pages of a run in the order of the workload.
 *
 * @param rows one for each page; empty when no page was completed
 * @param total all pages together
 * @param mix how far the pages are from the mix that the workload asks for, as a sentence
 * @param mixKept whether that is within its limit; true when there is no limit
 * @param mixMark a sign for that; empty when there is no limit
 */
public record PageTable(List<Row> rows, Row total, String mix, boolean mixKept, String mixMark) {
    /**
     * One page.
     *
     * @param barPercent the length of the observed share's bar, 0 to 100
     * @param markPercent where the expected share stands on the bar, 0 to 100
     */
    public record Row(String page, String count, String share, String expected, String deviation, String failed,
            String mean, String p95, String p99, double barPercent, double markPercent) {}

    static PageTable of(BankingFigures run) {
        Map<String, PageFigures> perPage = run.mix().perPage();
        if (run.load().pages() == 0 || perPage.isEmpty()) {
            return new PageTable(List.of(), null, "", true, "");
        }
        double longest = perPage.values().stream()
                .mapToDouble(page -> Math.max(page.share(), page.expectedShare())).max().orElse(1);
        List<Row> rows = new ArrayList<>();
        for (String id : inOrder(perPage.keySet())) {
            rows.add(row(id, perPage.getOrDefault(id, missing(id)), longest));
        }
        boolean kept = run.mix().withinLimit();
        return new PageTable(List.copyOf(rows), total(run), mix(run.mix(), kept), kept,
                run.mix().mixDeviationLimit() == null ? "" : kept ? "✓" : "✕");
    }

    /** The pages in the order of the workload; those it does not know follow, sorted. */
    public static Set<String> inOrder(Set<String> recorded) {
        Set<String> ids = new LinkedHashSet<>();
        for (Page page : Page.values()) {
            ids.add(page.id());
        }
        recorded.stream().sorted().forEach(ids::add);
        return ids;
    }

    private static PageFigures missing(String id) {
        double expected = PageGraph.expectedMix().getOrDefault(Page.byId(id), 0.0);
        return new PageFigures(0, 0, expected, 0, null);
    }

    private static Row row(String id, PageFigures page, double longest) {
        Times times = page.responseTimeMs();
        double scale = longest > 0 ? 100 / longest : 0;
        return new Row(id, Format.count(page.count()), Format.share(page.share()), Format.share(page.expectedShare()),
                Format.points(page.share() - page.expectedShare()), Format.count(page.failed()),
                ms(times, times.mean()), ms(times, times.p95()), ms(times, times.p99()),
                page.share() * scale, page.expectedShare() * scale);
    }

    private static Row total(BankingFigures run) {
        Times times = run.times().responseTimeMs();
        return new Row("All pages", Format.count(run.load().pages()), Format.share(1), Format.share(1), "",
                Format.count(run.load().failedPages()), ms(times, times.mean()), ms(times, times.p95()),
                ms(times, times.p99()), 0, 0);
    }

    private static String ms(Times times, double ms) {
        return times.count() == 0 ? Format.NONE : Format.figure(ms);
    }

    private static String mix(BankingFigures.Mix mix, boolean kept) {
        String sum = Format.figure(100 * mix.mixDeviation());
        if (mix.mixDeviationLimit() == null) {
            return "The deviations sum to %s percentage points; with so few pages there is no limit.".formatted(sum);
        }
        return "The deviations sum to %s percentage points, %s the limit of %s for this number of pages.".formatted(
                sum, kept ? "within" : "over", Format.figure(100 * mix.mixDeviationLimit()));
    }
}
