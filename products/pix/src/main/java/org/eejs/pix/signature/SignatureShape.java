package org.eejs.pix.signature;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.xml.stream.XMLStreamConstants;
import org.codehaus.stax2.XMLStreamReader2;
import org.eejs.pix.message.Octets;
import org.eejs.pix.message.PixCheck;
import org.eejs.pix.message.PixFormatException;

/**
 * A reader of the one signature that {@code Sgntr} must hold. It accepts only the shape that messages have: each
 * element where it belongs, no other attribute, no text except the values. For one message.
 */
public final class SignatureShape implements SignaturePlace {
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

        /** Returns whether the URI, null for none, refers to it. */
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
    /** Processes the current events; null if they are not needed. */
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
    public void read(MessageCursor cursor, ExclusiveCanonicalizer header) throws PixFormatException {
        in = cursor;
        at = cursor.at();
        int event = blanks(header);
        if (event != XMLStreamConstants.START_ELEMENT) {
            throw in.fault(PixCheck.SIGNATURE_PLACE, event == XMLStreamConstants.END_ELEMENT
                    ? MessageParts.PLACE + " is empty: the message is not signed"
                    : MessageParts.PLACE + " holds something else than a signature");
        }
        if (!at.getLocalName().equals(Dsig.SIGNATURE) || !Dsig.NAMESPACE.equals(at.getNamespaceURI())) {
            throw in.fault(PixCheck.SIGNATURE_PLACE, MessageParts.PLACE + " holds " + at.getLocalName()
                    + ", not a signature");
        }
        signature();
        if (blanks(header) != XMLStreamConstants.END_ELEMENT) {
            throw in.fault(PixCheck.SIGNATURE_PLACE, MessageParts.PLACE + " holds more than a signature");
        }
    }

    /** Skips blanks, which belong to the header; returns the event after them. */
    private int blanks(ExclusiveCanonicalizer header) throws PixFormatException {
        int event = in.next();
        while (in.isText() && in.isBlank()) {
            in.copyTo(header);
            event = in.next();
        }
        return event;
    }

    private void signature() throws PixFormatException {
        attributes(PixCheck.SIGNATURE_SHAPE, Set.of(ID));
        nextStart(PixCheck.SIGNATURE_SHAPE, "SignedInfo", ID);
        copy(signedInfo);
        signedInfo();
        copy = null;
        nextStart(PixCheck.SIGNATURE_SHAPE, "SignatureValue", ID);
        value = base64(PixCheck.SIGNATURE_SHAPE);
        start(PixCheck.SIGNATURE_SHAPE, "KeyInfo");
        copy(new Octets(MessageParts.sha256()));
        keyInfo();
        keyInfoDigest = copy.out().digest();
        copy = null;
        nextEnd(PixCheck.SIGNATURE_SHAPE, Dsig.SIGNATURE);
    }

    private void signedInfo() throws PixFormatException {
        algorithm(PixCheck.SIGNATURE_SHAPE, "CanonicalizationMethod", PixCheck.ALGORITHM, Set.of(Dsig.EXCLUSIVE_C14N));
        method = algorithm(PixCheck.SIGNATURE_SHAPE, "SignatureMethod", PixCheck.ALGORITHM,
                Set.of(Dsig.RSA_SHA256, Dsig.ECDSA_SHA256));
        for (Reference reference : Reference.values()) {
            nextStart(PixCheck.REFERENCES, "Reference", ID, "URI");
            reference(reference);
        }
        nextEnd(PixCheck.REFERENCES, "SignedInfo");
    }

    private void reference(Reference reference) throws PixFormatException {
        String uri = at.getAttributeValue("", "URI");
        if (!reference.isMeantBy(uri)) {
            throw in.fault(PixCheck.REFERENCES, "the reference to " + reference + " has "
                    + (uri == null ? "no URI" : "the URI '" + uri + "'"));
        }
        if (reference == Reference.KEY_INFO) {
            keyInfoReference = uri.substring(1);
        }
        nextStart(PixCheck.REFERENCES, "Transforms");
        for (String transform : reference.transforms) {
            algorithm(PixCheck.REFERENCES, "Transform", PixCheck.REFERENCES, Set.of(transform));
        }
        nextEnd(PixCheck.REFERENCES, "Transforms");
        algorithm(PixCheck.REFERENCES, "DigestMethod", PixCheck.ALGORITHM, Set.of(Dsig.SHA256));
        nextStart(PixCheck.REFERENCES, "DigestValue");
        byte[] digest = base64(PixCheck.REFERENCES);
        if (digest.length != DIGEST_LENGTH) {
            throw in.fault(PixCheck.REFERENCES, "a digest of SHA-256 has " + DIGEST_LENGTH + " bytes, that of "
                    + reference + " has " + digest.length);
        }
        digests[reference.ordinal()] = digest;
        nextEnd(PixCheck.REFERENCES, "Reference");
    }

