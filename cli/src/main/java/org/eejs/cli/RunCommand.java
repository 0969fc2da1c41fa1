package org.eejs.cli;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.eejs.lab.banking.BankingRun;
import org.eejs.lab.rounds.AbortSwitch;
import org.eejs.lab.rounds.Places;
import org.eejs.lab.settings.RunPlan;
import org.eejs.report.Report;
import org.eejs.result.Result;
import org.eejs.result.RunDirectory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code eejs run}: one configuration of the banking workload, with a QoS verdict. */
@Command(name = "run", sortOptions = false, mixinStandardHelpOptions = true,
        modelTransformer = RunOptions.OfSettings.class,
        description = "Runs the banking workload once and says whether the quality of service was kept.")
final class RunCommand implements Callable<Integer> {
    @Mixin
    private RunOptions options;

    @Option(names = "--json", description = "Print the result as JSON instead of words.")
    private boolean json;

    @Option(names = "--out", paramLabel = "DIR", description = "Where to put the result (default: results/<time>-run).")
    private Path out;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        RunPlan plan = options.plan(spec);
        RunDirectory directory = RunDirectory.create(out, "run");
        LiveProgress progress = LiveProgress.onStandardError(true);
        AbortSwitch abort = new AbortSwitch();
        BankingRun run = new BankingRun(plan, new Places(Home.rooms(), Home.pki(), directory), progress, abort);
        return Measurement.carryOut(directory, abort, progress, run::run, measured -> {
            if (json) {
                System.out.println(RunDirectory.json(measured));
            } else {
                System.out.print(Report.terminal(measured));
            }
            Result.Run only = measured.runs().get(0);
            return only.valid() && only.banking().qos().met();
        });
    }
}
