package org.eejs.cli;

import java.util.List;
import java.util.concurrent.Callable;
import org.eejs.bench.xml.XmlExperiment;
import org.eejs.lab.settings.ExperimentPlan;
import org.eejs.lab.settings.Grid;
import org.eejs.lab.settings.Repetition;
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

/** {@code eejs compare}: runs configurations alternately and reports ratios with confidence intervals. */
@Command(name = "compare", sortOptions = false, mixinStandardHelpOptions = true,
        modelTransformer = RunOptions.OfSettings.class,
        description = {"Runs several configurations alternately, until the difference in their cost is known.", "",
            "Configurations come from an experiment file (--experiment), are all combinations of these JDKs,",
            "providers and fixes: --jdk 17,25 --provider JDK,ACCP --cures none,all, or are one repeated (--aa).", ""})
final class CompareCommand implements Callable<Integer> {
    private static final int QUICK_RUNS = 5;

    @Mixin
    private CampaignOptions options;

    @Mixin
    private RepetitionOptions repetition;

    @Option(names = "--aa", description = "Compare one configuration with itself to see the noise.")
    private boolean aa;

    @Option(names = "--metric", paramLabel = "NAME",
            description = "Metric whose interval ends the comparison (default: appCpuMsPerPage; for a service whose "
                    + "process EEJS does not see, responseTimeMs.mean).")
    private String metric;

    @Option(names = "--margin", paramLabel = "PART",
            description = "Differences smaller than this count as equal, for example 3%% (default: "
                    + "5%%).")
    private String margin;

    @Option(names = "--gate", paramLabel = "PART",
            description = "Maximum slowdown against the baseline, for example 5%%; also the margin. Repeats until each "
                    + "interval is entirely below or above it. Exit codes: 0 all are below; 3 one is above; "
                    + "4 undecided.")
    private String gate;

    @Option(names = "--min-runs", paramLabel = "N",
            description = "Minimum number of runs per configuration (default: 4).")
    private Integer minRuns;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        Result earlier = options.earlier();
        Repetition asked = repetition.with(metric, gate == null ? margin : gate, minRuns);
        ExperimentPlan experiment = options.experiment(earlier, asked);
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
            strategy.prospect(configured(options.thorough(asked)), thorough())
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

    /** Returns this command line without {@code --quick}. */
    private String thorough() {
        List<String> said = spec.commandLine().getParseResult().originalArgs();
        return CommandLine.of("compare", said.subList(said.indexOf("compare") + 1, said.size()).stream()
                .filter(word -> !word.equals("--quick")).toList());
    }

    /** Returns the experiment with configurations from options: a grid of values, or one configuration twice. */
    private ExperimentPlan configured(ExperimentPlan experiment) {
        Grid grid = experiment.grid();
        if (aa && !grid.isEmpty()) {
            throw new InputException("--aa: compares one configuration with itself; leave it out, or give one value "
                    + "each instead of " + grid);
        }
        if ((aa || !grid.isEmpty()) && !experiment.configurations().isEmpty()) {
            throw new InputException((aa ? "--aa" : grid.toString()) + ": makes its own configurations, but the "
                    + "experiment file has some, too; leave out one of them");
        }
        if (aa) {
            return experiment.withConfigurations(List.of(
                    new ExperimentPlan.Configuration("A", RunSettings.unsaid()),
                    new ExperimentPlan.Configuration("A again", RunSettings.unsaid())), "A");
        }
        return grid.isEmpty() ? experiment : experiment.withConfigurations(grid.configurations(), null);
    }
}
