package org.eejs.remotekey;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Signature;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.eejs.remotekey.cluster.KeyCluster;
import org.eejs.remotekey.cluster.KeyClusterException;
import org.eejs.remotekey.domain.KeyDomain;
import org.eejs.remotekey.protocol.KeysGrpc;
import org.eejs.remotekey.protocol.ListKeysRequest;
import org.eejs.remotekey.protocol.ListKeysResponse;
import org.eejs.remotekey.protocol.Refusal;
import org.eejs.remotekey.protocol.SignManyRequest;
import org.eejs.remotekey.protocol.SignManyResponse;
import org.eejs.remotekey.protocol.SignRequest;
import org.eejs.remotekey.protocol.SignResponse;
import org.eejs.remotekey.protocol.SignResult;
import org.eejs.remotekey.protocol.SignatureAlgorithm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Signatures that share a message: requests that wait together are sent together, and each is judged by itself. */
class SharedMessageTest {
    private static final int CALLERS = 10;

    @TempDir
    private Path folder;

    private static SignRequest.Builder ec(int number) {
        return Served.request(KeyDomain.EC_P256).setAlgorithm(SignatureAlgorithm.ECDSA_SHA256)
                .setDigest(ByteString.copyFrom(digest(number)));
    }

    private static byte[] digest(int number) {
        byte[] digest = new byte[32];
        digest[0] = (byte) number;
        return digest;
    }

    private static SignManyRequest many(SignRequest.Builder... requests) {
        SignManyRequest.Builder many = SignManyRequest.newBuilder();
        for (SignRequest.Builder request : requests) {
            many.addRequests(request);
        }
        return many.build();
    }

    @Test
    void eachOfTheRequestsIsJudgedSignedAndLoggedByItself() throws Exception {
        Domains.copy(folder);
        try (Served served = new Served(folder, "")) {
            KeysGrpc.KeysBlockingStub client = served.client("client");
            List<SignResult> results = client.signMany(many(ec(1), ec(2).setKey("none"), ec(3).clearPublicKey(),
                    ec(4).setPublicKey(Domains.publicKeyHash(KeyDomain.RSA_2048)), ec(5).setDigest(ByteString.EMPTY),
                    ec(6).setAlgorithm(SignatureAlgorithm.RSA_PSS_SHA256), Served.request(), ec(7)))
                    .getResultsList();
            assertEquals(List.of(Status.Code.OK, Status.Code.PERMISSION_DENIED, Status.Code.INVALID_ARGUMENT,
                    Status.Code.FAILED_PRECONDITION, Status.Code.INVALID_ARGUMENT, Status.Code.INVALID_ARGUMENT,
                    Status.Code.OK, Status.Code.OK),
                    results.stream().map(each -> Status.fromCodeValue(each.getCode()).getCode()).toList());
            assertEquals(Refusal.Reason.OTHER_PUBLIC_KEY, results.get(3).getReason());
            assertEquals(256, results.get(6).getSignature().size());
            Signature verifier = Signature.getInstance("NONEwithECDSA", "SunEC");
            verifier.initVerify(RemoteKeys.certificate(client, KeyDomain.EC_P256));
            for (int[] each : new int[][] {{0, 1}, {7, 7}}) {
                verifier.update(digest(each[1]));
                assertTrue(verifier.verify(results.get(each[0]).getSignature().toByteArray()));
            }
            for (SignResult result : results) {
                Status.Code code = Status.fromCodeValue(result.getCode()).getCode();
                served.awaitLog("\"" + result.getRequestId() + "\"",
                        "\"outcome\":\"" + (code == Status.Code.OK ? "SIGNED" : code) + "\"");
            }
        }
    }

    /** A list of keys. */
    private static final class RemoteKeys {
        static java.security.cert.Certificate certificate(KeysGrpc.KeysBlockingStub client, String name)
                throws Exception {
            return java.security.cert.CertificateFactory.getInstance("X.509").generateCertificate(client.listKeys(
                    ListKeysRequest.getDefaultInstance()).getKeysList().stream()
                    .filter(key -> key.getName().equals(name)).findFirst().orElseThrow().getCertificateChain(0)
                    .newInput());
        }
    }

