package org.eejs.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.eejs.report.FigureLines;
import org.eejs.report.ResultList;
import org.eejs.result.InputException;
import org.eejs.result.RunDirectory;
import org.eejs.terminal.Printer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code eejs results}: the results that there are. */
@Command(name = "results", sortOptions = false, mixinStandardHelpOptions = true,
        description = "Lists results with time, command, what was measured, verdict and path, the last one last; "
                + "`eejs report last` writes its report again.")
final class ResultsCommand implements Callable<Integer> {
    @Parameters(arity = "0..1", paramLabel = "DIR", defaultValue = "results",
            description = "The folder that holds the folders of results (default: ${DEFAULT-VALUE}).")
    private Path folder;

    @Option(names = "--figures", paramLabel = "RESULT",
            description = {"Print every figure and comparison of one result as lines for scripts, with tabs between:",
                "cell, round, valid, figure, value, unit; or comparison, cell, baseline, figure, ratio, low, high,",
                "verdict. RESULT is a folder or a result.json; last for the last in results."})
    private Path figures;

    @Option(names = "--json", description = "Print them as JSON.")
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
            throw new InputException("there is no folder " + folder + "; `eejs run` makes it where one stands");
        }
        List<ResultList.Row> rows = KeptResults.in(folder).stream().map(ResultsCommand::row).toList();
        if (json) {
            Printer.of(System.out).json(new ObjectMapper()
                    .enable(SerializationFeature.INDENT_OUTPUT).writeValueAsString(rows));
        } else if (rows.isEmpty()) {
            System.out.println("There are no results in " + folder + " yet.");
        } else {
            System.out.print(ResultList.words(rows));
        }
        return Eejs.DONE;
    }

    private static ResultList.Row row(Path result) {
        try {
            return ResultList.Row.of(RunDirectory.read(result), result.toString());
        } catch (InputException e) {
            return ResultList.Row.unreadable("cannot be read", result.toString());
        }
    }
}
