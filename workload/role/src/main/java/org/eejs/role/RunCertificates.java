package org.eejs.role;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.HexFormat;
import java.util.List;
import org.eejs.banking.KeyStoreType;
import org.eejs.banking.TlsProfile;
import org.eejs.pki.CertificateBuilder;
import org.eejs.pki.Identity;
import org.eejs.pki.files.PrivateFile;
import org.eejs.pki.files.PrivateFolder;

/**
 * The certificates of a run: for each kind of certificate a private CA, whose key is discarded at once, and a server
 * certificate for this host. All are kept for later runs until they are about to expire. Only the lab and tests create
 * them; the class paths of roles have no library for that.
 */
public final class RunCertificates {
    private static final Duration VALIDITY = Duration.ofDays(825);
    private static final Duration RENEW_BEFORE = Duration.ofDays(7);

    private final PkiDirectory pki;
    private final char[] password;
    private final List<String> others;

    private RunCertificates(PkiDirectory pki, char[] password, List<String> others) {
        this.pki = pki;
        this.password = password;
        this.others = others;
    }

    /**
     * Makes sure that the folder holds what a run needs. Creates all certificates again if any is missing or expires
     * soon.
     *
     * @param others names and addresses of the servers, in addition to those of this machine
     */
    public static PkiDirectory ensure(Path folder, String... others) throws IOException, GeneralSecurityException {
        PkiDirectory pki = new PkiDirectory(folder);
        if (!isUsable(pki, List.of(others))) {
            byte[] secret = new byte[16];
            new SecureRandom().nextBytes(secret);
            new RunCertificates(pki, HexFormat.of().formatHex(secret).toCharArray(), List.of(others)).create();
        }
        return pki;
    }

    private static boolean isUsable(PkiDirectory pki, List<String> others) {
        try {
            Date soon = Date.from(Instant.now().plus(RENEW_BEFORE));
            for (TlsProfile.Certificate kind : TlsProfile.Certificate.values()) {
                for (KeyStoreType type : KeyStoreType.values()) {
                    X509Certificate certificate = (X509Certificate) pki.serverKeyStore(kind, type)
                            .getCertificate(PkiDirectory.SERVER_ALIAS);
                    certificate.checkValidity(soon);
                    List<Object> names = new ArrayList<>();
                    certificate.getSubjectAlternativeNames().forEach(name -> names.add(name.get(1)));
                    if (!names.containsAll(others)) {
                        return false;
                    }
                }
            }
            return pki.trustStore().size() == TlsProfile.Certificate.values().length
                    && Files.exists(pki.caCertificates());
        } catch (IOException | GeneralSecurityException | NullPointerException e) {
            return false;
        }
    }

    private void create() throws IOException, GeneralSecurityException {
        PrivateFolder.make(pki.folder());
        KeyStore trust = Identity.emptyStore("PKCS12");
        List<X509Certificate> authorities = new ArrayList<>();
        for (TlsProfile.Certificate kind : TlsProfile.Certificate.values()) {
            Identity ca = withKey(kind, CertificateBuilder.authority(
                    "CN=EEJS private CA " + kind + " of " + Instant.now().getEpochSecond()))
                    .validFor(VALIDITY).selfSigned();
            // Profiles of eejs-2016 have the RSA key exchange.
            Identity server = withKey(kind, CertificateBuilder.server("CN=localhost", hosts()))
                    .keyEncipherment().issuedBy(ca);
            for (KeyStoreType type : KeyStoreType.values()) {
                PrivateFile.write(pki.serverKeyStoreFile(kind, type),
                        server.store(type.algorithm(), PkiDirectory.SERVER_ALIAS, password));
            }
            trust.setCertificateEntry("ca-" + kind, ca.certificate());
            authorities.add(ca.certificate());
        }
        PrivateFile.write(pki.trustStoreFile(), Identity.bytes(trust, password));
        PrivateFile.write(pki.caCertificates(), Identity.pem(authorities));
        PrivateFile.write(pki.passwordFile(), (new String(password) + "\n").getBytes(StandardCharsets.UTF_8));
    }

    private static CertificateBuilder withKey(TlsProfile.Certificate kind, CertificateBuilder certificate)
            throws GeneralSecurityException {
        return switch (kind) {
            case RSA_2048 -> certificate.keyIdentifiers().key("RSA", 2048);
            case ECDSA_P256 -> certificate.keyIdentifiers().key("EC", 256);
        };
    }

    private String[] hosts() {
        List<String> names = new ArrayList<>(List.of("localhost", "127.0.0.1", "::1"));
        names.addAll(others);
        try {
            String own = InetAddress.getLocalHost().getHostName();
            // A name that does not fit a certificate is not needed: the host is reached as localhost.
            if (StandardCharsets.US_ASCII.newEncoder().canEncode(own)) {
                names.add(own);
            }
        } catch (IOException e) {
            // A host without a name does not need it either.
        }
        return names.toArray(String[]::new);
    }
}
