package org.eejs.bench.remotekeys;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.eejs.lab.processes.KeyServers;
import org.eejs.pki.files.PrivateFile;
import org.eejs.remotekey.domain.KeyDomain;
import org.eejs.result.RemoteKeyKind;

/**
 * The key servers of a sweep, and the folder that their clients need. Keys are made for it, in a folder that only its
 * owner can read, and are gone with it. For one thread.
 */
final class SweepServers implements AutoCloseable {
    private static final YAMLMapper YAML = new YAMLMapper();

    private final SweepFolder folder;
    private final KeyServers servers;
    private final Path logs;

    private SweepServers(SweepFolder folder, KeyServers servers, Path logs) {
        this.logs = logs;
        this.folder = folder;
        this.servers = servers;
    }

    /**
     * Makes keys, starts servers on free ports and waits until they serve.
     *
     * @param kinds of the keys
     * @param provider by whose name they sign
     * @param logs where their standard errors go, and in the end their records of every use of a key
     */
    static SweepServers start(int number, Collection<RemoteKeyKind> kinds, SweepPlacement placement, String provider,
            Path logs)
            throws IOException, GeneralSecurityException {
        KeyServers servers = new KeyServers();
        try {
            KeyDomain domain = KeyDomain.create(servers.folder().resolve("domain"),
                    Collections.nCopies(number, "127.0.0.1:0"), kinds.stream().map(RemoteKeyKind::id).toList());
            Path home = Path.of(System.getProperty("eejs.home", "target/eejs"));
            for (int n = 1; n <= number; n++) {
                set(domain.server(n), provider, logs.resolve(audit(n)).toAbsolutePath());
                servers.start(home, domain.server(n), placement.servers().get(n - 1),
                        logs.resolve("keyserver-" + n + ".log"));
            }
            return new SweepServers(SweepFolder.fill(servers.folder(), domain, servers.addresses()), servers, logs);
        } catch (IOException | GeneralSecurityException | RuntimeException e) {
            new SweepServers(null, servers, logs).close();
            throw e;
        }
    }

    /** Servers that run already, elsewhere, and of whose processes nothing is known. */
    static SweepServers elsewhere(Path cluster, Path logs) {
        return new SweepServers(new SweepFolder(cluster), null, logs);
    }

    /** What is measured against a local key must have that key's provider. */
    static void set(Path file, String provider, Path auditLog) throws IOException {
        ObjectNode settings = (ObjectNode) YAML.readTree(file.toFile());
        settings.putObject("provider").put("rsa", provider)
                .put("ec", provider.equals("SunRsaSign") ? "SunEC" : provider);
        settings.put("auditLog", auditLog.toString());
        YAML.writeValue(file.toFile(), settings);
    }

    private static String audit(int server) {
        return "audit-" + server + ".jsonl";
    }

    /** What their clients need. */
    SweepFolder folder() {
        return folder;
    }

    /** The process ids of the first so many. */
    List<Long> pids(int number) {
        return servers == null ? List.of() : servers.pids().subList(0, number);
    }

    /** A file that says what clients log: warnings. */
    Path logging() throws IOException {
        Path file = logs.resolve("logging.properties");
        PrivateFile.write(file, "handlers=java.util.logging.ConsoleHandler\n.level=WARNING\n");
        return file;
    }

    /** Why one of them does not serve any more, in one line; null while all do. */
    String problem() {
        return servers == null ? null : servers.problem();
    }

    /** Compressed: of half an hour there are millions of lines. */
    private void keepAuditLogs() {
        for (int n = 1; n <= servers.pids().size(); n++) {
            Path log = logs.resolve(audit(n));
            if (Files.exists(log)) {
                try {
                    try (OutputStream out = new GZIPOutputStream(PrivateFile.open(logs.resolve(audit(n)
                            + ".gz")))) {
                        Files.copy(log, out);
                    }
                    Files.delete(log);
                } catch (IOException e) {
                    System.err.println("eejs: the audit log of key server " + n + " is not compressed: "
                            + e.getMessage());
                }
            }
        }
    }

    /** Ends the servers, removes the keys, and only then does what may take long. */
    @Override
    public void close() {
        if (servers != null) {
            servers.close();
            keepAuditLogs();
        }
    }
}
