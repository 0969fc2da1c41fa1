package org.eejs.remotekey;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.stub.StreamObserver;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLSocket;
import org.eejs.pki.CertificateBuilder;
import org.eejs.remotekey.domain.KeyDomain;
import org.eejs.remotekey.policy.Share;
import org.eejs.remotekey.protocol.KeysGrpc;
import org.eejs.remotekey.protocol.SignRequest;
import org.eejs.remotekey.protocol.SignResponse;
import org.eejs.remotekey.protocol.SignatureAlgorithm;
import org.eejs.remotekey.server.SigningLoops;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A client that takes as much as the server gives, known to it or not, does not keep a granted client from being
 * served.
 */
@Tag("costly")
class FloodTest {
    private static final String PATIENT = "handshakeMs: 600000, requestMs: 600000, keepAliveMs: 600000";

    @TempDir
    Path folder;

    private Served serve(String limits) throws Exception {
        Domains.whole(folder);
        CertificateBuilder.client("CN=light,O=EEJS").key("EC", 256).issuedBy(Domains.shared().issuer())
                .writePem(folder, "light");
        Files.writeString(folder.resolve("policy.yaml"), Files.readString(folder.resolve("policy.yaml")).stripTrailing()
                + "\n- {subject: \"CN=light,O=EEJS\", keys: {ec-p256: [ECDSA_SHA256]}}\n");
        return new Served(folder, "limits: {" + limits + ", " + PATIENT + "}\n");
    }

    private static void assertServed(KeysGrpc.KeysBlockingStub light) {
        // The flood itself takes long on a busy machine; only the requests before its end count.
        assertFalse(light.withDeadlineAfter(5, TimeUnit.MINUTES).sign(Served.request().setKey(KeyDomain.EC_P256)
                .setPublicKey(Domains.publicKeyHash(KeyDomain.EC_P256)).setAlgorithm(SignatureAlgorithm.ECDSA_SHA256)
                .build()).getSignature().isEmpty());
    }

    @Test
    void silentConnectionsOfOneAddress() throws Exception {
        try (Served served = serve("queued: 1024")) {
            KeysGrpc.KeysBlockingStub before = served.client("client");
            before.sign(Served.request().build());
            List<Socket> flood = new ArrayList<>();
            try (Socket elsewhere = new Socket(InetAddress.getLoopbackAddress(), served.server.port(),
                    InetAddress.getByName("127.0.0.3"), 0)) {
                for (int i = 0; i < 1_010; i++) {
                    flood.add(new Socket(InetAddress.getLoopbackAddress(), served.server.port()));
                }
                assertServed(served.client("light"));
                before.sign(Served.request().build());
                Served.await(() -> served.log().lines().filter(line -> line.contains("waited longest")).count() >= 760,
                        "the end of all but 250 silent connections");
                assertFalse(served.log().contains("127.0.0.3"), "one of another address had to give way");
                assertTrue(elsewhere.isConnected());
            } finally {
                for (Socket each : flood) {
                    each.close();
                }
            }
        }
    }

    @Test
    void silentConnectionsOfManyAddressesGiveWayToTheNext() throws Exception {
        try (Served served = serve("connections: 40, handshakes: 20, handshakesPerAddress: 6")) {
            List<Socket> flood = new ArrayList<>();
            try {
                for (int i = 0; i < 100; i++) {
                    flood.add(new Socket(InetAddress.getLoopbackAddress(), served.server.port(),
                            InetAddress.getByName("127.0.0." + (10 + i % 20)), 0));
                }
                assertServed(served.client("light"));
                Served.await(() -> served.log().lines().filter(line -> line.contains("waited longest")).count() >= 80,
                        "the end of all but 20 silent connections");
            } finally {
                for (Socket each : flood) {
                    each.close();
                }
            }
        }
    }

