package org.eejs.remotekey;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import io.grpc.Status;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.eejs.remotekey.protocol.SignRequest;
import org.eejs.remotekey.protocol.SignatureAlgorithm;

/**
 * Key servers that have the same keys, used as one: signatures are spread over them by weight, servers that fail or
 * drain are left out until they are back, and a signature whose server failed is asked of another one within the same
 * deadline.
 *
 * <p>Thread-safe, and made to be shared: each cluster has connections and threads of its own, all of them daemons,
 * which end when it is closed.
 */
public final class KeyCluster implements AutoCloseable {
    private final ClusterConnections connections;
    private final ClusterHealth health;
    private final ClusterKeys keys;
    private final long deadlineNanos;
    private final long readTimeoutNanos;

    private KeyCluster(ClusterFile file) throws IOException {
        ClusterFile.Times times = file.times();
        deadlineNanos = TimeUnit.MILLISECONDS.toNanos(times.deadlineMs());
        readTimeoutNanos = TimeUnit.MILLISECONDS.toNanos(times.readTimeoutMs());
        connections = new ClusterConnections(file);
        health = new ClusterHealth(connections.servers(), times.readTimeoutMs());
        keys = new ClusterKeys(health, times.readTimeoutMs());
        try {
            health.open(times.deadlineMs());
            keys.read();
            health.every(times.refreshMs(), keys::refresh);
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
    }

    /**
     * Connects to the servers that a file lists, and asks for their keys. Servers that cannot be reached are no error
     * as long as one answers; the others are taken in when they do.
     *
     * @param file a cluster's file, YAML
     * @throws IOException if the file, or what it names, cannot be used, with what and where; a
     *         {@link KeyClusterException} if no server answers, with each one's reason
     */
    public static KeyCluster open(Path file) throws IOException {
        return new KeyCluster(ClusterFile.read(file));
    }

    /** The same for a file that was read. */
    static KeyCluster open(ClusterFile file) throws IOException {
        return new KeyCluster(file);
    }

    /**
     * The keys that this cluster's certificate may use, by name, as the servers told last; they are asked again from
     * time to time.
     */
    public Map<String, RemoteKey> keys() {
        return keys.current();
    }

    /**
     * Has a digest signed.
     *
     * @param key the name of the key
     * @param algorithm which must be granted for it
     * @param digest of the message, by the algorithm's digest; must not change until this returns
     * @return the signature: RSA's as long as the modulus, ECDSA's in DER
     * @throws KeyClusterException if the servers refuse, or none of them answers within the file's deadline
     */
    public byte[] sign(String key, SignatureAlgorithm algorithm, byte[] digest) throws KeyClusterException {
        return sign(request(key, algorithm).setDigest(wrap(digest)).build());
    }

    /**
     * Has data signed, which the server digests. Slower than {@link #sign} by the way that the data goes.
     *
     * @param key the name of the key
     * @param algorithm which must be granted for it
     * @param data what to sign; must not change until this returns
     * @return the signature: RSA's as long as the modulus, ECDSA's in DER
     * @throws KeyClusterException if the servers refuse, or none of them answers within the file's deadline
     */
    public byte[] signData(String key, SignatureAlgorithm algorithm, byte[] data) throws KeyClusterException {
        return sign(request(key, algorithm).setData(wrap(data)).build());
    }

    private static SignRequest.Builder request(String key, SignatureAlgorithm algorithm) {
        return SignRequest.newBuilder().setKey(key).setAlgorithm(algorithm);
    }

    private static ByteString wrap(byte[] bytes) {
        return UnsafeByteOperations.unsafeWrap(bytes);
    }

    private byte[] sign(SignRequest request) throws KeyClusterException {
        long end = System.nanoTime() + deadlineNanos;
        ClusterServer server = health.pick();
        SignCall.Outcome outcome = ask(server, request, Math.min(readTimeoutNanos, deadlineNanos), false);
        if (isWorthRetry(outcome.status())) {
            long left = end - System.nanoTime();
            ClusterServer other = health.pickAfter(server);
            // Who is busy is not asked twice: that would double what it has too much of.
            boolean busy = outcome.status().getCode() == Status.Code.RESOURCE_EXHAUSTED;
            if (left > 0 && !(busy && other == server)) {
                server = other;
                outcome = ask(server, request, Math.min(readTimeoutNanos, left), true);
            }
        }
        if (!outcome.status().isOk()) {
            throw new KeyClusterException(outcome.status().getCode(),
                    "key server %s did not sign with key '%s' by %s: %s".formatted(server.address(), request.getKey(),
                            request.getAlgorithm(), ClusterServer.reason(outcome.status())),
                    outcome.status().getCause());
        }
        return outcome.response().getSignature().toByteArray();
    }

    private SignCall.Outcome ask(ClusterServer server, SignRequest request, long nanos, boolean retry) {
        ClusterServer.Condition seen = server.condition();
        server.countCall(retry);
        SignCall.Outcome outcome = SignCall.of(server.channel(), request, nanos);
        if (!outcome.status().isOk()) {
            server.countFailure();
            health.failed(server, seen, outcome.status());
        }
        return outcome;
    }

    /** Whether another server may do better. A signature leaves no trace, so it does no harm to make it twice. */
    private static boolean isWorthRetry(Status status) {
        return switch (status.getCode()) {
            case UNAVAILABLE, DEADLINE_EXCEEDED, RESOURCE_EXHAUSTED, INTERNAL, UNKNOWN, ABORTED -> true;
            default -> false;
        };
    }

    /** What became of the calls of each server, in the order of the file. */
    public List<ServerCounts> counts() {
        return connections.servers().stream().map(ClusterServer::counts).toList();
    }

    /**
     * Ends all connections and threads. Calls under way fail. Waits a few seconds at most; where the thread is
     * interrupted, not at all.
     */
    @Override
    public void close() {
        health.close();
        connections.close();
    }
}
