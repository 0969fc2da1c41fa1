package org.eejs.remotekey;

import java.io.IOException;
import java.nio.file.Path;
import java.security.InvalidParameterException;
import java.security.Provider;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.eejs.remotekey.cluster.ClusterFile;
import org.eejs.remotekey.cluster.KeyCluster;
import org.eejs.remotekey.cluster.ServerCounts;

/**
 * The security provider {@code EEJSRemote}: keys that stay on key servers, for JSSE, XML signatures and every other
 * user of the JCA. It has the key store {@value #KEY_STORE}, a key manager factory of the name {@value #NAME} over it,
 * and signatures by its keys. It works at any position among the providers: no other provider can sign with its keys,
 * and it passes other keys and verification to the next provider.
 *
 * <p>A key store is loaded from the content of a cluster's file with absolute paths. Without a stream, it is loaded
 * from the file that the provider was configured with. An entry in {@code java.security} configures it, too:
 * {@code security.provider.14=EEJSRemote /etc/eejs/cluster.yaml}.
 *
 * <p>Thread-safe. Key stores of the same content share one {@link KeyCluster}, which lives until the provider is
 * closed.
 */
public final class RemoteKeyProvider extends Provider implements AutoCloseable {
    /** The provider's name. */
    public static final String NAME = "EEJSRemote";
    /** The type of its key store. */
    public static final String KEY_STORE = "EEJS-REMOTE";

    private static final long serialVersionUID = 1L;

    private final transient Map<ClusterFile, KeyCluster> clusters = new HashMap<>();
    private transient volatile Path file;
    private transient boolean closed;

    /** A provider that is not configured: its key stores must be loaded from a stream. */
    public RemoteKeyProvider() {
        super(NAME, "1.0", "Private keys that live on key servers");
        put("KeyStore", KEY_STORE, RemoteKeyStore.class, List.of(), Map.of(), () -> new RemoteKeyStore(this));
        put("KeyManagerFactory", NAME, RemoteKeyManagerFactory.class, List.of(), Map.of(),
                () -> new RemoteKeyManagerFactory(this));
        for (RemoteAlgorithm algorithm : RemoteAlgorithm.all()) {
            // The key's class lets the JCA find this provider behind others, and other providers for other keys.
            put("Signature", algorithm.name(), RemoteSignature.class, algorithm.aliases(),
                    Map.of("SupportedKeyClasses", algorithm.keys().getName()), () -> new RemoteSignature(algorithm));
        }
    }

    /** A maker of a service's implementation. */
    private interface Maker {
        Object make();
    }

    private void put(String type, String algorithm, Class<?> made, List<String> aliases,
            Map<String, String> attributes, Maker maker) {
        putService(new Service(this, type, algorithm, made.getName(), aliases, attributes) {
            @Override
            public Object newInstance(Object parameter) {
                if (parameter != null) {
                    throw new InvalidParameterException(type + " " + algorithm + " takes no parameter");
                }
                return maker.make();
            }
        });
    }

    /**
     * Sets a cluster's file for key stores that are loaded without a stream. It is read when they are loaded.
     *
     * @param clusterFile its path
     * @return this provider
     */
    @Override
    public Provider configure(String clusterFile) {
        if (clusterFile.isBlank()) {
            throw new InvalidParameterException("EEJSRemote is configured with the path of a cluster's file");
        }
        file = Path.of(clusterFile);
        return this;
    }

    @Override
    public boolean isConfigured() {
        return file != null;
    }

    /** Returns the cluster of the file that this provider was configured with. */
    KeyCluster cluster() throws IOException {
        if (file == null) {
            throw new IOException("there is no cluster's file. Load the key store " + KEY_STORE + " from one, or "
                    + "configure the provider with its path: security.provider.14=EEJSRemote /etc/eejs/cluster.yaml");
        }
        return cluster(ClusterFile.read(file));
    }

    /** Returns the cluster of the content of a file. */
    KeyCluster cluster(String content) throws IOException {
        return cluster(ClusterFile.parse(content, "the cluster's file that the key store is loaded from"));
    }

    private KeyCluster cluster(ClusterFile content) throws IOException {
        synchronized (clusters) {
            if (closed) {
                throw new IOException("the provider EEJSRemote is closed; make a new one");
            }
            KeyCluster cluster = clusters.get(content);
            if (cluster == null) {
                cluster = KeyCluster.open(content);
                clusters.put(content, cluster);
            }
            return cluster;
        }
    }

    /** Returns the results of the calls to each server, over all clusters that key stores of this provider use. */
    public List<ServerCounts> counts() {
        synchronized (clusters) {
            return clusters.values().stream().flatMap(cluster -> cluster.counts().stream()).toList();
        }
    }

    /** Ends all connections and threads. Keys of this provider no longer sign. */
    @Override
    public void close() {
        synchronized (clusters) {
            closed = true;
            clusters.values().forEach(KeyCluster::close);
            clusters.clear();
        }
    }
}
