package org.eejs.remotekey;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.util.Arrays;
import org.eejs.remotekey.cluster.ServerCounts;
import org.eejs.remotekey.domain.KeyDomain;
import org.eejs.remotekey.server.KeyServer;

/**
 * A running key server, and a client of it with a separate provider for the test.
 *
 * @param keys those that the client may use
 */
record RemoteClient(KeyServer server, RemoteKeyProvider provider, KeyStore keys) implements AutoCloseable {
    /** Starts the first server of a domain. */
    static RemoteClient of(KeyDomain domain) throws IOException, GeneralSecurityException {
        KeyServer server = KeyServer.start(domain.server(1));
        RemoteKeyProvider provider = new RemoteKeyProvider();
        provider.configure(cluster(domain, server.port()).toString());
        KeyStore keys = KeyStore.getInstance("EEJS-REMOTE", provider);
        keys.load(null, null);
        return new RemoteClient(server, provider, keys);
    }

    /** Returns the file of a client of the servers at these ports, which waits long: the machine may be slow. */
    static Path cluster(KeyDomain domain, int... ports) throws IOException {
        Path file = domain.cluster(Arrays.stream(ports).mapToObj(port -> "127.0.0.1:" + port).toList());
        return Files.writeString(file, Files.readString(file)
                .replaceAll("(deadlineMs|readTimeoutMs): \\d+", "$1: 60000"));
    }

    PrivateKey key(String alias) throws GeneralSecurityException {
        return (PrivateKey) keys.getKey(alias, null);
    }

    /** Returns how often the client has asked its servers. */
    long calls() {
        return provider.counts().stream().mapToLong(ServerCounts::calls).sum();
    }

    @Override
    public void close() {
        provider.close();
        server.close();
    }
}
