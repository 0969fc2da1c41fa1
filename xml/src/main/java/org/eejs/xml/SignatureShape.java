package org.eejs.xml;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.xml.stream.XMLStreamConstants;
import org.codehaus.stax2.XMLStreamReader2;

/**
 * Reads the one signature that {@code Sgntr} has to hold, and takes no other shape than that which messages have: each
 * element where it belongs, no attribute more, no text but the values. For one message.
 */
final class SignatureShape implements SignaturePlace {
    private static final int DIGEST_LENGTH = 32;
    /** Longer than any number that a certificate may have, and any signature worth reading. */
    private static final int LONGEST_VALUE = 16_384;
    /** In bytes of UTF-8; the names of authorities have a tenth of it. */
    private static final int LONGEST_NAME = 1_024;
    private static final String ID = "Id";

    /** The three references, in order. */
    private enum Reference {
        KEY_INFO(List.of(Dsig.EXCLUSIVE_C14N)),
        HEADER(List.of(Dsig.ENVELOPED, Dsig.EXCLUSIVE_C14N)),
        DOCUMENT(List.of(Dsig.EXCLUSIVE_C14N));

        private final List<String> transforms;

        Reference(List<String> transforms) {
            this.transforms = transforms;
        }

        /** Whether the URI, null for none, refers to it. */
        boolean isMeantBy(String uri) {
            return switch (this) {
                case KEY_INFO -> uri != null && uri.startsWith("#");
                case HEADER -> uri != null && uri.isEmpty();
                case DOCUMENT -> uri == null;
            };
        }
    }

    private MessageCursor in;
    private XMLStreamReader2 at;
    /** Takes what is read now; null for nobody. */
    private ExclusiveCanonicalizer copy;

    private final Octets signedInfo = new Octets(2048);
    private final byte[][] digests = new byte[Reference.values().length][];
    /** The Ids of other elements of the signature than the key info. */
    private final Set<String> otherIds = new HashSet<>();
    private String keyInfoReference;
    private String keyInfoId;
    private byte[] keyInfoDigest;
    private String method;
    private byte[] value;
    private String issuer;
    private BigInteger serialNumber;

    @Override
    public void read(MessageCursor cursor, ExclusiveCanonicalizer header) throws SpiFormatException {
        in = cursor;
        at = cursor.at();
        int event = blanks(header);
        if (event != XMLStreamConstants.START_ELEMENT) {
            throw in.fault(SpiCheck.SIGNATURE_PLACE, event == XMLStreamConstants.END_ELEMENT
                    ? MessageParts.PLACE + " is empty: the message is not signed"
                    : MessageParts.PLACE + " holds something else than a signature");
        }
        if (!at.getLocalName().equals(Dsig.SIGNATURE) || !Dsig.NAMESPACE.equals(at.getNamespaceURI())) {
            throw in.fault(SpiCheck.SIGNATURE_PLACE, MessageParts.PLACE + " holds " + at.getLocalName()
                    + ", not a signature");
        }
        signature();
        if (blanks(header) != XMLStreamConstants.END_ELEMENT) {
            throw in.fault(SpiCheck.SIGNATURE_PLACE, MessageParts.PLACE + " holds more than a signature");
        }
    }

    /** Skips blanks, which belong to the header; returns the event behind them. */
    private int blanks(ExclusiveCanonicalizer header) throws SpiFormatException {
        int event = in.next();
        while (in.isText() && in.isBlank()) {
            in.copyTo(header);
            event = in.next();
        }
        return event;
    }

    private void signature() throws SpiFormatException {
        attributes(SpiCheck.SIGNATURE_SHAPE, Set.of(ID));
        nextStart(SpiCheck.SIGNATURE_SHAPE, "SignedInfo");
        copy(signedInfo);
        signedInfo();
        copy = null;
        nextStart(SpiCheck.SIGNATURE_SHAPE, "SignatureValue");
        attributes(SpiCheck.SIGNATURE_SHAPE, Set.of(ID));
        value = base64(SpiCheck.SIGNATURE_SHAPE);
        nextStart(SpiCheck.SIGNATURE_SHAPE, "KeyInfo");
        copy(new Octets(MessageParts.sha256()));
        keyInfo();
        keyInfoDigest = copy.out().digest();
        copy = null;
        nextEnd(SpiCheck.SIGNATURE_SHAPE, Dsig.SIGNATURE);
    }

    private void signedInfo() throws SpiFormatException {
        attributes(SpiCheck.SIGNATURE_SHAPE, Set.of(ID));
        nextStart(SpiCheck.SIGNATURE_SHAPE, "CanonicalizationMethod");
        algorithm(SpiCheck.ALGORITHM, Set.of(Dsig.EXCLUSIVE_C14N));
        nextStart(SpiCheck.SIGNATURE_SHAPE, "SignatureMethod");
        method = algorithm(SpiCheck.ALGORITHM, Set.of(Dsig.RSA_SHA256, Dsig.ECDSA_SHA256));
        for (Reference reference : Reference.values()) {
            nextStart(SpiCheck.REFERENCES, "Reference");
            reference(reference);
        }
        nextEnd(SpiCheck.REFERENCES, "SignedInfo");
    }

