package org.eejs.remotekey.files;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.eejs.pki.files.FaultyFileException;
import org.eejs.remotekey.Domains;
import org.eejs.remotekey.Served;
import org.eejs.remotekey.cluster.KeyCluster;
import org.eejs.remotekey.cluster.KeyClusterException;
import org.eejs.remotekey.domain.KeyDomain;
import org.eejs.remotekey.protocol.KeysGrpc;
import org.eejs.remotekey.server.KeyServer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A file that others could change is not used, and one that others could read is not accepted as a secret. */
@Tag("costly")
class GuardedFileTest {
    @TempDir
    Path temporary;
    private Path folder;

    @BeforeEach
    void domain() throws IOException {
        folder = Domains.copy(Files.createDirectory(temporary.resolve("domain")));
    }

    private static void mode(Path file, String mode) throws IOException {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
    }

    private String refusal() {
        return assertThrows(FaultyFileException.class,
                () -> KeyServer.start(folder.resolve("keyserver-1.yaml"), notice -> { }).close()).getMessage();
    }

    private void start() throws IOException {
        KeyServer.start(folder.resolve("keyserver-1.yaml"), notice -> { }).close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"keyserver-1.yaml", "policy.yaml", "ca.pem", "server-1.pem"})
    void aFileThatOthersCanWrite(String name) throws Exception {
        for (String mode : new String[] {"rw-rw-r--", "rw-r--rw-"}) {
            mode(folder.resolve(name), mode);
            String refusal = refusal();
            assertTrue(refusal.contains(folder.resolve(name) + " can be written by others; run: chmod go-w "), refusal);
        }
        mode(folder.resolve(name), "rw-r--r--");
        start();
    }

    @Test
    void aFolderThatOthersCanWrite() throws Exception {
        for (Path open : new Path[] {folder, temporary}) {
            mode(open, "rwxrwxrwx");
            String refusal = refusal();
            assertTrue(refusal.contains("others can write the folder " + open + ", and so replace what is in it; run: "
                    + "chmod go-w " + open), refusal);
            Files.setAttribute(open, "unix:mode", 01777);
            start();
            mode(open, "rwx------");
        }
    }

    @Test
    @Tag("long")
    void aFolderBehindALink() throws Exception {
        Path open = Files.createDirectory(temporary.resolve("open"));
        Files.move(folder.resolve("ca.pem"), open.resolve("ca.pem"));
        Files.createSymbolicLink(folder.resolve("ca.pem"), Path.of("../open/ca.pem"));
        start();
        mode(open, "rwxrwxrwx");
        String refusal = refusal();
        assertTrue(refusal.contains("key 'tls.clientAuthority': others can write the folder " + open), refusal);
    }

    @Test
    @Tag("long")
    void whatBelongsToAnother() throws Exception {
        Path policy = folder.resolve("policy.yaml");
        if (!Files.getAttribute(policy, "unix:uid").equals(0)) {
            // Only root can give files away; for other users, files of strangers are refused by the same line.
            return;
        }
        Files.setAttribute(policy, "unix:uid", 4711);
        String refusal = refusal();
        assertTrue(refusal.contains(policy + " belongs to the user with the number 4711"), refusal);
    }

    /** As the kubelet mounts a secret with fsGroup: links to links in a sticky folder, files of 0440 of a group. */
    @Test
    @Tag("long")
    void aSecretAsKubernetesMountsIt() throws Exception {
        Path mount = Files.createDirectory(temporary.resolve("mount"));
        Path data = Files.createDirectory(mount.resolve("..2026_01_01"));
        Files.createSymbolicLink(mount.resolve("..data"), data.getFileName());
        for (String name : new String[] {"keys.p12", "keys.password", "server-1.key", "ca.pem", "policy.yaml"}) {
            Files.move(folder.resolve(name), data.resolve(name));
            mode(data.resolve(name), "r--r-----");
            Files.createSymbolicLink(mount.resolve(name), Path.of("..data", name));
            Files.createSymbolicLink(folder.resolve(name), mount.resolve(name));
        }
        Files.setAttribute(mount, "unix:mode", 03777);
        Files.setAttribute(data, "unix:mode", 02755);
        String refusal = refusal();
        assertTrue(refusal.contains("or write 'groupReadableSecrets: true'"), refusal);
        Path file = folder.resolve("keyserver-1.yaml");
        Files.writeString(file, Files.readString(file) + "groupReadableSecrets: true\n");
        start();
        mode(data.resolve("keys.password"), "r--r--r--");
        assertTrue(refusal().contains("read by others than its group"), refusal());
    }

    @Test
    void aReload() throws Exception {
        try (Served served = new Served(folder, "limits: {reloadMs: 50}\n")) {
            KeysGrpc.KeysBlockingStub client = served.client("client");
            Path policy = folder.resolve("policy.yaml");
            mode(policy, "rw-rw-rw-");
            Files.writeString(policy, Files.readString(policy).replace("client-1", "somebody"));
            served.awaitNotice(Notice.Event.REFUSED_RELOAD, "can be written by others; run: chmod go-w " + policy);
            assertFalse(client.sign(Served.request().build()).getSignature().isEmpty());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"cluster.yaml", "ca.pem", "client.pem", "client.key"})
    @Tag("long")
    void theClientsFiles(String name) throws Exception {
        KeyDomain.open(folder).cluster(java.util.List.of("127.0.0.1:1"));
        // The files are good, but there is no server.
        assertThrows(KeyClusterException.class, () -> KeyCluster.open(folder.resolve("cluster.yaml")).close());
        mode(folder.resolve(name), "rw-rw-r--");
        FaultyFileException refused = assertThrows(FaultyFileException.class,
                () -> KeyCluster.open(folder.resolve("cluster.yaml")).close());
        assertTrue(refused.getMessage().contains(folder.resolve(name) + " can be "), refused.getMessage());
    }
}
