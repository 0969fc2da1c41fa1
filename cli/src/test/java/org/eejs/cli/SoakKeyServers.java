package org.eejs.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.eejs.lab.processes.KeyServerProcess;
import org.eejs.pki.Identity;
import org.eejs.pki.files.PrivateFile;
import org.eejs.remotekey.domain.KeyDomain;

/** Two key servers as separate processes with a common policy and common keys. For one thread. */
final class SoakKeyServers implements AutoCloseable {
    static final int NUMBER = 2;
    /** Keys with certificates for TLS servers. */
    static final List<String> TLS_KEYS = List.of("tls-rsa", "tls-ec");
    /** The client whose permission for a key is granted and revoked. */
    static final String SECOND = "client-2";
    /** The key that is replaced and keeps its name. */
    static final String REPLACED = "replaced";
    /** The key whose permission is granted to the second client and revoked. */
    static final String LENT = KeyDomain.RSA_2048;

    /** The server, from 0, that writes each signature to disk before it sends it. */
    static final int EVIDENT = 1;

    private static final YAMLMapper YAML = new YAMLMapper();
    /** A port below the range for connections, so that no connection takes a server's port during a restart. */
    private static final int LOWEST_PORT = 20_000;
    private static final int HIGHEST_PORT = 32_000;
    private static final String IN_FORCE = "are in force";
    private static final String STAY = "stay as they were";

    private final Path home;
    private final Path folder;
    private final KeyDomain domain;
    private final SoakAuthority authority;
    private final KeyServerProcess[] servers = new KeyServerProcess[NUMBER];
    private final Path[] logs = new Path[NUMBER];
    private int incarnations;

    SoakKeyServers(Path home, Path folder) throws Exception {
        this.home = home;
        this.folder = folder;
        domain = KeyDomain.create(folder.resolve("domain"), freeAddresses());
        authority = new SoakAuthority(domain);
        Files.createDirectory(folder.resolve("logs"));
        for (String key : TLS_KEYS) {
            writeKey(key, key.endsWith("rsa") ? "RSA" : "EC");
            writeClient(key);
        }
        replaceKey();
        writeClient(SECOND);
        policy(true, 0);
        for (int n = 0; n < NUMBER; n++) {
            configure(domain.server(n + 1), n == EVIDENT);
            start(n);
        }
    }

    private void writeClient(String name) throws Exception {
        authority.issue("CN=%s,O=EEJS".formatted(name), "EC").writePem(domain.folder(), "of-" + name);
    }

    private static List<String> freeAddresses() throws IOException {
        List<String> addresses = new ArrayList<>();
        for (int port = LOWEST_PORT; addresses.size() < NUMBER && port < HIGHEST_PORT; port++) {
            try (ServerSocket free = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                addresses.add("127.0.0.1:" + free.getLocalPort());
            } catch (IOException e) {
                // The next port may be free.
            }
        }
        return addresses;
    }

    SoakAuthority authority() {
        return authority;
    }

    /** Returns the file of the first client, which may use every key of the domain. */
    Path cluster() throws IOException {
        return cluster("client", "client");
    }

    /** Returns the file of the client of a key, or of {@link #SECOND}. */
    Path cluster(String client) throws IOException {
        return cluster(client, "of-" + client);
    }

    private Path cluster(String client, String identity) throws IOException {
        Path file = folder.resolve("cluster-of-" + client + ".yaml");
                // A client must not time out only because this machine is busy.
        PrivateFile.write(file, Files.readString(domain.cluster()).replace("client.pem", identity + ".pem")
                .replace("client.key", identity + ".key")
                .replaceFirst("deadlineMs: \\d+", "deadlineMs: 20000")
                .replaceFirst("readTimeoutMs: \\d+", "readTimeoutMs: 8000").getBytes(StandardCharsets.UTF_8));
        return file;
    }

    private void configure(Path file, boolean evident) throws IOException {
        ObjectNode settings = (ObjectNode) YAML.readTree(file.toFile());
        settings.put("audit", evident ? "before" : "after");
        settings.put("provider", "BC");
        settings.putObject("limits").put("reloadMs", 200);
        ArrayNode keys = (ArrayNode) settings.get("keys");
        for (String key : List.of(TLS_KEYS.get(0), TLS_KEYS.get(1), REPLACED)) {
            keys.addObject().put("name", key).put("keyStore", store(key).toString())
                    .put("passwordFile", domain.keyStore().resolveSibling("keys.password").toString())
                    .put("alias", key);
        }
        PrivateFile.write(file, YAML.writeValueAsBytes(settings));
    }

    private Path store(String key) {
        return domain.keyStore().resolveSibling(key + ".p12");
    }