    private void keyInfo() throws PixFormatException {
        attributes(PixCheck.KEY_INFO, Set.of(ID));
        keyInfoId = at.getAttributeValue("", ID);
        if (keyInfoId == null || keyInfoId.isEmpty() || !keyInfoId.equals(keyInfoReference)) {
            throw in.fault(PixCheck.KEY_INFO, "the first reference is to '" + keyInfoReference
                    + "', the key info's Id is '" + keyInfoId + "'");
        }
        if (otherIds.contains(keyInfoId)) {
            throw in.fault(PixCheck.KEY_INFO, "another element of the signature has the Id of the key info, "
                    + keyInfoId);
        }
        nextStart(PixCheck.KEY_INFO, "X509Data");
        nextStart(PixCheck.KEY_INFO, "X509IssuerSerial");
        nextStart(PixCheck.KEY_INFO, "X509IssuerName");
        String name = text(PixCheck.KEY_INFO, LONGEST_NAME).strip();
        if (name.getBytes(StandardCharsets.UTF_8).length > LONGEST_NAME) {
            throw in.fault(PixCheck.KEY_INFO, "X509IssuerName is longer than " + LONGEST_NAME + " bytes");
        }
        nextStart(PixCheck.KEY_INFO, "X509SerialNumber");
        String number = text(PixCheck.KEY_INFO, LONGEST_VALUE).strip();
        issuer = name;
        // A serial number has 20 bytes at most (RFC 5280, section 4.1.2.2); some have a sign by mistake.
        if (!number.matches("-?[0-9]{1,50}")) {
            throw in.fault(PixCheck.KEY_INFO, "X509SerialNumber is not a serial number: " + number);
        }
        serialNumber = new BigInteger(number);
        nextEnd(PixCheck.KEY_INFO, "X509IssuerSerial");
        nextEnd(PixCheck.KEY_INFO, "X509Data");
        nextEnd(PixCheck.KEY_INFO, "KeyInfo");
    }

    /** Canonicalizes all following events, and the start at which the cursor is. */
    private void copy(Octets to) throws PixFormatException {
        copy = new ExclusiveCanonicalizer(to);
        in.copyTo(copy);
    }

    private int next() throws PixFormatException {
        int event = in.next();
        // Each of them splits a value in two, and some readers take the first part for the whole.
        if (event == XMLStreamConstants.COMMENT || event == XMLStreamConstants.PROCESSING_INSTRUCTION
                || event == XMLStreamConstants.CDATA) {
            throw in.fault(PixCheck.SIGNATURE_SHAPE,
                    "there is a comment, an instruction or CDATA within the signature");
        }
        if (copy != null) {
            in.copyTo(copy);
        }
        return event;
    }

    private int nextTag(PixCheck check, String expected) throws PixFormatException {
        int event = next();
        while (in.isText()) {
            if (!in.isBlank()) {
                throw in.fault(check, expected + " is expected here, not text");
            }
            event = next();
        }
        return event;
    }

    private void nextStart(PixCheck check, String name, String... attributes) throws PixFormatException {
        start(check, name);
        attributes(check, Set.of(attributes));
    }

    private void start(PixCheck check, String name) throws PixFormatException {
        int event = nextTag(check, name);
        if (event != XMLStreamConstants.START_ELEMENT || !at.getLocalName().equals(name)
                || !Dsig.NAMESPACE.equals(at.getNamespaceURI())) {
            throw in.fault(check, name + " is expected here, not "
                    + (event == XMLStreamConstants.START_ELEMENT ? "" : "the end of ") + at.getLocalName());
        }
    }

    private void nextEnd(PixCheck check, String name) throws PixFormatException {
        if (nextTag(check, "the end of " + name) != XMLStreamConstants.END_ELEMENT) {
            throw in.fault(check, "the end of " + name + " is expected here, not " + at.getLocalName());
        }
    }

    private void attributes(PixCheck check, Set<String> allowed) throws PixFormatException {
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
    private String algorithm(PixCheck place, String element, PixCheck check, Set<String> allowed)
            throws PixFormatException {
        start(place, element);
        attributes(check, Set.of("Algorithm"));
        String algorithm = at.getAttributeValue("", "Algorithm");
        if (algorithm == null || !allowed.contains(algorithm)) {
            throw in.fault(check, element + " is " + algorithm + "; only " + String.join(" or ", allowed) + " is "
                    + "allowed here");
        }
        nextEnd(check, element);
        return algorithm;
    }

    /** Reads the text of an element, to its end. */
    private String text(PixCheck check, int longest) throws PixFormatException {
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

    private byte[] base64(PixCheck check) throws PixFormatException {
        String element = at.getLocalName();
        String text = text(check, LONGEST_VALUE).replaceAll("[ \t\r\n]+", "");
        try {
            byte[] octets = Base64.getDecoder().decode(text);
            // Another text for the same octets: unused bits that are not zero, or no padding.
            if (Base64.getEncoder().encodeToString(octets).equals(text)) {
                return octets;
            }
        } catch (IllegalArgumentException e) {
            // Reported below.
        }
        throw in.fault(check, element + " is not Base64");
    }

    public byte[] canonicalSignedInfo() {
        return signedInfo.toByteArray();
    }

    public String keyInfoId() {
        return keyInfoId;
    }

    public String method() {
        return method;
    }

    public byte[] value() {
        return value;
    }

    /** Returns the distinguished name unparsed: parsing it costs more than its length, so digests come first. */
    public String issuer() {
        return issuer;
    }

    public BigInteger serialNumber() {
        return serialNumber;
    }

    /** Returns the first check of the digests that fails; null if all hold. */
    public PixCheck wrongDigest(MessageParts parts) {
        if (!Arrays.equals(digests[Reference.KEY_INFO.ordinal()], keyInfoDigest)) {
            return PixCheck.KEY_INFO_DIGEST;
        }
        if (!Arrays.equals(digests[Reference.HEADER.ordinal()], parts.headerDigest())) {
            return PixCheck.HEADER_DIGEST;
        }
        return Arrays.equals(digests[Reference.DOCUMENT.ordinal()], parts.documentDigest()) ? null
                : PixCheck.DOCUMENT_DIGEST;
    }
}
