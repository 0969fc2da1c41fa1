package org.eejs.cli;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.eejs.banking.Durations;
import org.eejs.lab.settings.ExperimentPlan;
import org.eejs.lab.strategy.Tune;
import org.eejs.result.BankFigures;
import org.eejs.result.Figure;
import org.eejs.result.InputException;
import org.eejs.result.Result;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code eejs tune}: the configuration that costs least and is as safe as today's, with proof of the saving. */
@Command(name = "tune", sortOptions = false, mixinStandardHelpOptions = true,
        modelTransformer = RunOptions.OfSettings.class,
        description = {"Finds the cheapest configuration that is as safe as yours, and proves what it saves.", "",
            "Exit codes: 0 a saving is proven; 3 none is.", ""})
final class TuneCommand implements Callable<Integer> {
    private static final String CPU = "cpu";
    private static final String P99 = "p99";

    @Mixin
    private CampaignOptions options;

    @Option(names = "--budget", paramLabel = "TIME", defaultValue = "1h",
            description = "Time that the search may take (default: ${DEFAULT-VALUE}).")
    private String budget;

    @Option(names = "--forbid", paramLabel = "KNOB", split = ",",
            description = "Knobs that must stay as they are, such as jdk,container; native forbids "
                    + "all values that need native code.")
    private List<String> forbidden = List.of();

    @Option(names = "--objective", paramLabel = "NAME", defaultValue = CPU,
            description = "Figure that should be lowest: cpu (CPU per page), or p99 (99th percentile of the response "
                    + "time) (default: ${DEFAULT-VALUE}).")
    private String objective;

    @Override
    public Integer call() throws Exception {
        Result earlier = options.earlier();
        if (earlier != null && earlier.tuning() == null) {
            throw new InputException("--resume: this result is of `eejs " + earlier.command()
                    + "`; name one of `eejs tune`");
        }
        ExperimentPlan experiment = options.experiment(earlier, null);
        if (earlier == null && !(experiment.configurations().isEmpty() && experiment.grid().isEmpty())) {
            throw new InputException("tune starts from one configuration; name only one, and it tries the others");
        }
        Tune.Request request = earlier == null ? new Tune.Request(budget(), forbidden, figure())
                : Tune.Request.of(earlier.tuning());
        return options.carryOut(new Tune(experiment, request, earlier, options.progress()),
                (measured, folder) -> List.of(),
                measured -> Tune.isProven(measured) ? Eejs.DONE : Eejs.BAD_VERDICT);
    }

    private Duration budget() {
        try {
            return Durations.parse(budget);
        } catch (IllegalArgumentException e) {
            throw new InputException("budget", "--budget: " + e.getMessage());
        }
    }

    /** Returns the figure that decides; null for the CPU, or the response time where it is unknown. */
    private Figure figure() {
        return switch (objective) {
            case CPU -> null;
            case P99 -> BankFigures.RESPONSE_TIME_P99;
            default -> throw new InputException("objective", "--objective '" + objective + "': must be " + CPU + " or "
                    + P99);
        };
    }
}