    private long writeKey(String key, String algorithm) throws Exception {
        Identity made = authority.issue("CN=" + key, algorithm);
        PrivateFile.write(store(key), made.store("PKCS12", key, domain.keyStorePassword()));
        return made.serial();
    }

    /** Replaces a key and keeps its name. Returns the serial number of the new certificate. */
    long replaceKey() throws Exception {
        return writeKey(REPLACED, "RSA");
    }

    /**
     * Writes the policy.
     *
     * @param lent whether the second client may use {@link #LENT}
     * @param strangers a number of other clients that never connect, so that each policy differs from the last
     */
    void policy(boolean lent, int strangers) throws IOException {
        Path original = folder.resolve("policy-of-domain.yaml");
        Path file = domain.authority().resolveSibling("policy.yaml");
        if (!Files.exists(original)) {
            Files.copy(file, original);
        }
        ObjectNode policy = (ObjectNode) YAML.readTree(original.toFile());
        ArrayNode clients = (ArrayNode) policy.get("clients");
        ObjectNode first = (ObjectNode) clients.get(0).get("keys");
        grant(first, REPLACED, "RSA_PKCS1_SHA256");
        grant(client(clients, TLS_KEYS.get(0)), TLS_KEYS.get(0), "RSA_PKCS1_SHA256", "RSA_PSS_SHA256");
        grant(client(clients, TLS_KEYS.get(1)), TLS_KEYS.get(1), "ECDSA_SHA256");
        ObjectNode second = client(clients, SECOND);
        grant(second, KeyDomain.EC_P256, "ECDSA_SHA256");
        if (lent) {
            grant(second, LENT, "RSA_PKCS1_SHA256");
        }
        grant(client(clients, "stranger-" + strangers), KeyDomain.EC_P256, "ECDSA_SHA256");
        PrivateFile.write(file, YAML.writeValueAsBytes(policy));
    }

    private static ObjectNode client(ArrayNode clients, String name) {
        return clients.addObject().put("subject", "CN=%s,O=EEJS".formatted(name)).putObject("keys");
    }

    private static void grant(ObjectNode keys, String key, String... algorithms) {
        ArrayNode granted = keys.putArray(key);
        for (String algorithm : algorithms) {
            granted.add(algorithm);
        }
    }

    /** Damages the policy like a typing error. */
    void spoilPolicy() throws IOException {
        Path file = domain.authority().resolveSibling("policy.yaml");
        PrivateFile.write(file, Files.readString(file).replaceFirst("ECDSA_SHA256", "ECDSA_SHA265")
                .getBytes(StandardCharsets.UTF_8));
    }

    /** The numbers of accepted and refused reloads that each server has reported. */
    record Reloads(long inForce, long refused) {}

    Reloads reloads(int server) throws IOException {
        List<String> lines = Files.readAllLines(logs[server]);
        return new Reloads(lines.stream().filter(line -> line.contains(IN_FORCE)).count(),
                lines.stream().filter(line -> line.contains(STAY)).count());
    }

    /** Ends a server by SIGTERM, or kills it, and starts it again at its address. */
    void restart(int server, boolean byForce) throws IOException {
        if (byForce) {
            ProcessHandle.of(servers[server].pid()).ifPresent(ProcessHandle::destroyForcibly);
        }
        servers[server].close();
        start(server);
    }

    private void start(int server) throws IOException {
        logs[server] = folder.resolve("logs/keyserver-%d-%d.log".formatted(server + 1, ++incarnations));
        servers[server] = KeyServerProcess.start(home, domain.server(server + 1), "", logs[server]);
    }

    long pid(int server) {
        return servers[server].pid();
    }

    String problem(int server) {
        return servers[server].problem();
    }

    /** The result of checking an ended server's audit log, with the number of signatures in it. */
    record Evidence(String check, long breaks, long cutOff, long signed) {}

    Evidence evidence(int server) throws IOException, InterruptedException {
        Path log = domain.authority().resolveSibling("audit-%d.jsonl".formatted(server + 1));
        Process audit = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp",
                home.resolve("keyserver") + "/*", "org.eejs.remotekey.server.KeyServerMain", "--json", "audit",
                log.toString()).redirectErrorStream(true).start();
        String check = new String(audit.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        audit.waitFor();
        try (Stream<String> lines = Files.lines(log); Stream<String> signed = Files.lines(log)) {
            return new Evidence(check, check.lines().filter(line -> line.contains("\"event\":\"broken\"")).count()
                    + (check.contains("\"event\":\"checked\"") ? 0 : 1),
                    lines.filter(line -> line.contains("CUT_OFF")).count(),
                    signed.filter(line -> line.contains("\"outcome\":\"SIGNED\"")).count());
        }
    }

    @Override
    public void close() {
        for (KeyServerProcess each : servers) {
            if (each != null) {
                each.close();
            }
        }
    }
}