    @Test
    void theBoundOfTheQueueHoldsWithinAMessage() throws Exception {
        Domains.copy(folder);
        try (Served served = new Served(folder, "limits: {queued: 2, signingThreads: 1}\n")) {
            KeysGrpc.KeysBlockingStub client = served.client("client");
            for (int round = 0; round < 3; round++) {
                List<Integer> codes = client.signMany(many(ec(1), ec(2), ec(3), ec(4))).getResultsList().stream()
                        .map(SignResult::getCode).toList();
                int busy = Status.Code.RESOURCE_EXHAUSTED.value();
                assertEquals(List.of(0, 0, busy, busy), codes);
            }
            SignRequest.Builder[] tooMany = new SignRequest.Builder[257];
            java.util.Arrays.fill(tooMany, SignRequest.newBuilder());
            for (SignManyRequest wrong : List.of(many(), many(tooMany))) {
                assertEquals(Status.Code.INVALID_ARGUMENT, assertThrows(StatusRuntimeException.class,
                        () -> client.signMany(wrong)).getStatus().getCode());
            }
        }
    }

    /** A service that holds requests to a real server until the test lets it continue. */
    private static final class HoldingKeys extends KeysGrpc.KeysImplBase {
        private final KeysGrpc.KeysBlockingStub real;
        private final BlockingQueue<Held> held = new LinkedBlockingQueue<>();

        /** A message: the number of requests in it, and its continuation. */
        private record Held(int requests, ServerCallStreamObserver<?> answer, Runnable go) {}

        HoldingKeys(KeysGrpc.KeysBlockingStub real) {
            this.real = real;
        }

        @Override
        public void listKeys(ListKeysRequest request, StreamObserver<ListKeysResponse> answer) {
            answer.onNext(real.listKeys(request));
            answer.onCompleted();
        }

        @Override
        public void sign(SignRequest request, StreamObserver<SignResponse> answer) {
            hold(1, answer, () -> real.sign(request));
        }

        @Override
        public void signMany(SignManyRequest request, StreamObserver<SignManyResponse> answer) {
            hold(request.getRequestsCount(), answer, () -> real.signMany(request));
        }

        private <A> void hold(int requests, StreamObserver<A> answer, java.util.function.Supplier<A> made) {
            held.add(new Held(requests, (ServerCallStreamObserver<A>) answer, () -> {
                answer.onNext(made.get());
                answer.onCompleted();
            }));
        }

        Held next() throws InterruptedException {
            Held next = held.poll(Served.SOON.toSeconds(), TimeUnit.SECONDS);
            assertTrue(next != null, "no message came");
            return next;
        }
    }

    /** A test with a cluster of one server that holds messages. */
    private interface Body {
        void run(HoldingKeys server, KeyCluster cluster) throws Exception;
    }

    private void withHoldingServer(int readTimeoutMs, Body body) throws Exception {
        KeyDomain domain = Domains.changeable(folder);
        try (Served served = new Served(folder, "")) {
            ManagedChannel channel = Domains.channel(folder, "client", served.server.port());
            HoldingKeys keys = new HoldingKeys(KeysGrpc.newBlockingStub(channel));
            Server holding = ForeignServer.start(domain, keys);
            Path file = domain.cluster(List.of("127.0.0.1:" + holding.getPort()));
            Files.writeString(file, Files.readString(file).replaceAll("(deadlineMs|readTimeoutMs): \\d+",
                    "$1: " + readTimeoutMs));
            try (KeyCluster cluster = KeyCluster.open(file)) {
                body.run(keys, cluster);
            } finally {
                holding.shutdownNow();
                channel.shutdownNow();
            }
        }
    }

    /** Asks in a separate thread, and waits until that waits for its answer. */
    private static CompletableFuture<byte[]> ask(KeyCluster cluster, int number) throws Exception {
        CompletableFuture<byte[]> signature = new CompletableFuture<>();
        Thread caller = new Thread(() -> {
            try {
                signature.complete(cluster.sign(cluster.keys().get(KeyDomain.EC_P256),
                        SignatureAlgorithm.ECDSA_SHA256, digest(number)));
            } catch (KeyClusterException e) {
                signature.completeExceptionally(e);
            }
        });
        caller.start();
        Served.await(() -> signature.isDone() || java.util.Arrays.stream(caller.getStackTrace())
                .anyMatch(frame -> frame.getMethodName().equals("await")), "that a caller waits");
        return signature;
    }

