package org.eejs.role;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.Provider;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.eejs.banking.KeyStoreType;
import org.eejs.banking.TlsProfile.Certificate;
import org.eejs.banking.TlsProfile;
import org.eejs.pki.CertificateBuilder;
import org.eejs.pki.Identity;
import org.eejs.pki.files.PrivateFile;
import org.eejs.pki.files.PrivateFolder;

/**
 * The certificates of a run: for each of two kinds a private CA, and certificates of a server for this host and of a
 * client. The CA's key is discarded at once. One kind is RSA-2048, the other the profile's or P-256. There are always
 * two CAs, so that a trust store costs about the same with every profile. All are kept for later runs until
 * they are about to expire. Only the lab and tests create them; the class paths of roles have no library for that.
 */
public final class RunCertificates {
    private static final Duration VALIDITY = Duration.ofDays(825);
    private static final List<Certificate> USUAL = List.of(Certificate.RSA_2048, Certificate.ECDSA_P256);
    /** It has ML-DSA on every JDK. */
    private static final Provider BC = new BouncyCastleProvider();
    private static final Duration RENEW_BEFORE = Duration.ofDays(7);

    private final PkiDirectory pki;
    private final List<Certificate> kinds;
    private final boolean intermediate;
    private final char[] password;
    private final List<String> others;

    private RunCertificates(PkiDirectory pki, List<Certificate> kinds, boolean intermediate, List<String> others) {
        this.pki = pki;
        this.kinds = kinds;
        this.intermediate = intermediate;
        byte[] secret = new byte[16];
        new SecureRandom().nextBytes(secret);
        this.password = HexFormat.of().formatHex(secret).toCharArray();
        this.others = others;
    }

    /** Makes sure that the folder holds the usual two kinds; see the other method. */
    public static PkiDirectory ensure(Path folder, String... others) throws IOException, GeneralSecurityException {
        return ensure(folder, List.of(TlsProfile.MODERN), others);
    }

    /**
     * Makes sure that the folder, or one in it for less usual kinds, holds what a run needs. Creates all certificates
     * again if any is missing or expires soon.
     *
     * @param profiles the profiles of the run
     * @param others names and addresses of the servers, in addition to those of this machine
     */
    public static PkiDirectory ensure(Path folder, List<TlsProfile> profiles, String... others)
            throws IOException, GeneralSecurityException {
        List<Certificate> kinds = Stream.concat(Stream.of(Certificate.RSA_2048), profiles.stream()
                .map(TlsProfile::certificate)).distinct().toList();
        boolean intermediate = profiles.stream().anyMatch(TlsProfile::intermediate);
        boolean usual = !intermediate && USUAL.containsAll(kinds);
        PkiDirectory pki = new PkiDirectory(usual ? folder : folder.resolve(kinds.stream().map(Certificate::name)
                .collect(Collectors.joining("+")).toLowerCase(Locale.ROOT).replace('_', '-')
                + (intermediate ? "+intermediate" : "")));
        RunCertificates certificates = new RunCertificates(pki, usual || kinds.size() == 1 ? USUAL : kinds,
                intermediate, List.of(others));
        if (!certificates.isUsable()) {
            certificates.create();
        }
        return pki;
    }

    private boolean isUsable() {
        try {
            Date soon = Date.from(Instant.now().plus(RENEW_BEFORE));
            for (Certificate kind : kinds) {
                if (!Files.exists(pki.clientKeyStoreFile(kind))) {
                    return false;
                }
                for (KeyStoreType type : KeyStoreType.values()) {
                    X509Certificate certificate = (X509Certificate) pki.serverKeyStore(kind, type, BC)
                            .getCertificate(PkiDirectory.SERVER_ALIAS);
                    certificate.checkValidity(soon);
                    List<Object> names = new ArrayList<>();
                    certificate.getSubjectAlternativeNames().forEach(name -> names.add(name.get(1)));
                    if (!names.containsAll(others)) {
                        return false;
                    }
                }
            }
            return pki.trustStore().size() == kinds.size()
                    && Files.exists(pki.caCertificates());
        } catch (IOException | GeneralSecurityException | NullPointerException e) {
            return false;
        }
    }

    private void create() throws IOException, GeneralSecurityException {
        PrivateFolder.make(pki.folder());
        KeyStore trust = Identity.emptyStore("PKCS12");
        List<X509Certificate> authorities = new ArrayList<>();
        for (Certificate kind : kinds) {
            Identity ca = withKey(kind, CertificateBuilder.authority(
                    "CN=EEJS private CA " + kind + " of " + Instant.now().getEpochSecond()))
                    .validFor(VALIDITY).selfSigned();
            Identity issuer = intermediate ? withKey(kind, CertificateBuilder.authority("CN=EEJS intermediate CA "
                    + kind)).issuedBy(ca) : ca;
            CertificateBuilder server = withKey(kind, CertificateBuilder.server("CN=localhost", hosts()));
            if (kind.algorithm().equals("RSA")) {
                // Profiles of eejs-2016 have the RSA key exchange.
                server.keyEncipherment();
            }
            for (KeyStoreType type : KeyStoreType.values()) {
                PrivateFile.write(pki.serverKeyStoreFile(kind, type),
                        withoutRoot(server.issuedBy(issuer)).store(type.algorithm(), PkiDirectory.SERVER_ALIAS,
                                password));
            }
            Identity client = withKey(kind, CertificateBuilder.client("CN=EEJS client")).issuedBy(issuer);
            PrivateFile.write(pki.clientKeyStoreFile(kind), withoutRoot(client).store(KeyStoreType.PKCS12.algorithm(),
                    PkiDirectory.CLIENT_ALIAS, password));
            trust.setCertificateEntry("ca-" + kind, ca.certificate());
            authorities.add(ca.certificate());
        }
        PrivateFile.write(pki.trustStoreFile(), Identity.bytes(trust, password));
        PrivateFile.write(pki.caCertificates(), Identity.pem(authorities));
        PrivateFile.write(pki.passwordFile(), (new String(password) + "\n").getBytes(StandardCharsets.UTF_8));
    }

    /** Returns it without the root, which peers have and servers need not send (RFC 8446, section 4.4.2). */
    private static Identity withoutRoot(Identity identity) {
        return new Identity(identity.keys(), identity.chain().subList(0, identity.chain().size() - 1));
    }

    private static CertificateBuilder withKey(Certificate kind, CertificateBuilder certificate)
            throws GeneralSecurityException {
        return certificate.keyIdentifiers().key(kind.algorithm(), kind.bits());
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