    private void reference(Reference reference) throws SpiFormatException {
        attributes(SpiCheck.REFERENCES, Set.of(ID, "URI"));
        String uri = at.getAttributeValue("", "URI");
        if (!reference.isMeantBy(uri)) {
            throw in.fault(SpiCheck.REFERENCES, "the reference to " + reference + " has "
                    + (uri == null ? "no URI" : "the URI '" + uri + "'"));
        }
        if (reference == Reference.KEY_INFO) {
            keyInfoReference = uri.substring(1);
        }
        nextStart(SpiCheck.REFERENCES, "Transforms");
        attributes(SpiCheck.REFERENCES, Set.of());
        for (String transform : reference.transforms) {
            nextStart(SpiCheck.REFERENCES, "Transform");
            algorithm(SpiCheck.REFERENCES, Set.of(transform));
        }
        nextEnd(SpiCheck.REFERENCES, "Transforms");
        nextStart(SpiCheck.REFERENCES, "DigestMethod");
        algorithm(SpiCheck.ALGORITHM, Set.of(Dsig.SHA256));
        nextStart(SpiCheck.REFERENCES, "DigestValue");
        attributes(SpiCheck.REFERENCES, Set.of());
        byte[] digest = base64(SpiCheck.REFERENCES);
        if (digest.length != DIGEST_LENGTH) {
            throw in.fault(SpiCheck.REFERENCES, "a digest of SHA-256 has " + DIGEST_LENGTH + " bytes, that of "
                    + reference + " has " + digest.length);
        }
        digests[reference.ordinal()] = digest;
        nextEnd(SpiCheck.REFERENCES, "Reference");
    }

    private void keyInfo() throws SpiFormatException {
        attributes(SpiCheck.KEY_INFO, Set.of(ID));
        keyInfoId = at.getAttributeValue("", ID);
        if (keyInfoId == null || keyInfoId.isEmpty() || !keyInfoId.equals(keyInfoReference)) {
            throw in.fault(SpiCheck.KEY_INFO, "the first reference is to '" + keyInfoReference
                    + "', the key info's Id is '" + keyInfoId + "'");
        }
        if (otherIds.contains(keyInfoId)) {
            throw in.fault(SpiCheck.KEY_INFO, "another element of the signature has the Id of the key info, "
                    + keyInfoId);
        }
        nextStart(SpiCheck.KEY_INFO, "X509Data");
        attributes(SpiCheck.KEY_INFO, Set.of());
        nextStart(SpiCheck.KEY_INFO, "X509IssuerSerial");
        attributes(SpiCheck.KEY_INFO, Set.of());
        nextStart(SpiCheck.KEY_INFO, "X509IssuerName");
        attributes(SpiCheck.KEY_INFO, Set.of());
        String name = text(SpiCheck.KEY_INFO, LONGEST_NAME).strip();
        if (name.getBytes(StandardCharsets.UTF_8).length > LONGEST_NAME) {
            throw in.fault(SpiCheck.KEY_INFO, "X509IssuerName is longer than " + LONGEST_NAME + " bytes");
        }
        nextStart(SpiCheck.KEY_INFO, "X509SerialNumber");
        attributes(SpiCheck.KEY_INFO, Set.of());
        String number = text(SpiCheck.KEY_INFO).strip();
        issuer = name;
        // A serial number has 20 bytes at most (RFC 5280, section 4.1.2.2); some have a sign by mistake.
        if (!number.matches("-?[0-9]{1,50}")) {
            throw in.fault(SpiCheck.KEY_INFO, "X509SerialNumber is no serial number: " + number);
        }
        serialNumber = new BigInteger(number);
        nextEnd(SpiCheck.KEY_INFO, "X509IssuerSerial");
        nextEnd(SpiCheck.KEY_INFO, "X509Data");
        nextEnd(SpiCheck.KEY_INFO, "KeyInfo");
    }

    /** Lets all that follows be canonicalized, and the start that the cursor stands on. */
    private void copy(Octets to) throws SpiFormatException {
        copy = new ExclusiveCanonicalizer(to);
        in.copyTo(copy);
    }

    private int next() throws SpiFormatException {
        int event = in.next();
        // Each of them cuts a value in two, of which some readers take the first for all.
        if (event == XMLStreamConstants.COMMENT || event == XMLStreamConstants.PROCESSING_INSTRUCTION
                || event == XMLStreamConstants.CDATA) {
            throw in.fault(SpiCheck.SIGNATURE_SHAPE,
                    "there is a comment, an instruction or CDATA within the signature");
        }
        if (copy != null) {
            in.copyTo(copy);
        }
        return event;
    }

