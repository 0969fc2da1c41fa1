package org.eejs.lab.processes;

import com.fasterxml.jackson.databind.node.TextNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eejs.lab.machine.Jdk;
import org.eejs.lab.machine.JvmLog;
import org.eejs.result.InputException;

/**
 * A key server as a process of its own, with the class path that it has in production. A shell stands between: when the
 * one who started it is gone, however it went, the shell's input ends, and it ends the server. Thread-safe.
 */
public final class KeyServerProcess implements AutoCloseable {
    static final String MAIN = "org.eejs.remotekey.server.KeyServerMain";
    /**
     * Reports the server's process id, waits for a word or the end of its own input, and ends the server. It lets go
     * of its output, which therefore ends with the server. Where there is no setsid, Ctrl-C reaches the shell, too, but
     * not the server, which is in its background: it must live long enough to end it.
     */
    private static final String GUARD = "trap : INT TERM HUP; \"$@\" </dev/null & server=$!; echo started $server; "
            + "exec >/dev/null; read word; kill $server 2>/dev/null; wait $server";
    private static final Pattern EVENT = Pattern.compile("^(started|serving)(?: .* on)? (\\d+|\\S+:\\d+)$");
    private static final Duration START_PATIENCE = Duration.ofSeconds(60);
    /** Longer than the server takes to end what it has begun. */
    private static final long STOP_SECONDS = 15;

    private final RoleProcess guard;
    private final ProcessHandle server;
    private final String address;

    private KeyServerProcess(RoleProcess guard, ProcessHandle server, String address) {
        this.guard = guard;
        this.server = server;
        this.address = address;
    }

    /**
     * Starts one and waits until it serves.
     *
     * @param home where rooms are laid out
     * @param file its keyserver.yaml
     * @param processors it may use, as taskset writes them; empty for all
     * @param log where its standard error goes, and what it reports when it serves
     * @throws IOException with a line that says why it does not serve
     */
    public static KeyServerProcess start(Path home, Path file, String processors, Path log) throws IOException {
        List<String> command = java(home).inOwnSession().behind(List.of("sh", "-c", GUARD, "key-server"))
                .pinnedTo(processors).words(MAIN, List.of(file.toString()));
        RoleEvents events = new RoleEvents();
        try {
            RoleProcess guard = events.start("key server", command, Map.of(), log, KeyServerProcess::event);
            try {
                long pid = events.await("started", guard, START_PATIENCE).data().asLong();
                String address = events.await("serving", guard, START_PATIENCE).data().asText();
                return new KeyServerProcess(guard, ProcessHandle.of(pid).orElseThrow(), address);
            } catch (RunFailedException | InterruptedException | RuntimeException e) {
                guard.close(STOP_SECONDS);
                throw e;
            }
        } catch (RunFailedException e) {
            throw new IOException("a key server did not start; its log is " + log
                    + new JvmLog(log).lastLine().map(line -> ": " + line).orElse(""), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while a key server started", e);
        }
    }

    private static Role.Event event(RoleProcess from, String line) {
        Matcher event = EVENT.matcher(line);
        return event.matches() ? new Role.Event(from, event.group(1), TextNode.valueOf(event.group(2))) : null;
    }

    /** A JVM that runs the program; its providers stand in folders beside it. */
    static JvmCommand java(Path home) {
        if (!Files.isDirectory(home.resolve("keyserver"))) {
            throw new InputException("there is no key server in " + home + "; build EEJS, or start it with ./eejs");
        }
        Jdk jdk = Jdk.running();
        return new JvmCommand(jdk).options(List.of("-Xms512m", "-Xmx512m")).options(jdk.nativeAccess())
                .classPath(List.of(home.resolve("keyserver") + "/*",
                        home.resolve("providers/accp/" + System.getProperty("os.arch")).toString(),
                        home.resolve("providers/conscrypt").toString()));
    }

    /** Where it serves, as HOST:PORT. */
    public String address() {
        return address;
    }

    /** Its process id. */
    public long pid() {
        return server.pid();
    }

    /** Why it does not serve any more, in one line; null while it does. */
    public String problem() {
        return server.isAlive() ? null
                : "a key server ended in mid-run; " + guard.describeLog();
    }

    /** Ends it in order, and by force if that takes too long. */
    @Override
    public void close() {
        close(STOP_SECONDS);
    }

    /** The same, by force after so many seconds. */
    public void close(long seconds) {
        guard.close(seconds);
        try {
            // A shell that was killed has ended nobody.
            if (server.isAlive() && server.destroy()) {
                server.onExit().get(seconds, TimeUnit.SECONDS);
            }
        } catch (ExecutionException | TimeoutException e) {
            server.destroyForcibly();
        } catch (InterruptedException e) {
            server.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
