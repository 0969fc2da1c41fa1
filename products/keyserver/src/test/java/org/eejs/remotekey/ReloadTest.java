package org.eejs.remotekey;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import javax.management.JMX;
import javax.management.ObjectName;
import org.eejs.pki.files.FaultyFileException;
import org.eejs.remotekey.files.Notice;
import org.eejs.remotekey.protocol.KeysGrpc;
import org.eejs.remotekey.server.KeyServer;
import org.eejs.remotekey.server.KeyServerMXBean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Files of the operator: errors in them are reported with file and line, and changes in them are followed. */
class ReloadTest {
    @TempDir
    Path folder;

    @Test
    void policyAndKeysAreFollowedAndTyposAreNot() throws Exception {
        Domains.copy(folder);
        try (Served served = new Served(folder, "limits: {reloadMs: 50}\n")) {
            KeysGrpc.KeysBlockingStub client = served.client("client");
            assertEquals(256, client.sign(Served.request().build()).getSignature().size());

            change("policy.yaml", text -> text.replaceFirst("RSA_PKCS1_SHA256", "RSA_PKCS1_SHA265"));
            served.awaitNotice(Notice.Event.REFUSED_RELOAD, folder.resolve("policy.yaml") + ", line 7, key "
                    + "'clients[0].keys.rsa-2048[0]': one of RSA_PKCS1_SHA256, ");
            assertEquals(256, client.sign(Served.request().build()).getSignature().size());

            change("policy.yaml", text -> text.replaceFirst("\\s+- RSA_PKCS1_SHA265", ""));
            served.awaitNotice(Notice.Event.RELOADED, "in force");
            StatusRuntimeException denied = assertThrows(StatusRuntimeException.class,
                    () -> client.sign(Served.request().build()));
            assertEquals(Status.Code.PERMISSION_DENIED, denied.getStatus().getCode());

            change("keys.password", text -> "wrong\n");
            served.awaitNotice(Notice.Event.REFUSED_RELOAD, "does not open with the password");
            assertEquals(256, client.sign(Served.request().setAlgorithm(org.eejs.remotekey.protocol.SignatureAlgorithm
                    .RSA_PSS_SHA256).build()).getSignature().size());
        }
    }

    /** By health and by metrics, because operators do not read logs all day. */
    @Test
    void aRefusedReloadIsVisibleToMonitoring() throws Exception {
        Domains.copy(folder);
        try (Served served = new Served(folder, "limits: {reloadMs: 50}\n")) {
            KeysGrpc.KeysBlockingStub client = served.client("client");
            ObjectName name = new ObjectName("org.eejs.remotekey:type=KeyServer,port=" + served.server.port());
            KeyServerMXBean counts = JMX.newMXBeanProxy(ManagementFactory.getPlatformMBeanServer(), name,
                    KeyServerMXBean.class);
            HealthGrpc.HealthBlockingStub health = HealthGrpc.newBlockingStub(client.getChannel());
            assertEquals(256, client.sign(Served.request().build()).getSignature().size());
            assertThrows(StatusRuntimeException.class, () -> client.sign(Served.request().setKey("none").build()));
            Served.await(() -> counts.getSignatures() == 1 && counts.getRefusals() == 1, "counts of calls");
            assertHealth(health, ServingStatus.SERVING, ServingStatus.SERVING);

            change("policy.yaml", text -> text.replaceFirst("RSA_PKCS1_SHA256", "RSA_PKCS1_SHA265"));
            Served.await(() -> counts.getReloadsRefused() == 1, "the count of refused reloads");
            assertEquals(0, counts.getReloadsTaken());
            assertTrue(counts.getRefusedReload().startsWith(folder.resolve("policy.yaml") + ", line "),
                    counts.getRefusedReload());
            assertHealth(health, ServingStatus.SERVING, ServingStatus.NOT_SERVING);

            change("policy.yaml", text -> text.replaceFirst("RSA_PKCS1_SHA265", "RSA_PKCS1_SHA256"));
            Served.await(() -> counts.getReloadsTaken() == 1, "the count of reloads");
            assertEquals(null, counts.getRefusedReload());
            assertTrue(counts.getSecondsSinceRead() >= 0);
            assertHealth(health, ServingStatus.SERVING, ServingStatus.SERVING);
            served.server.close();
            assertFalse(ManagementFactory.getPlatformMBeanServer().isRegistered(name));
        }
    }

    private static void assertHealth(HealthGrpc.HealthBlockingStub health, ServingStatus keys, ServingStatus reload) {
        assertEquals(keys, health.check(HealthCheckRequest.newBuilder().setService("eejs.keys.v1.Keys").build())
                .getStatus());
        assertEquals(reload, health.check(HealthCheckRequest.newBuilder().setService("eejs.keys.v1.Keys/reload")
                .build()).getStatus());
    }

    @Test
    void trialKeysAreReportedAtTheStart() throws Exception {
        Domains.copy(folder);
        try (Served served = new Served(folder, "")) {
            served.awaitNotice(Notice.Event.TRIAL, "are for trials; replace them");
        }
        for (String file : new String[] {"keyserver-1.yaml", "policy.yaml", "cluster.yaml"}) {
            assertTrue(Files.readString(folder.resolve(file)).startsWith("# Made by keyserver init for trials. "),
                    file);
        }
        change("keyserver-1.yaml", text -> text.replace("trial: true\n", ""));
        try (Served served = new Served(folder, "")) {
            assertTrue(served.notices.stream().noneMatch(each -> each.event() == Notice.Event.TRIAL));
        }
    }

