package org.eejs.pix.command;

import java.util.List;
import org.eejs.pix.message.OneLine;
import org.eejs.pix.message.PixInputException;
import org.eejs.terminal.Printer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine;

/** The program behind {@code eejs sign} and {@code eejs verify}. */
@Command(name = "eejs", mixinStandardHelpOptions = true, subcommands = {SignCommand.class, VerifyCommand.class},
        description = "Signs payment messages, and verifies them.")
public final class SignMain implements Runnable {
    /** All was done, and every signature is valid. */
    static final int DONE = 0;
    /** Some work failed. */
    static final int FAILED = 1;
    /** The request or the input is invalid. */
    static final int BAD_INPUT = 2;
    /** A signature does not verify. */
    static final int NOT_VALID = 3;

    private static final List<Integer> BY_SEVERITY = List.of(DONE, BAD_INPUT, FAILED, NOT_VALID);

    @Spec
    private CommandSpec spec;

    /** Runs the command and ends the process with its exit code. */
    public static void main(String... args) {
        Printer.guard();
        System.exit(new CommandLine(new SignMain())
                .setParameterExceptionHandler((e, given) -> {
                    CommandLine line = e.getCommandLine();
                    line.getErr().println("eejs: " + OneLine.of(e.getMessage()) + "; see eejs "
                            + (line.getParent() == null ? "" : line.getCommandName() + " ") + "--help");
                    return BAD_INPUT;
                })
                .setExecutionExceptionHandler((e, line, parsed) -> {
                    line.getErr().println("eejs: " + OneLine.of(e.getMessage() == null ? e.toString()
                            : e.getMessage()));
                    return e instanceof PixInputException ? BAD_INPUT : FAILED;
                })
                .execute(args));
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "name a command: sign or verify");
    }

    /** Returns the worse of two exit codes. */
    static int worse(int one, int other) {
        return BY_SEVERITY.indexOf(one) > BY_SEVERITY.indexOf(other) ? one : other;
    }
}
