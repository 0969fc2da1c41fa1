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
 * The process of a role: started, queried, stopped. Its lines on the control channel go to the queue of events of the
 * run. Thread-safe.
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

    /** Starts a role that uses the protocol of {@link ControlChannel}; parameters as below. */
    public static RoleProcess start(String role, List<String> command, Map<String, String> environment, Path log,
            Consumer<Event> events) throws RunFailedException {
        return start(role, command, environment, log, null, null, events);
    }

    /**
     * Starts a role whose stacks may be sampled.
     *
     * @param home the folder with a folder of jars for each room, and async-profiler's
     * @param folder the folder for recordings
     */
    public static RoleProcess start(String role, List<String> command, Map<String, String> environment, Path log,
            Path home, Path folder, Consumer<Event> events) throws RunFailedException {
        return new RoleProcess(role, command, environment, log, home, folder, RoleProcess::event, events);
    }

    /**
     * Starts a role.
     *
     * @param role the name in messages
     * @param command the whole command line
     * @param environment the variables in addition to the lab's own
     * @param log the file for its standard error
     * @param home see above; null for one whose stacks are not sampled
     * @param folder see above
     * @param parser turns lines into events; returns null for other lines
     * @param events gets its events
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

    /**
     * Returns the event of a line. Returns null for half a line, which a killed process leaves, and for output of its
     * JVM.
     */
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

    /** Returns the file of its standard error. */
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

    /** Ends the shell around a process, which may have ended before it. */
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

    /** Closes the role's input, at which it ends at once. A role that does not is killed, without a wait. */
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
