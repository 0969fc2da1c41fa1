package org.eejs.report.experiment;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eejs.report.text.Change;
import org.eejs.report.text.CsvTable;
import org.eejs.report.text.Format;
import org.eejs.report.text.RunFigures;
import org.eejs.result.BankingFigures;
import org.eejs.result.Experiment.CapacitiesSought;
import org.eejs.result.Experiment;
import org.eejs.result.Result;
import org.eejs.result.Result.Comparison;
import org.eejs.result.Result.Run;
import org.eejs.result.Result.Times;
import org.eejs.result.Xml;

/**
 * Experiments as comma-separated values: runs, comparisons and probes. The names of columns have their units; a figure
 * that was not measured is an empty field, not 0.
 */
public final class ExperimentCsv {
    private ExperimentCsv() {}

    /** The files by name; none when no result is an experiment or a comparison of primitives. */
    public static Map<String, String> files(List<Result> results) {
        List<Result> experiments = results.stream()
                .filter(result -> ExperimentReport.isOne(result) && !ExperimentReport.isOfXml(result)).toList();
        Map<String, String> files = new LinkedHashMap<>();
        if (!experiments.isEmpty()) {
            files.put("runs.csv", runs(experiments));
        }
        List<Result> ofXml = results.stream()
                .filter(result -> ExperimentReport.isOne(result) && ExperimentReport.isOfXml(result)).toList();
        if (!ofXml.isEmpty()) {
            files.put("transaction-runs.csv", transactionRuns(ofXml));
        }
        List<Result> compared = results.stream().filter(result -> result.measured() instanceof Experiment).toList();
        if (!compared.isEmpty()) {
            files.put("comparisons.csv", comparisons(compared));
        }
        List<Result> sought = results.stream().filter(result -> result.measured() instanceof CapacitiesSought).toList();
        if (!sought.isEmpty()) {
            files.put("capacity.csv", probes(sought));
        }
        return files;
    }

    private static String runs(List<Result> results) {
        CsvTable csv = new CsvTable("startedAt", "configuration", "repetition", "valid", "settled", "sessions", "pages",
                "pagesPerSecond", "meanMs", "p50Ms", "p95Ms", "p99Ms", "loginMeanMs", "cpuMsPerPage", "bankProcessors",
                "goodFraction", "tolerableFraction", "failedFraction", "invalidReasons");
        for (Result result : results) {
            for (Run run : result.runs()) {
                RunFigures measured = new RunFigures(run);
                Times times = measured.responseTime();
                boolean pages = measured.hasPages();
                boolean timed = times.count() > 0;
                csv.row(List.of(CsvTable.text(result.startedAt()), CsvTable.text(run.configuration()),
                        Integer.toString(run.repetition()), Boolean.toString(run.valid()),
                        Boolean.toString(run.steady()), Format.plain(measured.load().sessions()),
                        Long.toString(measured.load().pages()),
                        Format.plain(measured.load().pagesPerSecond()), known(timed, times.mean()),
                        known(timed, times.p50()),
                        known(timed, times.p95()), known(timed, times.p99()),
                        known(measured.login().count() > 0, measured.login().mean()),
                        known(measured.hasBankCpu(), measured.usage().cpuMsPerPage()),
                        known(measured.bankProcessors() > 0, measured.bankProcessors()),
                        known(pages, measured.quality().good()),
                        known(pages, measured.quality().tolerable()), known(pages, measured.quality().failed()),
                        String.join(" ", measured.invalidReasons())));
            }
        }
        return csv.toString();
    }

    private static String transactionRuns(List<Result> results) {
        CsvTable csv = new CsvTable("startedAt", "configuration", "repetition", "valid", "settled",
                "transactionsPerSecond", "cpuMicrosPerTransaction", "allocatedBytesPerTransaction", "gcMs",
                "collections", "invalidReasons");
        for (Result result : results) {
            for (Run run : result.runs()) {
                Xml.Round round = new RunFigures(run).round();
                boolean any = round.transactionsPerSecond() > 0;
                csv.row(List.of(CsvTable.text(result.startedAt()), CsvTable.text(run.configuration()),
                        Integer.toString(run.repetition()), Boolean.toString(run.valid()),
                        Boolean.toString(run.steady()), any ? Format.plain(round.transactionsPerSecond()) : "",
                        any ? Format.plain(round.cpuMicrosPerTransaction()) : "",
                        any ? Format.plain(round.allocatedBytesPerTransaction()) : "",
                        any ? Long.toString(round.gcMs()) : "", any ? Long.toString(round.collections()) : "",
                        String.join(" ", new RunFigures(run).invalidReasons())));
            }
        }
        return csv.toString();
    }

    private static String comparisons(List<Result> results) {
        CsvTable csv = new CsvTable("startedAt", "metric", "better", "baseline", "configuration", "ratio", "ci95Low",
                "ci95High", "verdict", "runs", "baselineMean", "mean");
        for (Result result : results) {
            for (Comparison comparison : result.comparisons()) {
                boolean interval = Change.isInterval(comparison.ci95());
                csv.row(List.of(CsvTable.text(result.startedAt()), CsvTable.text(comparison.metric()),
                        CsvTable.text(comparison.better()), CsvTable.text(comparison.baseline()),
                        CsvTable.text(comparison.configuration()), Format.plain(comparison.ratio()),
                        interval ? Format.plain(comparison.ci95().get(0)) : "",
                        interval ? Format.plain(comparison.ci95().get(1)) : "", CsvTable.text(comparison.verdict()),
                        Integer.toString(comparison.runs()), Format.plain(comparison.baselineMean()),
                        Format.plain(comparison.mean())));
            }
        }
        return csv.toString();
    }

    private static String probes(List<Result> results) {
        CsvTable csv = new CsvTable("startedAt", "configuration", "repetition", "purpose", "sessions", "passed",
                "goodFraction", "tolerableFraction", "meanMs", "p95Ms", "cpuMsPerPage");
        for (Result result : results) {
            for (ProbeTable.Row row : ProbeTable.of(ExperimentReport.of((Experiment) result.measured())).rows()) {
                Run run = row.run();
                List<String> fields = new ArrayList<>(List.of(CsvTable.text(result.startedAt()), row.configuration(),
                        row.repetition(), row.purpose(), Integer.toString(row.asked()),
                        row.answer() == ProbeTable.Answer.UNUSABLE ? ""
                                : Boolean.toString(row.answer() == ProbeTable.Answer.PASSED)));
                boolean pages = row.hasPages();
                BankingFigures figures = pages ? run.banking() : BankingFigures.NONE;
                Times times = figures.times().responseTimeMs();
                fields.addAll(List.of(known(pages, figures.quality().good()),
                        known(pages, figures.quality().tolerable()), known(pages, times.mean()),
                        known(pages, times.p95()),
                        known(pages && new RunFigures(run).hasBankCpu(), figures.usage().cpuMsPerPage())));
                csv.row(fields);
            }
        }
        return csv.toString();
    }

    private static String known(boolean known, double value) {
        return known ? Format.plain(value) : "";
    }
}