    static Stream<Arguments> mistakes() {
        return Stream.of(
                mistake("policy.yaml", "rsa-2048", "rsa-2408", "policy.yaml, line 6, key 'clients[0].keys.rsa-2408': "
                        + "the server has no such key; it has ec-p256, "),
                mistake("policy.yaml", "- RSA_PKCS1_SHA256", "- ECDSA_SHA256",
                        "does not fit the key, which is RSA 2048"),
                mistake("policy.yaml", "subject:", "subjekt:", "line 4, key 'clients[0].subjekt': there is no key "
                        + "'subjekt'; keys are certificateSha256, issuer, keySha256, keys, serial, subject"),
                mistake("policy.yaml", "CN=client-1,O=EEJS", "client-1", "is not a name: 'client-1' has no =; write "
                        + "it as in RFC 4514"),
                mistake("policy.yaml", "clients:", "clients: [", "policy.yaml, line "),
                mistake("keyserver-1.yaml", "listen: 127.0.0.1:0", "listen: here", "line 3, key 'listen': 'here' is not "
                        + "an address; write HOST:PORT"),
                mistake("keyserver-1.yaml", "listen: 127.0.0.1:0\n", "", "line 3: the key 'listen' is missing"),
                mistake("keyserver-1.yaml", "alias: rsa-2048", "alias: rsa", "has no private key with a certificate "
                        + "under 'rsa'; it has "),
                mistake("keyserver-1.yaml", "alias: rsa-2048", "alias: rsa-2048\n  pkcs11: x",
                        "line 10, key 'keys[0]': a key is either in a file"),
                mistake("policy.yaml", "RSA_PKCS1_SHA256", "RSA_PKCS1_SHA265", "policy.yaml, line 7, key "
                        + "'clients[0].keys.rsa-2048[0]': one of RSA_PKCS1_SHA256, "),
                mistake("keyserver-1.yaml", "provider: BC", "provider: fast", "key 'provider': there is no security "
                        + "provider 'fast' here that signs with RSA keys; there are SunRsaSign, BC; ./eejs keyserver "
                        + "providers FILE measures"),
                mistake("keyserver-1.yaml", "provider: BC", "provider: {rsa: SunRsaSign, ec: SunRsaSign}",
                        "there is no security provider 'SunRsaSign' here that signs with EC keys; there are SunEC, BC; "),
                mistake("keyserver-1.yaml", "provider: BC", "provider: {rsa: EEJSRemote}", "there is no security "
                        + "provider 'EEJSRemote' here that signs with RSA keys"),
                mistake("keyserver-1.yaml", "provider: BC", "provider: {rsa: BC}", "it does not name a security "
                        + "provider for EC keys; ./eejs keyserver providers FILE"),
                mistake("keyserver-1.yaml", "provider: BC", "provider: fastest", "'fastest' would let a clock and the "
                        + "class path decide at each start which code handles keys; write a name: ./eejs keyserver providers "),
                mistake("keyserver-1.yaml", "provider: BC", "limits: {queued: many}", "key 'limits.queued': a whole "
                        + "number is expected"),
                mistake("keyserver-1.yaml", "provider: BC", "limits: {queued: 0}", "the least is 1"),
                mistake("keyserver-1.yaml", "provider: BC", "listen: again", "Duplicate field 'listen'"),
                mistake("keyserver-1.yaml", "auditLog: ", "auditLog: /no/such/folder",
                        "key 'auditLog': /no/such/folder"),
                mistake("keys.p12", "", "nonsense", "is not a PKCS12 file"),
                mistake("keys.password", "", "wrong", "does not open with the password that passwordFile names"),
                mistake("server-1.key", "", "nonsense", "server-1.key holds no private key in PEM"),
                mistake("ca.pem", "", "nonsense", "holds no certificates in PEM or DER"));
    }

    private static Arguments mistake(String file, String from, String to, String said) {
        return Arguments.of(file, from, to, said);
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void mistakesAreReportedWithFileAndLine(String file, String from, String to, String said) throws Exception {
        Domains.copy(folder);
        if (from.isEmpty()) {
            Files.writeString(folder.resolve(file), to);
        } else {
            change(file, text -> {
                assertTrue(text.contains(from), text);
                return text.replaceFirst(java.util.regex.Pattern.quote(from), to);
            });
        }
        FaultyFileException refused = assertThrows(FaultyFileException.class,
                () -> KeyServer.start(folder.resolve("keyserver-1.yaml")).close());
        assertTrue(refused.getMessage().contains(said.replace("policy.yaml,", folder.resolve("policy.yaml") + ",")),
                refused.getMessage());
        assertEquals(1, refused.getMessage().lines().count(), refused.getMessage());
    }

    @Test
    void secretsThatOthersCanReadAreRefused() throws Exception {
        Domains.copy(folder);
        for (String file : new String[] {"keys.p12", "keys.password", "server-1.key"}) {
            Path path = folder.resolve(file);
            Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-r-----"));
            FaultyFileException refused = assertThrows(FaultyFileException.class,
                    () -> KeyServer.start(folder.resolve("keyserver-1.yaml")).close());
            assertTrue(refused.getMessage().contains("run: chmod 600 " + path), refused.getMessage());
            Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-------"));
        }
    }

    private void change(String name, UnaryOperator<String> change) throws IOException {
        Path file = folder.resolve(name);
        Files.writeString(file, change.apply(Files.readString(file)));
    }
}
