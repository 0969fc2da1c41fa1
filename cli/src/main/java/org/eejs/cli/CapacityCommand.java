package org.eejs.cli;

import java.util.List;
import java.util.concurrent.Callable;
import org.eejs.lab.settings.ExperimentPlan;
import org.eejs.lab.strategy.FindCapacity;
import org.eejs.result.Result;
import org.eejs.result.settings.RunSettings;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code eejs capacity}: the highest number of simultaneous sessions that meets the quality of service. */
@Command(name = "capacity", sortOptions = false, mixinStandardHelpOptions = true,
        modelTransformer = RunOptions.OfSettings.class,
        description = "Finds the highest number of simultaneous user sessions that meets the quality of service.")
final class CapacityCommand implements Callable<Integer> {
    @Mixin
    private CampaignOptions options;

    @Mixin
    private RepetitionOptions repetition;

    @Option(names = "--match-response-time",
            description = "Find the number of sessions with the baseline's mean response time (at the baseline's "
                    + "number of sessions) instead.")
    private boolean matchResponseTime;

    @Override
    public Integer call() throws Exception {
        Result earlier = options.earlier();
        ExperimentPlan experiment = options.experiment(earlier, repetition.with(null, null, null));
        if (experiment.configurations().isEmpty()) {
            experiment = experiment.withConfigurations(
                    List.of(new ExperimentPlan.Configuration("default", RunSettings.unsaid())), "default");
        }
        return options.carryOut(
                new FindCapacity(experiment, matchResponseTime, options.isQuick(), earlier, options.progress()),
                (measured, folder) -> List.of(),
                measured -> measured.capacities().stream()
                        .allMatch(Result.Capacity::settled) ? Eejs.DONE : Eejs.BAD_VERDICT);
    }
}
