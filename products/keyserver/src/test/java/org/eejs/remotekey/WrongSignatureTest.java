package org.eejs.remotekey;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.security.interfaces.RSAPublicKey;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.eejs.pki.CertificateBuilder;
import org.eejs.pki.Identity;
import org.eejs.remotekey.cluster.ClusterHealth;
import org.eejs.remotekey.cluster.KeyCluster;
import org.eejs.remotekey.cluster.KeyClusterException;
import org.eejs.remotekey.cluster.RemoteKey;
import org.eejs.remotekey.cluster.ServerCounts;
import org.eejs.remotekey.domain.KeyDomain;
import org.eejs.remotekey.keys.ServedKey;
import org.eejs.remotekey.protocol.KeysGrpc;
import org.eejs.remotekey.protocol.ListKeysRequest;
import org.eejs.remotekey.protocol.ListKeysResponse;
import org.eejs.remotekey.protocol.SignRequest;
import org.eejs.remotekey.protocol.SignResponse;
import org.eejs.remotekey.protocol.SignatureAlgorithm;
import org.eejs.remotekey.server.KeyServer;
import org.eejs.remotekey.signature.SignatureScheme;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A key server that signs with another key than it lists: the client returns none of its signatures. */
@Tag("costly")
class WrongSignatureTest {
    private static final byte[] DIGEST = new byte[32];

    @TempDir
    private static Path folder;
    private static KeyDomain domain;
    private static KeyServer good;
    private static Server wrong;
    private static WrongKeys keys;
    private static ManagedChannel channel;

    /** A service that lists the keys of the good server, and signs with other keys. */
    private static final class WrongKeys extends KeysGrpc.KeysImplBase {
        private final ListKeysResponse list;
        private final ServedKey rsa;
        private final ServedKey ec;

        WrongKeys(ListKeysResponse list) throws Exception {
            this.list = list;
            rsa = key("rsa-2048", "RSA", 2048);
            ec = key("ec-p256", "EC", 256);
        }

        private static ServedKey key(String name, String algorithm, int bits) throws Exception {
            Identity made = CertificateBuilder.of("CN=" + name).key(algorithm, bits).issuedBy(domain.issuer());
            return new ServedKey(name, made.keys().getPrivate(), made.chain().subList(0, 1), algorithm
                    .equals("RSA") ? new org.bouncycastle.jce.provider.BouncyCastleProvider()
                    : java.security.Security.getProvider("SunEC"), false);
        }

        @Override
        public void listKeys(ListKeysRequest request, StreamObserver<ListKeysResponse> answer) {
            answer.onNext(list);
            answer.onCompleted();
        }

        @Override
        public void sign(SignRequest request, StreamObserver<SignResponse> answer) {
            try {
                ServedKey key = request.getKey().startsWith("rsa") ? rsa : ec;
                byte[] input = (request.hasDigest() ? request.getDigest() : request.getData()).toByteArray();
                answer.onNext(SignResponse.newBuilder().setSignature(ByteString.copyFrom(key.sign(
                        SignatureScheme.of(request.getAlgorithm()), request.hasDigest(), input))).build());
                answer.onCompleted();
            } catch (GeneralSecurityException e) {
                answer.onError(e);
            }
        }
    }

    @BeforeAll
    static void start() throws Exception {
        domain = Domains.changeable(folder);
        good = KeyServer.start(domain.server(1));
        channel = Domains.channel(folder, "client", good.port());
        keys = new WrongKeys(KeysGrpc.newBlockingStub(channel).listKeys(ListKeysRequest.getDefaultInstance()));
        wrong = ForeignServer.start(domain, keys);
    }

    @AfterAll
    static void end() {
        channel.shutdownNow();
        wrong.shutdownNow();
        good.close();
    }

    private static KeyCluster open(String more, int... ports) throws Exception {
        Path file = RemoteClient.cluster(domain, ports);
        return KeyCluster.open(Files.writeString(file, Files.readString(file) + more));
    }

    private static byte[] sign(KeyCluster cluster) throws KeyClusterException {
        return cluster.sign(cluster.keys().get(KeyDomain.EC_P256), SignatureAlgorithm.ECDSA_SHA256, DIGEST);
    }

    private static boolean isValid(KeyCluster cluster, byte[] signature) throws GeneralSecurityException {
        Signature verifier = Signature.getInstance("NONEwithECDSA", "SunEC");
        verifier.initVerify(cluster.keys().get(KeyDomain.EC_P256).certificate());
        verifier.update(DIGEST);
        return verifier.verify(signature);
    }

    @Test
    void aWrongSignatureIsMadeByAnotherServerInstead() throws Exception {
        List<String> told = new CopyOnWriteArrayList<>();
        Logger logger = Logger.getLogger(ClusterHealth.class.getName());
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord line) {
                told.add(line.getMessage());
            }

            @Override
            public void flush() { }