    private int nextTag(SpiCheck check, String expected) throws SpiFormatException {
        int event = next();
        while (in.isText()) {
            if (!in.isBlank()) {
                throw in.fault(check, expected + " is expected here, not text");
            }
            event = next();
        }
        return event;
    }

    private void nextStart(SpiCheck check, String name) throws SpiFormatException {
        int event = nextTag(check, name);
        if (event != XMLStreamConstants.START_ELEMENT || !at.getLocalName().equals(name)
                || !Dsig.NAMESPACE.equals(at.getNamespaceURI())) {
            throw in.fault(check, name + " is expected here, not "
                    + (event == XMLStreamConstants.START_ELEMENT ? "" : "the end of ") + at.getLocalName());
        }
    }

    private void nextEnd(SpiCheck check, String name) throws SpiFormatException {
        if (nextTag(check, "the end of " + name) != XMLStreamConstants.END_ELEMENT) {
            throw in.fault(check, "the end of " + name + " is expected here, not " + at.getLocalName());
        }
    }

    private void attributes(SpiCheck check, Set<String> allowed) throws SpiFormatException {
        for (int i = 0; i < at.getAttributeCount(); i++) {
            String namespace = at.getAttributeNamespace(i);
            String name = at.getAttributeLocalName(i);
            if (namespace != null && !namespace.isEmpty() || !allowed.contains(name)) {
                throw in.fault(check, at.getLocalName() + " has an attribute that does not belong there: " + name);
            }
            if (name.equals(ID) && !at.getLocalName().equals("KeyInfo")) {
                otherIds.add(at.getAttributeValue(i));
            }
        }
    }

    /** Reads an element that only names an algorithm, to its end. */
    private String algorithm(SpiCheck check, Set<String> allowed) throws SpiFormatException {
        String element = at.getLocalName();
        attributes(check, Set.of("Algorithm"));
        String algorithm = at.getAttributeValue("", "Algorithm");
        if (algorithm == null || !allowed.contains(algorithm)) {
            throw in.fault(check, element + " is " + algorithm + "; only " + String.join(" or ", allowed)
                    + " may stand here");
        }
        nextEnd(check, element);
        return algorithm;
    }

    /** Reads the text of an element, to its end. */
    private String text(SpiCheck check) throws SpiFormatException {
        return text(check, LONGEST_VALUE);
    }

    private String text(SpiCheck check, int longest) throws SpiFormatException {
        String element = at.getLocalName();
        StringBuilder text = new StringBuilder();
        while (next() != XMLStreamConstants.END_ELEMENT) {
            if (!in.isText()) {
                throw in.fault(check, element + " holds text, not " + at.getLocalName());
            }
            in.appendText(text);
            if (text.length() > longest) {
                throw in.fault(check, element + " is longer than " + longest + " characters");
            }
        }
        return text.toString();
    }

    private byte[] base64(SpiCheck check) throws SpiFormatException {
        String element = at.getLocalName();
        String text = text(check).replaceAll("[ \t\r\n]+", "");
        try {
            byte[] octets = Base64.getDecoder().decode(text);
            // Another text for the same octets: unused bits that are not zero, or no padding.
            if (Base64.getEncoder().encodeToString(octets).equals(text)) {
                return octets;
            }
        } catch (IllegalArgumentException e) {
            // Told below.
        }
        throw in.fault(check, element + " is no Base64");
    }

    /** The element {@code SignedInfo} in canonical form. */
    byte[] canonicalSignedInfo() {
        return signedInfo.toByteArray();
    }

    String keyInfoId() {
        return keyInfoId;
    }

    /** The algorithm of the signature, by its URI. */
    String method() {
        return method;
    }

    byte[] value() {
        return value;
    }

    /** The distinguished name as it stands there: reading it costs more than its length, so digests come first. */
    String issuer() {
        return issuer;
    }

    BigInteger serialNumber() {
        return serialNumber;
    }

    /** The first check of the digests that fails; null when all hold. */
    SpiCheck wrongDigest(MessageParts parts) {
        if (!Arrays.equals(digests[Reference.KEY_INFO.ordinal()], keyInfoDigest)) {
            return SpiCheck.KEY_INFO_DIGEST;
        }
        if (!Arrays.equals(digests[Reference.HEADER.ordinal()], parts.headerDigest())) {
            return SpiCheck.HEADER_DIGEST;
        }
        return Arrays.equals(digests[Reference.DOCUMENT.ordinal()], parts.documentDigest()) ? null
                : SpiCheck.DOCUMENT_DIGEST;
    }
}
