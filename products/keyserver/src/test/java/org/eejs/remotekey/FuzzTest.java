package org.eejs.remotekey;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.io.ByteStreams;
import io.grpc.CallOptions;
import io.grpc.ClientInterceptors;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.MetadataUtils;
import java.io.ByteArrayInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.net.ssl.SSLSocket;
import org.eejs.remotekey.files.Notice;
import org.eejs.remotekey.protocol.KeysGrpc;
import org.eejs.remotekey.protocol.SignRequest;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Nonsense on every layer, for a bounded time each: requests, paths and headers, TCP before TLS, and HTTP/2 after it.
 * The server answers the next good request, discloses no internals, and keeps neither connections nor memory. The seed
 * is random, and a failing test reports it; {@code -Deejs.fuzz.seed} repeats it.
 */
class FuzzTest {
    private static final long NANOS_EACH = 1_300_000_000L;
    private static final int MOST_BYTES_KEPT = 64 << 20;
    /** Held, because there is no other reference; the test checks gRPC's warnings. */
    private static final Logger GRPC = Logger.getLogger("io.grpc");

    @TempDir
    static Path folder;
    private static Served served;
    private static KeysGrpc.KeysBlockingStub good;

    private final long seed = Long.getLong("eejs.fuzz.seed", System.nanoTime());
    private final Random random = new Random(seed);

    /** A marshaller that passes bytes on unchanged. */
    private static final class Bytes implements MethodDescriptor.Marshaller<byte[]> {
        @Override
        public InputStream stream(byte[] value) {
            return new ByteArrayInputStream(value);
        }