            @Override
            public void close() { }
        };
        logger.addHandler(handler);
        try (KeyCluster cluster = open("", wrong.getPort(), good.port())) {
            for (int i = 0; i < 20; i++) {
                assertTrue(isValid(cluster, sign(cluster)));
            }
            ServerCounts counts = cluster.counts().get(0);
            assertTrue(counts.calls() > 0 && counts.calls() == counts.failures(), counts.toString());
            assertEquals(0, cluster.counts().get(1).failures());
            assertTrue(told.stream().anyMatch(line -> line.contains(counts.address()) && line.contains("is DOWN")
                    && line.contains("not verified by the key's certificate")), told.toString());
        } finally {
            logger.removeHandler(handler);
        }
    }

    @Test
    void aWrongSignatureIsNeverReturned() throws Exception {
        try (KeyCluster cluster = open("", wrong.getPort())) {
            for (RemoteKey key : List.of(cluster.keys().get("ec-p256"), cluster.keys().get("rsa-2048"))) {
                for (SignatureAlgorithm algorithm : key.granted()) {
                    byte[] digest = new byte[SignatureScheme.of(algorithm).digest().length()];
                    KeyClusterException refused = assertThrows(KeyClusterException.class,
                            () -> cluster.sign(key, algorithm, digest), algorithm::toString);
                    assertEquals(Status.Code.DATA_LOSS, refused.code(), refused.getMessage());
                }
            }
        }
    }

    /** A server that signs correctly a number of times and wrongly from then on. */
    private static final class TurningKey extends KeysGrpc.KeysImplBase {
        private final WrongKeys wrong;
        private final ServedKey right;
        private final boolean namesKey;
        private final AtomicInteger left;

        TurningKey(WrongKeys wrong, int right, boolean namesKey) throws Exception {
            this.wrong = wrong;
            this.left = new AtomicInteger(right);
            this.namesKey = namesKey;
            KeyStore store = KeyStore.getInstance(domain.keyStore().toFile(), domain.keyStorePassword());
            this.right = new ServedKey(KeyDomain.EC_P256, (java.security.PrivateKey) store.getKey(KeyDomain.EC_P256,
                    domain.keyStorePassword()), List.of((X509Certificate) store.getCertificate(KeyDomain.EC_P256)),
                    java.security.Security.getProvider("SunEC"), false);
        }

        @Override
        public void listKeys(ListKeysRequest request, StreamObserver<ListKeysResponse> answer) {
            wrong.listKeys(request, answer);
        }

        @Override
        public void sign(SignRequest request, StreamObserver<SignResponse> answer) {
            try {
                ServedKey key = left.getAndDecrement() > 0 ? right : wrong.ec;
                answer.onNext(SignResponse.newBuilder().setSignature(ByteString.copyFrom(key.sign(
                        SignatureScheme.ECDSA_SHA256, true, request.getDigest().toByteArray())))
                        .setPublicKey(namesKey ? request.getPublicKey() : ByteString.EMPTY).build());
                answer.onCompleted();
            } catch (GeneralSecurityException e) {
                answer.onError(e);
            }
        }
    }

    /**
     * Returns the number of wrong signatures that the client returned until the server that turned wrong was caught.
     */
    private static int wrongUntilCaught(int right, boolean namesKey) throws Exception {
        Server turning = ForeignServer.start(domain, new TurningKey(keys, right, namesKey));
        try (KeyCluster cluster = open("", turning.getPort())) {
            for (int i = 0; i < right; i++) {
                assertTrue(isValid(cluster, sign(cluster)));
            }
            for (int i = 0;; i++) {
                try {
                    sign(cluster);
                    assertTrue(i < 100, "a wrong signature is found within 100");
                } catch (KeyClusterException e) {
                    assertEquals(Status.Code.DATA_LOSS, e.code(), e.getMessage());
                    assertThrows(KeyClusterException.class, () -> sign(cluster), "a caught server is not trusted");
                    return i;
                }
            }
        } finally {
            turning.shutdownNow();
        }
    }

    /** The helper asserts the 100. Catching all three at once would be a chance of 1 in 125,000. */
    @Test
    void aServerThatTurnsWrongIsFoundWithin100SignaturesByAShare() throws Exception {
        assertTrue(wrongUntilCaught(12, true) + wrongUntilCaught(30, true) + wrongUntilCaught(75, true) > 0,
                "only a share is verified");
    }

    @Test
    void theFirstSignaturesOfAConnectionAreVerified() throws Exception {
        assertEquals(0, wrongUntilCaught(0, true));
        assertEquals(0, wrongUntilCaught(3, true));
    }

    /** As servers of older versions do, which sign with any key of the name. */
    @Test
    void eachSignatureOfAServerThatDoesNotNameItsKeyIsVerified() throws Exception {
        assertEquals(0, wrongUntilCaught(40, false));
    }

    @Test
    void withoutVerificationAClientGetsWhatTheServerSigned() throws Exception {
        try (KeyCluster cluster = open("verify: false\n", wrong.getPort())) {
            assertFalse(isValid(cluster, sign(cluster)));
        }
    }

    /** Each byte of a good signature, changed, makes it a wrong one, for each scheme and size of key. */
    @Test
    void everySchemeIsHeldToTheCertificate() throws Exception {
        try (KeyCluster cluster = open("", good.port())) {
            for (RemoteKey key : cluster.keys().values()) {
                PublicKey publicKey = key.certificate().getPublicKey();
                for (SignatureAlgorithm algorithm : key.granted()) {
                    SignatureScheme scheme = SignatureScheme.of(algorithm);
                    byte[] digest = MessageDigest.getInstance(scheme.digest().algorithm()).digest(DIGEST);
                    byte[] signature = cluster.sign(key, algorithm, digest);
                    assertTrue(key.check().verify(scheme, digest, signature), key.name() + " " + scheme);
                    for (int i = 0; i < signature.length; i += publicKey instanceof RSAPublicKey ? 37 : 5) {
                        byte[] changed = signature.clone();
                        changed[i] ^= 1;
                        assertFalse(key.check().verify(scheme, digest, changed), key.name() + " " + scheme + " " + i);
                    }
                    digest[0] ^= 1;
                    assertFalse(key.check().verify(scheme, digest, signature), key.name() + " " + scheme);
                    assertFalse(key.check().verify(scheme, digest, new byte[0]));
                }
            }
        }
    }
}
