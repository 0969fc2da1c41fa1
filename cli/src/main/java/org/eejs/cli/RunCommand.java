package org.eejs.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.eejs.lab.BankingRun;
import org.eejs.lab.Result;
import org.eejs.lab.RunDirectory;
import org.eejs.lab.RunPlan;
import org.eejs.report.Report;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code eejs run}: one configuration of the banking workload, with a QoS verdict. */
@Command(name = "run", sortOptions = false, mixinStandardHelpOptions = true,
        description = "Runs the banking workload once and says whether the quality of service was kept.")
final class RunCommand implements Callable<Integer> {
    @Mixin
    private RunOptions options;

    @Option(names = "--json", description = "Print the result as JSON instead of words.")
    private boolean json;

    @Option(names = "--out", paramLabel = "DIR", description = "Where to put the result (default: results/<time>-run).")
    private Path out;

    @Override
    public Integer call() {
        RunPlan plan = RunPlan.of(options.settings());
        RunDirectory directory = RunDirectory.create(out, "run");
        LiveProgress progress = new LiveProgress(System.err, Boolean.getBoolean("eejs.terminal"));
        BankingRun run = new BankingRun(plan, Home.rooms(), Home.pki(), directory, progress);
        Thread onSignal = new Thread(() -> run.abort("the run was stopped by a signal"), "on-signal");
        Runtime.getRuntime().addShutdownHook(onSignal);
        try {
            BankingRun.Outcome outcome = run.run();
            progress.end();
            return tell(outcome, keep(outcome, directory));
        } finally {
            run.close();
        }
    }

    /** Writes result and reports; if that fails, elsewhere, so that nothing is lost. Returns where they are. */
    private static Kept keep(BankingRun.Outcome outcome, RunDirectory directory) {
        try {
            write(outcome.result(), directory);
            return new Kept(directory, null);
        } catch (IOException e) {
            RunDirectory elsewhere = RunDirectory.create(
                    Path.of(System.getProperty("java.io.tmpdir"), "eejs-" + directory.path().getFileName()), "run");
            try {
                write(outcome.result(), elsewhere);
                return new Kept(elsewhere, e.getMessage() + "; it is kept in " + elsewhere.path());
            } catch (IOException again) {
                return new Kept(null, e.getMessage() + ", nor in " + elsewhere.path());
            }
        }
    }

    /** Where the result is, and what went wrong on the way; either may be null. */
    private record Kept(RunDirectory directory, String problem) {}

    private static void write(Result result, RunDirectory directory) throws IOException {
        directory.write(result);
        Report.write(result, directory.path());
    }

    private int tell(BankingRun.Outcome outcome, Kept kept) {
        if (json) {
            System.out.println(RunDirectory.json(outcome.result()));
        } else {
            RunSummary.print(System.out, outcome.result());
        }
        if (kept.directory() != null) {
            System.err.println("Report: " + kept.directory().path().resolve("report.html"));
        }
        if (kept.problem() != null) {
            System.err.println("eejs: " + kept.problem());
        }
        if (outcome.failure() != null) {
            System.err.println("eejs: " + outcome.failure());
        }
        if (outcome.failure() != null || kept.problem() != null) {
            return Eejs.FAILED;
        }
        Result.Run run = outcome.result().runs().get(0);
        return run.valid() && run.qos().met() ? Eejs.DONE : Eejs.BAD_VERDICT;
    }
}
