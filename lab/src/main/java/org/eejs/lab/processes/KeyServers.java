package org.eejs.lab.processes;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

/**
 * Key servers of this machine over keys that are made for them, in a folder that only its owner can read, and that is
 * gone with them. Thread-safe.
 */
public final class KeyServers implements AutoCloseable {
    private final Path folder = Files.createTempDirectory("eejs-keys");
    private final List<KeyServerProcess> servers = new CopyOnWriteArrayList<>();

    /** None yet. */
    public KeyServers() throws IOException {}

    /** Where the keys are to be made. */
    public Path folder() {
        return folder;
    }

    /** Starts one more and waits until it serves; parameters and errors as for {@link KeyServerProcess#start}. */
    public KeyServerProcess start(Path home, Path file, String processors, Path log) throws IOException {
        KeyServerProcess server = KeyServerProcess.start(home, file, processors, log);
        servers.add(server);
        return server;
    }

    /** Where they serve, in the order of their start. */
    public List<String> addresses() {
        return servers.stream().map(KeyServerProcess::address).toList();
    }

    /** The process ids, in the order of their start. */
    public List<Long> pids() {
        return servers.stream().map(KeyServerProcess::pid).toList();
    }

    /** Why one of them does not serve any more, in one line; null while all do. */
    public String problem() {
        return servers.stream().map(KeyServerProcess::problem).filter(Objects::nonNull).findFirst().orElse(null);
    }

    /** Ends the servers; by then each line of their audit logs is written. */
    public void end() {
        servers.parallelStream().forEach(KeyServerProcess::close);
    }

    /** Ends the servers and removes the keys. */
    @Override
    public void close() {
        end();
        if (!Files.exists(folder)) {
            return;
        }
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            System.err.println("eejs: keys that were made to measure are left in " + folder + ": " + e.getMessage());
        }
    }
}
