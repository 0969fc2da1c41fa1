package org.eejs.pki;

import java.io.IOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Provider;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECKey;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.stream.Stream;
import javax.security.auth.x500.X500Principal;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509ExtensionUtils;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/**
 * A builder of X.509 certificates of private authorities, and of the servers, clients and signers that they certify:
 *
 * <pre>{@code
 * Identity ca = CertificateBuilder.authority("CN=a CA").key("EC", 256).validFor(Duration.ofDays(30)).selfSigned();
 * Identity server = CertificateBuilder.server("CN=localhost", "localhost", "127.0.0.1").key("RSA", 2048).issuedBy(ca);
 * }</pre>
 *
 * <p>A product holds the project's only certificate authority, because key servers make certificates for trials
 * themselves, and products depend on nothing above them. Runs, benchmarks and tests use it, too.
 *
 * <p>Names are written as in RFC 2253, the most specific part first. A certificate is valid from a day before now. The
 * JVM's first provider of the algorithm makes the signatures. Mutable; for one thread.
 */
public final class CertificateBuilder {
    private static final String ML_DSA = "ML-DSA";
    private static final Provider BC = new BouncyCastleProvider();
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final Duration SHORT = Duration.ofDays(2);
    private static final Duration ALREADY = Duration.ofDays(1);
    private static final String IP_ADDRESS = "\\d+(\\.\\d+){3}|.*:.*";

    private final X500Principal subject;
    private final boolean authority;
    private KeyPair keys;
    private BigInteger serial = new BigInteger(127, RANDOM);
    private Instant start;
    private Instant end;
    private String signature;
    private boolean keyIdentifiers;
    private int usage;
    private List<KeyPurposeId> purposes = List.of();
    private List<GeneralName> hosts = List.of();

    private CertificateBuilder(String subject, boolean authority) {
        this.subject = new X500Principal(subject);
        this.authority = authority;
    }

    /** Returns a builder for an authority. */
    public static CertificateBuilder authority(String subject) {
        return new CertificateBuilder(subject, true).usage(KeyUsage.keyCertSign | KeyUsage.cRLSign);
    }

    /** Returns a builder for a subject that is not an authority, and is not restricted to any use. */
    public static CertificateBuilder of(String subject) {
        return new CertificateBuilder(subject, false);
    }

    /** Returns a builder for a signer, for any purpose. */
    public static CertificateBuilder signer(String subject) {
        return of(subject).usage(KeyUsage.digitalSignature);
    }

    /** Returns a builder for a TLS server that signs; hosts as for {@link #hosts}. */
    public static CertificateBuilder server(String subject, String... hosts) {
        return signer(subject).purposes(KeyPurposeId.id_kp_serverAuth).hosts(hosts);
    }

    /** Returns a builder for a TLS client. */
    public static CertificateBuilder client(String subject) {
        return signer(subject).purposes(KeyPurposeId.id_kp_clientAuth);
    }

    /**
     * Returns a new key pair.
     *
     * @param algorithm its JCA name; Bouncy Castle makes keys of ML-DSA, which older JDKs lack
     * @param bits the size; 256 and 384 of EC mean the NIST curves; 0 if the algorithm has only one size
     */
    public static KeyPair newKey(String algorithm, int bits) throws GeneralSecurityException {
        KeyPairGenerator generator = algorithm.startsWith(ML_DSA)
                ? KeyPairGenerator.getInstance(algorithm, BC) : KeyPairGenerator.getInstance(algorithm);
        if (bits > 0) {
            generator.initialize(bits);
        }
        return generator.generateKeyPair();
    }

    /** Certifies a new key; parameters as for {@link #newKey}. */
    public CertificateBuilder key(String algorithm, int bits) throws GeneralSecurityException {
        return key(newKey(algorithm, bits));
    }

    /** Certifies this key. */
    public CertificateBuilder key(KeyPair pair) {
        keys = pair;
        return this;
    }

    /** Sets the serial number; by default one of 127 random bits. */
    public CertificateBuilder serial(long number) {
        serial = BigInteger.valueOf(number);
        return this;
    }

    /** Sets the end of the validity. The default is the issuer's end, or two days for a self-signed certificate. */
    public CertificateBuilder validFor(Duration duration) {
        return until(Instant.now().plus(duration));
    }

    /** Sets the end of the validity, which may be past: then it began a day before. */
    public CertificateBuilder until(Instant last) {
        Instant now = Instant.now();
        start = (last.isBefore(now) ? last : now).minus(ALREADY);
        end = last;
        return this;
    }

    /** Sets the start and the end of the validity, relative to now; either may be negative. */
    public CertificateBuilder valid(Duration first, Duration last) {
        start = Instant.now().plus(first);
        end = Instant.now().plus(last);
        return this;
    }

