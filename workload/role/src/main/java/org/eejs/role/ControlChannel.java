package org.eejs.role;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.eejs.terminal.Printer;

/**
 * The line protocol between the lab and the process of a role. The role writes events to its standard output, each a
 * line of JSON {@code {"event":NAME,"data":{…}}}. The lab writes commands to its standard input, each a word on a line.
 * The end of the input means that the lab has ended, for whatever reason. The role then ends too, so no process
 * outlives its lab.
 *
 * <p>Thread-safe.
 */
public final class ControlChannel {
    /** The role is ready; the data hold its address. */
    public static final String READY = "ready";
    /** The role's counters, in answer to {@link #ASK_STATS}. */
    public static final String STATS = "stats";
    /** The role could start with its settings, which the data hold. It ends without having served. */
    public static final String CHECKED = "checked";
    /** The role has done its work and ends. */
    public static final String DONE = "done";
    /** The role cannot continue; the data hold a message. */
    public static final String FAILED = "failed";

    /** Asks for the role's counters. */
    public static final String ASK_STATS = "stats";
    /** Tells the bank to stop counting which security provider serves; it is done before the next command is read. */
    public static final String STOP_COUNTING = "stopCounting";
    /** Tells the role to end its work in an orderly way. */
    public static final String STOP = "stop";

    private static final ObjectMapper JSON = new ObjectMapper();

    private final InputStream in;
    private final Printer out;

    /** An event on the wire. */
    private record Event(String event, Object data) {}

    private ControlChannel(InputStream in, Printer out) {
        this.in = in;
        this.out = out;
    }

    /**
     * Takes the process's standard streams. From now on all other output of the process goes to its standard error, so
     * that no library can garble the protocol.
     */
    public static ControlChannel overStandardStreams() {
        return new ControlChannel(System.in, Printer.data());
    }

    /** Sends an event; data may be any bean, record or map that Jackson can write. */
    public void emit(String event, Object data) {
        String line;
        try {
            line = JSON.writeValueAsString(new Event(event, data));
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("cannot write event " + event + " as JSON", e);
        }
        synchronized (out) {
            out.json(line);
        }
    }

    /**
     * Hands each command to the consumer, on a separate daemon thread, until the lab has ended.
     *
     * @param onCommand called once for each line
     * @param onEnd called when the input has ended
     */
    public void listen(Consumer<String> onCommand, Runnable onEnd) {
        Thread listener = new Thread(() -> {
            try (BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                    onCommand.accept(line.strip());
                }
            } catch (IOException e) {
                // A broken pipe means the same as its end: the lab has ended.
            }
            onEnd.run();
        }, "control-channel");
        listener.setDaemon(true);
        listener.start();
    }
}
