package org.eejs.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.eejs.lab.hosts.HostsFile;
import org.eejs.lab.reproduction.PublishedItem;
import org.eejs.lab.reproduction.PublishedLibrary;
import org.eejs.lab.reproduction.ReproductionCampaign;
import org.eejs.report.Report;
import org.eejs.result.InputException;
import org.eejs.result.Published.Verdict;
import org.eejs.result.Reproduction;
import org.eejs.result.Result;
import org.eejs.result.RunDirectory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** {@code eejs reproduce}: runs published experiments again, and compares the figures with the published ones. */
@Command(name = Reproduction.COMMAND, sortOptions = false, mixinStandardHelpOptions = true,
        description = {
            "Runs published experiments again on this machine. Shows each measured figure next to the published "
            + "one, with a verdict: reproduced, differs, or not here.", "",
            "Without an experiment, it lists all experiments, their durations, and the parts that this machine cannot "
            + "run. A reproduced figure has the same direction. Also, the published ratio is in the interval of the "
            + "measured one, or less extreme.", ""},
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:every figure that this machine can measure was reproduced", "1:it was stopped",
            "2:bad input",
            "3:done, but a figure differs, or a command of an experiment failed"})
final class ReproduceCommand implements Callable<Integer> {
    @Parameters(arity = "0..*", paramLabel = "EXPERIMENT",
            description = "For example eejs/table-2; or a document, for example eejs, for all its experiments; or "
                    + "a file.")
    private List<String> names = new ArrayList<>();

    @Option(names = "--all", description = "Run all experiments, which takes a night.")
    private boolean all;

    @Option(names = "--quick", description = "A quick look of at most 3 minutes for each experiment.")
    private boolean quick;

    @Option(names = "--resume", paramLabel = "DIR",
            description = "Continue a stopped reproduction: take its experiments and figures from this result.")
    private Path resume;

    @Option(names = "--hosts", paramLabel = "FILE",
            description = "Run experiments of the bank on the hosts listed in this YAML file, which have joined by "
                    + "`eejs host`.")
    private Path hosts;

    @Mixin
    private final Measurement measurement = new Measurement(false);

    @Override
    public Integer call() {
        PublishedLibrary library = PublishedLibrary.read(Home.published(), ReproduceCommand::check);
        if (hosts != null) {
            HostsFile.read(hosts);
        }
        if (resume != null) {
            return goOn(library);
        }
        if (!all && names.isEmpty()) {
            System.out.print(measurement.isJson() ? PublishedList.json(library) : PublishedList.words(library));
            return Eejs.DONE;
        }
        List<PublishedItem> items = all ? library.items() : library.named(names, ReproduceCommand::check);
        return carryOut(items, quick, null, measurement.directory(Reproduction.COMMAND));
    }

    private int goOn(PublishedLibrary library) {
        if (all || quick || !names.isEmpty() || measurement.out() != null) {
            throw new InputException("--resume " + resume + ": continues the same experiments in the same folder; "
                    + "leave out experiments, --all, --quick and --out");
        }
        Result earlier = RunDirectory.read(resume);
        Reproduction reproduction = earlier.reproduction();
        if (reproduction == null) {
            throw new InputException("--resume " + resume + ": must be a result of `eejs reproduce`, but is one of "
                    + "`eejs " + earlier.command() + "`");
        }
        List<PublishedItem> items = library.named(reproduction.items().stream()
                .map(item -> item.file() == null ? item.name() : item.file()).toList(),
                ReproduceCommand::check);
        return carryOut(items, reproduction.quick(), earlier, RunDirectory.open(resume));
    }

    private int carryOut(List<PublishedItem> items, boolean quickly, Result earlier, RunDirectory directory) {
        ReproductionCampaign campaign = new ReproductionCampaign(items, quickly, earlier, hosts,
                new ChildProgram(measurement.abort()), measurement.progress(), measurement.abort());
        return measurement.carryOut(directory, campaign::run, Report::terminal,
                result -> isGood(result.reproduction()));
    }

    private static boolean isGood(Reproduction made) {
        return made.count(Verdict.DIFFERS) == 0
                && made.items().stream().flatMap(item -> item.steps().stream()).allMatch(Reproduction.Step::isDone);
    }

    /** Throws an exception for a command line that EEJS does not understand. */
    static void check(List<String> words) {
        try {
            Eejs.commandLine().parseArgs(words.toArray(String[]::new));
        } catch (ParameterException e) {
            throw new InputException("command", e.getMessage());
        }
    }
}
