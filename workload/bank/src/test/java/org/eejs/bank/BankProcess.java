package org.eejs.bank;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A bank as a separate process, which may run on another JDK and with the jars of a security provider. */
public final class BankProcess implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();

    final String address;
    private final Process process;
    private final BufferedReader out;
    private final PrintStream in;

    /** The JDK, the provider's jars and the JVM options of a bank's process; only the JDK's providers if null. */
    record Launch(Jdk jdk, String providers, List<String> jvmOptions) {
        static Launch plain() {
            return on(Jdk.running());
        }

        static Launch on(Jdk jdk) {
            return new Launch(jdk, null, List.of());
        }

        /** Returns a copy with the jars that the build laid out for a provider. */
        Launch with(String folder) {
            return new Launch(jdk, folder, jvmOptions);
        }

        Launch with(List<String> options) {
            return new Launch(jdk, providers, options);
        }

        /** Starts a bank with this folder for all its files. */
        Process start(Path folder, List<String> options) throws IOException {
            List<String> command = new ArrayList<>(List.of(jdk.java(), "-XX:TieredStopAtLevel=1",
                    "-Djava.io.tmpdir=" + folder, "-XX:-UsePerfData"));
            command.addAll(jvmOptions);
            command.addAll(List.of("-cp", providers == null ? classPath() : String.join(File.pathSeparator, classPath(),
                    System.getProperty("eejs.home") + "/providers/" + providers), "org.eejs.bank.BankMain", "--json",
                    "--pki", TestFolder.PKI.folder().toString()));
            command.addAll(options);
            return new ProcessBuilder(command).directory(folder.toFile()).start();
        }
    }

    /** Returns the class path without test dependencies, because their Bouncy Castle would replace a provider's own. */
    public static String classPath() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> Stream.of("netty", "besim", "junit", "bouncycastle").noneMatch(entry::contains))
                .collect(Collectors.joining(File.pathSeparator));
    }

    private BankProcess(Process process) throws IOException {
        this.process = process;
        this.out = process.inputReader(StandardCharsets.UTF_8);
        this.in = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
        JsonNode ready = next();
        if (!ready.get("event").asText().equals("ready")) {
            close();
            throw new IOException(ready.toString());
        }
        this.address = ready.get("data").get("address").asText();
    }

    /** Starts a bank and waits until it serves. */
    static BankProcess serve(Launch launch, Path folder, List<String> options) throws IOException {
        return new BankProcess(launch.start(folder, options));
    }

    /** Returns the only event of a bank that ends by itself, with its exit code; it must print nothing else. */
    static JsonNode event(Launch launch, int exitCode, Path folder, List<String> options)
            throws IOException, InterruptedException {
        Process process = launch.start(folder, options);
        JsonNode event = JSON.readTree(process.getInputStream().readAllBytes());
        String complaints = complaints(process);
        if (process.waitFor() != exitCode || !complaints.isEmpty()) {
            throw new IOException("exit code " + process.exitValue() + ": " + event + complaints);
        }
        return event;
    }

    /** Returns the only line of a bank whose options are wrong. */
    static String complaint(Launch launch, Path folder, List<String> options) throws IOException, InterruptedException {
        Process process = launch.start(folder, options);
        String said = complaints(process);
        if (process.waitFor() != 2 || said.lines().count() != 1) {
            throw new IOException("exit code " + process.exitValue() + ": " + said);
        }
        return said;
    }

    private static String complaints(Process process) throws IOException {
        return new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    void tell(String command) {
        in.println(command);
    }

    JsonNode stats() throws IOException {
        tell("stats");
        return next().get("data");
    }

    private JsonNode next() throws IOException {
        String line = out.readLine();
        if (line == null) {
            throw new IOException(complaints(process));
        }
        return JSON.readTree(line);
    }

    /** Ends it in order; returns its exit code. */
    int stop() throws IOException, InterruptedException {
        tell("stop");
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            throw new IOException("the bank does not end");
        }
        return process.exitValue();
    }

    @Override
    public void close() {
        process.destroyForcibly();
        in.close();
    }
}
