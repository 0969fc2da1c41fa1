package org.eejs.bench.remotekeys;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.Provider;
import java.security.Security;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.X509ExtendedKeyManager;
import org.eejs.bench.measuring.CryptoProvider;
import org.eejs.pki.Identity;
import org.eejs.pki.files.PrivateFile;
import org.eejs.remotekey.RemoteKeyProvider;
import org.eejs.remotekey.domain.KeyDomain;
import org.eejs.result.RemoteKeyKind;
import org.eejs.result.InputException;
import org.eejs.result.RemoteKeys;

/**
 * The folder that benchmarks of remote keys share with the program that starts them: the client's file of each cluster,
 * and the same keys as a local store. JMH's forks get only its path, so that no secret is among their arguments.
 *
 * @param path the folder; or, where key servers run elsewhere, the client's file of their cluster
 */
public record SweepFolder(Path path) {
    private static final YAMLMapper YAML = new YAMLMapper();
    private static final String KEYS = "local.p12";
    private static final String PASSWORD = "local.password";
    private static final String AUTHORITY = "authority.pem";

    /**
     * A key and its provider.
     *
     * @param alias its name
     * @param key local or remote
     * @param chain the chain of its certificates, its own first
     * @param provider the provider that signs with it
     * @param store the store that contains it
     * @param password the password of the entry; null where it has none
     */
    public record OpenKey(String alias, PrivateKey key, List<X509Certificate> chain, Provider provider, KeyStore store,
            char[] password) implements AutoCloseable {
        /** Returns whether the key is in key servers. */
        boolean isRemote() {
            return provider instanceof RemoteKeyProvider;
        }

        /** Returns an application's key manager for it: that of EEJSRemote, or the JDK's usual one. */
        X509ExtendedKeyManager keyManager() throws GeneralSecurityException {
            KeyManagerFactory factory = isRemote() ? KeyManagerFactory.getInstance(RemoteKeyProvider.NAME, provider)
                    : KeyManagerFactory.getInstance("SunX509");
            factory.init(store, password);
            return (X509ExtendedKeyManager) factory.getKeyManagers()[0];
        }

        @Override
        public void close() {
            if (provider instanceof RemoteKeyProvider remote) {
                remote.close();
            }
        }
    }

    /**
     * Fills the folder.
     *
     * @param domain the domain of the servers
     * @param addresses the addresses of all servers, in their order; there is a cluster for each number of them
     */
    public static SweepFolder fill(Path path, KeyDomain domain, List<String> addresses) throws IOException {
        SweepFolder folder = new SweepFolder(path);
        for (int servers = 1; servers <= addresses.size(); servers++) {
            // A client whose threads wait for its own processor is measured, without a timeout.
            PrivateFile.write(folder.cluster(servers), Files.readString(domain.cluster(addresses.subList(0, servers)))
                    .replaceFirst("deadlineMs: \\d+", "deadlineMs: 10000")
                    .replaceFirst("readTimeoutMs: \\d+", "readTimeoutMs: 5000"));
        }
        PrivateFile.write(path.resolve(KEYS), Files.readAllBytes(domain.keyStore()));
        PrivateFile.write(path.resolve(AUTHORITY), Files.readAllBytes(domain.authority()));
        PrivateFile.write(path.resolve(PASSWORD), new String(domain.keyStorePassword()));
        return folder;
    }

    /**
     * Completes the settings of a server.
     *
     * @param provider the provider that signs, by its name in {@link CryptoProvider}: that of the local key, for
     *     comparison
     */
    static void set(Path file, String provider, Path auditLog) throws IOException, GeneralSecurityException {
        String name = CryptoProvider.open(provider).getName();
        ObjectNode settings = (ObjectNode) YAML.readTree(file.toFile());
        settings.putObject("provider").put("rsa", name).put("ec", name.equals("SunRsaSign") ? "SunEC" : name);
        settings.put("auditLog", auditLog.toString());
        YAML.writeValue(file.toFile(), settings);
    }

