package org.eejs.remotekey;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.util.concurrent.ListenableFuture;
import com.google.protobuf.ByteString;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.stub.StreamObserver;
import java.io.BufferedReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.eejs.remotekey.domain.KeyDomain;
import org.eejs.remotekey.protocol.KeysGrpc;
import org.eejs.remotekey.protocol.SignRequest;
import org.eejs.remotekey.protocol.SignResponse;
import org.eejs.remotekey.protocol.SignatureAlgorithm;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server that is overloaded, that drains, and that ends. */
@Tag("costly")
class LifeTest {
    private static final SignRequest LONG_WORK = Served.request(KeyDomain.RSA_4096)
            .setAlgorithm(SignatureAlgorithm.RSA_PKCS1_SHA256).setDigest(ByteString.copyFrom(new byte[32])).build();

    @TempDir
    Path folder;

    @Test
    void overCapacityIsBusyAtOnce() throws Exception {
        Domains.whole(folder);
        try (Served served = new Served(folder, "limits: {queued: 2, signingThreads: 1, connections: 2}\n")) {
            KeysGrpc.KeysFutureStub client = KeysGrpc.newFutureStub(served.client("client").getChannel());
            List<ListenableFuture<SignResponse>> calls = Stream.generate(() -> client.sign(LONG_WORK)).limit(40)
                    .toList();
            int signed = 0;
            int busy = 0;
            for (ListenableFuture<SignResponse> call : calls) {
                try {
                    assertEquals(512, call.get(60, TimeUnit.SECONDS).getSignature().size());
                    signed++;
                } catch (ExecutionException e) {
                    assertEquals("RESOURCE_EXHAUSTED: busy", Status.fromThrowable(e).getCode() + ": "
                            + Status.fromThrowable(e).getDescription());
                    busy++;
                }
            }
            assertTrue(signed >= 2 && busy >= 1, signed + " signed, " + busy + " busy");
            served.awaitLog("rsa-4096", "BUSY");
            // None of the places was lost.
            for (int i = 0; i < 5; i++) {
                assertEquals(512, client.sign(LONG_WORK).get(60, TimeUnit.SECONDS).getSignature().size());
            }
            try (Socket second = new Socket(InetAddress.getLoopbackAddress(), served.server.port());
                    Socket third = new Socket(InetAddress.getLoopbackAddress(), served.server.port())) {
                served.awaitLog("there are 2 connections already");
                assertTrue(third.isConnected());
                // It has not finished its handshake, so it gives way to the next.
                second.setSoTimeout(20_000);
                assertEquals(-1, second.getInputStream().read());
            }
        }
    }

    @Test
    void drainingAnswersWhatIsInFlight() throws Exception {
        Domains.whole(folder);
        try (Served served = new Served(folder, "limits: {signingThreads: 1}\n")) {
            KeysGrpc.KeysBlockingStub client = served.client("client");
            List<ServingStatus> health = new CopyOnWriteArrayList<>();
            CompletableFuture<Status> watchEnd = new CompletableFuture<>();
            HealthGrpc.newStub(served.client("client").getChannel()).watch(HealthCheckRequest.newBuilder()
                    .setService(KeysGrpc.SERVICE_NAME).build(), new StreamObserver<>() {
                        @Override
                        public void onNext(HealthCheckResponse answer) {
                            health.add(answer.getStatus());
                        }

                        @Override
                        public void onError(Throwable e) {
                            watchEnd.complete(Status.fromThrowable(e));
                        }

                        @Override
                        public void onCompleted() {
                            watchEnd.complete(Status.OK);
                        }
                    });
            Served.await(() -> !health.isEmpty(), "the first word of health");
            KeysGrpc.KeysFutureStub futures = KeysGrpc.newFutureStub(client.getChannel());
            List<ListenableFuture<SignResponse>> calls = new ArrayList<>(Stream.generate(() -> futures.sign(LONG_WORK))
                    .limit(50).toList());
            calls.get(0).get(60, TimeUnit.SECONDS);
            long start = System.nanoTime();
            served.server.close();
            assertTrue(System.nanoTime() - start < 9e9, "the watch of health must not hold the server");
            for (ListenableFuture<SignResponse> call : calls) {
                assertEquals(512, call.get(60, TimeUnit.SECONDS).getSignature().size());
            }
            assertEquals(Status.Code.UNAVAILABLE, watchEnd.get(60, TimeUnit.SECONDS).getCode());
            assertEquals(List.of(ServingStatus.SERVING, ServingStatus.NOT_SERVING), health);
            assertEquals(Status.Code.UNAVAILABLE, assertThrows(StatusRuntimeException.class,
                    () -> client.sign(LONG_WORK)).getStatus().getCode());
            assertEquals(50, served.log().lines().filter(line -> line.contains("SIGNED")).count());
        }
    }

    @Test
    void theProgramServesWithoutInputAndEndsInOrder() throws Exception {
        Domains.whole(folder);
        Process server = new ProcessBuilder(Program.keyserver("--json", folder.resolve("keyserver-1.yaml").toString()))
                .redirectError(ProcessBuilder.Redirect.INHERIT).start();
        ManagedChannel channel = null;
        try (BufferedReader out = server.inputReader()) {
            server.getOutputStream().close();
            // Earlier lines name the providers that sign, and report that all this is for trials.
            String serving = out.lines().filter(line -> !line.startsWith("{\"event\":\"provider\"")
                    && !line.startsWith("{\"event\":\"trial\"")).findFirst().orElseThrow();
            assertTrue(serving.startsWith("{\"event\":\"serving\""), serving);
            int port = new com.fasterxml.jackson.databind.ObjectMapper().readTree(serving).get("port").asInt();
            channel = Domains.channel(folder, "client", port);
            assertEquals(512, KeysGrpc.newBlockingStub(channel).sign(LONG_WORK).getSignature().size());
            // Not by the process, which would close its output before it is read.
            server.toHandle().destroy();
            assertTrue(out.readLine().startsWith("{\"event\":\"draining\""));
            assertTrue(out.readLine().startsWith("{\"event\":\"ended\""));
            assertTrue(server.waitFor(30, TimeUnit.SECONDS));
            assertEquals(0, server.exitValue());
        } finally {
            if (channel != null) {
                channel.shutdownNow();
            }
            server.destroyForcibly();
        }
    }
}
