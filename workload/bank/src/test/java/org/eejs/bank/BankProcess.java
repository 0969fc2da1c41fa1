package org.eejs.bank;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A bank as a process of its own, which may run on another JDK and with the jars of a security provider. */
final class BankProcess implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Process process;
    private final BufferedReader out;
    private final PrintStream in;
    final String address;

    /** What the process of a bank is started with beside its options. */
    record Launch(Path javaHome, String providers, List<String> jvmOptions) {
        static Launch plain() {
            return new Launch(Path.of(System.getProperty("java.home")), null, List.of());
        }

        /** With the jars that the build laid out for a provider. */
        Launch with(String folder) {
            return new Launch(javaHome, folder, jvmOptions);
        }

        Launch with(String... options) {
            return new Launch(javaHome, providers, List.of(options));
        }

        Launch on(Path otherJavaHome) {
            return new Launch(otherJavaHome, providers, jvmOptions);
        }

        Process start(Path folder, List<String> options) throws IOException {
            List<String> command = new ArrayList<>(List.of(javaHome.resolve("bin/java").toString(),
                    "-XX:TieredStopAtLevel=1", "-Djava.io.tmpdir=" + folder, "-XX:-UsePerfData"));
            command.addAll(jvmOptions);
            String classPath = CountingBank.classPath();
            if (providers != null) {
                classPath += System.getProperty("path.separator") + System.getProperty("eejs.home") + "/providers/"
                        + providers;
            }
            command.addAll(List.of("-cp", classPath, "org.eejs.bank.BankMain", "--json", "--pki",
                    TestFolder.PKI.folder().toString()));
            command.addAll(options);
            return new ProcessBuilder(command).directory(folder.toFile()).start();
        }
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

    /** The only event of a bank that ends by itself, with its exit code; it must say nothing else. */
    static JsonNode event(Launch launch, int exitCode, Path folder, List<String> options)
            throws IOException, InterruptedException {
        Process process = launch.start(folder, options);
        process.getOutputStream().flush();
        JsonNode event = JSON.readTree(process.getInputStream().readAllBytes());
        String complaints = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != exitCode || !complaints.isEmpty()) {
            throw new IOException("exit code " + process.exitValue() + ": " + event + complaints);
        }
        return event;
    }

    JsonNode stats() throws IOException {
        in.println("stats");
        return next().get("data");
    }

    private JsonNode next() throws IOException {
        String line = out.readLine();
        if (line == null) {
            throw new IOException(new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8));
        }
        return JSON.readTree(line);
    }

    /** The home of a JDK of this version or newer: the one that runs the tests, or one where Linux keeps them. */
    static Optional<Path> jdk(int feature) throws IOException {
        if (Runtime.version().feature() >= feature) {
            return Optional.of(Path.of(System.getProperty("java.home")));
        }
        Path installed = Path.of("/usr/lib/jvm");
        if (!Files.isDirectory(installed)) {
            return Optional.empty();
        }
        try (Stream<Path> homes = Files.list(installed)) {
            return homes.filter(home -> featureOf(home) >= feature).findFirst();
        }
    }

    private static int featureOf(Path home) {
        try (Stream<String> lines = Files.lines(home.resolve("release"))) {
            return lines.filter(line -> line.startsWith("JAVA_VERSION=")).findFirst()
                    .map(line -> Runtime.Version.parse(line.split("\"")[1]).feature()).orElse(0);
        } catch (IOException e) {
            return 0;
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
        in.close();
    }
}
