package org.eejs.bench;

import org.eejs.bench.remotekeys.FailoverCommand;
import org.eejs.result.InputException;
import org.eejs.terminal.Printer;
import org.openjdk.jmh.runner.RunnerException;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/**
 * The program of {@code bench/failover.sh}, for a measurement that JMH does not support. It writes progress to standard
 * error, and tables in Markdown to standard output.
 */
@Command(name = "jsse", subcommands = FailoverCommand.class, mixinStandardHelpOptions = true,
        description = "Measures the effect of the death of a key server.")
final class JsseBenchmarks {
    private static final int FAILED = 1;
    private static final int WRONG_INPUT = 2;

    private JsseBenchmarks() {}

    /** Measures. Exits with 0, with 3 when a requirement was missed, 2 for wrong options, 1 for a failure. */
    public static void main(String[] arguments) {
        Printer.guard();
        CommandLine line = new CommandLine(new JsseBenchmarks());
        line.setExecutionExceptionHandler((e, command, parsed) -> {
            if (e instanceof InputException || e instanceof RunnerException) {
                System.err.println("bench: " + e.getMessage());
                return e instanceof InputException ? WRONG_INPUT : FAILED;
            }
            throw e;
        });
        System.exit(line.execute(arguments));
    }
}
