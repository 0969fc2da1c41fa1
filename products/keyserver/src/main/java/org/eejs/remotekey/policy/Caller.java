package org.eejs.remotekey.policy;

import com.google.common.hash.Hashing;
import java.math.BigInteger;
import java.security.cert.Certificate;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import org.eejs.pki.DistinguishedName;
import org.eejs.remotekey.policy.Policy.Decision;

/** A client at the other end of a connection, by its certificate. Thread-safe. */
public final class Caller {
    private final Certificate[] chain;
    private final String name;
    final DistinguishedName subject;
    final DistinguishedName issuer;
    private final String fingerprint;
    /** The SHA-256 of its public key (SubjectPublicKeyInfo), in hexadecimal digits. */
    final String keyFingerprint;
    private final String serial;
    final BigInteger number;
    private final Share share;
    private volatile Decision last = new Decision(null, null, null);

    /**
     * The client that shows a chain of certificates, its own first.
     *
     * @param share the resources of the server that all clients of this subject use together
     */
    public Caller(Share share, Certificate... chain) throws CertificateEncodingException {
        this.chain = chain.clone();
        X509Certificate certificate = (X509Certificate) chain[0];
        this.name = certificate.getSubjectX500Principal().getName();
        this.subject = DistinguishedName.of(certificate.getSubjectX500Principal());
        this.issuer = DistinguishedName.of(certificate.getIssuerX500Principal());
        this.fingerprint = Hashing.sha256().hashBytes(certificate.getEncoded()).toString();
        this.keyFingerprint = Hashing.sha256().hashBytes(certificate.getPublicKey().getEncoded())
                .toString();
        this.number = certificate.getSerialNumber();
        this.serial = number.toString(16);
        this.share = share;
    }

    /**
     * Returns the decision of the policy in force on this client; computed once as long as the policy stays the same.
     */
    public Decision decision(Policy policy) {
        Decision decision = last;
        if (decision.of() != policy) {
            decision = policy.decide(this, chain);
            last = decision;
        }
        return decision;
    }

    /** Returns the subject as text (RFC 2253). */
    public String name() {
        return name;
    }

    /** Returns the certificate's number at its issuer, in hexadecimal digits. */
    public String serial() {
        return serial;
    }

    /** Returns the SHA-256 of the certificate, in hexadecimal digits. */
    public String fingerprint() {
        return fingerprint;
    }

    public Share share() {
        return share;
    }
}
