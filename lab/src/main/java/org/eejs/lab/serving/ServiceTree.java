package org.eejs.lab.serving;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eejs.lab.machine.Listeners;
import org.eejs.lab.machine.ProcessFiles;
import org.eejs.lab.machine.SystemCommand;
import org.eejs.lab.processes.RunFailedException;
import org.eejs.lab.processes.StartedProcesses;
import org.eejs.pki.files.PrivateFile;

/** The processes of a service: those that the lab started, or one that ran already and its descendants. Thread-safe. */
final class ServiceTree {
    private static final Duration TO_END = Duration.ofSeconds(10);
    private static final long POLL_MILLIS = 100;

    private static final String OWN_SESSION = "setsid";
    /**
     * Waits for a line that never comes, or for the end of the process that would write it. Then ends the session, and
     * all processes with the mark of the service.
     */
    private static final String GUARD = "read -r line; kill -- -$0; sleep 10; kill -9 -- -$0; "
            + "kill -9 $(grep -lsE -- \"$1\" /proc/[0-9]*/limits | cut -d/ -f3)";

    private static final String FOREGROUND = "; let 'start' run the service in the foreground";

    private final StartedProcesses started;
    private final ProcessBuilder stop;
    /** Ends the service's session when the lab has been killed; null if there is none. */
    private final Process guard;
    private final CountDownLatch closing = new CountDownLatch(1);
    private final List<String> notes = new ArrayList<>();
    /** Of the processes that the lab has started, the one that listens, once known; until then the first. */
    private volatile ProcessHandle main;

    private ServiceTree(StartedProcesses started, ProcessBuilder stop, Process guard, ProcessHandle main) {
        this.started = started;
        this.stop = stop;
        this.guard = guard;
        this.main = main;
    }

    /**
     * Starts a service.
     *
     * @param stop the command that ends it; empty for a signal
     */
    static ServiceTree started(ProcessBuilder builder, List<String> stop) throws IOException {
        StartedProcesses started = StartedProcesses.start(builder);
        ProcessBuilder stopping = null;
        if (!stop.isEmpty()) {
            stopping = new ProcessBuilder(stop).directory(builder.directory()).redirectErrorStream(true)
                    .redirectOutput(PrivateFile.continuedLog(builder.redirectOutput().file().toPath()));
            stopping.environment().putAll(builder.environment());
        }
        try {
            boolean hasSession = builder.command().get(0).equals(OWN_SESSION);
            return new ServiceTree(started, stopping, hasSession ? guard(started) : null,
                    started.process().toHandle());
        } catch (IOException e) {
            started.kill();
            throw e;
        }
    }

    /**
     * Returns the words that start a command in a separate session, which Ctrl-C does not reach; empty if there is no
     * such program.
     */
    static List<String> ownSession() {
        return SystemCommand.exists(OWN_SESSION) ? List.of(OWN_SESSION) : List.of();
    }

    private static Process guard(StartedProcesses started) throws IOException {
        return new ProcessBuilder(OWN_SESSION, "sh", "-c", GUARD, Long.toString(started.process().pid()),
                started.mark())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    }

    /** Returns the tree of a running process. */
    static ServiceTree running(long pid) throws RunFailedException {
        return new ServiceTree(null, null, null, ProcessHandle.of(pid).orElseThrow(() -> new RunFailedException(
                "cannot measure the service: there is no process " + pid)));
    }

    /** Fails with one line if a process listens on a port already. */
    static void checkFree(int port) throws RunFailedException {
        Listeners listeners = Listeners.on(port);
        if (listeners.isAny()) {
            throw new RunFailedException("cannot start the service: %s on its port %d already; end it, or use "
                    .formatted(listening(listeners), port) + "{port} in 'start' and 'url' for a free port");
        }
    }

    private static String listening(Listeners listeners) {
        return listeners.processes().isEmpty() ? "a process of another user listens" : listeners.processes().stream()
                .sorted().map(ShownCommand::of).collect(Collectors.joining(" and ")) + " listens";
    }

    boolean isOurs() {
        return started != null;
    }

    ProcessHandle main() {
        return main;
    }

    /** Returns all processes that run now. */
    List<ProcessHandle> all() {
        return isOurs() ? started.all() : Stream.concat(Stream.of(main), main.descendants())
                .filter(ProcessHandle::isAlive).toList();
    }

