package org.eejs.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eejs.pki.files.PrivateFolder;
import org.eejs.report.bench.ScoreTable;
import org.eejs.report.experiment.ExperimentCsv;
import org.eejs.report.experiment.ExperimentReport;
import org.eejs.report.remotekeys.PointTable;
import org.eejs.report.xml.XmlTables;
import org.eejs.result.Bench;
import org.eejs.result.Experiment;
import org.eejs.result.Measured;
import org.eejs.result.RemoteKeys;
import org.eejs.result.Result;
import org.eejs.pki.files.PrivateFile;

/**
 * Shows results to people: as one HTML file that opens without a network, as Markdown, and as CSV. With several
 * results, or several runs in a result, their main figures stand side by side on top. Thread-safe; the same results
 * always give the same report.
 */
public final class Report {
    private Report() {}

    /**
     * Writes {@code report.html}, {@code report.md}, {@code timeseries.csv} (one row for each second of each run),
     * {@code pages.csv} (one row for each page of each run) and {@code cpu.csv} (one row for each part of the bank's
     * CPU in each run), and of a single result {@code openmetrics.txt}; of results with several configurations also
     * {@code runs.csv}, {@code comparisons.csv} and, where capacity was sought, {@code capacity.csv} (one row for each
     * probe); of the XML workload {@code transaction-runs.csv} and {@code comparisons.csv}. Of results about primitives
     * there is {@code bench.csv} (one row for each figure) instead, and of two of them compared {@code
     * comparisons.csv}; of results about remote keys there is {@code remote-key.csv} (one row for each concurrency of
     * each curve), and of those about XML {@code xml.csv} (one row for each cell). Of several results about XML, or
     * several about primitives, there is {@code side-by-side.csv} (one row for each cell of each result but the first).
     *
     * <p>Every file is written under a temporary name in the same directory and then renamed, so a reader sees the old
     * file or the new one, never half a file.
     *
     * @param directory where to write; made if it does not exist
     * @throws IOException when a file cannot be written; the message names it
     */
    public static void write(Result result, Path directory) throws IOException {
        write(List.of(result), directory);
    }

    /**
     * Writes one report of several results; see {@link #write(Result, Path)}.
     *
     * @param results at least one, in the order in which they are shown; the first is the one to compare with
     * @param directory where to write; made if it does not exist
     * @throws IOException when a file cannot be written; the message names it
     */
    public static void write(List<Result> results, Path directory) throws IOException {
        // All is rendered before anything is written, so that a fault in one form leaves no mixture of old and new.
        Map<String, String> files = new LinkedHashMap<>();
        List<Result> ofRuns = results.stream().filter(result -> (result.measured() instanceof Measured.Runs
                || ExperimentReport.isOne(result)) && !ExperimentReport.isOfXml(result)).toList();
        if (!ofRuns.isEmpty()) {
            files.put("timeseries.csv", CsvFiles.timeSeries(ofRuns));
            files.put("pages.csv", CsvFiles.pages(ofRuns));
            files.put("cpu.csv", CsvFiles.cpu(ofRuns));
        }
        if (ofRuns.size() == 1 && results.size() == 1) {
            files.put("openmetrics.txt", OpenMetrics.of(ofRuns.get(0)));
        }
        files.putAll(ExperimentCsv.files(results));
        if (results.stream().anyMatch(result -> result.measured() instanceof Bench)) {
            files.put("bench.csv", ScoreTable.csv(results));
        }
        if (results.stream().anyMatch(result -> result.measured() instanceof RemoteKeys)) {
            files.put("remote-key.csv", PointTable.csv(results));
        }
        if (results.stream().anyMatch(result -> result.xml().isPresent())) {
            files.put("xml.csv", XmlTables.csv(results));
        }
        if (!SideBySide.alike(results).isEmpty()) {
            files.put("side-by-side.csv", SideBySide.csv(results));
        }
        files.put("report.md", markdown(results));
        files.put("report.html", html(results));
        try {
            if (!Files.isDirectory(directory)) {
                PrivateFolder.make(directory);
            }
        } catch (IOException e) {
            throw new IOException(directory + " cannot be made for the report: " + PrivateFile.reason(e), e);
        }
        for (Map.Entry<String, String> file : files.entrySet()) {
            PrivateFile.write(directory.resolve(file.getKey()), file.getValue());
        }
    }

    /**
     * A report as one HTML document that refers to nothing outside itself.
     *
     * @param results at least one, in the order in which they are shown
     */
    public static String html(List<Result> results) {
        return HtmlPage.of(Document.of(results));
    }

    /**
     * A report in short as Markdown, for a pull request or a chat.
     *
     * @param results at least one, in the order in which they are shown
     */
    public static String markdown(List<Result> results) {
        return Markdown.of(Document.of(results));
    }

    /** In what the configurations of an experiment differ: a line for each setting, and for each disclosed fact. */
    public static List<String> differences(Experiment experiment) {
        return ExperimentReport.of(experiment).differences();
    }

    /** What came of a measurement, in lines of at most 120 characters, each with an end. */
    public static String terminal(Result result) {
        return Terminal.of(Document.of(List.of(result)));
    }
}
