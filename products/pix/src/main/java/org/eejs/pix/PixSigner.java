package org.eejs.pix;

import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.PrivateKey;
import java.security.Provider;
import java.security.PublicKey;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAKey;
import java.security.interfaces.RSAPublicKey;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import org.codehaus.stax2.XMLStreamReader2;
import org.eejs.pix.message.Octets;
import org.eejs.pix.message.PixCheck;
import org.eejs.pix.message.PixFormatException;
import org.eejs.pix.signature.Dsig;
import org.eejs.pix.signature.ExclusiveCanonicalizer;
import org.eejs.pix.signature.MessageCursor;
import org.eejs.pix.signature.MessageParts;
import org.eejs.pix.signature.SignatureEngines;
import org.eejs.pix.signature.SignaturePlace;
import org.eejs.pix.signature.SignedInfoText;
import org.eejs.pki.EcdsaForm;

/**
 * A signer of ISO 20022 messages as the Brazilian instant payment system requires. It puts a signature into
 * {@code Envelope/AppHdr/Sgntr} over the key info, the header and the document. The algorithms are exclusive
 * canonicalization, SHA-256, and RSA (PKCS#1 1.5) or ECDSA. The key may be anywhere that the JCA reaches. The message's
 * own bytes stay unchanged; the signature is inserted between them. Thread-safe, and no thread waits for another.
 */
public final class PixSigner {
    private final SignatureEngines engines;
    private final SignedInfoText text;
    /** The certificate's key. */
    private final PublicKey known;

    /**
     * Creates a signer that uses the first provider that takes the key.
     *
     * @throws IllegalArgumentException if the certificate's key is neither RSA nor EC, or no provider signs so with it
     */
    public PixSigner(PrivateKey key, X509Certificate certificate) {
        this(key, certificate, null);
    }

    /**
     * Creates a signer that uses one provider.
     *
     * @param certificate the key's; its issuer and serial number go into each message
     * @param provider null for the first that takes the key
     * @throws IllegalArgumentException if the certificate's key is neither RSA nor EC, or the provider does not sign so
     *         with it
     */
    public PixSigner(PrivateKey key, X509Certificate certificate, Provider provider) {
        known = certificate.getPublicKey();
        boolean rsa = known instanceof RSAPublicKey;
        if (!rsa && !(known instanceof ECPublicKey)) {
            throw new IllegalArgumentException("messages are signed with RSA or EC keys, not with "
                    + known.getAlgorithm());
        }
        if (key instanceof RSAKey secret && rsa
                && !secret.getModulus().equals(((RSAPublicKey) known).getModulus())) {
            throw new IllegalArgumentException("the certificate of " + certificate.getSubjectX500Principal() + " "
                    + "belongs to another key");
        }
        text = new SignedInfoText(rsa ? Dsig.RSA_SHA256 : Dsig.ECDSA_SHA256, certificate);
        String algorithm = rsa ? "SHA256withRSA" : "SHA256withECDSA";
        try {
            engines = new SignatureEngines(key, algorithm, provider);
        } catch (InvalidKeyException e) {
            throw new IllegalArgumentException((provider == null ? "no provider can"
                    : "the provider " + provider.getName() + " cannot") + " sign with this key by " + algorithm + ": "
                    + e.getMessage(), e);
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException("the provider " + (provider == null ? "of the JDK" : provider.getName())
                    + " has no " + algorithm, e);
        }
    }

    /**
     * Signs a message.
     *
     * @param message UTF-8, its {@code AppHdr/Sgntr} empty; 256 KiB at most
     * @return the message with its signature
     * @throws PixFormatException if it is not such a message, or is signed already
     * @throws GeneralSecurityException if the provider failed to sign
     */
    public byte[] sign(byte[] message) throws PixFormatException, GeneralSecurityException {
        EmptyPlace place = new EmptyPlace();
        byte[] signedInfo = text.canonical(MessageParts.read(message, place, () -> SignedInfoText.KEY_INFO_ID));
        byte[] value = engines.sign(signedInfo);
        if (known instanceof ECPublicKey curve) {
            value = EcdsaForm.plain(curve, value);
        }
        Octets out = new Octets(message.length + text.length() + 2 * value.length);
        int after = place.offset;
        if (message[after - 1] != '>') {
            throw new IllegalStateException("the parser lost count of the octets at " + after);
        }
        if (place.closing == null) {
            out.append(message, 0, after);
        } else {
            // <Sgntr/> becomes <Sgntr>...</Sgntr>
            out.append(message, 0, after - 2);
            out.append('>');
        }
        text.append(out, signedInfo, value);
        if (place.closing != null) {
            out.append(place.closing);
        }
        out.append(message, after, message.length - after);
        return out.toByteArray();
    }

    /** Returns the signed part of a message, in canonical form. */
    byte[] signedInfo(byte[] message) throws PixFormatException {
        return text.canonical(MessageParts.read(message, new EmptyPlace(), () -> SignedInfoText.KEY_INFO_ID));
    }

    /** The empty {@code Sgntr} of a message, the place of its signature. */
    private static final class EmptyPlace implements SignaturePlace {
        /** The position of the signature; the end of the empty tag, if a closing tag has to be written. */
        private int offset;
        private String closing;

        @Override
        public void read(MessageCursor in, ExclusiveCanonicalizer header) throws PixFormatException {
            XMLStreamReader2 at = in.at();
            boolean empty;
            try {
                empty = at.isEmptyElement();
            } catch (XMLStreamException e) {
                throw in.fault(PixCheck.WELL_FORMED, "not well-formed: " + e.getMessage());
            }
            closing = empty ? "</" + at.getPrefixedName() + ">" : null;
            offset = in.endOffset();
            while (in.next() != XMLStreamConstants.END_ELEMENT) {
                if (at.getEventType() == XMLStreamConstants.START_ELEMENT) {
                    throw in.fault(PixCheck.SIGNATURE_PLACE, MessageParts.PLACE + " holds " + at.getLocalName()
                            + (at.getLocalName().equals(Dsig.SIGNATURE) ? ": the message is signed already"
                            : "; it has to be empty"));
                }
                if (!in.isText() || !in.isBlank()) {
                    throw in.fault(PixCheck.SIGNATURE_PLACE, MessageParts.PLACE + " has to be empty");
                }
                in.copyTo(header);
            }
        }
    }
}
