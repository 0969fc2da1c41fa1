package org.eejs.cli;

import java.util.List;
import java.util.concurrent.Callable;
import org.eejs.bench.xml.XmlExperiment;
import org.eejs.lab.settings.ExperimentPlan;
import org.eejs.lab.settings.Grid;
import org.eejs.lab.statistics.PartOfWhole;
import org.eejs.lab.strategy.CompareInTurns;
import org.eejs.lab.strategy.SlowdownGate;
import org.eejs.report.experiment.CommandLine;
import org.eejs.result.InputException;
import org.eejs.result.Observation;
import org.eejs.result.Result;
import org.eejs.result.settings.RunSettings;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code eejs compare}: several configurations, interleaved, ratios with confidence intervals. */
@Command(name = "compare", sortOptions = false, mixinStandardHelpOptions = true,
        modelTransformer = RunOptions.OfSettings.class,
        description = {"Runs several configurations in turn, until it is known how much more or less each costs.", "",
            "They stand in an experiment file (--experiment), are one and the same (--aa), or all combinations of",
            "JDKs, providers and cures that are given here: --jdk 17,25 --provider JDK,ACCP --cures none,all.", ""})
final class CompareCommand implements Callable<Integer> {
    private static final int QUICK_RUNS = 5;

    @Mixin
    private CampaignOptions options;

    @Option(names = "--aa", description = "Compare one configuration with itself: what differs then is noise.")
    private boolean aa;

    @Option(names = "--metric", paramLabel = "NAME",
            description = "The figure that decides when enough has been repeated (default: appCpuMsPerPage; of a "
                    + "service whose process EEJS does not see, responseTimeMs.mean).")
    private String metric;

    @Option(names = "--margin", paramLabel = "PART",
            description = "How small a difference does not matter: within it configurations are called equal (default: "
                    + "5%%).")
    private String margin;

    @Option(names = "--gate", paramLabel = "PART",
            description = "How much worse than the baseline a configuration may be, for example 5%%. Repeats until the "
                    + "interval of each is within this or beyond it. Exit code 0: all are within; 3: one is beyond; "
                    + "4: not decided. It is the margin, too.")
    private String gate;

    @Option(names = "--min-runs", paramLabel = "N", description = "The fewest runs of each configuration (default: 4).")
    private Integer minRuns;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        Result earlier = options.earlier();
        ExperimentPlan experiment = options.experiment(earlier, metric, gate == null ? margin : gate, minRuns);
        if (earlier == null) {
            experiment = configured(experiment);
            experiment = options.isQuick() ? experiment.repeatedAtMost(QUICK_RUNS) : experiment;
        }
        if (experiment.isOfXml()) {
            return options.carryOut(XmlExperiment.plan(experiment, options.isQuick()));
        }
        SlowdownGate kept = gate == null ? null : new SlowdownGate(PartOfWhole.of("gate", gate));
        CompareInTurns strategy = new CompareInTurns(experiment, kept, earlier, options.progress());
        if (earlier == null) {
            strategy.prospect(configured(options.thorough(metric, gate == null ? margin : gate, minRuns)), thorough())
                    .forEach(options.progress()::campaign);
        }
        return options.carryOut(strategy,
                (measured, folder) -> kept == null ? List.of() : kept.lines(measured, folder),
                measured -> exitCode(measured, kept));
    }

    private static int exitCode(Result measured, SlowdownGate gate) {
        SlowdownGate.Verdict verdict = gate == null ? SlowdownGate.Verdict.KEPT : gate.of(measured);
        return switch (verdict) {
            case FAILED -> Eejs.BAD_VERDICT;
            case UNDECIDED -> Eejs.UNDECIDED;
            case KEPT -> measured.observations().stream().allMatch(Observation::valid) ? Eejs.DONE : Eejs.BAD_VERDICT;
        };
    }

    /** Returns the same command at its usual length. */
    private String thorough() {
        List<String> said = spec.commandLine().getParseResult().originalArgs();
        return CommandLine.of("compare", said.subList(said.indexOf("compare") + 1, said.size()).stream()
                .filter(word -> !word.equals("--quick")).toList());
    }

    /** Configurations that are asked for without a file: several values of settings, or the same twice. */
    private ExperimentPlan configured(ExperimentPlan experiment) {
        Grid grid = experiment.grid();
        if (aa && !grid.isEmpty()) {
            throw new InputException("--aa compares one configuration with itself; leave it out, or give one value "
                    + "each instead of " + grid);
        }
        if ((aa || !grid.isEmpty()) && !experiment.configurations().isEmpty()) {
            throw new InputException((aa ? "--aa" : grid.toString()) + " makes configurations of its own; leave out "
                    + "the file that names others");
        }
        if (aa) {
            return experiment.withConfigurations(List.of(
                    new ExperimentPlan.Configuration("A", RunSettings.unsaid()),
                    new ExperimentPlan.Configuration("A again", RunSettings.unsaid())), "A");
        }
        return grid.isEmpty() ? experiment : experiment.withConfigurations(grid.configurations(), null);
    }
}
