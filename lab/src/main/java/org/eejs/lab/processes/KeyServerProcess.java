package org.eejs.lab.processes;

import com.fasterxml.jackson.databind.node.TextNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eejs.lab.machine.Jdk;
import org.eejs.lab.machine.JvmLog;
import org.eejs.result.InputException;

/**
 * A key server as a process of its own, with the class path that it has in production. Thread-safe.
 *
 * @param role the process
 * @param address where it serves, as HOST:PORT
 */
public record KeyServerProcess(RoleProcess role, String address) implements AutoCloseable {
    /** The event that it serves, with its address. */
    public static final String SERVING = "serving";
    static final String MAIN = "org.eejs.remotekey.server.KeyServerMain";
    /**
     * Becomes the server. A shell beside it waits for a word or the end of its own input, and ends the server: when the
     * program that has started it is gone, however it went, that input ends.
     */
    private static final String GUARD = "exec 3<&0; (read word; kill $$) <&3 3<&- >/dev/null 2>&1 & "
            + "exec \"$@\" </dev/null 3<&-";
    private static final Pattern EVENT = Pattern.compile("^serving .* on (\\S+:\\d+)$");
    private static final Duration START_PATIENCE = Duration.ofSeconds(60);
    /** Longer than the server takes to end what it has begun. */
    private static final long STOP_SECONDS = 15;

    /**
     * Starts one and waits until it serves.
     *
     * @param home where rooms are laid out
     * @param file its keyserver.yaml
     * @param processors it may use, as taskset writes them; empty for all
     * @param log where its standard error goes
     * @throws IOException with a line that says why it does not serve
     */
    public static KeyServerProcess start(Path home, Path file, String processors, Path log) throws IOException {
        RoleEvents events = new RoleEvents();
        try {
            RoleProcess role = start(home, file, processors, log, events::add);
            try {
                return new KeyServerProcess(role, events.await(SERVING, role, START_PATIENCE).data().asText());
            } catch (RunFailedException | InterruptedException | RuntimeException e) {
                role.close(STOP_SECONDS);
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

    /** Starts one that reports {@link #SERVING}; parameters as above. */
    public static RoleProcess start(Path home, Path file, String processors, Path log, Consumer<Role.Event> events)
            throws RunFailedException {
        return new RoleProcess("key server", java(home).inOwnSession().behind(List.of("sh", "-c", GUARD, "key-server"))
                .pinnedTo(processors).words(MAIN, List.of(file.toString())), Map.of(), log, null, null,
                KeyServerProcess::event, events);
    }

    private static Role.Event event(RoleProcess from, String line) {
        Matcher event = EVENT.matcher(line);
        return event.matches() ? new Role.Event(from, SERVING, TextNode.valueOf(event.group(1))) : null;
    }

    /** Returns a JVM that runs the program; its providers are in folders next to it. */
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

    /** Returns its process id. */
    public long pid() {
        return role.pid().getAsLong();
    }

    /** Returns why it does not serve any more, in one line; null while it does. */
    public String problem() {
        return ProcessHandle.of(pid()).filter(ProcessHandle::isAlive).isPresent() ? null
                : "a key server ended in mid-run; " + role.describeLog();
    }

    /** Ends it in order, and by force if that takes too long. */
    @Override
    public void close() {
        role.close(STOP_SECONDS);
    }
}
