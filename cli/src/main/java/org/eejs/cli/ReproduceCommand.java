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

/** {@code eejs reproduce}: published experiments made again, their figures beside the published ones. */
@Command(name = Reproduction.COMMAND, sortOptions = false, mixinStandardHelpOptions = true,
        description = {
            "Makes published experiments again on this machine, and sets each figure that was measured beside the one "
            + "that was published, with a verdict: reproduced, differs, or not here.", "",
            "Without an experiment it lists what there is, how long each takes, and what cannot be had here and why. "
            + "A figure is reproduced when it has the same direction, and the published ratio lies within the interval "
            + "of the measured one or that is beyond it.", ""},
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:every figure that can be had here was reproduced", "1:it was broken off", "2:bad input",
            "3:done, but a figure differs, or a command of an experiment failed"})
final class ReproduceCommand implements Callable<Integer> {
    @Parameters(arity = "0..*", paramLabel = "EXPERIMENT",
            description = "Such as eejs/table-2; a document, such as eejs, for all of its experiments; or a file of "
                    + "your own.")
    private List<String> names = new ArrayList<>();

    @Option(names = "--all", description = "All experiments: a night's work.")
    private boolean all;

    @Option(names = "--quick", description = "A first look of at most 3 minutes for each.")
    private boolean quick;

    @Option(names = "--resume", paramLabel = "DIR",
            description = "Go on with what was stopped: take what was asked for and measured so far from this result.")
    private Path resume;

    @Option(names = "--hosts", paramLabel = "FILE",
            description = "Have hosts that joined by `eejs host` do what runs the bank, as this YAML file says.")
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
            throw new InputException("--resume " + resume + " goes on with what was asked for then, where it is; leave "
                    + "out experiments, --all, --quick and --out");
        }
        Result earlier = RunDirectory.read(resume);
        Reproduction reproduction = earlier.reproduction();
        if (reproduction == null) {
            throw new InputException("--resume " + resume + " is a result of `eejs " + earlier.command()
                    + "` and not of `eejs reproduce`");
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

    /** Refuses a command that EEJS would not understand. */
    static void check(List<String> words) {
        try {
            Eejs.commandLine().parseArgs(words.toArray(String[]::new));
        } catch (ParameterException e) {
            throw new InputException("command", e.getMessage());
        }
    }
}
