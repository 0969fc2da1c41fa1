package org.eejs.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.eejs.pki.files.PrivateFolder;
import org.eejs.report.experiment.ExperimentReport;
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
     * probe). Of results about primitives there is {@code bench.csv} (one row for each figure) instead, and of two of
     * them compared {@code comparisons.csv}; of several there is {@code side-by-side.csv} (one row for each cell of
     * each result but the first). Of results about remote keys there is {@code remote-key.csv} (one row for each
     * concurrency of each curve).
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
        Map<String, String> files = CsvFiles.files(results);
        if (results.size() == 1 && (results.get(0).isOfOneRun() || results.get(0).isExperiment())) {
            files.put("openmetrics.txt", OpenMetrics.of(results.get(0)));
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
     * Returns a report as one HTML document that refers to nothing outside itself.
     *
     * @param results at least one, in the order in which they are shown
     */
    public static String html(List<Result> results) {
        return HtmlPage.of(Document.of(results));
    }

    /**
     * Returns a report in short as Markdown, for a pull request or a chat.
     *
     * @param results at least one, in the order in which they are shown
     */
    public static String markdown(List<Result> results) {
        return Markdown.of(Document.of(results));
    }

    /** In what the configurations of an experiment differ: a line for each setting, and for each disclosed fact. */
    public static List<String> differences(Result experiment) {
        return ExperimentReport.of(experiment).differences();
    }

    /** Returns what came of a measurement, in lines of at most 120 characters, each with an end. */
    public static String terminal(Result result) {
        return Terminal.of(Document.of(List.of(result)));
    }
}
