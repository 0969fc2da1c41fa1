package org.eejs.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.eejs.remotekey.KeyDomain;

/**
 * The key servers of a sweep, and the folder that their clients need. Keys are made for it, in a folder that only its
 * owner can read, and are gone with it. For one thread.
 */
final class SweepServers implements AutoCloseable {
    private final Path temporary;
    private final SweepFolder folder;
    private final List<KeyServerProcess> servers;

    private SweepServers(Path temporary, SweepFolder folder, List<KeyServerProcess> servers) {
        this.temporary = temporary;
        this.folder = folder;
        this.servers = servers;
    }

    /**
     * Makes keys, starts servers on free ports and waits until they serve.
     *
     * @param logs where their standard errors go, which tell every use of a key
     */
    static SweepServers start(int number, SweepPlacement placement, Path logs)
            throws IOException, GeneralSecurityException {
        Path temporary = Files.createTempDirectory("eejs-remote-key");
        List<KeyServerProcess> servers = new ArrayList<>();
        try {
            KeyDomain domain = KeyDomain.create(temporary.resolve("domain"),
                    Collections.nCopies(number, "127.0.0.1:0"));
            Path home = Path.of(System.getProperty("eejs.home", "target/eejs"));
            for (int n = 1; n <= number; n++) {
                servers.add(KeyServerProcess.start(home, domain.server(n), placement.servers().get(n - 1),
                        logs.resolve("keyserver-" + n + ".log")));
            }
            return new SweepServers(temporary, SweepFolder.fill(temporary, domain,
                    servers.stream().map(KeyServerProcess::address).toList()), servers);
        } catch (IOException | GeneralSecurityException | RuntimeException e) {
            new SweepServers(temporary, null, servers).close();
            throw e;
        }
    }

    /** What their clients need. */
    SweepFolder folder() {
        return folder;
    }

    /** The process ids of the first so many. */
    List<Long> pids(int number) {
        return servers.subList(0, number).stream().map(KeyServerProcess::pid).toList();
    }

    /** Why one of them does not serve any more, in one line; null while all do. */
    String problem() {
        return servers.stream().map(KeyServerProcess::problem).filter(Objects::nonNull).findFirst().orElse(null);
    }

    /** Ends the servers and removes the keys. */
    @Override
    public void close() {
        servers.forEach(KeyServerProcess::close);
        try (Stream<Path> files = Files.walk(temporary)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            System.err.println("eejs: keys that were made to measure are left in " + temporary + ": " + e.getMessage());
        }
    }
}