        @Override
        public byte[] parse(InputStream stream) {
            try {
                return ByteStreams.toByteArray(stream);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    @BeforeAll
    static void start() throws Exception {
        GRPC.setLevel(Level.OFF);
        Domains.copy(folder);
        // Few connections, so that the test notices any that is not returned.
        served = new Served(folder, "limits: {connections: 40, handshakeMs: 1000, messageBytes: 8192, "
                + "keepAliveMs: 500, keepAliveTimeoutMs: 500, permitKeepAliveMs: 0}\n");
        good = served.client("client").withDeadline(null);
        goodRequest(0);
    }

    @AfterAll
    static void end() {
        served.close();
        GRPC.setLevel(null);
    }

    private static void goodRequest(long seed) {
        assertEquals(256, good.sign(Served.request().build()).getSignature().size(), "seed " + seed);
    }

    private static long used() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    /** An attempt that is repeated until the time is over. */
    private interface Attempt {
        void make() throws Exception;
    }

    private void repeat(Attempt attempt) throws Exception {
        long before = used();
        long end = System.nanoTime() + NANOS_EACH;
        int count = 0;
        do {
            attempt.make();
            count++;
        } while (System.nanoTime() < end);
        goodRequest(seed);
        long more = used() - before;
        assertTrue(more < MOST_BYTES_KEPT, "%d bytes kept after %d attempts, seed %d".formatted(more, count, seed));
        // The log has only the server's own words and the client's names, in complete lines.
        assertFalse(served.log().contains("\tat "), "seed " + seed);
    }

    @Test
    void requestsPathsAndHeaders() throws Exception {
        Map<Status.Code, Integer> seen = new EnumMap<>(Status.Code.class);
        String[] paths = {KeysGrpc.getSignMethod().getFullMethodName(), KeysGrpc.getListKeysMethod()
            .getFullMethodName(), "grpc.health.v1.Health/Check", "grpc.reflection.v1.ServerReflection/Info",
            KeysGrpc.SERVICE_NAME + "/Export", "x/" + "y".repeat(300), "/", "eejs.keys.v1.Keys/../Sign"};
        repeat(() -> {
            MethodDescriptor<byte[], byte[]> method = MethodDescriptor.newBuilder(new Bytes(), new Bytes())
                    .setType(MethodDescriptor.MethodType.UNARY)
                    .setFullMethodName(paths[random.nextInt(4) > 0 ? 0 : random.nextInt(paths.length)]).build();
            Metadata headers = new Metadata();
            for (int i = random.nextInt(4); i > 0; i--) {
                byte[] value = bytes(random.nextInt(20) == 0 ? 12_000 : 40);
                headers.put(Metadata.Key.of("x" + random.nextInt(9) + "-bin", Metadata.BINARY_BYTE_MARSHALLER), value);
            }
            try {
                ClientCalls.blockingUnaryCall(ClientInterceptors.intercept(good.getChannel(),
                        MetadataUtils.newAttachHeadersInterceptor(headers)), method, CallOptions.DEFAULT
                        .withDeadlineAfter(20, TimeUnit.SECONDS), request());
                seen.merge(Status.Code.OK, 1, Integer::sum);
            } catch (StatusRuntimeException e) {
                Status status = e.getStatus();
                seen.merge(status.getCode(), 1, Integer::sum);
                String told = method.getFullMethodName() + " " + status.getCode() + " " + status.getDescription();
                assertFalse(told.matches("(?s).*(Exception|\\bat org|java\\.).*"), told + ", seed " + seed);
                // UNKNOWN would be an uncaught exception; INTERNAL is gRPC's status for broken framing.
                assertTrue(status.getCode() != Status.Code.UNKNOWN && status.getCode() != Status.Code.DEADLINE_EXCEEDED,
                        told + ", seed " + seed);
            }
        });
        assertTrue(seen.getOrDefault(Status.Code.INVALID_ARGUMENT, 0) > 0, seen.toString());
        assertTrue(served.notices.stream().noneMatch(notice -> notice.event() == Notice.Event.FAULT),
                served.notices + ", seed " + seed);
    }

    /** Returns random bytes, or a good request with some of its bytes changed, cut or repeated. */
    private byte[] request() {
        if (random.nextInt(4) == 0) {
            return bytes(random.nextInt(20) == 0 ? 20_000 : 100);
        }
        byte[] message = SignRequest.newBuilder(Served.request().build()).setAlgorithmValue(random.nextInt(12))
                .build().toByteArray();
        byte[] mutant = java.util.Arrays.copyOf(message, random.nextInt(4) == 0
                ? random.nextInt(2 * message.length) : message.length);
        for (int i = random.nextInt(4); i > 0 && mutant.length > 0; i--) {
            mutant[random.nextInt(mutant.length)] ^= (byte) (1 << random.nextInt(8));
        }
        return mutant;
    }

    private byte[] bytes(int most) {
        byte[] some = new byte[random.nextInt(most + 1)];
        random.nextBytes(some);
        return some;
    }

    @Test
    void bytesInsteadOfTls() throws Exception {
        repeat(() -> {
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), served.server.port())) {
                byte[] some = bytes(600);
                if (random.nextBoolean() && some.length > 5) {
                    // Looks like a record of a handshake.
                    some[0] = 22;
                    some[1] = 3;
                    some[2] = 1;
                    some[3] = 0;
                }
                socket.getOutputStream().write(some);
            } catch (IOException e) {
                // The server has hung up already.
            }
        });
    }

    @Test
    void bytesInsteadOfHttp2() throws Exception {
        repeat(() -> {
            try (SSLSocket socket = served.tls()) {
                DataOutputStream out = new DataOutputStream(socket.getOutputStream());
                if (random.nextInt(5) > 0) {
                    out.write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                    // Settings, as a good client begins.
                    out.write(new byte[] {0, 0, 0, 4, 0, 0, 0, 0, 0});
                }
                for (int i = random.nextInt(30); i > 0; i--) {
                    byte[] payload = bytes(random.nextInt(10) == 0 ? 3000 : 60);
                    out.writeByte(0);
                    out.writeShort(random.nextInt(8) == 0 ? random.nextInt(65_536) : payload.length);
                    out.writeByte(random.nextInt(12));
                    out.writeByte(random.nextInt(256));
                    out.writeInt(random.nextInt(5) == 0 ? random.nextInt() : 1 + 2 * random.nextInt(4));
                    out.write(payload);
                }
                out.flush();
            } catch (IOException e) {
                // The server has hung up already.
            }
        });
    }
}
