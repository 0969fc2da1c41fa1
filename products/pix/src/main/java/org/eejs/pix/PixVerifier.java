package org.eejs.pix;

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
import java.util.Set;
import java.util.stream.Collectors;
import org.eejs.pix.message.Escaped;
import org.eejs.pix.message.PixCheck;
import org.eejs.pix.message.PixFormatException;
import org.eejs.pix.signature.Dsig;
import org.eejs.pix.signature.MessageParts;
import org.eejs.pix.signature.SignatureShape;
import org.eejs.pki.DistinguishedName;
import org.eejs.pki.EcdsaForm;

/**
 * A verifier of messages that {@link PixSigner}, or another implementation of the same rules, has signed. It accepts
 * only one shape of a signature, at the one place where it belongs. So no element can be moved, wrapped or referenced
 * in place of the one that a reader takes for the message. It never fetches anything from outside of the message.
 * Thread-safe.
 *
 * <p>With a map of participants, a message must be signed with a certificate of the participant that its header names.
 * With a collection of signers only, any signer can sign for any participant.
 *
 * <p>Not signed are: the name of {@code Envelope}, comments between elements, and blanks around header and document.
 * The caller must check that each certificate it passes is trusted and not revoked: this class trusts all of them. The
 * caller must also detect a message that was there before: its {@linkplain VerifiedMessage#id id} shows it.
 */
public final class PixVerifier {
    private static final int RSA_BITS = 2048;
    private static final int EC_BITS = 256;
    private static final int DIGITAL_SIGNATURE = 0;
    private static final int NON_REPUDIATION = 1;

    /** The name of a certificate in a message. */
    private record Name(DistinguishedName issuer, BigInteger serialNumber) {}

    private final Map<Name, X509Certificate> signers = new HashMap<>();
    /** The certificates of each participant; null if participants are not known. */
    private final Map<String, Set<X509Certificate>> participants;
    private final Clock clock;
    private final Provider provider;

    /** Creates a verifier that uses the JVM's first provider; certificates must be valid now. */
    public PixVerifier(Collection<X509Certificate> signers) {
        this(signers, Clock.systemUTC(), null);
    }

    /**
     * Creates a verifier that uses one provider.
     *
     * @param signers the accepted signers
     * @param clock the time at which certificates must be valid
     * @param provider null for the JVM's first
     * @throws IllegalArgumentException if two different certificates have the same issuer and serial number
     */
    public PixVerifier(Collection<X509Certificate> signers, Clock clock, Provider provider) {
        this(signers, null, clock, provider);
    }

    /**
     * Creates a verifier that requires a signature of the participant named as the sender. It uses the JVM's first
     * provider; certificates must be valid now.
     *
     * @see #PixVerifier(Map, Clock, Provider)
     */
    public PixVerifier(Map<String, Set<X509Certificate>> participants) {
        this(participants, Clock.systemUTC(), null);
    }

    /**
     * Creates a verifier that requires a signature of the participant named as the sender.
     *
     * @param participants the certificates of each, by the required text of {@code Fr/FIId/FinInstnId/Othr/Id} in a
     *     header, character by character
     * @param clock the time at which certificates must be valid
     * @param provider null for the JVM's first
     * @throws IllegalArgumentException if a participant has no certificate, or two different certificates have the same
     *         issuer and serial number
     */
    public PixVerifier(Map<String, Set<X509Certificate>> participants, Clock clock, Provider provider) {
        this(participants.values().stream().flatMap(Set::stream).toList(), copied(participants), clock, provider);
    }

    private PixVerifier(Collection<X509Certificate> signers, Map<String, Set<X509Certificate>> participants,
            Clock clock, Provider provider) {
        this.participants = participants;
        for (X509Certificate each : signers) {
            X509Certificate other = this.signers.put(new Name(DistinguishedName.of(each.getIssuerX500Principal()),
                    each.getSerialNumber()), each);
            if (other != null && !other.equals(each)) {
                throw new IllegalArgumentException("two certificates of " + each.getIssuerX500Principal()
                        + " have the serial number " + each.getSerialNumber());
            }
        }
        this.clock = clock;
        this.provider = provider;
    }

    private static Map<String, Set<X509Certificate>> copied(Map<String, Set<X509Certificate>> participants) {
        Map<String, Set<X509Certificate>> copy = new HashMap<>();
        participants.forEach((participant, certificates) -> {
            if (certificates.isEmpty()) {
                throw new IllegalArgumentException("the participant " + participant + " has no certificate");
            }
            copy.put(participant, Set.copyOf(certificates));
        });
        return copy;
    }