    synchronized List<String> notes() {
        return List.copyOf(notes);
    }

    private synchronized void note(String line) {
        notes.add(line);
    }

    /**
     * Waits until the service answers, and checks that one of these processes does.
     *
     * @param readiness checks a started one; null for one that ran already
     *
     * @return the reason if it has not answered in time, or has ended; null if it is ready
     */
    String awaitReady(Readiness readiness, String host, int port, Duration patience)
            throws RunFailedException, InterruptedException {
        if (!isOurs()) {
            // The users' first requests will show whether it answers as they expect.
            checkListener(host, port);
            return null;
        }
        long end = System.nanoTime() + patience.toNanos();
        Optional<String> missing = readiness.missing();
        while (missing.isPresent() && System.nanoTime() < end) {
            if (all().isEmpty()) {
                return "it " + howItEnded() + " before it was ready" + (exitCode() == 0 ? FOREGROUND : "");
            }
            if (closing.await(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
                return "it was stopped before it was ready";
            }
            missing = readiness.missing();
        }
        if (missing.isPresent()) {
            return "it was not ready within %d s: %s".formatted(patience.toSeconds(), missing.get());
        }
        checkListener(host, port);
        return null;
    }

    private void checkListener(String host, int port) throws RunFailedException {
        if (!isHere(host)) {
            note("it is not known whether the service's process listens at " + host + ":" + port + ": that is not an "
                    + "address of this machine");
            return;
        }
        Listeners listeners = Listeners.on(port);
        Optional<ProcessHandle> found = all().stream().filter(each -> listeners.processes().contains(each.pid()))
                .min(Comparator.comparing(each -> each.info().startInstant().orElse(Instant.MAX)));
        if (found.isPresent()) {
            main = isOurs() ? found.get() : main;
            if (isOurs() && !started.process().isAlive()) {
                note("the command of 'start' ended and left the service in the background; EEJS ends it and "
                        + "all other processes of the command" + FOREGROUND);
            }
            return;
        }
        if (isElsewhere() || listeners.isAny() && listeners.processes().isEmpty()) {
            note("it is not known whether the service's process listens on port " + port + ": it is in another "
                    + "network namespace, or of another user");
            return;
        }
        throw new RunFailedException(isOurs() ? "%s on port %d, but is not a process of the service".formatted(
                listening(listeners), port)
                : "%s does not listen on port %d of the service's url; %s".formatted(ShownCommand.of(main.pid()), port,
                        listeners.isAny() ? listening(listeners) : "no process does"));
    }

    private static boolean isHere(String host) {
        try {
            InetAddress address = InetAddress.getByName(host);
            return address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null;
        } catch (IOException e) {
            return false;
        }
    }

    private boolean isElsewhere() {
        try {
            return !new ProcessFiles(main.pid()).sharesNamespace("net", ProcessFiles.ofThis());
        } catch (IOException e) {
            return true;
        }
    }

    /** Runs an action if the service ends by itself. */
    void onEnd(Runnable action) {
        main.onExit().thenRun(() -> {
            if (closing.getCount() > 0) {
                action.run();
            }
        });
    }

    /** Waits for the end of the command: {@code /proc} shows an end a moment before its exit code is known. */
    private int exitCode() {
        return started.process().onExit().join().exitValue();
    }

    /** Describes its end, such as {@code ended with exit code 1}; the exit code is known only if the lab started it. */
    String howItEnded() {
        if (!isOurs() || !main.equals(started.process().toHandle())) {
            return "(process " + main.pid() + ") ended";
        }
        return SystemCommand.ending(exitCode());
    }

    /** Ends the processes that the lab has started: by its command, by a signal, by force. */
    void close() {
        closing.countDown();
        if (!isOurs()) {
            return;
        }
        if (stop != null && !all().isEmpty()) {
            try {
                StartedProcesses stopping = StartedProcesses.start(stop);
                SystemCommand.awaitEnd(stopping.process(), TO_END.toSeconds());
                stopping.kill();
                started.awaitEnd(TO_END);
            } catch (IOException e) {
                // A signal ends it as well.
            }
        }
        started.end(TO_END);
        endGuard();
    }

    private void endGuard() {
        if (guard != null) {
            guard.destroyForcibly();
        }
    }

    void halt() {
        closing.countDown();
        if (isOurs()) {
            started.kill();
            endGuard();
        }
    }
}