    /** Sets the signature algorithm; by default one with SHA-256, or SHA-384 for P-384, that fits the issuer's key. */
    public CertificateBuilder signature(String algorithm) {
        signature = algorithm;
        return this;
    }

    /** Sets the permitted uses of the key, as bits of {@link KeyUsage}. */
    public CertificateBuilder usage(int bits) {
        usage = bits;
        return this;
    }

    /** Adds the use that the RSA key exchange of TLS 1.2 needs. */
    public CertificateBuilder keyEncipherment() {
        return usage(usage | KeyUsage.keyEncipherment);
    }

    /** Sets the extended uses of the key. */
    public CertificateBuilder purposes(KeyPurposeId... ids) {
        purposes = List.of(ids);
        return this;
    }

    /** Sets the DNS names and IP addresses of the subject. */
    public CertificateBuilder hosts(String... names) {
        hosts = Stream.of(names).map(name -> new GeneralName(
                name.matches(IP_ADDRESS) ? GeneralName.iPAddress : GeneralName.dNSName, name)).toList();
        return this;
    }

    /** Adds the identifiers of the subject's and another issuer's keys, which RFC 5280, 4.2.1 requires. */
    public CertificateBuilder keyIdentifiers() {
        keyIdentifiers = true;
        return this;
    }

    /** Signs with the key that is certified. */
    public Identity selfSigned() throws GeneralSecurityException {
        return selfSigned(subject);
    }

    /** Signs with the certified key, but names another issuer. */
    public Identity selfSigned(X500Principal issuer) throws GeneralSecurityException {
        return new Identity(keys, List.of(sign(issuer, keys.getPublic(), keys.getPrivate(),
                Instant.now().plus(SHORT))));
    }

    /** Signs with the authority's key. */
    public Identity issuedBy(Identity issuer) throws GeneralSecurityException {
        X509Certificate certificate = issuer.certificate();
        List<X509Certificate> chain = new ArrayList<>();
        chain.add(sign(certificate.getSubjectX500Principal(), certificate.getPublicKey(),
                issuer.keys().getPrivate(), certificate.getNotAfter().toInstant()));
        chain.addAll(issuer.chain());
        return new Identity(keys, chain);
    }

    private X509Certificate sign(X500Principal issuer, PublicKey issuerKey, PrivateKey signer, Instant defaultEnd)
            throws GeneralSecurityException {
        if (end == null) {
            until(defaultEnd);
        }
        X509v3CertificateBuilder builder = new JcaX509v3CertificateBuilder(issuer, serial, Date.from(start),
                Date.from(end), subject, keys.getPublic());
        String algorithm = signature != null ? signature : signatureOf(signer);
        try {
            extend(builder, issuerKey);
            JcaContentSignerBuilder signers = new JcaContentSignerBuilder(algorithm);
            if (signer.getAlgorithm().startsWith(ML_DSA)) {
                signers.setProvider(BC);
            }
            return new JcaX509CertificateConverter().getCertificate(builder.build(signers.build(signer)));
        } catch (OperatorCreationException | IOException e) {
            throw new GeneralSecurityException("this JDK is unable to sign a certificate with " + algorithm, e);
        }
    }

    private void extend(X509v3CertificateBuilder builder, PublicKey issuerKey)
            throws GeneralSecurityException, IOException {
        builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(authority));
        if (keyIdentifiers) {
            JcaX509ExtensionUtils extensions = new JcaX509ExtensionUtils();
            builder.addExtension(Extension.subjectKeyIdentifier, false,
                    extensions.createSubjectKeyIdentifier(keys.getPublic()));
            if (!issuerKey.equals(keys.getPublic())) {
                builder.addExtension(Extension.authorityKeyIdentifier, false,
                        extensions.createAuthorityKeyIdentifier(issuerKey));
            }
        }
        if (usage != 0) {
            builder.addExtension(Extension.keyUsage, true, new KeyUsage(usage));
        }
        if (!purposes.isEmpty()) {
            builder.addExtension(Extension.extendedKeyUsage, false,
                    new ExtendedKeyUsage(purposes.toArray(KeyPurposeId[]::new)));
        }
        if (!hosts.isEmpty()) {
            builder.addExtension(Extension.subjectAlternativeName, false,
                    new GeneralNames(hosts.toArray(GeneralName[]::new)));
        }
    }

    private static String signatureOf(PrivateKey key) {
        return switch (key.getAlgorithm()) {
            // TLS 1.3 pairs the hash with the curve (RFC 8446, section 4.2.3).
            case "EC" -> key instanceof ECKey ec && ec.getParams().getOrder().bitLength() == 384 ? "SHA384withECDSA"
                    : "SHA256withECDSA";
            case "EdDSA" -> "Ed25519";
            default -> key.getAlgorithm().startsWith(ML_DSA) ? key.getAlgorithm() : "SHA256with" + key.getAlgorithm();
        };
    }
}
