package org.eejs.remotekey.domain;

import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Maps;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.eejs.pki.CertificateBuilder;
import org.eejs.pki.Identity;
import org.eejs.pki.files.PrivateFile;
import org.eejs.pki.files.PrivateFolder;
import org.eejs.pki.files.FaultyFileException;
import org.eejs.pki.files.GuardedFile;
import org.eejs.remotekey.keys.ProviderTrial;
import org.eejs.remotekey.settings.KeyServerSettings;
import org.eejs.remotekey.signature.SignatureScheme;

/**
 * A folder with everything that key servers and one client of theirs need. It holds an authority, certificates, and
 * keys named {@value #RSA_2048}, {@value #RSA_4096}, {@value #EC_P256} and {@value #EC_P384}. Its policy grants the
 * client {@value #CLIENT} every algorithm that fits them. It also holds a file for each server, and the client's file
 * of its cluster. It is for trials, as a start, and for tests; the keys are in a PKCS12 file, and the certificate of
 * each in NAME.pem. Only the owner can read the secrets.
 *
 * <p>Immutable; thread-safe.
 */
public final class KeyDomain {
    /** An RSA key of 2048 bits. */
    public static final String RSA_2048 = "rsa-2048";
    /** An RSA key of 4096 bits. */
    public static final String RSA_4096 = "rsa-4096";
    /** A key on the curve P-256. */
    public static final String EC_P256 = "ec-p256";
    /** A key on the curve P-384. */
    public static final String EC_P384 = "ec-p384";
    /** The subject of the client's certificate. */
    public static final String CLIENT = "CN=client-1,O=EEJS";

    /** Long enough for a trial. */
    private static final Duration VALIDITY = Duration.ofDays(30);
    /** The size of each key by its name. */
    private static final Map<String, Integer> KEYS =
            ImmutableMap.of(RSA_2048, 2048, RSA_4096, 4096, EC_P256, 256, EC_P384, 384);
    private static final YAMLMapper YAML = YAMLMapper.builder()
            .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
            .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
            .build();

    private static final String TRIAL = """
            # Made by keyserver init for trials. The private key of the authority is in this folder. Certificates end
            # after %d days, and one client may do everything. Elsewhere use your own authority, keys and policy.
            """.formatted(VALIDITY.toDays());
    /** The providers in the servers' files until the fastest ones are measured. */
    private static final String PROVIDERS = "provider:\n  rsa: SunRsaSign\n  ec: SunEC\n";

    private final Path folder;
    private final String password;

    private KeyDomain(Path folder, String password) {
        this.folder = folder;
        this.password = password;
    }

    /**
     * Creates a domain with a key of each kind.
     *
     * @param directory is created if it does not exist
     * @param addresses of the servers, as HOST:PORT; port 0 for any free one, which {@link #cluster(List)} then
     *     writes for the client
     * @throws IOException if the folder is not writable, or holds a domain already
     */
    public static KeyDomain create(Path directory, List<String> addresses)
            throws IOException, GeneralSecurityException {
        return create(directory, addresses, KEYS.keySet());
    }

    /**
     * Creates a domain with some of the keys: generating one of 4,096 bits takes seconds.
     *
     * @throws FaultyFileException if there is no key of one of these names
     */
    public static KeyDomain create(Path directory, List<String> addresses, Collection<String> names)
            throws IOException, GeneralSecurityException {
        for (String name : names) {
            if (!KEYS.containsKey(name)) {
                throw new FaultyFileException("no key " + name + " is made; there are "
                        + String.join(", ", KEYS.keySet()));
            }
        }
        Map<String, Integer> keys = Maps.filterKeys(KEYS, names::contains);
        Path folder = directory.toAbsolutePath().normalize();
        if (Files.exists(folder) && !Files.isDirectory(folder)) {
            throw new FaultyFileException(folder + " is not a folder; name one that need not exist");
        }
        PrivateFolder.makeReadable(folder);
        String fault = GuardedFile.fault(folder, GuardedFile.Content.DECIDES);
        if (fault != null) {
            throw new FaultyFileException("no keys are made in " + folder + ": " + fault);
        }
        if (Files.exists(folder.resolve("ca.pem"))) {
            throw new FaultyFileException(folder + " holds a domain already; name another folder, or remove it first");
        }
        byte[] secret = new byte[16];
        new SecureRandom().nextBytes(secret);
        KeyDomain domain = new KeyDomain(folder, HexFormat.of().formatHex(secret));
        Identity authority = newAuthority();
        domain.writeKeys(authority, keys);
        domain.writeIdentity("client", CertificateBuilder.client(CLIENT), authority);
        domain.writePolicy(keys.keySet());
        for (int n = 1; n <= addresses.size(); n++) {
            domain.writeIdentity("server-" + n, CertificateBuilder.server("CN=key-server-" + n + ",O=EEJS",
                    names(addresses.get(n - 1))), authority);
            domain.writeServer(n, addresses.get(n - 1), keys.keySet());
        }
        domain.cluster(addresses);
        authority.writeKey(folder.resolve("ca.key"));
        // Last, because it shows that the domain is complete.
        Identity.writeCertificates(domain.authority(), authority.chain());
        return domain;
    }

    /**
     * Opens an existing domain.
     *
     * @param directory the folder in which {@link #create} made it
     * @throws IOException if its password is not readable
     */
    public static KeyDomain open(Path directory) throws IOException {
        Path folder = directory.toAbsolutePath().normalize();
        return new KeyDomain(folder, Files.readString(folder.resolve("keys.password")).strip());
    }

