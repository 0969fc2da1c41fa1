package org.eejs.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.eejs.pki.files.PrivateFile;
import org.eejs.report.FigureLines;
import org.eejs.report.ResultList;
import org.eejs.report.ResultPages;
import org.eejs.result.InputException;
import org.eejs.result.Result;
import org.eejs.result.RunDirectory;
import org.eejs.terminal.Printer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code eejs results}: lists results. */
@Command(name = "results", sortOptions = false, mixinStandardHelpOptions = true,
        description = "Lists results with time, command, subject, verdict and path, the latest last. "
                + "`eejs report last` writes the latest report again.")
final class ResultsCommand implements Callable<Integer> {
    private static final String STORED = ".json.gz";

    @Parameters(arity = "0..1", paramLabel = "DIR", defaultValue = "results",
            description = "Folder that contains the folders of results (default: ${DEFAULT-VALUE}).")
    private Path folder;

    @Option(names = "--figures", paramLabel = "RESULT",
            description = {"Print figures and comparisons of a result for scripts, one per line, separated by tabs:",
                "cell, round, valid, figure, value, unit; or comparison, cell, baseline, figure, ratio, low, high,",
                "verdict. RESULT is a folder or a result.json; `last` is the latest in results."})
    private Path figures;

    @Option(names = "--pages", description = {"Write pages for documentation into DIR: NAME.md for each stored result",
        "NAME.json.gz, and an index README.md."})
    private boolean pages;

    @Option(names = "--json", description = "Print the list as JSON.")
    private boolean json;

    @Override
    public Integer call() throws Exception {
        if (figures != null) {
            if (json) {
                throw new InputException("--figures and --json exclude each other; `eejs report --json` prints a "
                        + "result as JSON");
            }
            Printer.of(System.out).exact(FigureLines.of(RunDirectory.read(KeptResults.named(figures)))
                    .getBytes(StandardCharsets.UTF_8));
            return Eejs.DONE;
        }
        if (!Files.isDirectory(folder)) {
            throw new InputException(folder + ": no such folder; `eejs run` creates the folder results");
        }
        if (pages) {
            writePages();
            return Eejs.DONE;
        }
        List<ResultList.Row> rows = KeptResults.in(folder).stream().map(ResultsCommand::row).toList();
        if (json) {
            Printer.of(System.out).json(new ObjectMapper()
                    .enable(SerializationFeature.INDENT_OUTPUT).writeValueAsString(rows));
        } else if (rows.isEmpty()) {
            System.out.println("No results in " + folder + " yet.");
        } else {
            System.out.print(ResultList.words(rows));
        }
        return Eejs.DONE;
    }

    private void writePages() throws IOException {
        SortedMap<String, Result> stored = new TreeMap<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*" + STORED)) {
            for (Path file : files) {
                stored.put(file.getFileName().toString().replace(STORED, ""), RunDirectory.read(file));
            }
        }
        if (stored.isEmpty()) {
            throw new InputException(folder + ": no stored results; compress a result.json with gzip to NAME" + STORED);
        }
        for (Map.Entry<String, String> page : ResultPages.of(stored).entrySet()) {
            PrivateFile.write(folder.resolve(page.getKey()), page.getValue());
        }
        System.err.println("Pages: " + folder.resolve(ResultPages.INDEX));
    }

    private static ResultList.Row row(Path result) {
        try {
            return ResultList.Row.of(RunDirectory.read(result), result.toString());
        } catch (InputException e) {
            return ResultList.Row.unreadable("unreadable", result.toString());
        }
    }
}
