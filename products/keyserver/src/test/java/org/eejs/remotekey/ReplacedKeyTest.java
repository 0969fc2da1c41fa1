package org.eejs.remotekey;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.Status;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.SignatureException;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.eejs.pki.CertificateBuilder;
import org.eejs.pki.Identity;
import org.eejs.pki.files.PrivateFile;
import org.eejs.remotekey.cluster.KeyClusterException;
import org.eejs.remotekey.domain.KeyDomain;
import org.eejs.remotekey.files.Notice;
import org.eejs.remotekey.server.KeyServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A key is replaced under its name while it is in use, on one server after the other. */
class ReplacedKeyTest {
    private static final int SIGNERS = 4;

    @TempDir
    private Path folder;
    private KeyDomain domain;
    private final List<KeyServer> servers = new ArrayList<>();
    private final List<List<Notice>> notices = new ArrayList<>();
    private final RemoteKeyProvider provider = new RemoteKeyProvider();
    private final ExecutorService threads = Executors.newCachedThreadPool();

    @BeforeEach
    void start() throws Exception {
        domain = Domains.changeable(folder);
        Files.writeString(domain.policy(), "clients:\n- subject: \"" + KeyDomain.CLIENT
                + "\"\n  keys: {ec-p256: [ECDSA_SHA256]}\n");
    }

    @AfterEach
    void end() {
        threads.shutdownNow();
        provider.close();
        servers.forEach(KeyServer::close);
    }

    /** Starts one more server, which has a separate key store. */
    private void startServer() throws Exception {
        Path own = store(servers.size() + 1);
        Files.copy(domain.keyStore(), own, StandardCopyOption.COPY_ATTRIBUTES);
        Path file = domain.server(servers.size() + 1);
        // Other keys would only take time to be checked at each reload.
        Files.writeString(file, Files.readString(file).replace(domain.keyStore().toString(), own.toString())
                .replaceAll("(?m)^- name: (?!ec-p256)\\S+\n(  .*\n)+", "") + "limits: {reloadMs: 50}\n");
        List<Notice> told = new CopyOnWriteArrayList<>();
        notices.add(told);
        servers.add(KeyServer.start(file, told::add));
    }

    private Path store(int number) {
        return folder.resolve("keys-" + number + ".p12");
    }

    private KeyStore openCluster() throws Exception {
        Path file = domain.cluster(servers.stream().map(server -> "127.0.0.1:" + server.port()).toList());
        String text = Files.readString(file).replaceAll("(deadlineMs|readTimeoutMs): \\d+", "$1: 20000");
        KeyStore keys = KeyStore.getInstance("EEJS-REMOTE", provider);
        keys.load(new ByteArrayInputStream((text + "refreshMs: 50\n").getBytes()), null);
        return keys;
    }

    private Identity newKey() throws Exception {
        return CertificateBuilder.signer("CN=ec-p256,O=EEJS").key("EC", 256).issuedBy(domain.issuer());
    }

    /** Replaces the key on a server, and waits until the server has it. */
    private void replace(int number, Identity with) throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store(number))) {
            store.load(in, domain.keyStorePassword());
        }
        with.addTo(store, KeyDomain.EC_P256, domain.keyStorePassword());
        PrivateFile.write(store(number), Identity.bytes(store, domain.keyStorePassword()));
        List<Notice> told = notices.get(number - 1);
        Served.await(() -> told.stream().anyMatch(notice -> notice.event() == Notice.Event.RELOADED),
                "the reload of server " + number + " among " + told);
    }

    /** Threads that sign with one key, and verify each signature with its certificate. */
    private final class Signers {
        private final AtomicBoolean end = new AtomicBoolean();
        private final AtomicLong valid = new AtomicLong();
        private final AtomicLong invalid = new AtomicLong();
        private final List<Future<SignatureException>> ends = new ArrayList<>();

        Signers(KeyStore keys) throws Exception {
            PrivateKey key = (PrivateKey) keys.getKey(KeyDomain.EC_P256, null);
            Certificate certificate = keys.getCertificate(KeyDomain.EC_P256);
            for (int i = 0; i < SIGNERS; i++) {
                ends.add(threads.submit(() -> sign(key, certificate)));
            }
        }

        /** Signs until it fails, gets a signature of another key, or must end. */
        private SignatureException sign(PrivateKey key, Certificate certificate) throws Exception {
            Signature signature = Signature.getInstance("SHA256withECDSA", provider);
            Signature verifier = Signature.getInstance("SHA256withECDSA", "SunEC");
            while (!end.get()) {
                signature.initSign(key);
                signature.update((byte) 42);
                byte[] signed;
                try {
                    signed = signature.sign();
                } catch (SignatureException e) {
                    return e;
                }
                verifier.initVerify(certificate);
                verifier.update((byte) 42);
                if (!verifier.verify(signed)) {
                    invalid.incrementAndGet();
                    return null;
                }
                valid.incrementAndGet();
            }
            return null;
        }

        void awaitMore(int number) throws Exception {
            long before = valid.get() + invalid.get();
            Served.await(() -> valid.get() + invalid.get() > before + number, number + " more signatures");
        }

        /** Waits for their ends; all of their signatures are valid. */
        List<SignatureException> failures() throws Exception {
            List<SignatureException> failures = new ArrayList<>();
            for (Future<SignatureException> each : ends) {
                failures.add(each.get(Served.SOON.toSeconds(), TimeUnit.SECONDS));
            }
            assertEquals(0, invalid.get(), "invalid signatures, beside " + valid + " valid ones");
            return failures;
        }
    }

    private static void assertReplaced(List<SignatureException> failures) {
        for (SignatureException failure : failures) {
            KeyClusterException reason = assertInstanceOf(KeyClusterException.class, failure.getCause());
            assertEquals(Status.Code.FAILED_PRECONDITION, reason.code(), reason.getMessage());
            assertTrue(failure.getMessage().contains("'ec-p256'")
                    && failure.getMessage().contains("load the key again"), failure.getMessage());
        }
    }

    @Test
    void signersOfAReplacedKeyFailAndNeverSignByAnother() throws Exception {
        startServer();
        KeyStore keys = openCluster();
        Signers signers = new Signers(keys);
        signers.awaitMore(20);
        Identity next = newKey();
        replace(1, next);
        Signers late = null;
        try {
            Served.await(() -> keys.getCertificate(KeyDomain.EC_P256).equals(next.certificate()),
                    "the new certificate");
            late = new Signers(keys);
            late.awaitMore(20);
        } finally {
            if (late != null) {
                late.end.set(true);
            }
        }
        assertReplaced(signers.failures());
        for (SignatureException failure : late.failures()) {
            assertEquals(null, failure);
        }
        assertTrue(Files.readString(folder.resolve("audit-1.jsonl")).contains("FAILED_PRECONDITION"));
    }

    @Test
    void aClusterReloadedServerByServerNeverMixesKeys() throws Exception {
        startServer();
        startServer();
        KeyStore keys = openCluster();
        Signers old = new Signers(keys);
        old.awaitMore(20);
        Identity next = newKey();
        // The first server is the one that the client asks for its keys.
        replace(1, next);
        Served.await(() -> keys.getCertificate(KeyDomain.EC_P256).equals(next.certificate()), "the new certificate");
        Signers young = new Signers(keys);
        old.awaitMore(20);
        young.awaitMore(20);
        replace(2, next);
        assertReplaced(old.failures());
        young.awaitMore(20);
        young.end.set(true);
        for (SignatureException failure : young.failures()) {
            assertEquals(null, failure);
        }
    }
}
