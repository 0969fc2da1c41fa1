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
 * A key server in a separate process, with the class path that it has in production. Thread-safe.
 *
 * @param role the process
 * @param address the address at which it serves, as HOST:PORT
 */
public record KeyServerProcess(RoleProcess role, String address) implements AutoCloseable {
    /** The event of a server that serves, with its address. */
    public static final String SERVING = "serving";
    static final String MAIN = "org.eejs.remotekey.server.KeyServerMain";
    /**
     * The shell command that becomes the server. A background shell waits for a word or the end of its input, and then
     * ends the server. That input ends with the program that started it, however that program ends.
     */
    private static final String GUARD = "exec 3<&0; (read word; kill $$) <&3 3<&- >/dev/null 2>&1 & "
            + "exec \"$@\" </dev/null 3<&-";
    private static final Pattern EVENT = Pattern.compile("^serving .* on (\\S+:\\d+)$");
    private static final Duration START_PATIENCE = Duration.ofSeconds(60);
    /** The patience: longer than the server takes to complete requests under way. */
    private static final long STOP_SECONDS = 15;

    /**
     * Starts a key server and waits until it serves.
     *
     * @param home the folder with all rooms
     * @param file its keyserver.yaml
     * @param processors the processors that it may use, as taskset writes them; empty for all
     * @param log the file for its standard error
     * @throws IOException with one line that gives the reason, when it does not serve
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

    /** Starts a key server that reports {@link #SERVING}; parameters as above. */
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

    /** Returns why it no longer serves, in one line; null while it does. */
    public String problem() {
        return ProcessHandle.of(pid()).filter(ProcessHandle::isAlive).isPresent() ? null
                : "a key server ended in mid-run; " + role.describeLog();
    }

    /** Ends it in order, and kills it if that takes too long. */
    @Override
    public void close() {
        role.close(STOP_SECONDS);
    }
}
