package org.eejs.bench;

import org.eejs.bench.remotekeys.FailoverCommand;
import org.eejs.result.InputException;
import org.eejs.terminal.Printer;
import org.openjdk.jmh.runner.RunnerException;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/**
 * The program behind {@code bench/failover.sh}, which measures more than JMH can:
 * progress on standard error, tables in Markdown on standard output.
 */
@Command(name = "jsse", subcommands = FailoverCommand.class, mixinStandardHelpOptions = true,
        description = "Measures what the death of a key server does.")
final class JsseBenchmarks {
    private static final int FAILED = 1;
    private static final int WRONG_INPUT = 2;

    private JsseBenchmarks() {}

    /** Measures; ends with 0, 3 when a requirement was missed, 2 for options that make no sense, 1 for a failure. */
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
