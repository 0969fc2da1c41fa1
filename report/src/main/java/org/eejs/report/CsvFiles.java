package org.eejs.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.eejs.report.run.PageTable;
import org.eejs.report.text.CsvTable;
import org.eejs.report.text.Format;
import org.eejs.report.text.RunFigures;
import org.eejs.result.Result;
import org.eejs.result.Result.PageFigures;
import org.eejs.result.Result.Run;
import org.eejs.result.Result.Second;
import org.eejs.result.Result.Times;

/**
 * Series and pages as comma-separated values. The names of columns have their units, as in
 * {@code result.json}; a time that was not measured is an empty field, not 0.
 */
final class CsvFiles {
    private CsvFiles() {}

    /** One row for each second of each run. */
    static String timeSeries(List<Result> results) {
        CsvTable csv = new CsvTable("startedAt", "configuration", "repetition", "second", "phase", "sessions", "pages",
                "failedPages", "p50Ms", "p95Ms", "fullHandshakes", "resumedHandshakes", "bankCpuProcessors",
                "besimCpuProcessors", "driverCpuProcessors");
        for (Result result : results) {
            for (Run run : result.runs()) {
                for (Second second : new RunFigures(run).banking().timeSeries()) {
                    List<String> fields = key(result, run);
                    boolean pages = second.pages() > 0;
                    fields.addAll(List.of(Integer.toString(second.second()), CsvTable.text(second.phase()),
                            Integer.toString(second.sessions()), Long.toString(second.pages()),
                            Long.toString(second.failedPages()), pages ? Format.plain(second.p50Ms()) : "",
                            pages ? Format.plain(second.p95Ms()) : "", Long.toString(second.fullHandshakes()),
                            Long.toString(second.resumedHandshakes()), Format.plain(second.bankCpu()),
                            Format.plain(second.besimCpu()), Format.plain(second.driverCpu())));
                    csv.row(fields);
                }
            }
        }
        return csv.toString();
    }

    /** One row for each page of each run. */
    static String pages(List<Result> results) {
        CsvTable csv = new CsvTable("startedAt", "configuration", "repetition", "page", "count", "shareFraction",
                "expectedShareFraction", "failedPages", "meanMs", "p50Ms", "p90Ms", "p95Ms", "p99Ms", "maxMs");
        for (Result result : results) {
            for (Run run : result.runs()) {
                Map<String, PageFigures> perPage = new RunFigures(run).banking().mix().perPage();
                for (String page : PageTable.inOrder(perPage.keySet())) {
                    if (perPage.get(page) != null) {
                        List<String> fields = key(result, run);
                        fields.add(page);
                        fields.addAll(figures(perPage.get(page)));
                        csv.row(fields);
                    }
                }
            }
        }
        return csv.toString();
    }

    private static List<String> key(Result result, Run run) {
        return new ArrayList<>(List.of(CsvTable.text(result.startedAt()), CsvTable.text(run.configuration()),
                Integer.toString(run.repetition())));
    }

    private static List<String> figures(PageFigures page) {
        Times times = page.responseTimeMs();
        List<String> fields = new ArrayList<>(List.of(Long.toString(page.count()), Format.plain(page.share()),
                Format.plain(page.expectedShare()), Long.toString(page.failed())));
        for (double ms : new double[] {times.mean(), times.p50(), times.p90(), times.p95(), times.p99(),
                times.max()}) {
            fields.add(times.count() == 0 ? "" : Format.plain(ms));
        }
        return fields;
    }
}
