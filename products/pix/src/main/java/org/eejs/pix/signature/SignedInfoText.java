package org.eejs.pix.signature;

import java.security.cert.X509Certificate;
import java.util.Base64;
import javax.security.auth.x500.X500Principal;
import org.eejs.pix.message.Octets;

/**
 * The text of the signatures of one key. All of it is in canonical form already, and only two digests and the value
 * differ from message to message. Immutable.
 */
public final class SignedInfoText {
    /** The {@code Id} of the key info; a message may have one such element. */
    public static final String KEY_INFO_ID = "key-info";

    private static final String XMLNS = " xmlns:ds=\"" + Dsig.NAMESPACE + "\"";
    /** The beginning of the signature, up to the signed part. */
    private static final byte[] BEGIN = Octets.ascii("<ds:Signature" + XMLNS + "><ds:SignedInfo>");
    /** The beginning of the signed part in canonical form, as a separate document. */
    private static final byte[] CANONICAL_BEGIN = Octets.ascii("<ds:SignedInfo" + XMLNS + ">");
    private static final byte[] SIGNED_INFO_END = Octets.ascii("</ds:SignedInfo>");
    private static final byte[] VALUE = Octets.ascii("<ds:SignatureValue>");
    private static final byte[] VALUE_END = Octets.ascii("</ds:SignatureValue>");
    private static final byte[] END = Octets.ascii("</ds:Signature>");
    private static final String DIGEST_VALUE_END = "</ds:DigestValue></ds:Reference>";
    private static final byte[] DOCUMENT = Octets.ascii(DIGEST_VALUE_END
            + reference("", transform(Dsig.EXCLUSIVE_C14N)));
    private static final byte[] LAST = Octets.ascii(DIGEST_VALUE_END);

    /** The signed part from its start to the digest of the header. */
    private final byte[] upToHeader;
    private final byte[] keyInfo;

    /**
     * Creates the text for a key.
     *
     * @param algorithm of the signature, by its URI
     */
    public SignedInfoText(String algorithm, X509Certificate certificate) {
        String inner = "<ds:X509Data><ds:X509IssuerSerial><ds:X509IssuerName>"
                + escaped(certificate.getIssuerX500Principal().getName(X500Principal.RFC2253))
                + "</ds:X509IssuerName><ds:X509SerialNumber>" + certificate.getSerialNumber()
                + "</ds:X509SerialNumber></ds:X509IssuerSerial></ds:X509Data></ds:KeyInfo>";
        String id = " Id=\"" + KEY_INFO_ID + "\">";
        keyInfo = utf8("<ds:KeyInfo" + id + inner);
        String digest = base64(MessageParts.sha256().digest(utf8("<ds:KeyInfo" + XMLNS + id + inner)));
        upToHeader = Octets.ascii(empty("CanonicalizationMethod", Dsig.EXCLUSIVE_C14N)
                + empty("SignatureMethod", algorithm)
                + reference(" URI=\"#" + KEY_INFO_ID + "\"", transform(Dsig.EXCLUSIVE_C14N)) + digest
                + DIGEST_VALUE_END
                + reference(" URI=\"\"", transform(Dsig.ENVELOPED) + transform(Dsig.EXCLUSIVE_C14N)));
    }

    private static byte[] utf8(String text) {
        Octets octets = new Octets(text.length());
        octets.append(text);
        return octets.toByteArray();
    }

    private static String base64(byte[] octets) {
        return Base64.getEncoder().encodeToString(octets);
    }

    private static String empty(String name, String algorithm) {
        return "<ds:" + name + " Algorithm=\"" + algorithm + "\"></ds:" + name + ">";
    }

    private static String transform(String algorithm) {
        return empty("Transform", algorithm);
    }

    /** Returns a reference up to its digest. */
    private static String reference(String uri, String transforms) {
        return "<ds:Reference" + uri + "><ds:Transforms>" + transforms + "</ds:Transforms>"
                + empty("DigestMethod", Dsig.SHA256) + "<ds:DigestValue>";
    }

    /** Returns text in canonical form. */
    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\r", "&#xD;");
    }

    public byte[] canonical(MessageParts parts) {
        Octets out = new Octets(upToHeader.length + 1024);
        out.append(CANONICAL_BEGIN);
        appendInner(out, parts);
        return out.toByteArray();
    }

    private void appendInner(Octets out, MessageParts parts) {
        out.append(upToHeader);
        out.append(Base64.getEncoder().encode(parts.headerDigest()));
        out.append(DOCUMENT);
        out.append(Base64.getEncoder().encode(parts.documentDigest()));
        out.append(LAST);
        out.append(SIGNED_INFO_END);
    }

    public void append(Octets out, byte[] canonicalSignedInfo, byte[] value) {
        out.append(BEGIN);
        out.append(canonicalSignedInfo, CANONICAL_BEGIN.length, canonicalSignedInfo.length - CANONICAL_BEGIN.length);
        out.append(VALUE);
        out.append(Base64.getEncoder().encode(value));
        out.append(VALUE_END);
        out.append(keyInfo);
        out.append(END);
    }

    /** Returns the number of bytes of a signature around its value. */
    public int length() {
        return upToHeader.length + keyInfo.length + 1024;
    }
}
