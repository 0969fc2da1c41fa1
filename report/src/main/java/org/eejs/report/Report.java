package org.eejs.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.eejs.pki.files.PrivateFolder;
import org.eejs.report.experiment.ExperimentReport;
import org.eejs.report.experiment.JdkTable;
import org.eejs.result.Result;
import org.eejs.pki.files.PrivateFile;

/**
 * Reports of results: one HTML file that opens without a network, Markdown, and CSV. With several results, or several
 * runs in a result, a table of their main figures comes first. Thread-safe; equal results give equal reports.
 */
public final class Report {
    private Report() {}

    /**
     * Writes {@code report.html}, {@code report.md}, and CSV files. Runs have {@code timeseries.csv} (a row per
     * second), {@code pages.csv} (a row per page) and {@code cpu.csv} (a row per part of the bank's CPU). A single
     * result also has {@code openmetrics.txt}. Several configurations add {@code runs.csv}, {@code comparisons.csv}
     * and, for a search of the capacity, {@code capacity.csv} (a row per probe). Primitives have {@code bench.csv} (a
     * row per figure) instead. Two compared results of primitives have {@code comparisons.csv}; several results of
     * primitives have {@code side-by-side.csv} (a row per cell of each result but the first). Remote keys have
     * {@code remote-key.csv} (a row per concurrency and curve).
     *
     * <p>Every file is written under a temporary name in the same directory and then renamed, so a reader never sees a
     * partial file.
     *
     * @param directory the folder for the files; created if it does not exist
     * @throws IOException if a file is not writable; the message names it
     */
    public static void write(Result result, Path directory) throws IOException {
        write(List.of(result), directory);
    }

    /**
     * Writes one report of several results; see {@link #write(Result, Path)}.
     *
     * @param results at least one, in the order of the report; the first is the baseline
     * @param directory the folder for the files; created if it does not exist
     * @throws IOException if a file is not writable; the message names it
     */
    public static void write(List<Result> results, Path directory) throws IOException {
        // Everything is rendered before anything is written, so an error leaves no mixture of files.
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
            throw new IOException(directory + ": creating the folder failed: " + PrivateFile.reason(e), e);
        }
        for (Map.Entry<String, String> file : files.entrySet()) {
            PrivateFile.write(directory.resolve(file.getKey()), file.getValue());
        }
    }

    /**
     * Returns a report as one self-contained HTML document.
     *
     * @param results at least one, in the order of the report
     */
    public static String html(List<Result> results) {
        return HtmlPage.of(Document.of(results));
    }

    /**
     * Returns a short report as Markdown, for a pull request or a chat.
     *
     * @param results at least one, in the order of the report
     */
    public static String markdown(List<Result> results) {
        return Markdown.of(Document.of(results));
    }

    /** Returns the differences between the configurations of an experiment, one line per setting and disclosed fact. */
    public static List<String> differences(Result experiment) {
        return ExperimentReport.of(experiment).differences();
    }

    /** Returns the differences between the JDKs of configurations in lines; none if their JDKs are the same. */
    public static List<String> jdkDifferences(Result experiment) {
        return JdkTable.lines(experiment);
    }

    /** Returns a report for the terminal, in lines of at most 120 characters, each with a line end. */
    public static String terminal(Result result) {
        return Terminal.of(Document.of(List.of(result)));
    }
}
