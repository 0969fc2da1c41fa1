package org.eejs.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
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

    @Option(names = "--json", description = "Print them as JSON.")
    private boolean json;

    @Override
    public Integer call() throws Exception {
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
