package org.eejs.cli;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.eejs.pki.CertificateBuilder;
import org.eejs.pki.Identity;
import org.eejs.remotekey.domain.KeyDomain;

/** The authority that certifies keys for a soak test; it belongs to the domain of the key servers. Thread-safe. */
final class SoakAuthority {
    /** The name in all servers' certificates. It is not their address, which the JDK accepts. */
    static final String HOST = "bank.example";

    private final Identity authority;
    private final AtomicLong serials = new AtomicLong(1000);

    SoakAuthority(KeyDomain domain) throws IOException, GeneralSecurityException {
        authority = domain.issuer();
    }

    X509Certificate certificate() {
        return authority.certificate();
    }

    /**
     * Certifies a new key for a server on this machine and for a client.
     *
     * @param algorithm RSA for 2048 bits, or EC for P-256
     */
    Identity issue(String subject, String algorithm) throws GeneralSecurityException {
        return CertificateBuilder.server(subject, HOST).key(algorithm, algorithm.equals("RSA") ? 2048 : 256)
                .serial(serials.incrementAndGet()).validFor(Duration.ofDays(2))
                .purposes(KeyPurposeId.id_kp_serverAuth, KeyPurposeId.id_kp_clientAuth).issuedBy(authority);
    }
}
