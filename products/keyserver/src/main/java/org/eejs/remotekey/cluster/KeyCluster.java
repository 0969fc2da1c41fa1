package org.eejs.remotekey.cluster;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import io.grpc.Status;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eejs.remotekey.protocol.Refusal;
import org.eejs.remotekey.protocol.SignRequest;
import org.eejs.remotekey.protocol.SignatureAlgorithm;
import org.eejs.remotekey.signature.SignatureScheme;

/**
 * Key servers that have the same keys, used as one: signatures are spread over them by weight, servers that fail or
 * drain are left out until they are back, and a signature whose server failed is asked of another one within the same
 * deadline. A signature is verified before it is handed out.
 *
 * <p>Thread-safe, and made to be shared: each cluster has connections and threads of its own, all of them daemons,
 * which end when it is closed.
 */
public final class KeyCluster implements AutoCloseable {
    private static final Status WRONG = Status.DATA_LOSS.withDescription(
            "what it signed is not verified by the key's certificate");

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
        keys = new ClusterKeys(health, times.readTimeoutMs(), file.verify());
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
    public static KeyCluster open(ClusterFile file) throws IOException {
        return new KeyCluster(file);
    }

    /**
     * The keys that this cluster's certificate may use, by name, as the servers listed last; they are asked again from
     * time to time.
     */
    public Map<String, RemoteKey> keys() {
        return keys.current();
    }

    /**
     * Has a digest signed.
     *
     * @param key one of {@link #keys()}, now or earlier; no other key signs, even if it has the same name by now
     * @param algorithm which must be granted for it
     * @param digest of the message, by the algorithm's digest; must not change until this returns
     * @return the signature, verified if the file does not say otherwise: RSA's as long as the modulus, ECDSA's in DER
     * @throws KeyClusterException if the servers refuse, or none of them answers within the file's deadline; its code
     *         is {@link Status.Code#FAILED_PRECONDITION} if the servers have another key under this name
     */
    public byte[] sign(RemoteKey key, SignatureAlgorithm algorithm, byte[] digest) throws KeyClusterException {
        return sign(key, request(key, algorithm).setDigest(wrap(digest)).build());
    }

    /**
     * Has data signed, which the server digests. Slower than {@link #sign} by the way that the data goes.
     *
     * @param key one of {@link #keys()}, now or earlier; no other key signs, even if it has the same name by now
     * @param algorithm which must be granted for it
     * @param data what to sign; must not change until this returns
     * @return the signature, verified if the file does not say otherwise: RSA's as long as the modulus, ECDSA's in DER
     * @throws KeyClusterException if the servers refuse, or none of them answers within the file's deadline; its code
     *         is {@link Status.Code#FAILED_PRECONDITION} if the servers have another key under this name
     */
    public byte[] signData(RemoteKey key, SignatureAlgorithm algorithm, byte[] data) throws KeyClusterException {
        return sign(key, request(key, algorithm).setData(wrap(data)).build());
    }

    private static SignRequest.Builder request(RemoteKey key, SignatureAlgorithm algorithm) {
        return SignRequest.newBuilder().setKey(key.name()).setPublicKey(key.publicKeyHash()).setAlgorithm(algorithm);
    }

    private static ByteString wrap(byte[] bytes) {
        return UnsafeByteOperations.unsafeWrap(bytes);
    }

    private byte[] sign(RemoteKey key, SignRequest request) throws KeyClusterException {
        long end = System.nanoTime() + deadlineNanos;
        ClusterServer server = health.pick();
        SignLane.Outcome outcome = ask(server, key, request, Math.min(readTimeoutNanos, deadlineNanos), false);
        List<ClusterServer> others = List.of();
        boolean retried = false;
        while (!outcome.status().isOk()) {
            ClusterServer next = null;
            if (outcome.reason() == Refusal.Reason.OTHER_PUBLIC_KEY) {
                // Servers are reloaded one by one: each of the others may have the key still, or already.
                others = Stream.concat(others.stream(), Stream.of(server)).toList();
                keys.refresh();
                next = health.pickAfter(server, others);
            } else if (!retried && isWorthRetry(outcome.status())) {
                retried = true;
                next = health.pickAfter(server, others);
                // Who is busy is not asked twice: that would double what it has too much of.
                if (next == server && outcome.status().getCode() == Status.Code.RESOURCE_EXHAUSTED) {
                    next = null;
                }
            }
            long left = end - System.nanoTime();
            if (next == null || left <= 0) {
                throw refused(server, others, request, outcome);
            }
            server = next;
            outcome = ask(server, key, request, Math.min(readTimeoutNanos, left), true);
        }
        return outcome.signature().toByteArray();
    }

    private static KeyClusterException refused(ClusterServer last, List<ClusterServer> others, SignRequest request,
            SignLane.Outcome outcome) {
        String what = "with key '%s' by %s".formatted(request.getKey(), request.getAlgorithm());
        String why = others.contains(last) ? "" : "key server %s did not sign %s: %s".formatted(last.address(), what,
                ClusterServer.reason(outcome.status()));
        if (!others.isEmpty()) {
            why += (why.isEmpty() ? "nobody signs " + what : "") + "; another key has this name on "
                    + others.stream().map(ClusterServer::address).collect(Collectors.joining(", "))
                    + ", so it was replaced: load the key again, with its certificate";
        }
        return new KeyClusterException(outcome.status().getCode(), why, outcome.status().getCause());
    }

    private SignLane.Outcome ask(ClusterServer server, RemoteKey key, SignRequest request, long nanos, boolean retry)
            throws KeyClusterException {
        ClusterServer.Condition seen = server.condition();
        server.countCall(retry);
        SignLane.Outcome outcome = server.lane(key.name()).ask(request, nanos);
        if (outcome.status().isOk() && key.check() != null
                && !isValid(key, request, outcome.signature().toByteArray())) {
            outcome = SignLane.Outcome.failed(WRONG);
        }
        if (!outcome.status().isOk()) {
            server.countFailure();
            health.failed(server, seen, outcome.status());
        }
        return outcome;
    }

    private static boolean isValid(RemoteKey key, SignRequest request, byte[] signature)
            throws KeyClusterException {
        SignatureScheme scheme = SignatureScheme.of(request.getAlgorithm());
        try {
            return request.hasDigest() ? key.check().verify(scheme, request.getDigest().toByteArray(), signature)
                    : key.check().verifyMessage(scheme, request.getData().toByteArray(), signature);
        } catch (GeneralSecurityException e) {
            throw new KeyClusterException(Status.Code.UNIMPLEMENTED, "signatures of key '%s' by %s cannot be verified "
                    .formatted(key.name(), scheme) + "here; write 'verify: false' into the cluster's file to do "
                    + "without: " + e.getMessage(), e);
        }
    }

    /** Whether another server may do better. A signature leaves no trace, so it does no harm to make it twice. */
    private static boolean isWorthRetry(Status status) {
        return switch (status.getCode()) {
            case UNAVAILABLE, DEADLINE_EXCEEDED, RESOURCE_EXHAUSTED, INTERNAL, UNKNOWN, ABORTED, DATA_LOSS -> true;
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
