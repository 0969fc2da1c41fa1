package org.eejs.lab.processes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import org.eejs.lab.machine.Machine;
import org.eejs.lab.machine.ProcessorList;
import org.eejs.lab.machine.SystemCommand;
import org.eejs.lab.machine.ThreadPlacement;
import org.eejs.lab.settings.SignatureProviders;
import org.eejs.pki.files.PrivateFile;
import org.eejs.result.NotHereException;

/**
 * A key server on this machine with keys that are made for it, in a folder that only its owner can read, and that are
 * gone with it. The lab knows it by its command line alone. Thread-safe.
 */
public final class RemoteKeyServer implements AutoCloseable {
    private static final YAMLMapper YAML = new YAMLMapper();
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final long SECONDS_TO_MAKE_KEYS = 120;
    /** How init begins to say so. */
    private static final String NO_SUCH_KEY = "keyserver: no key ";
    private static final String CLUSTER = "cluster.yaml";
    private static final String AUDIT = "audit-1.jsonl";

    private final KeyServers servers;

    private RemoteKeyServer(KeyServers servers) {
        this.servers = servers;
    }

    /**
     * Makes a key, starts the server on a free port and waits until it serves.
     *
     * @param home where rooms are laid out
     * @param key its name
     * @param processors of who asks it, which it leaves alone where there are others
     * @param log where its standard error goes
     * @throws NotHereException when no such key is made, with a line that lists those that are
     * @throws IOException with a line that says why it does not serve
     */
    public static RemoteKeyServer start(Path home, String key, String processors, Path log) throws IOException {
        KeyServers servers = new KeyServers();
        try {
            Path folder = servers.folder();
            makeKey(home, folder, key, log);
            KeyServerProcess server = servers.start(home, folder.resolve("keyserver-1.yaml"),
                    ThreadPlacement.canPin() ? rest(Machine.cores(), processors) : "", log);
            tellClient(folder.resolve(CLUSTER), server.address());
            return new RemoteKeyServer(servers);
        } catch (IOException | RuntimeException e) {
            servers.close();
            throw e;
        }
    }

    private static void makeKey(Path home, Path folder, String key, Path log) throws IOException {
        // With the server's own class path, since the providers that are there are measured.
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
            throw new IOException("the key of a key server was not made; see " + log);
        }
    }

    /** The processors of whole cores that somebody else does not use; empty, which is all, when there are none. */
    public static String rest(List<BitSet> cores, String processors) {
        BitSet rest = new BitSet();
        if (!processors.isEmpty()) {
            BitSet used = ProcessorList.parse(processors);
            cores.stream().filter(core -> !core.intersects(used)).forEach(rest::or);
        }
        return ProcessorList.format(rest);
    }

    /** Where the server is; and that a client whose threads wait for a processor is measured, not given up. */
    private static void tellClient(Path file, String address) throws IOException {
        ObjectNode cluster = (ObjectNode) YAML.readTree(file.toFile());
        ((ObjectNode) cluster.withArray("servers").get(0)).put("address", address);
        cluster.put("deadlineMs", 10_000).put("readTimeoutMs", 5_000);
        YAML.writeValue(file.toFile(), cluster);
    }

    /** The file that tells a client of it. */
    public Path cluster() {
        return servers.folder().resolve(CLUSTER);
    }

    /** Why it does not serve any more, in one line; null while it does. */
    public String problem() {
        return servers.problem();
    }

    /**
     * Ends the server, and only then counts the uses of its keys that it recorded: by then every line is written.
     *
     * @return how many signatures it made
     */
    public long endAndCount() throws IOException {
        servers.end();
        long made = 0;
        try (BufferedReader lines = Files.newBufferedReader(servers.folder().resolve(AUDIT), StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                JsonNode use = JSON.readTree(line);
                if (use.path("outcome").asText().equals("SIGNED")) {
                    made++;
                }
            }
        } finally {
            servers.close();
        }
        return made;
    }

    /** Ends the server and removes its keys. */
    @Override
    public void close() {
        servers.close();
    }
}
