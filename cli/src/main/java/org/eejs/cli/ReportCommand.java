package org.eejs.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.eejs.report.Report;
import org.eejs.result.InputException;
import org.eejs.result.Result;
import org.eejs.result.RunDirectory;
import org.eejs.terminal.Printer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code eejs report}: writes the report of a result again, or of several results. */
@Command(name = "report", sortOptions = false, mixinStandardHelpOptions = true,
        description = "Writes the report of a result again, or one report of several results.")
final class ReportCommand implements Callable<Integer> {
    @Parameters(arity = "1..*", paramLabel = "RESULT",
            description = "result.json files, or folders that contain one; `last` is the latest in results.")
    private List<Path> results;

    @Option(names = "--out", paramLabel = "DIR",
            description = "Folder for the report (default: the folder of a single result).")
    private Path out;

    @Mixin
    private final ReadersOption readers = new ReadersOption();

    @Option(names = "--json", description = "Print the results as JSON.")
    private boolean json;

    @Override
    public Integer call() throws Exception {
        List<Path> named = results.stream().map(KeptResults::named).toList();
        List<Result> read = named.stream().map(RunDirectory::read).toList();
        Path folder = out != null ? out : named.size() == 1 ? folderOf(named.get(0))
                : RunDirectory.create(null, "report").path();
        if (Files.exists(folder) && !Files.isDirectory(folder)) {
            throw new InputException("--out " + out + ": is not a folder; name a folder, which may be new");
        }
        Map<Path, Object> before = ReadersOption.before(folder);
        Report.write(read, folder);
        if (readers.isReadable()) {
            readers.apply(folder, before);
        }
        if (json) {
            read.forEach(result -> Printer.of(System.out).json(RunDirectory.json(result)));
        }
        System.err.println("Report: " + folder.resolve("report.html"));
        return Eejs.DONE;
    }

    private static Path folderOf(Path result) {
        return Files.isDirectory(result) ? result : result.resolveSibling("");
    }
}