    /**
     * Verifies a message.
     *
     * @param message 256 KiB at most
     * @return the signer, and the sender and id in its header
     * @throws PixVerificationException if none of the signers signed it in this form; it names the first check that
     *         failed
     */
    public VerifiedMessage verifyMessage(byte[] message) throws PixVerificationException {
        SignatureShape signature = new SignatureShape();
        MessageParts parts;
        try {
            parts = MessageParts.read(message, signature, signature::keyInfoId);
        } catch (PixFormatException e) {
            throw new PixVerificationException(e.check(), e.getMessage(), e);
        }
        PixCheck wrong = signature.wrongDigest(parts);
        if (wrong != null) {
            throw new PixVerificationException(wrong, "the content is not what was signed");
        }
        X509Certificate signer = signer(signature);
        verify(signature, signer.getPublicKey());
        if (participants != null) {
            checkSender(parts.sender(), signer);
        }
        return new VerifiedMessage(signer, parts.sender(), parts.id(), participants != null);
    }

    private void checkSender(String sender, X509Certificate signer) throws PixVerificationException {
        if (sender == null) {
            throw new PixVerificationException(PixCheck.PARTICIPANT,
                    "the header does not name one sender in Fr/FIId/FinInstnId/Othr/Id and nothing else in Fr");
        }
        Set<X509Certificate> own = participants.get(sender);
        if (own == null) {
            throw new PixVerificationException(PixCheck.PARTICIPANT, "the sender '" + Escaped.ascii(sender) + "' is "
                    + "not a known participant");
        }
        if (!own.contains(signer)) {
            throw new PixVerificationException(PixCheck.PARTICIPANT, "the sender is '" + Escaped.ascii(sender)
                    + "', but " + signer.getSubjectX500Principal() + " has signed, which is "
                    + participants.entrySet().stream().filter(each -> each.getValue().contains(signer))
                            .map(each -> "'" + Escaped.ascii(each.getKey()) + "'").sorted()
                            .collect(Collectors.joining(" or ")));
        }
    }

    private X509Certificate signer(SignatureShape signature) throws PixVerificationException {
        DistinguishedName issuer;
        try {
            issuer = DistinguishedName.parse(signature.issuer());
        } catch (IllegalArgumentException e) {
            throw new PixVerificationException(PixCheck.KEY_INFO, "X509IssuerName is not a distinguished name: "
                    + signature.issuer() + ": " + e.getMessage(), e);
        }
        X509Certificate signer = signers.get(new Name(issuer, signature.serialNumber()));
        if (signer == null) {
            throw new PixVerificationException(PixCheck.SIGNER, "none of the signers has the serial number "
                    + signature.serialNumber() + " of " + signature.issuer());
        }
        String subject = signer.getSubjectX500Principal().toString();
        try {
            signer.checkValidity(Date.from(clock.instant()));
        } catch (CertificateException e) {
            throw new PixVerificationException(PixCheck.SIGNER, "the certificate of " + subject
                    + " is not valid at " + clock.instant(), e);
        }
        boolean[] usage = signer.getKeyUsage();
        if (usage != null && !usage[DIGITAL_SIGNATURE] && !usage[NON_REPUDIATION]) {
            throw new PixVerificationException(PixCheck.SIGNER, "the certificate of " + subject + " does not allow "
                    + "signing messages");
        }
        boolean rsa = signature.method().equals(Dsig.RSA_SHA256);
        PublicKey key = signer.getPublicKey();
        boolean fits = rsa ? key instanceof RSAPublicKey : key instanceof ECPublicKey;
        if (!fits) {
            throw new PixVerificationException(PixCheck.SIGNER, "the key of " + subject + " is " + key.getAlgorithm()
                    + ", the signature names " + signature.method());
        }
        int bits = rsa ? ((RSAPublicKey) key).getModulus().bitLength()
                : ((ECPublicKey) key).getParams().getOrder().bitLength();
        int least = rsa ? RSA_BITS : EC_BITS;
        if (bits < least) {
            throw new PixVerificationException(PixCheck.SIGNER, "the key of " + subject + " has " + bits
                    + " bits, fewer than " + least);
        }
        return signer;
    }

    private void verify(SignatureShape signature, PublicKey key) throws PixVerificationException {
        boolean holds;
        try {
            String algorithm = key instanceof RSAPublicKey ? "SHA256withRSA" : "SHA256withECDSA";
            Signature engine = provider == null ? Signature.getInstance(algorithm)
                    : Signature.getInstance(algorithm, provider);
            engine.initVerify(key);
            engine.update(signature.canonicalSignedInfo());
            holds = engine.verify(key instanceof ECPublicKey curve ? EcdsaForm.der(curve, signature.value())
                    : signature.value());
        } catch (GeneralSecurityException e) {
            throw new PixVerificationException(PixCheck.SIGNATURE, "verification failed: " + e.getMessage(), e);
        }
        if (!holds) {
            throw new PixVerificationException(PixCheck.SIGNATURE, "it is not this key's over these references");
        }
    }
}
