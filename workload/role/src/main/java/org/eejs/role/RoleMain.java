package org.eejs.role;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.eejs.banking.RoleName;
import org.eejs.terminal.Printable;
import org.eejs.terminal.Printer;
import picocli.CommandLine;

/**
 * Runs a role's command as a process: reads its options, turns failures into one clear line, and ends with the exit
 * code of EEJS: 0 done, 1 failed, 2 bad input.
 */
public final class RoleMain {
    /** Held in a field, since the JDK's logging forgets loggers that are not referenced. */
    private static final Logger NETTY = Logger.getLogger("io.netty");

    private RoleMain() {}

    /** Runs a role's command, with an option for each of its settings, and ends the process. */
    public static void run(Callable<Integer> command, RoleName role, String... args) {
        CommandLine line = new CommandLine(command);
        SettingOptions.addTo(line.getCommandSpec(), role);
        run(line, args);
    }

    /** Runs a command that has no settings of the banking workload, and ends the process. */
    public static void run(Callable<Integer> command, String... args) {
        run(new CommandLine(command), args);
    }

    private static void run(CommandLine command, String... args) {
        Printer.guard();
        // Its messages about groups and libraries would precede the one line that describes the error.
        NETTY.setLevel(Level.WARNING);
        System.exit(command
                .setParameterExceptionHandler((e, unused) -> {
                    e.getCommandLine().getErr().println(Printable.line(e.getMessage()));
                    return 2;
                })
                .setExecutionExceptionHandler((e, line, unused) -> {
                    line.getErr().println(line.getCommandName() + ": " + describe(e));
                    return 1;
                })
                .execute(args));
    }

    /** Returns one line that describes a failure, with the cause if it adds something. */
    public static String describe(Throwable e) {
        String message = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
        Throwable cause = e.getCause();
        if (cause != null && cause.getMessage() != null && !message.contains(cause.getMessage())) {
            message += ": " + cause.getMessage();
        }
        return Printable.line(message);
    }

    /**
     * Serves until stopped: by the lab over the control channel when the role speaks JSON, else by a signal.
     *
     * @param options the role's options
     * @param server starts, counts and stops
     * @param greeting the text for users who start the role by hand, with %s for its address
     * @return the exit code
     * @throws Exception if the server does not start
     */
    public static int serve(RoleOptions options, Server server, String greeting) throws Exception {
        if (!options.json) {
            String where = server.start();
            System.out.println(greeting.formatted(where));
            Runtime.getRuntime().addShutdownHook(new Thread(server::stop, "stop"));
            Thread.currentThread().join();
        }
        ControlChannel channel = ControlChannel.overStandardStreams();
        String where;
        try {
            where = server.start();
        } catch (Exception e) {
            channel.emit(ControlChannel.FAILED, Map.of("message", describe(e)));
            return 1;
        }
        CountDownLatch stopped = new CountDownLatch(1);
        channel.listen(command -> {
            if (command.equals(ControlChannel.ASK_STATS)) {
                channel.emit(ControlChannel.STATS, server.stats());
            } else if (command.equals(ControlChannel.STOP)) {
                stopped.countDown();
            } else {
                server.command(command);
            }
        }, () -> Runtime.getRuntime().halt(0));
        channel.emit(ControlChannel.READY, Map.of("address", where));
        stopped.await();
        server.stop();
        return 0;
    }

    /** Returns the failure of a role that cannot listen on the port of its {@code --port}. */
    public static IOException cannotListen(String host, int port, Throwable why) {
        Throwable root = why;
        for (Throwable cause = why; cause != null; cause = cause.getCause()) {
            if (String.valueOf(cause.getMessage()).contains("Address already in use")) {
                return new IOException("port " + port + " is in use; choose another with --port, or 0 for any free "
                        + "one");
            }
            root = cause;
        }
        return new IOException("cannot serve on " + host + ":" + port + ": " + root.getMessage(), why);
    }

    /** A role that serves others. */
    public interface Server {
        /** Starts serving and returns the address, for example {@code localhost:8443}. */
        String start() throws Exception;

        /** Returns the role's counters since its start, as a record. */
        Object stats();

        /** Handles a command of the lab that only some roles know. Others do nothing. */
        default void command(String word) {}

        /** Stops serving. */
        void stop();
    }
}