    /** Returns the client's file of a cluster with this number of servers. */
    Path cluster(int servers) {
        return isElsewhere() ? path : path.resolve("cluster-" + servers + ".yaml");
    }

    /** Returns whether servers run elsewhere: then the path is the client's file of their cluster. */
    private boolean isElsewhere() {
        return Files.isRegularFile(path);
    }

    /** Returns the certificate by which a server knows a client with this key: the last available one of its chain. */
    X509Certificate authority(OpenKey key) throws IOException, GeneralSecurityException {
        if (isElsewhere()) {
            return key.chain().get(key.chain().size() - 1);
        }
        return Identity.certificates(path.resolve(AUTHORITY)).get(0);
    }

    /**
     * Opens a key.
     *
     * @param kind the kind of the key, which is also its name
     * @param where {@link RemoteKey#LOCAL}, {@link RemoteKey#REMOTE}
     * @param servers the number of servers that hold it when it is remote
     * @param provider the provider that signs with it when it is local, by its name in {@link CryptoProvider}. If it is
     *     ACCP, it also verifies the servers' signatures here
     */
    public OpenKey open(RemoteKeyKind kind, String where, int servers, String provider)
            throws IOException, GeneralSecurityException {
        boolean ofTheJdk = provider.equals("SunRsaSign") && kind.algorithm().equals("EC");
        Provider signs = CryptoProvider.open(ofTheJdk ? "SunEC" : provider);
        return where.equals(RemoteKeys.REMOTE) ? remote(kind, servers, signs) : local(kind, signs);
    }

    private OpenKey remote(RemoteKeyKind kind, int servers, Provider verifies)
            throws IOException, GeneralSecurityException {
        // Behind the JDK's: for the client of the cluster, which verifies with ACCP if that is installed.
        Security.addProvider(verifies);
        RemoteKeyProvider provider = new RemoteKeyProvider();
        KeyStore store = KeyStore.getInstance("EEJS-REMOTE", provider.configure(cluster(servers).toString()));
        store.load(null, null);
        String name = name(kind, store);
        return new OpenKey(name, (PrivateKey) store.getKey(name, null), chain(name, store), provider, store, null);
    }

    /** Returns the key that has the name of its kind, or else the first of that kind. */
    private String name(RemoteKeyKind kind, KeyStore store) throws GeneralSecurityException {
        if (store.containsAlias(kind.id())) {
            return kind.id();
        }
        List<String> there = new ArrayList<>();
        for (String name : Collections.list(store.aliases())) {
            if (kind.fits(store.getCertificate(name).getPublicKey())) {
                return name;
            }
            there.add(name);
        }
        throw new InputException("--key " + kind.id() + ": the key servers of " + path
                + " have no key of this kind for this client; they have " + String.join(", ", there));
    }

    private OpenKey local(RemoteKeyKind kind, Provider provider) throws IOException, GeneralSecurityException {
        char[] password = Files.readString(path.resolve(PASSWORD), StandardCharsets.US_ASCII).toCharArray();
        KeyStore store = KeyStore.getInstance("PKCS12", "SUN");
        try (InputStream in = Files.newInputStream(path.resolve(KEYS))) {
            store.load(in, password);
        }
        // As the provider's own object, as on the server: another one would be translated for each signature.
        PrivateKey key = KeyFactory.getInstance(kind.algorithm(), provider)
                .generatePrivate(new PKCS8EncodedKeySpec(store.getKey(kind.id(), password).getEncoded()));
        return new OpenKey(kind.id(), key, chain(kind.id(), store), provider, store, password);
    }

    private static List<X509Certificate> chain(String name, KeyStore store) throws GeneralSecurityException {
        return Arrays.stream(store.getCertificateChain(name)).map(X509Certificate.class::cast).toList();
    }
}
