package org.eejs.remotekey.cluster;

import com.google.protobuf.UnsafeByteOperations;
import io.grpc.Status;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.eejs.remotekey.protocol.Refusal;
import org.eejs.remotekey.protocol.SignRequest;
import org.eejs.remotekey.protocol.SignatureAlgorithm;
import org.eejs.remotekey.signature.SignatureScheme;

/**
 * Key servers that have the same keys, used as one. Signatures are spread over them by weight. Servers that fail or
 * drain are left out until they are back. If a server fails, another one is asked for the signature within the same
 * deadline. Signatures are verified before they are returned: each one, or a share of them.
 *
 * <p>Thread-safe, and made to be shared: each cluster has separate connections and threads, all of them daemons, which
 * end when it is closed.
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
        keys = new ClusterKeys(health, times.readTimeoutMs(), file.verifyOneOf());
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
     * Connects to the servers that a file lists, and asks for their keys. Unreachable servers are not an error as long
     * as one answers; the others are included when they answer.
     *
     * @param file a cluster's file, YAML
     * @throws IOException if the file, or one that it names, is unusable, with the place and the reason; a
     *         {@link KeyClusterException} if no server answers, with each one's reason
     */
    public static KeyCluster open(Path file) throws IOException {
        return new KeyCluster(ClusterFile.read(file));
    }

    /** Connects to the servers of a file that was read. */
    public static KeyCluster open(ClusterFile file) throws IOException {
        return new KeyCluster(file);
    }

    /**
     * Returns the keys that this cluster's certificate may use, by name, as the servers listed last; they are asked
     * again from time to time.
     */
    public Map<String, RemoteKey> keys() {
        return keys.current();
    }

    /**
     * Lets a server sign a digest.
     *
     * @param key one of {@link #keys()}, now or earlier; no other key signs, even if it has the same name by now
     * @param algorithm which must be granted for it
     * @param digest of the message, by the algorithm's digest; must not change until this returns
     * @return the signature, RSA's as long as the modulus, ECDSA's in DER; verified as configured in the file
     * @throws KeyClusterException if the servers refuse, or none of them answers within the file's deadline; its code
     *         is {@link Status.Code#FAILED_PRECONDITION} if the servers have another key under this name
     */
    public byte[] sign(RemoteKey key, SignatureAlgorithm algorithm, byte[] digest) throws KeyClusterException {
        return sign(key, SignRequest.newBuilder().setKey(key.name()).setPublicKey(key.publicKeyHash())
                .setAlgorithm(algorithm).setDigest(UnsafeByteOperations.unsafeWrap(digest)).build());
    }

    private byte[] sign(RemoteKey key, SignRequest request) throws KeyClusterException {
        long end = System.nanoTime() + deadlineNanos;
        ClusterServer server = health.pick();
        SignLane.Outcome outcome = ask(server, key, request, Math.min(readTimeoutNanos, deadlineNanos), false);
        Map<ClusterServer, SignLane.Outcome> refusals = new LinkedHashMap<>();
        boolean retried = false;
        while (!outcome.status().isOk()) {
            ClusterServer next = null;
            if (isRefusal(outcome)) {
                // Servers are reloaded one by one: each of the others may still, or already, have the key or the grant.
                refusals.put(server, outcome);
                if (outcome.reason() == Refusal.Reason.OTHER_PUBLIC_KEY) {
                    keys.refresh();
                }
                next = health.pickAfter(server, refusals.keySet());
            } else if (!retried && isWorthRetry(outcome.status())) {
                retried = true;
                next = health.pickAfter(server, refusals.keySet());
                // A busy server is not asked twice: that would double its overload.
                if (next == server && outcome.status().getCode() == Status.Code.RESOURCE_EXHAUSTED) {
                    next = null;
                }
            }
            long left = end - System.nanoTime();
            if (next == null || left <= 0) {
                throw refused(server, refusals, request, outcome);
            }
            server = next;
            outcome = ask(server, key, request, Math.min(readTimeoutNanos, left), true);
        }
        return outcome.signature().toByteArray();
    }

    /** Returns whether the server does not have this key for this client, while another may have it. */
    private static boolean isRefusal(SignLane.Outcome outcome) {
        return outcome.reason() == Refusal.Reason.OTHER_PUBLIC_KEY
                || outcome.status().getCode() == Status.Code.PERMISSION_DENIED;
    }

    /** Returns the error that names each server that was asked, and its reason. */
    private KeyClusterException refused(ClusterServer last, Map<ClusterServer, SignLane.Outcome> refusals,
            SignRequest request, SignLane.Outcome outcome) {
        if (!refusals.isEmpty()) {
            keys.refresh();
        }
        Map<ClusterServer, SignLane.Outcome> all = new LinkedHashMap<>(refusals);
        all.put(last, outcome);
        List<String> replaced = refusals.entrySet().stream()
                .filter(each -> each.getValue().reason() == Refusal.Reason.OTHER_PUBLIC_KEY)
                .map(each -> each.getKey().address()).toList();
        String why = all.entrySet().stream().filter(each -> !replaced.contains(each.getKey().address()))
                .map(each -> each.getKey().address() + ": " + ClusterServer.reason(each.getValue().status()))
                .collect(Collectors.joining("; "));
        if (!replaced.isEmpty()) {
            why += (why.isEmpty() ? "" : "; ") + "another key has this name on " + String.join(", ", replaced)
                    + ", so it was replaced: load the key again, with its certificate";
        }
        Status.Code code = isRefusal(outcome) && !replaced.isEmpty() ? Status.Code.FAILED_PRECONDITION
                : outcome.status().getCode();
        return new KeyClusterException(code, "%s did not sign with key '%s' by %s: %s".formatted(
                all.size() == 1 ? "the key server" : "the key servers", request.getKey(), request.getAlgorithm(), why),
                outcome.status().getCause());
    }

    private SignLane.Outcome ask(ClusterServer server, RemoteKey key, SignRequest request, long nanos, boolean retry)
            throws KeyClusterException {
        ClusterServer.Condition seen = server.condition();
        server.countCall(retry);
        SignLane.Outcome outcome = server.lane(key.name()).ask(request, nanos);
        if (outcome.status().isOk() && key.check() != null) {
            outcome = verified(server, key, request, outcome);
        }
        if (!outcome.status().isOk()) {
            server.countFailure();
            health.failed(server, seen, outcome.status());
        }
        return outcome;
    }

    /** Verifies a signature if it is due, and returns it, or the error. */
    private static SignLane.Outcome verified(ClusterServer server, RemoteKey key, SignRequest request,
            SignLane.Outcome signed) throws KeyClusterException {
        VerifiedShare share = key.check().share(server);
        boolean due = share == null || share.take(signed.connection()) || server.isCaught()
                || !signed.publicKey().equals(request.getPublicKey());
        if (!due) {
            share.leftUnverified();
            return signed;
        }
        boolean valid = isValid(key, request, signed.signature().toByteArray());
        int unverified = share == null ? 0 : share.unverified();
        if (valid) {
            return signed;
        }
        server.setCaught();
        return SignLane.Outcome.failed(Status.DATA_LOSS.withDescription("its signature is not verified by the key's "
                + "certificate"
                + (unverified == 0 ? "" : "; " + unverified + " signatures before it were not verified")));
    }

    private static boolean isValid(RemoteKey key, SignRequest request, byte[] signature)
            throws KeyClusterException {
        SignatureScheme scheme = SignatureScheme.of(request.getAlgorithm());
        try {
            return key.check().verify(scheme, request.getDigest().toByteArray(), signature);
        } catch (GeneralSecurityException e) {
            throw new KeyClusterException(Status.Code.UNIMPLEMENTED, "this JVM cannot verify signatures of key '"
                    + key.name() + "' by " + scheme + "; to skip that, write 'verify: false' into the cluster's file: "
                    + e.getMessage(), e);
        }
    }

    /** Returns whether another server may do better. A signature leaves no trace, so making it twice does no harm. */
    private static boolean isWorthRetry(Status status) {
        return switch (status.getCode()) {
            case UNAVAILABLE, DEADLINE_EXCEEDED, RESOURCE_EXHAUSTED, INTERNAL, UNKNOWN, ABORTED, DATA_LOSS -> true;
            default -> false;
        };
    }

    /** Returns the results of the calls of each server, in the order of the file. */
    public List<ServerCounts> counts() {
        return connections.servers().stream().map(ClusterServer::counts).toList();
    }

    /**
     * Ends all connections and threads. Calls under way fail. Waits a few seconds at most, and not at all if the thread
     * is interrupted.
     */
    @Override
    public void close() {
        health.close();
        connections.close();
    }
}
