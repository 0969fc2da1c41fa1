package org.eejs.remotekey.cluster;

import com.google.common.util.concurrent.FutureCallback;
import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.MoreExecutors;
import com.google.protobuf.ByteString;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.eejs.remotekey.keys.ServedKey;
import org.eejs.remotekey.protocol.Key;
import org.eejs.remotekey.protocol.KeysGrpc;
import org.eejs.remotekey.protocol.ListKeysRequest;
import org.eejs.remotekey.protocol.ListKeysResponse;
import org.eejs.remotekey.protocol.SignatureAlgorithm;

/**
 * The keys that a cluster's servers listed last. The servers are assumed to have the same keys, so one of them is
 * asked.
 *
 * <p>Thread-safe. The current keys change as a whole.
 */
final class ClusterKeys {
    private static final System.Logger LOG = System.getLogger(ClusterKeys.class.getName());
    /** The time limit of the first list, which is requested with code that is still cold. */
    private static final long FIRST_MS = 10_000;

    private final ClusterHealth health;
    private final long timeoutMs;
    private final int verifyOneOf;
    private final AtomicBoolean asking = new AtomicBoolean();
    private ListKeysResponse listed;
    private volatile Map<String, RemoteKey> current = Map.of();

    /**
     * A cluster's keys before the first request.
     *
     * @param verifyOneOf N, if one of every N signatures is verified; 0 for none
     */
    ClusterKeys(ClusterHealth health, long timeoutMs, int verifyOneOf) {
        this.health = health;
        this.timeoutMs = timeoutMs;
        this.verifyOneOf = verifyOneOf;
    }

    /** Returns the current keys by name, in its order. */
    Map<String, RemoteKey> current() {
        return current;
    }

    /** Asks one server, and another if that one fails, and waits for the answer. */
    void read() throws KeyClusterException {
        ClusterServer server = health.any();
        try {
            read(server);
        } catch (StatusRuntimeException e) {
            ClusterServer other = health.pickAfter(server, Set.of());
            try {
                read(other);
            } catch (StatusRuntimeException again) {
                throw new KeyClusterException(again.getStatus().getCode(), "key server %s does not list its keys: %s"
                        .formatted(other.address(), ClusterServer.reason(again.getStatus())), again);
            }
        }
    }

    private void read(ClusterServer server) {
        take(KeysGrpc.newBlockingStub(server.channel()).withDeadlineAfter(FIRST_MS, TimeUnit.MILLISECONDS)
                .listKeys(ListKeysRequest.getDefaultInstance()));
    }

    /** Asks one server, and takes over the answer on its event loop. If it fails, the keys stay as they are. */
    void refresh() {
        if (!asking.compareAndSet(false, true)) {
            return;
        }
        Futures.addCallback(KeysGrpc.newFutureStub(health.any().channel())
                .withDeadlineAfter(timeoutMs, TimeUnit.MILLISECONDS)
                .listKeys(ListKeysRequest.getDefaultInstance()), new FutureCallback<>() {
                    @Override
                    public void onSuccess(ListKeysResponse response) {
                        asking.set(false);
                        take(response);
                    }

                    @Override
                    public void onFailure(Throwable failure) {
                        asking.set(false);
                        LOG.log(System.Logger.Level.DEBUG,
                                () -> "keys were not listed: " + ClusterServer.reason(Status.fromThrowable(failure)));
                    }
                }, MoreExecutors.directExecutor());
    }

    private synchronized void take(ListKeysResponse response) {
        if (response.equals(listed)) {
            return;
        }
        Map<String, RemoteKey> keys = new TreeMap<>();
        for (Key key : response.getKeysList()) {
            try {
                List<X509Certificate> chain = chain(key);
                if (!chain.isEmpty()) {
                    keys.put(key.getName(), remote(key, chain));
                }
            } catch (GeneralSecurityException e) {
                LOG.log(System.Logger.Level.WARNING, () -> "key '" + key.getName()
                        + "' is left out: its certificates are not understood: " + e.getMessage());
            }
        }
        current = Collections.unmodifiableMap(keys);
        listed = response;
    }

    private RemoteKey remote(Key key, List<X509Certificate> chain) throws GeneralSecurityException {
        PublicKey publicKey = chain.get(0).getPublicKey();
        return new RemoteKey(key.getName(), chain, granted(key), ServedKey.hash(publicKey),
                verifyOneOf > 0 ? new SignatureCheck(publicKey, verifyOneOf) : null);
    }

    private static List<X509Certificate> chain(Key key) throws CertificateException {
        CertificateFactory certificates = CertificateFactory.getInstance("X.509");
        List<X509Certificate> chain = new ArrayList<>();
        for (ByteString certificate : key.getCertificateChainList()) {
            chain.add((X509Certificate) certificates.generateCertificate(certificate.newInput()));
        }
        return chain;
    }

    /** Returns the granted algorithms, without those that only a newer server knows. */
    private static Set<SignatureAlgorithm> granted(Key key) {
        return key.getGrantedList().stream().filter(granted -> granted != SignatureAlgorithm.UNRECOGNIZED
                && granted != SignatureAlgorithm.SIGNATURE_ALGORITHM_UNSPECIFIED).collect(Collectors.toSet());
    }
}
