package org.eejs.driver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.eejs.banking.service.Rehearsal;
import org.eejs.banking.service.ServiceScript;
import org.eejs.driver.protocol.Tick;
import org.eejs.role.ControlChannel;

/** The driver of a service as a separate process, controlled over its standard input and output. */
final class DriverProcess implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Process process;
    private final BufferedReader out;
    private final PrintStream in;

    /** Starts one, sends it the script and waits until it is ready. */
    DriverProcess(ServiceScript script, String... options) throws IOException {
        this(List.of(), script, options);
    }

    /** Starts one with options of its JVM. */
    DriverProcess(List<String> jvmOptions, ServiceScript script, String... options) throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        List<String> command = new ArrayList<>(List.of(java, "-XX:TieredStopAtLevel=1"));
        command.addAll(jvmOptions);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), DriverMain.class.getName(), "--json",
                "--service"));
        command.addAll(List.of(options));
        process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        out = process.inputReader(StandardCharsets.UTF_8);
        in = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
        say(Tick.SCRIPT + JSON.writeValueAsString(script));
        await("ready");
    }

    void say(String command) {
        in.println(command);
    }

    /** Returns the data of the next event, which must be this one. */
    private JsonNode await(String event) throws IOException {
        JsonNode next = next();
        if (!next.path("event").asText().equals(event)) {
            throw new IOException("instead of " + event + " came " + next);
        }
        return next.get("data");
    }

    private JsonNode next() throws IOException {
        String line = out.readLine();
        if (line == null) {
            throw new IOException("the driver has ended");
        }
        return JSON.readTree(line);
    }

    List<Rehearsal.Failure> rehearse() throws IOException {
        return rehearsal().failures();
    }

    Rehearsal rehearsal() throws IOException {
        say(Tick.REHEARSE);
        return JSON.treeToValue(await(Tick.REHEARSED), Rehearsal.class);
    }

    /**
     * Makes load until the measurements suffice, or its phases are over, and returns the measurements of all its
     * seconds.
     */
    Tick run(Predicate<Tick> enough) throws IOException {
        say(Tick.START);
        List<Tick> ticks = new ArrayList<>();
        for (JsonNode next = next(); next.path("event").asText().equals(Tick.EVENT); next = next()) {
            ticks.add(JSON.treeToValue(next.get("data"), Tick.class));
            if (enough.test(Tick.of(ticks))) {
                say(ControlChannel.STOP);
            }
        }
        return Tick.of(ticks);
    }

    @Override
    public void close() {
        in.close();
        process.destroyForcibly();
    }
}
