package org.eejs.lab.processes;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.eejs.lab.machine.JvmLog;
import org.eejs.lab.machine.Machine;
import org.eejs.lab.machine.SystemCommand;
import org.eejs.pki.files.PrivateFile;
import org.eejs.role.ControlChannel;

/**
 * The process of a role: started, queried, stopped. What it writes to the control channel goes to a queue that all
 * roles of a run share. Thread-safe.
 */
public final class RoleProcess implements Role {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final long STOP_SECONDS = 10;
    private static final long HALT_MILLIS = 500;

    private final String role;
    private final List<String> command;
    private final Path log;
    private final BiFunction<RoleProcess, String, Event> parser;
    private final Process process;
    private final Companion companion;

    /** Starts a role that speaks the protocol of {@link ControlChannel}; parameters as below. */
    public static RoleProcess start(String role, List<String> command, Map<String, String> environment, Path log,
            Consumer<Event> events) throws RunFailedException {
        return start(role, command, environment, log, null, null, events);
    }

    /**
     * Returns the same of one whose stacks may be sampled.
     *
     * @param home the folder with a folder of jars for each room, and async-profiler's
     * @param folder for recordings
     */
    public static RoleProcess start(String role, List<String> command, Map<String, String> environment, Path log,
            Path home, Path folder, Consumer<Event> events) throws RunFailedException {
        return new RoleProcess(role, command, environment, log, home, folder, RoleProcess::event, events);
    }

    /**
     * Starts a role.
     *
     * @param role what it is called in messages
     * @param command the whole command line
     * @param environment what is added to the lab's own environment
     * @param log the file that its standard error goes to
     * @param home see above; null of one whose stacks are not sampled
     * @param folder see above
     * @param parser makes events of lines; null of those that are none
     * @param events where its events go
     */
    RoleProcess(String role, List<String> command, Map<String, String> environment, Path log, Path home,
            Path folder, BiFunction<RoleProcess, String, Event> parser, Consumer<Event> events)
            throws RunFailedException {
        this.role = role;
        this.command = List.copyOf(command);
        this.log = log;
        this.parser = parser;
        try {
            ProcessBuilder builder = new ProcessBuilder(command).redirectError(PrivateFile.log(log));
            builder.environment().putAll(environment);
            process = builder.start();
        } catch (IOException e) {
            throw new RunFailedException("the " + role + " could not be started: " + e.getMessage(), e);
        }
        companion = new Companion(this, home, folder, null, events);
        Thread reader = new Thread(() -> read(events), role + "-events");
        reader.setDaemon(true);
        reader.start();
    }

    private void read(Consumer<Event> events) {
        boolean done = false;
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                Event event = parser.apply(this, line);
                if (event != null) {
                    done |= event.name().equals(ControlChannel.DONE);
                    events.accept(event);
                }
            }
        } catch (IOException e) {
            // The pipe broke with the process.
        }
        endInput();
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (!done) {
            events.accept(new Event(this, ENDED, JSON.missingNode()));
        }
    }

    /** Returns null of half a line, which a process wrote while it was killed, and of what its JVM says there. */
    Event event(String line) {
        try {
            JsonNode event = JSON.readTree(line);
            return event.path("event").isTextual() ? new Event(this, event.path("event").asText(), event.path("data"))
                    : null;
        } catch (JsonProcessingException e) {
            return null;
        }
    }

    @Override
    public String role() {
        return role;
    }

    @Override
    public OptionalLong pid() {
        return OptionalLong.of(process.pid());
    }

    /** Returns the file that its standard error goes to. */
    public Path log() {
        return log;
    }

    @Override
    public List<String> command() {
        return command;
    }

    @Override
    public void tell(String word) {
        try {
            OutputStream out = process.getOutputStream();
            synchronized (out) {
                out.write((word + "\n").getBytes(StandardCharsets.UTF_8));
                out.flush();
            }
        } catch (IOException e) {
            // The process is gone, and its end is in the queue of events.
        }
    }

    /** Has the shell around a process, which may have ended alone, end, too. */
    private void endInput() {
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            // The process is gone.
        }
    }

    @Override
    public <T> CompletableFuture<T> ask(String line, Class<T> form) {
        return companion.answer(line).thenApply(form::cast);
    }

    @Override
    public int processors() {
        return pinnedTo().map(BitSet::cardinality).orElseGet(Machine::processors);
    }

    @Override
    public String describeEnd() {
        return "the %s %s in mid-run; %s".formatted(role, SystemCommand.ending(process.exitValue()), describeLog());
    }

    @Override
    public String describeLog() {
        return "its log is " + log + new JvmLog(log).lastLine().map(line -> ": " + line).orElse("");
    }

    @Override
    public void close() {
        close(STOP_SECONDS);
    }

    @Override
    public void close(long seconds) {
        companion.close();
        tell(ControlChannel.STOP);
        try {
            if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    /** A role ends at once when its input does. One that does not is killed, and nobody waits until it is gone. */
    @Override
    public void halt() {
        companion.close();
        endInput();
        try {
            if (!process.waitFor(HALT_MILLIS, TimeUnit.MILLISECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
