package org.eejs.lab.processes;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eejs.lab.machine.Jdk;
import org.eejs.lab.machine.SystemCommand;
import org.eejs.result.InputException;

/**
 * A key server as a process of its own, with the class path that it has in production. A shell stands between: when the
 * one who started it is gone, however it went, the shell's input ends, and it ends the server. Thread-safe.
 */
public final class KeyServerProcess implements AutoCloseable {
    static final String MAIN = "org.eejs.remotekey.server.KeyServerMain";
    /**
     * Says the server's process id, waits for the end of its own input, and ends the server. Where there is no setsid,
     * Ctrl-C reaches the shell, too, but not the server, which is in its background: it must live long enough to end it.
     */
    private static final String GUARD = "trap : INT TERM HUP; \"$@\" </dev/null & server=$!; echo $server; cat >/dev/null; "
            + "kill $server 2>/dev/null; wait $server";
    private static final Pattern SERVING = Pattern.compile("^serving .* on (\\S+:\\d+)$");
    private static final int FIRST_JDK_THAT_WARNS = 24;
    private static final long START_SECONDS = 60;
    private static final long STOP_SECONDS = 15;

    private final Process guard;
    private final ProcessHandle server;
    private final String address;
    private final Path log;

    private KeyServerProcess(Process guard, ProcessHandle server, String address, Path log) {
        this.guard = guard;
        this.server = server;
        this.address = address;
        this.log = log;
    }

    /**
     * Starts one and waits until it serves.
     *
     * @param home where rooms are laid out
     * @param file its keyserver.yaml
     * @param processors it may use, as taskset writes them; empty for all
     * @param log where its standard error goes, and what it says when it serves
     * @throws IOException with a line that says why it does not serve
     */
    public static KeyServerProcess start(Path home, Path file, String processors, Path log) throws IOException {
        List<String> command = new ArrayList<>(ownSession());
        command.addAll(List.of("sh", "-c", GUARD, "key-server"));
        if (!processors.isEmpty()) {
            command.addAll(List.of("taskset", "-c", processors));
        }
        command.addAll(java(home));
        command.add(file.toString());
        Process guard = new ProcessBuilder(command).redirectError(log.toFile()).start();
        CompletableFuture<Void> late = CompletableFuture.runAsync(() -> closeInput(guard),
                CompletableFuture.delayedExecutor(START_SECONDS, TimeUnit.SECONDS));
        BufferedReader said = guard.inputReader(StandardCharsets.UTF_8);
        String pid = said.readLine();
        // No line at all when the shell was ended at once, as a signal to EEJS does.
        ProcessHandle server = pid == null ? null : ProcessHandle.of(Long.parseLong(pid)).orElse(null);
        KeyServerProcess process = new KeyServerProcess(guard, server, address(said), log);
        late.cancel(false);
        // What else it may say must not fill the pipe.
        Thread reader = new Thread(() -> said.lines().forEach(line -> { }), "key-server-output");
        reader.setDaemon(true);
        reader.start();
        if (process.address == null) {
            process.close();
            throw new IOException("a key server did not start; its log is " + log + process.lastLogLine());
        }
        return process;
    }

    /** What makes that Ctrl-C reaches the one who started it alone, who then ends it in order. */
    static List<String> ownSession() {
        return SystemCommand.exists("setsid") ? List.of("setsid") : List.of();
    }

    /** The words that start the program; its providers stand in folders beside it. */
    static List<String> java(Path home) {
        if (!Files.isDirectory(home.resolve("keyserver"))) {
            throw new InputException("there is no key server in " + home + "; build EEJS, or start it with ./eejs");
        }
        Jdk jdk = Jdk.running();
        List<String> words = new ArrayList<>(List.of(jdk.java().toString(), "-Xms512m", "-Xmx512m"));
        if (jdk.feature() >= FIRST_JDK_THAT_WARNS) {
            words.add("--enable-native-access=ALL-UNNAMED");
        }
        words.addAll(List.of("-cp", String.join(File.pathSeparator, home.resolve("keyserver") + "/*",
                home.resolve("providers/accp/" + System.getProperty("os.arch")).toString(),
                home.resolve("providers/conscrypt").toString()), MAIN));
        return words;
    }

    private static String address(BufferedReader said) throws IOException {
        for (String line = said.readLine(); line != null; line = said.readLine()) {
            Matcher serving = SERVING.matcher(line);
            if (serving.find()) {
                return serving.group(1);
            }
        }
        return null;
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
        return server != null && server.isAlive() ? null
                : "a key server ended in mid-run; its log is " + log + lastLogLine();
    }

    private String lastLogLine() {
        try {
            return Files.readAllLines(log).stream().filter(line -> !line.isBlank())
                    .reduce((first, next) -> next).map(line -> ": " + line.strip()).orElse("");
        } catch (IOException e) {
            return "";
        }
    }

    /** Ends it in order, and by force if that takes too long. */
    @Override
    public void close() {
        closeInput(guard);
        try {
            boolean ended = guard.waitFor(STOP_SECONDS, TimeUnit.SECONDS);
            // A shell that was killed has ended nobody.
            if (server != null && server.isAlive() && server.destroy()) {
                server.onExit().get(STOP_SECONDS, TimeUnit.SECONDS);
            }
            if (!ended) {
                end();
            }
        } catch (ExecutionException | TimeoutException e) {
            end();
        } catch (InterruptedException e) {
            end();
            Thread.currentThread().interrupt();
        }
    }

    private static void closeInput(Process guard) {
        try {
            guard.getOutputStream().close();
        } catch (IOException e) {
            // It is gone already.
        }
    }

    private void end() {
        if (server != null) {
            server.destroyForcibly();
        }
        guard.destroyForcibly();
    }
}
