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
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import org.eejs.lab.machine.JvmLog;
import org.eejs.lab.machine.JvmThreads;
import org.eejs.lab.machine.ProcessUsage;
import org.eejs.role.ControlChannel;

/**
 * The process of a role: started, queried, stopped. What it writes to the control channel goes to a queue that all
 * roles of a run share. Thread-safe.
 */
public final class RoleProcess implements AutoCloseable {
    /** The event that the lab itself adds when a process has ended without having said that its work is done. */
    public static final String ENDED = "ended";

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final long STOP_SECONDS = 10;

    private final String role;
    private final List<String> command;
    private final Path log;
    private final BiFunction<RoleProcess, String, Event> parser;
    private final Process process;
    private final JvmThreads threads;
    private ProcessUsage lastUsage = ProcessUsage.ZERO;

    /** What a role reported. */
    public record Event(RoleProcess from, String name, JsonNode data) {
        /** Its data as an object. */
        public <T> T as(Class<T> form) throws RunFailedException {
            try {
                return JSON.treeToValue(data, form);
            } catch (JsonProcessingException e) {
                throw new RunFailedException("the %s reported '%s' in another form: %s".formatted(from.role(), name,
                        e.getOriginalMessage()), e);
            }
        }
    }

    /**
     * Starts a role.
     *
     * @param role what it is called in messages
     * @param command the whole command line
     * @param environment what is added to the lab's own environment
     * @param log the file that its standard error goes to
     * @param parser makes events of lines; null of those that are none
     * @param events where its events go
     */
    RoleProcess(String role, List<String> command, Map<String, String> environment, Path log,
            BiFunction<RoleProcess, String, Event> parser, Queue<Event> events) throws RunFailedException {
        this.role = role;
        this.command = List.copyOf(command);
        this.log = log;
        this.parser = parser;
        try {
            ProcessBuilder builder = new ProcessBuilder(command).redirectError(log.toFile());
            builder.environment().putAll(environment);
            process = builder.start();
            threads = new JvmThreads(process.pid());
        } catch (IOException e) {
            throw new RunFailedException("the " + role + " could not be started: " + e.getMessage(), e);
        }
        Thread reader = new Thread(() -> read(events), role + "-events");
        reader.setDaemon(true);
        reader.start();
    }

    private void read(Queue<Event> events) {
        boolean done = false;
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                Event event = parser.apply(this, line);
                if (event != null) {
                    done |= event.name().equals(ControlChannel.DONE);
                    events.add(event);
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
            events.add(new Event(this, ENDED, JSON.missingNode()));
        }
    }

    /** Null of half a line, which a process wrote while it was killed, and of what its JVM says there. */
    Event event(String line) {
        try {
            JsonNode event = JSON.readTree(line);
            return event.path("event").isTextual() ? new Event(this, event.path("event").asText(), event.path("data"))
                    : null;
        } catch (JsonProcessingException e) {
            return null;
        }
    }

    /** What it is called in messages. */
    public String role() {
        return role;
    }

    /** Its process id. */
    public long pid() {
        return process.pid();
    }

    /** The file that its standard error goes to. */
    public Path log() {
        return log;
    }

    /** The whole command line. */
    public List<String> command() {
        return command;
    }

    /** Sends a command; a process that has ended does not hear it, which its event tells. */
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

    /** What the process has used so far; after its end what was read last. */
    public synchronized ProcessUsage usage() {
        try {
            ProcessUsage usage = ProcessUsage.of(process.pid(), threads);
            if (usage.peakResidentBytes() > 0) {
                lastUsage = usage;
            }
        } catch (IOException | IllegalArgumentException | IndexOutOfBoundsException e) {
            // The process has ended; its last reading stands.
        }
        return lastUsage;
    }

    /** Has the JVM's compiler run on these processors, whatever the rest of it was given. */
    public synchronized void placeCompiler(BitSet processors) {
        threads.place(JvmThreads.Kind.JIT, processors);
    }

    /** A line that says how the process ended on its own. */
    public String describeEnd() {
        int code = process.exitValue();
        String how = code > 128 ? "was killed by signal " + (code - 128) : "ended with exit code " + code;
        return "the %s %s in mid-run; its log is %s%s".formatted(role, how, log, lastLogLine());
    }

    /** The last line of the log, led in by a colon; empty when there is none. */
    public String lastLogLine() {
        return new JvmLog(log).lastLine().map(line -> ": " + line).orElse("");
    }

    /** Ends the process: in an orderly way first, by force if that takes too long. */
    @Override
    public void close() {
        close(STOP_SECONDS);
    }

    /** The same, with another patience. */
    void close(long seconds) {
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
}
