package org.eejs.lab.processes;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.eejs.lab.machine.Machine;
import org.eejs.lab.machine.ProcessorList;
import org.eejs.lab.machine.SystemCommand;
import org.eejs.lab.machine.ThreadPlacement;
import org.eejs.lab.settings.SignatureProviders;
import org.eejs.pki.files.PrivateFile;
import org.eejs.result.NotHereException;

/**
 * The key servers of this machine, with keys that are made for them. The keys are in a folder that only its owner can
 * read, and that is deleted with the servers. Thread-safe.
 */
public final class KeyServers implements AutoCloseable {
    private static final YAMLMapper YAML = new YAMLMapper();
    private static final long SECONDS_TO_MAKE_KEYS = 120;
    /** The beginning of init's message about an unknown key. */
    private static final String NO_SUCH_KEY = "keyserver: no key ";
    private static final String CLUSTER = "cluster.yaml";

    private final Path folder = Files.createTempDirectory("eejs-keys");
    private final List<KeyServerProcess> servers = new CopyOnWriteArrayList<>();

    /** Creates an empty group. */
    public KeyServers() throws IOException {}

    /**
     * Makes a key, starts a server with it on a free port and waits until it serves. The lab controls the server only
     * through its command line.
     *
     * @param home the folder with all rooms
     * @param key the name of the key
     * @param processors the processors of its client; the server uses others if there are any
     * @param log the file for its standard error
     * @throws NotHereException when no such key is made, with one line that lists those that are
     * @throws IOException with one line that gives the reason, when it does not serve
     */
    public static KeyServers ofKey(Path home, String key, String processors, Path log) throws IOException {
        KeyServers servers = new KeyServers();
        try {
            makeKey(home, servers.folder, key, log);
            KeyServerProcess server = servers.start(home, servers.folder.resolve("keyserver-1.yaml"),
                    ThreadPlacement.canPin() ? rest(Machine.cores(), processors) : "", log);
            tellClient(servers.cluster(), server.address());
            return servers;
        } catch (IOException | RuntimeException e) {
            servers.close();
            throw e;
        }
    }

    private static void makeKey(Path home, Path folder, String key, Path log) throws IOException {
        // With the server's own class path, since the providers there are measured.
        List<String> command = KeyServerProcess.java(home).inOwnSession().words(KeyServerProcess.MAIN,
                List.of("init", folder.toString(), "--listen", "127.0.0.1:0", "--keys", key));
        Process init = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(PrivateFile.log(log))
                .start();
        if (!SystemCommand.awaitEnd(init, SECONDS_TO_MAKE_KEYS) || init.exitValue() != 0) {
            String said = Files.readString(log).lines().filter(line -> line.startsWith(NO_SUCH_KEY)).findFirst()
                    .orElse(null);
            if (said != null) {
                throw new NotHereException("key", SignatureProviders.REMOTE + said.substring(NO_SUCH_KEY.indexOf(':')));
            }
            throw new IOException("failed to make the key of a key server; see " + log);
        }
    }

    /** Returns the processors of whole cores that are not among these; empty, which means all, when there are none. */
    public static String rest(List<BitSet> cores, String processors) {
        BitSet rest = new BitSet();
        if (!processors.isEmpty()) {
            BitSet used = ProcessorList.parse(processors);
            cores.stream().filter(core -> !core.intersects(used)).forEach(rest::or);
        }
        return ProcessorList.format(rest);
    }

    /**
     * Writes the server's address and longer timeouts into a client's file: threads that wait for a processor shall be
     * measured, not time out.
     */
    private static void tellClient(Path file, String address) throws IOException {
        ObjectNode cluster = (ObjectNode) YAML.readTree(file.toFile());
        ((ObjectNode) cluster.withArray("servers").get(0)).put("address", address);
        cluster.put("deadlineMs", 10_000).put("readTimeoutMs", 5_000);
        YAML.writeValue(file.toFile(), cluster);
    }

    /** Returns the file with the address of the server of {@link #ofKey}, for clients. */
    public Path cluster() {
        return folder.resolve(CLUSTER);
    }

    /** Returns the folder for keys. */
    public Path folder() {
        return folder;
    }

    /** Starts another server and waits until it serves; parameters and errors as for {@link KeyServerProcess#start}. */
    public KeyServerProcess start(Path home, Path file, String processors, Path log) throws IOException {
        KeyServerProcess server = KeyServerProcess.start(home, file, processors, log);
        servers.add(server);
        return server;
    }

    /** Returns the addresses, in the order of their start. */
    public List<String> addresses() {
        return servers.stream().map(KeyServerProcess::address).toList();
    }

    /** Returns the process ids, in the order of their start. */
    public List<Long> pids() {
        return servers.stream().map(KeyServerProcess::pid).toList();
    }

    /** Returns why one of them no longer serves, in one line; null while all do. */
    public String problem() {
        return servers.stream().map(KeyServerProcess::problem).filter(Objects::nonNull).findFirst().orElse(null);
    }

    /** Ends the servers and deletes the keys. By then each line of their audit logs is written. */
    @Override
    public void close() {
        servers.parallelStream().forEach(KeyServerProcess::close);
        if (!Files.exists(folder)) {
            return;
        }
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            System.err.println("eejs: temporary keys remain in " + folder + ": " + e.getMessage());
        }
    }
}
