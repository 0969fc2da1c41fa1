package org.eejs.cluster;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.PublicKey;
import java.security.cert.X509Certificate;
import java.security.spec.X509EncodedKeySpec;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLContext;
import org.eejs.pki.CertificateBuilder;
import org.eejs.pki.Identity;
import org.eejs.pki.files.PrivateFile;
import org.eejs.pki.files.PrivateFolder;

/**
 * The certificate authority of a lab. One of its two private authorities certifies the lab, the other certifies hosts,
 * so no host can pretend to be the lab. Both are in a folder, with their keys in files of mode 0600. An admitted host
 * remains admitted while its certificate lasts.
 *
 * <p>Thread-safe, and between processes that use one folder.
 */
public final class LabAuthority {
    private static final String SUBJECT = "CN=";
    private static final Duration AUTHORITY = Duration.ofDays(825);
    private static final Duration HOST = Duration.ofDays(90);
    private static final Duration SHORTEST = Duration.ofDays(100);
    private static final Duration TOKEN = Duration.ofHours(24);

    private final Identity lab;
    private final Identity hosts;
    private final Path folder;
    private final OneTimeTokens tokens;
    private final HostNames names;

    private LabAuthority(Identity lab, Identity hosts, Path folder, InstantSource clock) {
        this.lab = lab;
        this.hosts = hosts;
        this.folder = folder;
        this.tokens = new OneTimeTokens(folder.resolve("tokens"), clock);
        this.names = new HostNames(folder.resolve("names"));
    }

    /**
     * Returns the authority in a folder. Makes a new one where there is none, or where it would expire before its
     * hosts.
     */
    public static LabAuthority in(Path folder) throws IOException, GeneralSecurityException {
        return in(folder, InstantSource.system());
    }

    /** Returns the authority, with a clock for the expiry of tokens. */
    static LabAuthority in(Path folder, InstantSource clock) throws IOException, GeneralSecurityException {
        PrivateFolder.make(folder.resolve("tokens"));
        return locked(folder, () -> new LabAuthority(authority(folder, "lab"), authority(folder, "hosts"),
                folder, clock));
    }

    private static Identity authority(Path folder, String name) throws IOException, GeneralSecurityException {
        Path key = folder.resolve(name + ".key");
        if (Files.exists(key)) {
            Identity kept = Identity.read(folder.resolve(name + ".pem"), key);
            if (kept.certificate().getNotAfter().after(Date.from(Instant.now().plus(SHORTEST)))) {
                return kept;
            }
        }
        Identity made = CertificateBuilder.authority("CN=EEJS authority of " + name).key("EC", 256)
                .keyIdentifiers().validFor(AUTHORITY).selfSigned();
        made.writePem(folder, name);
        return made;
    }

    /**
     * Checks that a host may have this name.
     *
     * @throws RefusedException when it may not, with words that follow the name
     */
    public static void checkName(String name) throws RefusedException {
        HostNames.check(name);
    }

    /**
     * Makes a one-time token, with which one host can join within a day.
     *
     * @param name the name of the only host that may use it
     * @throws RefusedException when no host may have this name
     */
    public Token newToken(String name) throws IOException, GeneralSecurityException {
        return locked(folder, () -> {
            names.add(name);
            return new Token(lab.certificate(), tokens.make(TOKEN, name));
        });
    }

    /**
     * Revokes all current certificates and tokens of a name; a running lab ends the host. Tokens that are made for the
     * name later are valid.
     *
     * @return whether this lab has made a token for the name before
     * @throws RefusedException when no host may have this name
     */
    public boolean revoke(String name) throws IOException, GeneralSecurityException {
        return locked(folder, () -> {
            boolean known = names.revoke(name);
            tokens.revoke(name);
            return known;
        });
    }

    /**
     * Returns the host's name in a certificate.
     *
     * @throws RefusedException when it was revoked
     */
    String admit(X509Certificate certificate) throws IOException {
        String name = host(certificate);
        if (!names.revoked(Map.of(certificate, name)).isEmpty()) {
            throw new RefusedException("the host " + name + " was revoked; to admit it again, run "
                    + OneTimeTokens.NEW_TOKEN + " at the lab, and pass FILE with --token-file");
        }
        return name;
    }

    /** Returns the names of those certificates that were revoked. */
    List<String> revoked(Map<X509Certificate, String> shown) throws IOException {
        return names.revoked(shown);
    }

    /**
     * Returns the public key of a host.
     *
     * @param key the key in DER, as Base64
     * @throws GeneralSecurityException when it is no key
     * @throws IllegalArgumentException when it is not Base64
     */
    static PublicKey key(String key) throws GeneralSecurityException {
        return KeyFactory.getInstance("EC").generatePublic(new X509EncodedKeySpec(Base64.getDecoder().decode(key)));
    }

    /**
     * Checks that a host may use a token now with a key, without using it up.
     *
     * @throws RefusedException when the token is not valid for this name and key
     */
    void check(String token, String host, PublicKey key) throws IOException, GeneralSecurityException {
        locked(folder, () -> {
            tokens.check(token, host, key);
            return null;
        });
    }

    /**
     * Certifies a host with a token for its name, and uses the token up. The same key may ask again until the token
     * expires.
     *
     * @return its chain in PEM
     * @throws RefusedException when the token is not valid for this name and key
     */
    String certify(String token, String host, PublicKey key) throws IOException, GeneralSecurityException {
        return locked(folder, () -> {
            tokens.use(token, host, key);
            Identity made = CertificateBuilder.client(SUBJECT + host).key(new KeyPair(key, null)).validFor(HOST)
                    .issuedBy(hosts);
            names.certified(host, made.certificate());
            return new String(Identity.pem(made.chain()), StandardCharsets.US_ASCII);
        });
    }

    /** Returns the name in a certificate. */
    private static String host(X509Certificate certificate) {
        return certificate.getSubjectX500Principal().getName().substring(SUBJECT.length());
    }

    /** Returns the TLS context of the lab at these names, for hosts that this authority has certified. */
    SSLContext tls(List<String> names) throws IOException, GeneralSecurityException {
        Identity server = CertificateBuilder.server(SUBJECT + HostNames.LAB, names.toArray(String[]::new))
                .key("EC", 256).issuedBy(lab);
        return Tls.context(server, hosts.certificate());
    }

    /** Returns the TLS context with which the lab reaches itself like a host. */
    SSLContext tlsAsHost() throws IOException, GeneralSecurityException {
        return Tls.context(CertificateBuilder.client(SUBJECT + HostNames.LAB).key("EC", 256).issuedBy(hosts),
                lab.certificate());
    }

    /** Reads and writes of one step. */
    private interface Work<T> {
        T run() throws IOException, GeneralSecurityException;
    }

    /** Carries out work on a folder while no other thread or process works on it. */
    private static <T> T locked(Path folder, Work<T> work) throws IOException, GeneralSecurityException {
        // A file lock belongs to the whole process, so threads need another lock.
        synchronized (LabAuthority.class) {
            try (FileChannel file = PrivateFile.lock(folder.resolve("lock"))) {
                file.lock();
                return work.run();
            }
        }
    }
}
