package org.eejs.xml;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.Provider;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.time.Clock;
import java.util.Collection;
import java.util.Date;
import java.util.HashMap;
import java.util.Map;
import javax.security.auth.x500.X500Principal;

/**
 * Verifies messages that {@link SpiSigner}, or another implementation of the same rules, has signed. Only one shape
 * of a
 * signature is taken, at the one place where it belongs, so that no element can be moved, wrapped or referred to that
 * is not the one that a reader takes for the message; nothing outside of the message is ever fetched. Thread-safe.
 *
 * <p>What is not signed: the name of {@code Envelope}, comments between elements, and blanks around header and
 * document.
 * Whether a signer's certificate is trusted is for the caller to know: those given are.
 */
public final class SpiVerifier {
    private static final int RSA_BITS = 2048;
    private static final int EC_BITS = 256;
    private static final int DIGITAL_SIGNATURE = 0;
    private static final int NON_REPUDIATION = 1;

    /** What names a certificate in a message. */
    private record Name(X500Principal issuer, BigInteger serialNumber) {}

    private final Map<Name, X509Certificate> signers = new HashMap<>();
    private final Clock clock;
    private final Provider provider;

    /** Verifies by the JVM's first provider; certificates have to be valid now. */
    public SpiVerifier(Collection<X509Certificate> signers) {
        this(signers, Clock.systemUTC());
    }

    /** Verifies by the JVM's first provider; certificates have to be valid at the clock's time. */
    public SpiVerifier(Collection<X509Certificate> signers, Clock clock) {
        this(signers, clock, null);
    }

    /**
     * Verifies by one provider.
     *
     * @param signers whose signatures count
     * @param clock at whose time certificates have to be valid
     * @param provider null for the JVM's first
     * @throws IllegalArgumentException when two different certificates have the same issuer and serial number
     */
    public SpiVerifier(Collection<X509Certificate> signers, Clock clock, Provider provider) {
        for (X509Certificate each : signers) {
            X509Certificate other = this.signers.put(new Name(each.getIssuerX500Principal(), each.getSerialNumber()),
                    each);
            if (other != null && !other.equals(each)) {
                throw new IllegalArgumentException("two certificates of " + each.getIssuerX500Principal()
                        + " have the serial number " + each.getSerialNumber());
            }
        }
        this.clock = clock;
        this.provider = provider;
    }

    /**
     * Verifies a message.
     *
     * @param message 256 KiB at most
     * @return the certificate of the one who signed it
     * @throws SpiVerificationException when it was not signed by one of the signers as it stands; it names the first
     *         check that failed
     */
    public X509Certificate verify(byte[] message) throws SpiVerificationException {
        SignatureShape signature = new SignatureShape();
        MessageParts parts;
        try {
            parts = MessageParts.read(message, signature, signature::keyInfoId);
        } catch (SpiFormatException e) {
            throw new SpiVerificationException(e.check(), e.getMessage(), e);
        }
        SpiCheck wrong = signature.wrongDigest(parts);
        if (wrong != null) {
            throw new SpiVerificationException(wrong, "the content is not what was signed");
        }
        X509Certificate signer = signer(signature);
        verify(signature, signer.getPublicKey());
        return signer;
    }

    private X509Certificate signer(SignatureShape signature) throws SpiVerificationException {
        X509Certificate signer = signers.get(new Name(signature.issuer(), signature.serialNumber()));
        if (signer == null) {
            throw new SpiVerificationException(SpiCheck.SIGNER, "none of the signers has the serial number "
                    + signature.serialNumber() + " of " + signature.issuer());
        }
        String subject = signer.getSubjectX500Principal().toString();
        try {
            signer.checkValidity(Date.from(clock.instant()));
        } catch (CertificateException e) {
            throw new SpiVerificationException(SpiCheck.SIGNER, "the certificate of " + subject
                    + " is not valid at " + clock.instant(), e);
        }
        boolean[] usage = signer.getKeyUsage();
        if (usage != null && !usage[DIGITAL_SIGNATURE] && !usage[NON_REPUDIATION]) {
            throw new SpiVerificationException(SpiCheck.SIGNER, "the certificate of " + subject
                    + " does not allow to sign messages");
        }
        boolean rsa = signature.method().equals(Dsig.RSA_SHA256);
        PublicKey key = signer.getPublicKey();
        boolean fits = rsa ? key instanceof RSAPublicKey : key instanceof ECPublicKey;
        if (!fits) {
            throw new SpiVerificationException(SpiCheck.SIGNER, "the key of " + subject + " is "
                    + key.getAlgorithm() + ", the signature says " + signature.method());
        }
        int bits = rsa ? ((RSAPublicKey) key).getModulus().bitLength()
                : ((ECPublicKey) key).getParams().getOrder().bitLength();
        int least = rsa ? RSA_BITS : EC_BITS;
        if (bits < least) {
            throw new SpiVerificationException(SpiCheck.SIGNER, "the key of " + subject + " has " + bits
                    + " bits, fewer than " + least);
        }
        return signer;
    }

    private void verify(SignatureShape signature, PublicKey key) throws SpiVerificationException {
        boolean holds;
        try {
            String algorithm = key instanceof RSAPublicKey ? "SHA256withRSA" : "SHA256withECDSA";
            Signature engine = provider == null ? Signature.getInstance(algorithm)
                    : Signature.getInstance(algorithm, provider);
            engine.initVerify(key);
            engine.update(signature.canonicalSignedInfo());
            byte[] value = key instanceof ECPublicKey curve
                    ? EcdsaValue.toDer(signature.value(), EcdsaValue.numberLength(curve.getParams().getOrder()))
                    : signature.value();
            holds = engine.verify(value);
        } catch (GeneralSecurityException e) {
            throw new SpiVerificationException(SpiCheck.SIGNATURE, "it cannot be verified: " + e.getMessage(), e);
        }
        if (!holds) {
            throw new SpiVerificationException(SpiCheck.SIGNATURE, "it is not this key's over these references");
        }
    }
}
