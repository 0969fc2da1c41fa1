package org.eejs.pix.command;

import org.eejs.pix.message.OneLine;
import org.eejs.pix.message.PixInputException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The program behind {@code eejs sign} and {@code eejs verify}. */
@Command(name = "eejs", mixinStandardHelpOptions = true, subcommands = {SignCommand.class, VerifyCommand.class},
        description = "Signs payment messages, and verifies them.")
public final class SignMain implements Runnable {
    /** All was done, and every signature is valid. */
    static final int DONE = 0;
    /** Something could not be brought to its end. */
    static final int FAILED = 1;
    /** The request or the input is not possible. */
    static final int BAD_INPUT = 2;
    /** A signature does not verify. */
    static final int NOT_VALID = 3;

    @Spec
    private CommandSpec spec;

    /** Runs the command and ends the process with its exit code. */
    public static void main(String... args) {
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
        throw new ParameterException(spec.commandLine(), "say what to do: sign or verify");
    }

    /** The code to end with: a signature that is not valid is worst, then the lower one is worse, but for 0. */
    static int worse(int one, int other) {
        if (one == NOT_VALID || other == NOT_VALID) {
            return NOT_VALID;
        }
        return one == DONE ? other : other == DONE ? one : Math.min(one, other);
    }
}
