package org.eejs.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.eejs.cluster.LabAuthority;

/** A lab and its hosts, each with a network namespace and a separate folder; lab and alpha share the first one. */
final class Hosts implements AutoCloseable {
    /** The lock for one network of hosts at a time. The JVM names the namespaces. */
    static final String LOCK = "hosts";
    static final List<String> NAMES = List.of("alpha", "beta", "gamma", "delta");
    /** Three times the limit in the documentation, because the machine may be busy. */
    static final Duration ENDED_WITHIN = Duration.ofSeconds(15);
    private static final int PORT = 7800;

    final Path folder;
    final Namespaces network;
    private final Map<String, EejsProcess> joined = new HashMap<>();

    Hosts(Path folder) throws Exception {
        this.folder = folder;
        network = new Namespaces(NAMES.size());
    }

    /** Returns all hosts, each joined with its token. */
    static Hosts joined(Path folder) throws Exception {
        return joined(folder, NAMES.toArray(String[]::new));
    }

    /** Returns these hosts, each joined with its token. */
    static Hosts joined(Path folder, String... names) throws Exception {
        Hosts hosts = new Hosts(folder);
        try {
            for (String name : names) {
                hosts.join(name, "--token-file", hosts.token(name).toString());
            }
            return hosts;
        } catch (Exception | AssertionError e) {
            hosts.close();
            throw e;
        }
    }

    /** Starts a program of EEJS in the namespace of a host, or of the lab. */
    EejsProcess eejs(String where, String... words) throws IOException {
        Path place = Files.createDirectories(folder.resolve(where));
        return new EejsProcess(place, network.in(Math.max(0, NAMES.indexOf(where)),
                EejsProcess.command().toString()), words);
    }

    /** Starts a host, which runs until it is killed. */
    EejsProcess join(String name, String... more) throws IOException {
        List<String> words = new ArrayList<>(List.of("host", "--join", address(), "--name", name));
        words.addAll(List.of(more));
        EejsProcess host = eejs(name, words.toArray(String[]::new));
        joined.put(name, host);
        return host;
    }

    EejsProcess host(String name) {
        return joined.get(name);
    }

    String address() {
        return network.address(0) + ":" + PORT;
    }

    /** Returns a new token of the lab. */
    Path token(String name) throws IOException, GeneralSecurityException {
        Path token = tokenFile(name);
        LabAuthority.in(folder.resolve("lab/state/hosts")).newToken(name).write(token);
        return token;
    }

    private Path tokenFile(String name) {
        return folder.resolve(name + "-" + System.nanoTime() + ".token");
    }

    /** Returns a new token, created by the command as a user would do it. */
    Path tokenByCommand(String name) throws Exception {
        Path token = tokenFile(name);
        try (EejsProcess eejs = eejs("lab", "host", "--new-token", token.toString(), "--name", name)) {
            assertEquals(0, eejs.awaitExit(), eejs.err());
        }
        return token;
    }

    /** Returns a file with bank and back end on separate hosts, and with these drivers. */
    Path file(String... drivers) throws IOException {
        return Files.writeString(folder.resolve("hosts.yaml"), """
                listen: %s
                bank: alpha
                besim: beta
                drivers: [%s]
                """.formatted(address(), String.join(", ", drivers)));
    }

    /** Starts a run on the hosts, with its result in a folder below that of the lab. */
    EejsProcess run(String out, String phases) throws IOException {
        return eejs("lab", "run", "--sessions", "20", "--think-time", "1s", "--phases", phases, "--hosts",
                file("gamma", "delta").toString(), "--out", out, EejsProcess.BANK_COMPILES_LITTLE);
    }

    /** Returns the processes of roles on a host. */
    List<ProcessHandle> roles(String name) {
        return joined.get(name).descendants().stream().filter(process -> {
            String words = EejsProcess.commandLine(process);
            return words.contains("org.eejs.bank.BankMain") || words.contains("org.eejs.besim.BesimMain")
                    || words.contains("org.eejs.driver.DriverMain") || words.contains("org.eejs.remotekey.server")
                    || words.contains("org.eejs.bench.");
        }).toList();
    }

    /** Waits until no host has a process, a certificate or a key of a run; processes may take five seconds. */
    void awaitNothingIsLeft() throws InterruptedException {
        EejsProcess.awaitThat("the end of all roles", ENDED_WITHIN,
                () -> joined.keySet().stream().allMatch(name -> roles(name).isEmpty()));
        EejsProcess.awaitThat("the end of all files of runs",
                () -> joined.keySet().stream().allMatch(this::hasNoFiles));
    }

    private boolean hasNoFiles(String name) {
        try (Stream<Path> left = Files.list(folder.resolve(name).resolve("state/host/" + name + "/runs"))) {
            return left.findAny().isEmpty();
        } catch (NoSuchFileException e) {
            return true;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() throws IOException {
        joined.values().forEach(EejsProcess::close);
        network.close();
    }
}