    @Test
    void connectionsOfAnotherClient() throws Exception {
        try (Served served = serve("connections: 8")) {
            List<SSLSocket> flood = new ArrayList<>();
            try {
                for (int i = 0; i < 8; i++) {
                    flood.add(served.tls());
                }
                served.awaitLog("CN=client-1", "has its share of 8 connections");
                assertServed(served.client("light"));
            } finally {
                for (SSLSocket each : flood) {
                    each.close();
                }
            }
        }
    }

    @Test
    void requestsOfAnotherClientThatNeverComeWhole() throws Exception {
        try (Served served = serve("queued: 8")) {
            Channel flooder = served.client("client").getChannel();
            // As a stream, because gRPC's client holds the headers of a single request back until it has all of it.
            MethodDescriptor<SignRequest, SignResponse> method = KeysGrpc.getSignMethod().toBuilder()
                    .setType(MethodDescriptor.MethodType.CLIENT_STREAMING).build();
            for (int i = 0; i < 40; i++) {
                flooder.newCall(method, CallOptions.DEFAULT).start(new ClientCall.Listener<>() {}, new Metadata());
            }
            served.awaitLog("CN=client-1", "BUSY");
            assertServed(served.client("light"));
        }
    }

    /** As many signatures of another client under way as it may have, each replaced when it is made. */
    private static final class Flood implements StreamObserver<SignResponse> {
        private final KeysGrpc.KeysStub stub;
        private final AtomicInteger signed = new AtomicInteger();
        private final AtomicBoolean over = new AtomicBoolean();

        Flood(Channel channel) {
            stub = KeysGrpc.newStub(channel);
        }

        void sign() {
            stub.sign(Served.request().setKey(KeyDomain.RSA_4096)
                    .setPublicKey(Domains.publicKeyHash(KeyDomain.RSA_4096)).build(), this);
        }

        @Override
        public void onNext(SignResponse response) {
            signed.incrementAndGet();
            if (!over.get()) {
                sign();
            }
        }

        @Override
        public void onError(Throwable e) {
            // More than its share.
        }

        @Override
        public void onCompleted() {
            // Counted when the signature came.
        }
    }

    @Test
    void signaturesOfAnotherClient() throws Exception {
        try (Served served = serve("queued: 128, signingThreads: 1")) {
            KeysGrpc.KeysBlockingStub light = served.client("light");
            assertServed(light);
            Flood flood = new Flood(served.client("client").getChannel());
            for (int i = 0; i < 200; i++) {
                flood.sign();
            }
            served.awaitLog("CN=client-1", "BUSY");
            int before = flood.signed.get();
            for (int i = 0; i < 10; i++) {
                assertServed(light);
            }
            int meanwhile = flood.signed.get() - before;
            flood.over.set(true);
            // In one line with the others it would be about 960; in turn it is two for each, plus those during the
            // transport.
            assertTrue(meanwhile < 300, meanwhile + " signatures of the flood came before 10 of the other client");
            assertEquals(0, served.log().lines().filter(line -> line.contains("CN=light") && line.contains("BUSY"))
                    .count());
        }
    }

    @Test
    void clientsHaveTheirTurns() throws Exception {
        SigningLoops loops = new SigningLoops(1);
        try {
            Share flooder = new Share();
            List<String> order = new CopyOnWriteArrayList<>();
            CountDownLatch begin = new CountDownLatch(1);
            CountDownLatch end = new CountDownLatch(1);
            CountDownLatch begun = new CountDownLatch(1);
            loops.sign(flooder, () -> {
                begun.countDown();
                try {
                    begin.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            begun.await();
            for (int i = 0; i < 20; i++) {
                loops.sign(flooder, () -> order.add("flood"));
            }
            Share light = new Share();
            loops.sign(light, () -> order.add("light"));
            loops.sign(light, () -> order.add("light"));
            loops.sign(new Share(), () -> order.add("third"));
            loops.sign(flooder, end::countDown);
            begin.countDown();
            end.await();
            assertEquals(List.of("flood", "light", "third", "flood", "light", "flood"), order.subList(0, 6));
        } finally {
            loops.close();
        }
    }
}
