package org.eejs.cli;

import org.eejs.result.InputException;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The command {@code eejs}. */
@Command(name = "eejs", mixinStandardHelpOptions = true, version = "EEJS " + Eejs.VERSION,
        description = "Tells what TLS and cryptography cost a Java service, end to end.",
        subcommands = {RunCommand.class, CompareCommand.class, CapacityCommand.class, BenchCommand.class,
            XmlCommand.class, DoctorCommand.class, ReproduceCommand.class, HostCommand.class, ReportCommand.class,
            EnvCommand.class},
        footer = {"", "Private keys that live elsewhere, and ISO 20022 signatures by them or others:",
            "  eejs keyserver | sign | verify --help",
            "One role by hand:", "  eejs bank | besim | agent --help"},
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:done and valid", "1:the run failed", "2:bad input",
            "3:done, but a verdict (QoS, validity, a gate, a wrong result) failed"})
public final class Eejs {
    /** Hosts and their lab must have the same. */
    static final String VERSION = "0.1.0";

    /** Done, and every verdict is good. */
    static final int DONE = 0;
    /** The command could not be brought to its end. */
    static final int FAILED = 1;
    /** What was asked for is not possible. */
    static final int BAD_INPUT = 2;
    /** Done, but a verdict is bad. */
    static final int BAD_VERDICT = 3;

    /** Runs the command and ends the process with its exit code. */
    public static void main(String... args) {
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        return new CommandLine(new Eejs())
                .setParameterExceptionHandler((e, args) -> {
                    e.getCommandLine().getErr().println("eejs: " + oneLine(e.getMessage()) + "; see eejs "
                            + helpOf(e.getCommandLine()));
                    return BAD_INPUT;
                })
                .setExecutionExceptionHandler((e, line, parsed) -> {
                    line.getErr().println("eejs: " + oneLine(e.getMessage() == null ? e.toString() : e.getMessage()));
                    return e instanceof InputException ? BAD_INPUT : FAILED;
                });
    }

    private static String helpOf(CommandLine line) {
        return (line.getParent() == null ? "" : line.getCommandName() + " ") + "--help";
    }

    private static String oneLine(String text) {
        return text.strip().replaceAll("\\s*\\R\\s*", " ");
    }
}
