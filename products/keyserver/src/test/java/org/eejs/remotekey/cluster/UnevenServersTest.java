package org.eejs.remotekey.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.Status;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import org.eejs.remotekey.Domains;
import org.eejs.remotekey.domain.KeyDomain;
import org.eejs.remotekey.files.Notice;
import org.eejs.remotekey.protocol.SignatureAlgorithm;
import org.eejs.remotekey.server.KeyServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A key or a grant that only one of two servers has, as while keys and policies are changed server by server. */
@Tag("costly")
class UnevenServersTest {
    private static final String BOTH = "{ec-p256: [ECDSA_SHA256], ec-p384: [ECDSA_SHA384]}";
    private static final String ONE = "{ec-p384: [ECDSA_SHA384]}";
    private static final String OTHER_ALGORITHM = "{ec-p256: [ECDSA_SHA512], ec-p384: [ECDSA_SHA384]}";

    @TempDir
    private Path folder;
    private KeyDomain domain;
    private final List<KeyServer> servers = new ArrayList<>();
    private final List<Notice> notices = new CopyOnWriteArrayList<>();

    @BeforeEach
    void start() throws Exception {
        domain = Domains.changeable(folder);
        for (int number = 1; number <= 2; number++) {
            grant(number, BOTH);
            Path file = domain.server(number);
            Files.writeString(file, Files.readString(file)
                    .replace(domain.policy().toString(), policy(number).toString())
                    .replaceAll("(?m)^- name: rsa-2048\n(  .*\n)+", "") + "limits: {reloadMs: 50}\n");
            servers.add(KeyServer.start(file, notices::add));
        }
    }

    @AfterEach
    void end() {
        servers.forEach(KeyServer::close);
    }

    private Path policy(int number) {
        return folder.resolve("policy-" + number + ".yaml");
    }

    private void grant(int number, String keys) throws Exception {
        Files.writeString(policy(number), "clients:\n- subject: \"" + KeyDomain.CLIENT + "\"\n  keys: " + keys + "\n");
    }

    private void regrant(int number, String keys) throws Exception {
        long before = reloads();
        grant(number, keys);
        await(() -> reloads() > before);
    }

    private long reloads() {
        return notices.stream().filter(each -> each.event() == Notice.Event.RELOADED).count();
    }

    private static void await(Callable<Boolean> condition) throws Exception {
        for (long end = System.nanoTime() + 60_000_000_000L; !condition.call();) {
            assertTrue(System.nanoTime() < end, "not within 60 s");
            Thread.sleep(5);
        }
    }

    private KeyCluster open() throws Exception {
        Path file = domain.cluster(servers.stream().map(server -> "127.0.0.1:" + server.port()).toList());
        return KeyCluster.open(Files.writeString(file, Files.readString(file)
                .replaceAll("(deadlineMs|readTimeoutMs): \\d+", "$1: 20000")));
    }

    private static void signTen(KeyCluster cluster, RemoteKey key) throws Exception {
        for (int i = 0; i < 10; i++) {
            cluster.sign(key, SignatureAlgorithm.ECDSA_SHA256, new byte[32]);
        }
    }

    @Test
    @Tag("long")
    void aKeyThatOneServerHasSignsEachTime() throws Exception {
        try (KeyCluster cluster = open()) {
            RemoteKey key = cluster.keys().get(KeyDomain.EC_P256);
            for (String without : List.of(ONE, OTHER_ALGORITHM)) {
                for (int number = 1; number <= 2; number++) {
                    regrant(number, without);
                    signTen(cluster, key);
                    regrant(number, BOTH);
                }
            }
            assertTrue(cluster.counts().stream().allMatch(ServerCounts::serving));
        }
    }

    @Test
    @Tag("long")
    void theErrorNamesAllServersAndTheirReasons() throws Exception {
        try (KeyCluster cluster = open()) {
            RemoteKey key = cluster.keys().get(KeyDomain.EC_P256);
            regrant(1, ONE);
            regrant(2, OTHER_ALGORITHM);
            KeyClusterException refused = assertThrows(KeyClusterException.class, () -> cluster.sign(key,
                    SignatureAlgorithm.ECDSA_SHA256, new byte[32]));
            assertEquals(Status.Code.PERMISSION_DENIED, refused.code());
            String first = "127.0.0.1:" + servers.get(0).port() + ": PERMISSION_DENIED: the key is not granted";
            String second = "127.0.0.1:" + servers.get(1).port()
                    + ": PERMISSION_DENIED: ECDSA_SHA256 is not granted for this key";
            assertTrue(refused.getMessage().contains(first) && refused.getMessage().contains(second),
                    refused.getMessage());
            assertEquals(List.of(1L, 1L), cluster.counts().stream().map(ServerCounts::calls).toList());
        }
    }

    /** The only server that had the key has ended. */
    @Test
    @Tag("long")
    void theErrorNamesAServerThatIsGoneAndOneThatRefuses() throws Exception {
        try (KeyCluster cluster = open()) {
            RemoteKey key = cluster.keys().get(KeyDomain.EC_P256);
            regrant(1, ONE);
            signTen(cluster, key);
            List<Integer> ports = servers.stream().map(KeyServer::port).toList();
            servers.remove(1).close();
            KeyClusterException refused = assertThrows(KeyClusterException.class, () -> cluster.sign(key,
                    SignatureAlgorithm.ECDSA_SHA256, new byte[32]));
            for (int port : ports) {
                assertTrue(refused.getMessage().contains("127.0.0.1:" + port + ": "), refused.getMessage());
            }
        }
    }
}