    /** Returns the file of a server, from 1. */
    public Path server(int n) {
        return folder.resolve("keyserver-" + n + ".yaml");
    }

    /** Returns the client's file. */
    public Path cluster() {
        return folder.resolve("cluster.yaml");
    }

    /** Returns the certificate of the authority, in PEM. */
    public Path authority() {
        return folder.resolve("ca.pem");
    }

    /**
     * Returns the PKCS12 file with the keys; each has its name as its alias, and a chain that ends with the authority.
     */
    public Path keyStore() {
        return folder.resolve("keys.p12");
    }

    /** Returns the password of the PKCS12 file and its entries. */
    public char[] keyStorePassword() {
        return password.toCharArray();
    }

    /** Returns the file with the permissions of clients. */
    public Path policy() {
        return folder.resolve("policy.yaml");
    }

    /** Returns the domain's folder. */
    public Path folder() {
        return folder;
    }

    /** Returns the authority itself, which certifies more. */
    public Identity issuer() throws IOException, GeneralSecurityException {
        return Identity.read(authority(), folder.resolve("ca.key"));
    }

    /** Returns an authority with the name that those of all domains have, and a new key. */
    public static Identity newAuthority() throws GeneralSecurityException {
        return CertificateBuilder.authority("CN=EEJS key domain for trials,O=EEJS").key("EC", 256).validFor(VALIDITY)
                .keyIdentifiers().selfSigned();
    }

    /**
     * Writes the client's file again, with equal weights, for servers whose ports are known by now.
     *
     * @param addresses as HOST:PORT
     * @return the file
     */
    public Path cluster(List<String> addresses) throws IOException {
        write(cluster(), YAML.writeValueAsString(ImmutableMap.of(
                "tls", ImmutableMap.of("certificate", path("client.pem"), "privateKey", path("client.key"),
                        "serverAuthority", path("ca.pem")),
                "servers", addresses.stream().map(each -> ImmutableMap.of("address", each, "weight", 50)).toList(),
                "deadlineMs", 1000, "readTimeoutMs", 500, "channelsPerServer", 2)));
        return cluster();
    }

    private void writeKeys(Identity authority, Map<String, Integer> keys)
            throws IOException, GeneralSecurityException {
        KeyStore store = Identity.emptyStore("PKCS12");
        for (Map.Entry<String, Integer> each : keys.entrySet()) {
            String name = each.getKey();
            Identity key = CertificateBuilder.signer("CN=" + name + ",O=EEJS")
                    .key(algorithm(name), each.getValue()).keyIdentifiers().issuedBy(authority);
            key.addTo(store, name, keyStorePassword());
            Identity.writeCertificates(folder.resolve(name + ".pem"), key.chain().subList(0, 1));
        }
        PrivateFile.write(keyStore(), Identity.bytes(store, keyStorePassword()));
        PrivateFile.write(folder.resolve("keys.password"), (password + "\n").getBytes(StandardCharsets.US_ASCII));
    }

    private static String algorithm(String key) {
        return key.startsWith("rsa") ? "RSA" : "EC";
    }

    private void writeIdentity(String name, CertificateBuilder certificate, Identity authority)
            throws IOException, GeneralSecurityException {
        certificate.key("EC", 256).keyIdentifiers().issuedBy(authority).writePem(folder, name);
    }

    private void writePolicy(Set<String> names) throws IOException {
        Map<String, List<SignatureScheme>> keys = Maps.toMap(names,
                name -> Arrays.stream(SignatureScheme.values())
                        .filter(scheme -> scheme.keyAlgorithm().equals(algorithm(name))).toList());
        write(policy(), YAML.writeValueAsString(Map.of("clients",
                List.of(ImmutableMap.of("subject", CLIENT, "keys", keys)))));
    }

    /** Writes a file that others can read but not write, whatever the umask. */
    private static void write(Path file, String yaml) throws IOException {
        PrivateFile.writeReadable(file, (TRIAL + yaml).getBytes(StandardCharsets.UTF_8));
    }

    /** Measures which security providers sign fastest here, and writes their names into the servers' files. */
    public void measureProviders() throws IOException {
        String measured = ProviderTrial.yaml(ProviderTrial.of(KeyServerSettings.read(server(1))));
        for (int n = 1; Files.exists(server(n)); n++) {
            PrivateFile.writeReadable(server(n), Files.readString(server(n)).replace(PROVIDERS, measured)
                    .getBytes(StandardCharsets.UTF_8));
        }
    }

    /** Returns the names by which clients may know a server: that of its address, and those of the local machine. */
    private static String[] names(String address) {
        String host = address.substring(0, address.lastIndexOf(':')).replaceAll("[\\[\\]]", "");
        return Stream.of("localhost", "127.0.0.1", host).filter(name -> !name.equals("0.0.0.0") && !name.equals("::"))
                .distinct().toArray(String[]::new);
    }

    private void writeServer(int n, String address, Set<String> keys) throws IOException {
        Map<String, Object> server = ImmutableMap.of(
                "listen", address,
                "tls", ImmutableMap.of("certificate", path("server-" + n + ".pem"),
                        "privateKey", path("server-" + n + ".key"), "clientAuthority", path("ca.pem")),
                "policy", path("policy.yaml"),
                "keys", keys.stream().map(name -> ImmutableMap.of("name", name,
                        "keyStore", path("keys.p12"), "passwordFile", path("keys.password"), "alias", name)).toList(),
                "auditLog", path("audit-" + n + ".jsonl"),
                "trial", true);
        write(server(n), YAML.writeValueAsString(server) + PROVIDERS);
    }

    private String path(String name) {
        return folder.resolve(name).toString();
    }
}
