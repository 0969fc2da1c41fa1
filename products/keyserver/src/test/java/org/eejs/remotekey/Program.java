package org.eejs.remotekey;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.eejs.remotekey.server.KeyServerMain;

/**
 * The program keyserver as a separate process that serves, and other programs that run to their end.
 *
 * @param out its output, from the time when it serves
 */
public record Program(Process process, BufferedReader out, int port) implements AutoCloseable {
    private static final long SECONDS = 60;

    /** Returns the words that start the program keyserver. */
    public static List<String> keyserver(String... arguments) {
        List<String> words = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path"),
                KeyServerMain.class.getName()));
        words.addAll(List.of(arguments));
        return words;
    }

    /** Starts a server and waits until it serves. */
    public static Program serve(Path file) throws IOException {
        Process process = new ProcessBuilder(keyserver("--json", file.toString())).redirectError(Redirect.INHERIT)
                .start();
        process.getOutputStream().close();
        BufferedReader out = process.inputReader();
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            if (line.startsWith("{\"event\":\"serving\"")) {
                return new Program(process, out, new ObjectMapper().readTree(line).get("port").asInt());
            }
        }
        throw new IOException("the server did not start");
    }

    /** Runs a program without input; returns its exit code and, after a blank, all of its output. */
    public static String run(List<String> words) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
            throw new IOException(words + " does not end");
        }
        return process.exitValue() + " " + printed;
    }

    public String address() {
        return "127.0.0.1:" + port;
    }

    /** Ends it by force, and waits until it has ended. */
    void kill() throws IOException, InterruptedException {
        if (!process.destroyForcibly().waitFor(SECONDS, TimeUnit.SECONDS)) {
            throw new IOException("the server does not end");
        }
    }

    @Override
    public void close() throws IOException {
        process.destroyForcibly();
        out.close();
    }
}