    @Test
    void callersThatWaitTogetherShareAMessage() throws Exception {
        withHoldingServer(20_000, (server, cluster) -> {
            List<CompletableFuture<byte[]>> signatures = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                signatures.add(ask(cluster, i));
            }
            HoldingKeys.Held first = server.next();
            HoldingKeys.Held second = server.next();
            assertEquals(1, first.requests());
            assertEquals(1, second.requests());
            for (int i = 2; i < 2 + CALLERS; i++) {
                signatures.add(ask(cluster, i));
            }
            assertTrue(server.held.isEmpty());
            first.go().run();
            HoldingKeys.Held shared = server.next();
            assertEquals(CALLERS, shared.requests());
            shared.go().run();
            second.go().run();
            Signature verifier = Signature.getInstance("NONEwithECDSA", "SunEC");
            verifier.initVerify(cluster.keys().get(KeyDomain.EC_P256).certificate());
            for (int i = 0; i < signatures.size(); i++) {
                verifier.update(digest(i));
                assertTrue(verifier.verify(signatures.get(i).get(Served.SOON.toSeconds(), TimeUnit.SECONDS)));
            }
        });
    }

    /** Otherwise single requests would alternate with full messages, and each message costs both sides. */
    @Test
    void aSecondMessageWaitsUntilItIsHalfAsFullAsTheFirst() throws Exception {
        withHoldingServer(20_000, (server, cluster) -> {
            List<CompletableFuture<byte[]>> signatures = new ArrayList<>();
            for (int i = 0; i < 2 + CALLERS; i++) {
                signatures.add(ask(cluster, i));
            }
            server.next().go().run();
            HoldingKeys.Held second = server.next();
            HoldingKeys.Held shared = server.next();
            assertEquals(CALLERS, shared.requests());
            second.go().run();
            signatures.get(0).get(Served.SOON.toSeconds(), TimeUnit.SECONDS);
            signatures.get(1).get(Served.SOON.toSeconds(), TimeUnit.SECONDS);
            for (int i = 1; i <= CALLERS / 2; i++) {
                signatures.add(ask(cluster, CALLERS + i));
            }
            HoldingKeys.Held half = server.next();
            assertEquals(CALLERS / 2, half.requests());
            shared.go().run();
            half.go().run();
            for (CompletableFuture<byte[]> each : signatures) {
                each.get(Served.SOON.toSeconds(), TimeUnit.SECONDS);
            }
        });
    }

    /** A message without waiting callers is cancelled, and does not delay the next. */
    @Test
    void eachCallerKeepsItsOwnTime() throws Exception {
        withHoldingServer(500, (server, cluster) -> {
            List<CompletableFuture<byte[]>> late = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                late.add(ask(cluster, i));
            }
            for (CompletableFuture<byte[]> each : late) {
                Throwable failure = each.handle((signed, failed) -> failed).get(Served.SOON.toSeconds(),
                        TimeUnit.SECONDS);
                assertEquals(Status.Code.DEADLINE_EXCEEDED, ((KeyClusterException) failure).code());
            }
            HoldingKeys.Held first = server.next();
            HoldingKeys.Held second = server.next();
            Served.await(() -> first.answer().isCancelled() && second.answer().isCancelled(), "the ends of both calls");
            server.held.clear();
            for (boolean signed = false; !signed;) {
                CompletableFuture<byte[]> next = ask(cluster, 9);
                HoldingKeys.Held held = server.next();
                if (!held.answer().isCancelled()) {
                    held.go().run();
                }
                // The machine may be slow; then it is tried again.
                signed = next.handle((signature, failed) -> failed == null).get(Served.SOON.toSeconds(),
                        TimeUnit.SECONDS);
            }
        });
    }
}
